// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/workload_import_bar.h"

#include "app/models/format.h"
#include "app/widgets/panel_parts.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kMostSamples = 1'000'000'000;
constexpr double kSamplesPerEpoch = 1e6;
constexpr int kFieldWidth = 120;

} // namespace

WorkloadImportBar::WorkloadImportBar(QWidget* parent)
    : QWidget(parent)
    , m_question(new QLabel(this))
    , m_type(new QComboBox(this))
    , m_batch(new QSpinBox(this))
    , m_import(new QPushButton(tr("Import"), this))
{
    makePanel(*this);
    m_question->setTextFormat(Qt::PlainText);
    m_type->setEditable(true);
    m_type->setInsertPolicy(QComboBox::NoInsert);
    m_type->setAccessibleName(tr("Resource type that was profiled"));
    m_type->setMinimumWidth(kFieldWidth);
    m_batch->setRange(1, kMostSamples);
    m_batch->setAccessibleName(tr("Samples of a profiled minibatch"));
    m_batch->setFixedWidth(kFieldWidth);
    m_import->setObjectName(QStringLiteral("primary"));
    auto* cancel = new QPushButton(tr("Cancel"), this);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->setSpacing(8);
    layout->addWidget(m_question);
    layout->addWidget(m_type);
    layout->addWidget(new QLabel(tr("in batches of"), this));
    layout->addWidget(m_batch);
    layout->addWidget(new QLabel(tr("samples"), this));
    layout->addStretch();
    layout->addWidget(m_import);
    layout->addWidget(cancel);
    connect(m_import, &QPushButton::clicked, this, &WorkloadImportBar::import);
    connect(m_type->lineEdit(), &QLineEdit::returnPressed, this, &WorkloadImportBar::import);
    connect(cancel, &QPushButton::clicked, this, &WorkloadImportBar::finish);
    hide();
}

void WorkloadImportBar::setPrices(const TypePrices& prices)
{
    const QString typed = m_type->currentText();
    m_type->clear();
    for (const sim::ResourceType& type : prices.types) {
        m_type->addItem(toText(type.id));
    }
    // A profile of the profiler's time, unless somebody says otherwise.
    const int usual = m_type->findText(QStringLiteral("v100"));
    m_type->setCurrentIndex(std::max(0, usual));
    if (!typed.isEmpty()) {
        m_type->setEditText(typed);
    }
}

void WorkloadImportBar::ask(const sim::PipedreamGraph& graph, const QString& name)
{
    m_graph = graph;
    m_name = name;
    const auto batch = sim::batchSizeOf(graph);
    m_batch->setValue(static_cast<int>(batch.value_or(1)));
    m_batch->setToolTip(batch ? tr("As many as its last Linear layer has rows")
                              : tr("The profile does not say: look up how it was made"));
    m_question->setText(tr("Import %1, profiled on").arg(elideMiddle(name, 40)));
    show();
    m_type->setFocus(Qt::OtherFocusReason);
    m_type->lineEdit()->selectAll();
}

void WorkloadImportBar::import()
{
    if (isHidden()) {
        return; // Answered already: Enter comes from the field and from the bar.
    }
    sim::PipedreamOptions options;
    options.name = m_name.toStdString();
    options.type = m_type->currentText().trimmed().toStdString();
    options.batchSize = m_batch->value();
    options.samplesPerEpoch = kSamplesPerEpoch;
    if (options.type.empty()) {
        Q_EMIT refused(tr("Say on which resource type the profile was made."));
        m_type->setFocus();
        return;
    }
    const auto imported = sim::workloadFrom(m_graph, options);
    finish();
    if (imported) {
        Q_EMIT accepted(*imported);
    } else {
        Q_EMIT refused(toText(imported.error().message));
    }
}

void WorkloadImportBar::finish()
{
    hide();
    m_graph = {};
    Q_EMIT closed();
}

void WorkloadImportBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        finish();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        import();
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace hscope::app
