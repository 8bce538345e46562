// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/status_line.h"

#include "app/models/correction_text.h"
#include "app/models/format.h"
#include "app/models/trace_document.h"
#include "app/widgets/elided_label.h"
#include "app/widgets/theme.h"

#include <QLabel>
#include <QStyle>
#include <QTimer>
#include <QToolButton>

namespace hscope::app {

namespace {

constexpr int kMessageMs = 8000;

} // namespace

StatusLine::StatusLine(TraceDocument& document, QWidget* parent)
    : QStatusBar(parent)
    , m_document(document)
    , m_cursor(addField())
    , m_selection((addRule(), addField()))
    , m_view((addRule(), addField()))
    , m_correctionRule(addRule())
    , m_correction(addField())
    , m_slices((addRule(), addField()))
    , m_diagnostics(new QToolButton(this))
    , m_message(new ElidedLabel(this))
{
    setSizeGripEnabled(false);
    setContentsMargins(12, 0, 12, 0);
    m_diagnostics->setObjectName(QStringLiteral("link"));
    m_diagnostics->setFont(fonts::small());
    m_diagnostics->setToolTip(tr("Show what loading this trace met"));
    addWidget(m_diagnostics);
    m_message->setFont(fonts::small());
    m_message->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    addWidget(m_message, 1);
    connect(m_diagnostics, &QToolButton::clicked, this, &StatusLine::diagnosticsClicked);
    connect(&document, &TraceDocument::traceChanged, this, &StatusLine::refreshDiagnostics);
    connect(&document, &TraceDocument::visibleRangeChanged, this, &StatusLine::refresh);
    connect(&document, &TraceDocument::selectionChanged, this, &StatusLine::refresh);
    connect(&document, &TraceDocument::breakdownChanged, this, &StatusLine::refreshCorrection);
    connect(&document.correction(), &TraceCorrection::changed, this,
            &StatusLine::refreshCorrection);
    refreshDiagnostics();
}

QWidget* StatusLine::addRule()
{
    auto* rule = new QWidget(this);
    rule->setObjectName(QStringLiteral("rule"));
    rule->setAttribute(Qt::WA_StyledBackground);
    rule->setFixedSize(1, 14);
    addWidget(rule);
    return rule;
}

QLabel* StatusLine::addField()
{
    auto* label = new QLabel(this);
    label->setTextFormat(Qt::PlainText);
    label->setFont(fonts::small());
    label->setProperty("secondary", true);
    label->setContentsMargins(4, 0, 4, 0);
    addWidget(label);
    return label;
}

void StatusLine::setCursor(std::optional<core::TraceTime> time)
{
    m_cursor->setText(
        time && m_document.store()
            ? tr("cursor %1").arg(formatPosition(*time - m_document.traceRange().start))
            : tr("cursor –"));
}

void StatusLine::addWorkspace(QWidget* fields)
{
    insertWidget(static_cast<int>(m_workspaces.size()), fields);
    fields->hide();
    m_workspaces.push_back(fields);
}

void StatusLine::showWorkspace(const QWidget* fields)
{
    for (QWidget* workspace : m_workspaces) {
        workspace->setVisible(workspace == fields);
    }
    m_showsTrace = fields == nullptr;
    for (QLabel* label : {m_cursor, m_selection, m_view, m_slices}) {
        label->setVisible(m_showsTrace);
    }
    refreshDiagnostics();
}

void StatusLine::tell(const QString& sentence)
{
    m_message->setText(sentence);
    QTimer::singleShot(kMessageMs, this, [this, sentence] {
        if (m_message->text() == sentence) {
            m_message->clear();
        }
    });
}

void StatusLine::refresh()
{
    const auto store = m_document.store();
    if (!store) {
        for (QLabel* label : {m_cursor, m_selection, m_view, m_slices}) {
            label->clear();
        }
        m_cursor->setText(tr("No trace is open"));
        return;
    }
    const auto selection = m_document.selection();
    m_selection->setText(
        selection ? tr("selection %1").arg(formatDuration(store->rangeOf(*selection).length()))
                  : tr("nothing selected"));
    m_view->setText(tr("view %1 of %2")
                        .arg(formatDuration(m_document.visibleRange().length()),
                             formatDuration(m_document.traceRange().length())));
    m_slices->setText(formatCounted(static_cast<qint64>(m_document.loadedStore()->slices().size()),
                                    tr("1 slice"), tr("%1 slices")));
}

void StatusLine::refreshDiagnostics()
{
    setCursor(std::nullopt);
    refresh();
    const auto store = m_document.loadedStore();
    const auto entries = store ? store->diagnostics().list() : std::vector<core::Diagnostic>();
    m_diagnostics->setVisible(m_showsTrace && !entries.empty());
    m_diagnostics->setText(formatCounted(static_cast<qint64>(entries.size()), tr("1 diagnostic"),
                                         tr("%1 diagnostics")));
    const bool warns = !entries.empty() && entries.front().severity >= core::Severity::DataLoss;
    m_diagnostics->setProperty("warning", warns);
    m_diagnostics->style()->unpolish(m_diagnostics);
    m_diagnostics->style()->polish(m_diagnostics);
    for (QWidget* rule :
         findChildren<QWidget*>(QStringLiteral("rule"), Qt::FindDirectChildrenOnly)) {
        rule->setVisible(m_showsTrace && store != nullptr);
    }
    refreshCorrection();
}

void StatusLine::refreshCorrection()
{
    const QString text = m_document.correction().statusText();
    m_correction->setText(text);
    m_correction->setVisible(m_showsTrace && !text.isEmpty());
    m_correctionRule->setVisible(m_correction->isVisibleTo(this));
    const auto corrected = m_document.correction().breakdown();
    m_correction->setToolTip(corrected ? removedText(*corrected) : QString());
}

} // namespace hscope::app
