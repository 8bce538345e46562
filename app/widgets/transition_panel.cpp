// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/transition_panel.h"

#include "app/models/analysis_bars.h"
#include "app/models/trace_document.h"
#include "app/widgets/bar_list_chart.h"
#include "app/widgets/process_box.h"
#include "app/widgets/table_panel.h"

#include <QHBoxLayout>
#include <QTableView>

#include <algorithm>
#include <iterator>
#include <set>

namespace hscope::app {

namespace {

constexpr std::size_t kMostBars = 40;
constexpr int kBarsPercent = 45;

/// The processes that enter any category, in the order given.
std::vector<BreakdownProcess> processesWith(const std::vector<core::TransitionMean>& means,
                                            std::vector<BreakdownProcess> processes)
{
    std::set<core::ProcessId> known;
    for (const core::TransitionMean& mean : means) {
        known.insert(mean.process);
    }
    std::erase_if(processes, [&](const BreakdownProcess& process) {
        return !known.contains(process.process);
    });
    return processes;
}

} // namespace

TransitionPanel::TransitionPanel(TraceDocument& document, const Theme& theme, QWidget* parent)
    : AnalysisPanel(theme, tr("Transitions as bars"), QStringLiteral("transitions"), parent)
    , m_document(document)
    , m_processBox(new ProcessBox(this))
    , m_table(new TablePanel(m_model, theme, QStringLiteral("transitions"), this))
{
    m_table->bar()->insertWidget(0, m_processBox);
    m_table->view()->setAccessibleName(tr("Transitions as table"));
    m_table->view()->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setStretchColumn(TransitionModel::Operation);
    setTable(m_table, kBarsPercent);
    connect(&document, &TraceDocument::breakdownChanged, this, &TransitionPanel::refresh);
    connect(&document, &TraceDocument::traceChanged, this, &TransitionPanel::refresh);
    connect(m_processBox, &ProcessBox::processChanged, this, &TransitionPanel::showNumbers);
    connect(m_table, &TablePanel::exportFailed, this, &TransitionPanel::exportFailed);
    connect(chart(), &BarListChart::clicked, this, [this](const BarKey& key) { select(key); });
    connect(m_table, &TablePanel::rowSelected, this, [this](int row) {
        // While rows are filtered away the selection stays with the bars.
        if (row >= 0) {
            select(BarKey{0, row});
        }
    });
    refresh();
}

void TransitionPanel::refresh()
{
    const auto store = m_document.store();
    const auto breakdown = m_document.breakdown();
    m_means = store && breakdown ? core::transitionMeans(*store, *breakdown)
                                 : std::vector<core::TransitionMean>();
    if (m_means.empty()) {
        showMessage(!store      ? tr("Open a trace to see how often it changes between categories.")
                    : breakdown ? tr("Nothing in this trace takes any time.")
                                : tr("Counting transitions…"));
        m_model.setMeans({});
        chart()->setBars({});
        m_selected.reset();
        return;
    }
    m_processBox->setProcesses(processesWith(m_means, breakdownProcesses(*store, *breakdown)));
    showNumbers();
    showContent();
}

void TransitionPanel::showNumbers()
{
    const BreakdownProcess* process = m_processBox->process();
    std::vector<core::TransitionMean> means;
    std::ranges::copy_if(m_means, std::back_inserter(means), [&](const auto& mean) {
        return process != nullptr && mean.process == process->process;
    });
    m_model.setMeans(std::move(means));
    const std::vector<core::TransitionMean>& rows = m_model.means();
    const bool areMeans = !rows.empty() && rows.front().perIteration.has_value();
    m_table->fitColumns();
    m_table->sortBy(areMeans ? TransitionModel::PerIteration : TransitionModel::Count,
                    Qt::DescendingOrder);
    chart()->setBars({transitionBars(rows, kMostBars)});
    setTitle([this](int limit) { return transitionTitle(m_model.means(), limit); });
    setRemark(areMeans ? tr("mean per iteration, by the category that becomes active")
                       : tr("totals, since no iterations are marked"));
    m_selected.reset();
    chart()->setSelected(std::nullopt);
}

void TransitionPanel::select(const std::optional<BarKey>& key)
{
    if (m_selected == key) {
        return;
    }
    m_selected = key;
    chart()->setSelected(key);
    m_table->selectRow(key ? key->row : -1);
}

} // namespace hscope::app
