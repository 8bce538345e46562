// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/workload_form.h"

#include "app/models/format.h"
#include "app/models/quantity.h"
#include "app/widgets/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kMostSamples = 1'000'000'000;
constexpr int kNarrow = 84;
constexpr int kWide = 128;

} // namespace

WorkloadForm::WorkloadForm(WorkloadDocument& document, QWidget* parent)
    : FieldForm(document, parent)
    , m_document(document)
    , m_row(new QHBoxLayout)
{
    column().setContentsMargins(12, 8, 12, 10);
    column().addLayout(m_row);
    m_row->setSpacing(12);
    m_name = addText(tr("Workload"), [this](const QString& text) {
        sim::Workload after = m_document.workload();
        after.name = text.trimmed().toStdString();
        if (after.name.empty()) {
            Q_EMIT told(tr("A workload needs a name: the old one stays."));
            refresh();
            return;
        }
        edit(after, tr("rename workload"));
    });
    m_batch = addWhole(tr("Batch, samples"), 1, kMostSamples, [this](int value) {
        sim::Workload after = m_document.workload();
        after.batchSize = value;
        edit(after, tr("change batch"));
    });
    m_microbatches = addWhole(tr("Microbatches"), 1, kMostSamples, [this](int value) {
        sim::Workload after = m_document.workload();
        after.microbatches = value;
        edit(after, tr("change microbatches"));
    });
    for (QSpinBox* box : {m_batch, m_microbatches}) {
        box->setFixedWidth(kNarrow);
    }
    m_samples = addQuantity(tr("Samples per epoch"), &sim::Workload::samplesPerEpoch, false);
    m_epochs = addQuantity(tr("Epochs"), &sim::Workload::epochs, false);
    m_epochs->setFixedWidth(kNarrow);
    m_floor = addQuantity(tr("Floor, samples/s"), &sim::Workload::throughputLimit, true);
    m_floor->setPlaceholderText(tr("none"));
    m_floor->setToolTip(tr("Least samples per second that a schedule must reach"));
    m_charges = new QCheckBox(tr("Charge boundary traffic"), this);
    m_charges->setToolTip(tr("Data between stages takes time"));
    m_row->addWidget(m_charges, 0, Qt::AlignBottom);
    connect(m_charges, &QCheckBox::clicked, this, [this](bool charges) {
        sim::Workload after = m_document.workload();
        after.chargeBoundaryTraffic = charges;
        m_document.edit(after, charges ? tr("charge boundary traffic")
                                       : tr("do not charge boundary traffic"));
    });
    connect(&document, &WorkloadDocument::changed, this, &WorkloadForm::refresh);
    refresh();
}

void WorkloadForm::addRow(const QString& label, QWidget* field)
{
    auto* caption = new QLabel(label, this);
    caption->setBuddy(field);
    caption->setFont(fonts::small());
    caption->setProperty("secondary", true);
    field->setAccessibleName(label);
    auto* cell = new QVBoxLayout;
    cell->setSpacing(2);
    cell->addWidget(caption);
    cell->addWidget(field);
    m_row->addLayout(cell, m_row->isEmpty() ? 1 : 0);
}

QLineEdit* WorkloadForm::addQuantity(const QString& label, double sim::Workload::* member,
                                     bool mayBeZero)
{
    QLineEdit* field = addText(label, [this, label, member, mayBeZero](const QString& text) {
        const bool isNone = mayBeZero && text.trimmed().isEmpty();
        const auto number = isNone ? std::optional(0.0) : parseQuantity(text, Quantity::Number);
        if (!number || *number < 0 || (*number == 0 && !mayBeZero)) {
            Q_EMIT told(tr("%1: “%2” is no number above 0, the old one stays.")
                            .arg(label, elideMiddle(text, 30)));
            refresh();
            return;
        }
        sim::Workload after = m_document.workload();
        after.*member = *number;
        edit(after, tr("change %1").arg(label.toLower()));
        refresh();
    });
    field->setFixedWidth(kWide);
    field->setAlignment(Qt::AlignRight);
    return field;
}

void WorkloadForm::edit(const sim::Workload& after, const QString& text)
{
    m_document.edit(after, text, gesture());
}

void WorkloadForm::refresh()
{
    setFilling(true);
    const sim::Workload& workload = m_document.workload();
    setText(*m_name, toText(workload.name));
    m_batch->setValue(static_cast<int>(workload.batchSize));
    m_microbatches->setValue(static_cast<int>(workload.microbatches));
    setText(*m_samples, groupedNumber(workload.samplesPerEpoch));
    setText(*m_epochs, groupedNumber(workload.epochs));
    setText(*m_floor,
            workload.throughputLimit == 0 ? QString() : groupedNumber(workload.throughputLimit));
    m_charges->setChecked(workload.chargeBoundaryTraffic);
    setFilling(false);
}

LayerForm::LayerForm(WorkloadDocument& document, QWidget* parent)
    : FieldForm(document, parent)
    , m_document(document)
{
    beginSection({});
    for (int i = 0; i <= static_cast<int>(LayerField::ActivationBytes); ++i) {
        const auto field = static_cast<LayerField>(i);
        QLineEdit* line =
            addText(fieldTitle(field), [this, field](const QString& text) { apply(field, text); });
        line->setToolTip(fieldHelp(field));
        m_fields.push_back(line);
    }
}

void LayerForm::apply(LayerField field, const QString& text)
{
    const LayerSet& layers = m_document.selection();
    const auto after = withText(m_document.workload(), layers, {field, {}}, text);
    if (!after) {
        Q_EMIT told(toText(after.error().message));
        refresh();
        return;
    }
    m_document.edit(*after, formatCounted(std::ssize(layers), tr("change %2 of a layer"),
                                          tr("change %2 of %1 layers"))
                                .replace(QStringLiteral("%2"), fieldTitle(field).toLower()));
    refresh();
}

void LayerForm::refresh()
{
    setFilling(true);
    const sim::Workload& workload = m_document.workload();
    const LayerSet& layers = m_document.selection();
    for (std::size_t i = 0; i < m_fields.size() && !layers.empty(); ++i) {
        const LayerValue value{static_cast<LayerField>(i), {}};
        const sim::Layer& first = workload.layers[*layers.begin()];
        const bool isCommon = std::ranges::all_of(layers, [&](std::size_t layer) {
            return isSame(workload.layers[layer], first, value);
        });
        setText(*m_fields[i], isCommon ? exactText(first, value) : QString());
        m_fields[i]->setPlaceholderText(isCommon ? tr("none") : tr("various"));
        m_fields[i]->setCursorPosition(0);
    }
    setFilling(false);
}

} // namespace hscope::app
