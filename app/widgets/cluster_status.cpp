// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_status.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>

namespace hscope::app {

ClusterStatus::ClusterStatus(ClusterDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    m_message = addField();
    m_message->setProperty("secondary", false);
    m_selected = addField();
    m_undo = addField();
    m_prices = addField();
    m_problems = addField();
    m_problems->setProperty("secondary", false);
    m_problems->setProperty("warning", true);
    layout->addStretch();
    connect(&document, &ClusterDocument::changed, this, [this] { tell(QString()); });
    connect(&document, &ClusterDocument::selectionChanged, this, &ClusterStatus::refresh);
    connect(&document.undoStack(), &QUndoStack::indexChanged, this, &ClusterStatus::refresh);
    refresh();
}

QLabel* ClusterStatus::addField()
{
    auto* label = new QLabel(this);
    label->setTextFormat(Qt::PlainText);
    label->setFont(fonts::small());
    label->setProperty("secondary", true);
    layout()->addWidget(label);
    return label;
}

void ClusterStatus::tell(const QString& sentence)
{
    m_message->setText(sentence);
    refresh();
}

QString ClusterStatus::message() const
{
    return m_message->text();
}

void ClusterStatus::refresh()
{
    const ClusterElements& selection = m_document.selection();
    m_selected->setText(
        selection.empty() ? tr("nothing selected")
        : selection.size() == 1
            ? tr("%1 selected").arg(elementName(m_document.cluster(), *selection.begin()))
            : tr("%1 elements selected").arg(formatCount(std::ssize(selection))));
    const QUndoStack& undo = m_document.undoStack();
    m_undo->setText(undo.canUndo() ? tr("undo: %1").arg(elideMiddle(undo.undoText(), 60))
                                   : QString());
    m_prices->setText(
        tr("USD, prices as of %1").arg(elideMiddle(toText(m_document.cluster().pricesAsOf), 20)));
    const std::int64_t problems = std::ssize(m_document.problems());
    m_problems->setText(
        problems == 0 ? QString() : formatCounted(problems, tr("1 problem"), tr("%1 problems")));
    for (QLabel* label : {m_message, m_selected, m_undo, m_prices, m_problems}) {
        label->setVisible(!label->text().isEmpty());
    }
}

} // namespace hscope::app
