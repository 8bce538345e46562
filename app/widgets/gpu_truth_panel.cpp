// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/gpu_truth_panel.h"

#include "app/models/trace_document.h"
#include "app/widgets/bar_list_chart.h"
#include "app/widgets/number_field.h"
#include "app/widgets/panel_parts.h"
#include "app/widgets/process_box.h"
#include "app/widgets/table_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTableView>

#include <cmath>

namespace hscope::app {

namespace {

constexpr std::size_t kMostBars = 40;
constexpr double kShortestWindowS = 1e-6;
constexpr double kLongestWindowS = 1e6;
constexpr double kLargestThresholdNs = 1e9;
constexpr int kFieldWidth = 80;
constexpr int kBarsPercent = 35;

} // namespace

GpuTruthPanel::GpuTruthPanel(TraceDocument& document, const Theme& theme, QWidget* parent)
    : AnalysisPanel(theme, tr("GPU truth as bars"), QStringLiteral("gpu_truth"), parent)
    , m_document(document)
    , m_source(document)
    , m_tables(new QStackedWidget(this))
    , m_operationTable(
          new TablePanel(m_operations, theme, QStringLiteral("gpu_truth_operations"), this))
    , m_deviceTable(new TablePanel(m_devices, theme, QStringLiteral("gpu_truth_devices"), this))
    , m_processBox(new ProcessBox(this))
    , m_window(new NumberField(kShortestWindowS, kLongestWindowS, this))
    , m_threshold(new NumberField(0, kLargestThresholdNs, this))
{
    makeTables();
    makeControls();
    setTable(m_tables, kBarsPercent);
    connect(&m_source, &GpuTruthSource::changed, this, &GpuTruthPanel::refresh);
    connect(&document, &TraceDocument::breakdownChanged, this, &GpuTruthPanel::refresh);
    connect(m_processBox, &ProcessBox::processChanged, this, &GpuTruthPanel::showNumbers);
    connect(chart(), &BarListChart::clicked, this, [this](const BarKey& key) { select(key); });
    connect(chart(), &BarListChart::doubleClicked, this, [this](const BarKey& key) {
        if (key.table == DeviceTable) {
            showLongestPause(key.row);
        }
    });
    refresh();
}

void GpuTruthPanel::makeTables()
{
    const auto prepare = [this](TablePanel* panel, const QString& name, int table) {
        panel->view()->setAccessibleName(name);
        panel->view()->setSelectionMode(QAbstractItemView::SingleSelection);
        m_tableBoxes.push_back(makeTableBox(*panel));
        m_tables->addWidget(panel);
        connect(panel, &TablePanel::exportFailed, this, &GpuTruthPanel::exportFailed);
        connect(panel, &TablePanel::rowSelected, this, [this, table](int row) {
            // While rows are filtered away the selection stays with the bars.
            if (row >= 0) {
                select(BarKey{table, row});
            }
        });
    };
    prepare(m_operationTable, tr("Operations by what works in them"), OperationTable);
    prepare(m_deviceTable, tr("GPUs and their streams"), DeviceTable);
    m_operationTable->bar()->insertWidget(1, m_processBox);
    m_operationTable->setStretchColumn(OperationTruthModel::Operation);
    m_deviceTable->setStretchColumn(DeviceTruthModel::Device);
    m_operationTable->sortBy(OperationTruthModel::Wall, Qt::DescendingOrder);
    m_deviceTable->sortBy(DeviceTruthModel::Device, Qt::AscendingOrder);
    connect(m_deviceTable->view(), &QTableView::activated, this, [this] {
        if (const int row = m_deviceTable->selectedRow(); row >= 0) {
            showLongestPause(row);
        }
    });
}

QComboBox* GpuTruthPanel::makeTableBox(TablePanel& panel)
{
    auto* box = new QComboBox(&panel);
    box->setAccessibleName(tr("Table"));
    box->addItems({tr("operations"), tr("GPUs and streams")});
    panel.bar()->insertWidget(0, box);
    connect(box, &QComboBox::currentIndexChanged, this,
            [this](int index) { showTable(static_cast<TruthTable>(index)); });
    return box;
}

void GpuTruthPanel::makeControls()
{
    const auto prepare = [this](NumberField* field, double value, const QString& suffix,
                                const QString& name, const QString& toolTip) {
        field->setValue(value);
        field->setSuffix(suffix);
        field->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
        field->setKeyboardTracking(false);
        field->setAlignment(Qt::AlignRight);
        field->setFixedWidth(kFieldWidth);
        field->setAccessibleName(name);
        field->setToolTip(toolTip);
        connect(field, &NumberField::valueChanged, this, &GpuTruthPanel::readOptions);
    };
    prepare(m_window, std::chrono::duration<double>(m_source.options().window).count(), tr(" s"),
            tr("Sampling window, seconds"),
            tr("A window in which any kernel runs counts as busy; monitors use 1/6 s to 1 s"));
    prepare(m_threshold, static_cast<double>(m_source.options().kernelWaitBelow.count()), tr(" ns"),
            tr("Kernel wait below, nanoseconds"),
            tr("Shorter pauses between queued kernels count as kernel wait"));
    m_threshold->setDecimals(0);
    remarkLine()->addWidget(makeRemark(tr("Sampling window"), this));
    remarkLine()->addWidget(m_window);
    m_deviceTable->bar()->insertWidget(1, makeRemark(tr("Kernel wait below"), this));
    m_deviceTable->bar()->insertWidget(2, m_threshold);
}

void GpuTruthPanel::readOptions()
{
    m_source.setOptions({core::Duration(std::llround(m_window->value() * 1e9)),
                         core::Duration(std::llround(m_threshold->value()))});
}

void GpuTruthPanel::showTable(TruthTable table)
{
    m_tables->setCurrentIndex(table);
    for (QComboBox* box : m_tableBoxes) {
        const QSignalBlocker blocker(box);
        box->setCurrentIndex(table);
    }
}

TruthTable GpuTruthPanel::shownTable() const
{
    return static_cast<TruthTable>(m_tables->currentIndex());
}

void GpuTruthPanel::refresh()
{
    const auto store = m_source.store();
    const auto devices = m_source.devices();
    const auto breakdown = m_document.breakdown();
    if (!store) {
        showMessage(tr("Open a trace to see how much its GPUs work."));
        m_processBox->setProcesses({});
    } else if (devices && devices->empty()) {
        showMessage(tr("This trace has no GPU work: neither kernels nor copies."));
    } else if (!devices || !breakdown) {
        showMessage(tr("Computing what the GPUs do…"));
    } else {
        m_processBox->setProcesses(breakdownProcesses(*store, *breakdown));
        showNumbers();
        showContent();
        return;
    }
    m_devices.setDevices(nullptr, nullptr);
    m_operations.setOperations({}, {});
    chart()->setBars({});
    m_selected.reset();
}

void GpuTruthPanel::showNumbers()
{
    const auto store = m_source.store();
    const auto devices = m_source.devices();
    const auto breakdown = m_document.breakdown();
    if (!store || !devices || !breakdown) {
        return;
    }
    const core::Duration wall = store->wallRange().length();
    const BreakdownProcess* process = m_processBox->process();
    std::vector<core::OperationTruth> operations;
    for (core::OperationTruth& truth : core::operationTruth(*breakdown)) {
        if (process != nullptr && truth.process == process->process) {
            operations.push_back(std::move(truth));
        }
    }
    const auto selected = m_selected;
    m_devices.setDevices(store, devices);
    m_operations.setOperations(std::move(operations), wall);
    QStringList footer = m_operations.totals();
    footer[OperationTruthModel::Operation] = tr("Sum");
    m_operationTable->setFooter(footer);
    m_operationTable->fitColumns();
    m_deviceTable->fitColumns();
    BarList bars = deviceBars(*devices, m_devices, wall);
    bars.push_back(operationBars(
        m_operations.operations(),
        process == nullptr ? QString() : tr("Operations of %1").arg(process->title), kMostBars));
    chart()->setBars(std::move(bars));
    setTitle([title = gpuTruthTitle(*devices, wall)](int) { return title; });
    const QString attribution = m_document.attribution() == core::Attribution::Launch
                                    ? tr("GPU by launch")
                                    : tr("GPU by time");
    setRemark(m_document.correction().breakdown() ? tr("corrected; %1").arg(attribution)
                                                  : attribution);
    // The tables were filled anew.
    m_selected.reset();
    const auto rows = [this](int table) {
        return table == DeviceTable ? m_devices.rowCount() : m_operations.rowCount();
    };
    select(selected && selected->row < rows(selected->table) ? selected : std::nullopt);
}

void GpuTruthPanel::select(const std::optional<BarKey>& key)
{
    if (m_selected == key) {
        return;
    }
    m_selected = key;
    chart()->setSelected(key);
    if (key) {
        showTable(static_cast<TruthTable>(key->table));
    }
    m_operationTable->selectRow(key && key->table == OperationTable ? key->row : -1);
    m_deviceTable->selectRow(key && key->table == DeviceTable ? key->row : -1);
}

void GpuTruthPanel::showLongestPause(int row)
{
    const core::TimeRange pause = m_devices.longestPause(row);
    if (!pause.isEmpty()) {
        const core::Duration room = pause.length() / 4;
        m_document.jumpTo({pause.start - room, pause.end + room});
    }
}

} // namespace hscope::app
