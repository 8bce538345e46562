// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/analysis_dock.h"

#include "app/models/format.h"
#include "app/models/trace_document.h"
#include "app/widgets/breakdown_panel.h"
#include "app/widgets/dock_title_bar.h"
#include "app/widgets/gpu_truth_panel.h"
#include "app/widgets/panel_parts.h"
#include "app/widgets/table_panel.h"
#include "app/widgets/transition_panel.h"

#include <QLabel>
#include <QStackedWidget>
#include <QStyle>
#include <QTabBar>
#include <QTableView>

namespace hscope::app {

namespace {

enum Tab : int
{
    Breakdown,
    GpuTruth,
    Transitions,
    Diagnostics
};

} // namespace

AnalysisDock::AnalysisDock(TraceDocument& document, const Theme& theme, QSettings& settings,
                           QWidget* parent)
    : QDockWidget(tr("Analysis"), parent)
    , m_document(document)
    , m_settings(settings)
    , m_theme(theme)
    , m_tabs(new QTabBar(this))
    , m_stack(new QStackedWidget(this))
    , m_diagnosticsStack(new QStackedWidget(this))
    , m_diagnosticsPanel(new TablePanel(m_diagnostics, theme, QStringLiteral("diagnostics"), this))
    , m_badge(new QLabel(this))
{
    setObjectName(QStringLiteral("analysisDock"));
    m_tabs->addTab(tr("Breakdown"));
    m_tabs->addTab(tr("GPU truth"));
    m_tabs->addTab(tr("Transitions"));
    m_tabs->addTab(tr("Diagnostics"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideNone);
    m_tabs->setUsesScrollButtons(false);
    m_tabs->setAccessibleName(tr("Analyses"));
    m_badge->setObjectName(QStringLiteral("badge"));
    m_badge->setFont(fonts::small());
    m_badge->setAlignment(Qt::AlignCenter);
    m_tabs->setTabButton(Tab::Diagnostics, QTabBar::RightSide, m_badge);
    setTitleBarWidget(new DockTitleBar(*this, theme, m_tabs));

    auto* none = new QLabel(tr("Nothing to report: every event of the file was understood."), this);
    none->setAlignment(Qt::AlignCenter);
    none->setProperty("secondary", true);
    m_diagnosticsStack->setObjectName(QStringLiteral("panel"));
    m_diagnosticsStack->setAttribute(Qt::WA_StyledBackground);
    m_diagnosticsStack->addWidget(none);
    m_diagnosticsStack->addWidget(m_diagnosticsPanel);
    m_diagnosticsPanel->setStretchColumn(DiagnosticsModel::Problem);
    m_diagnosticsPanel->keepColumns(settings);
    m_diagnosticsPanel->view()->setAccessibleName(tr("Diagnostics"));
    for (int tab = Tab::Breakdown; tab < Tab::Diagnostics; ++tab) {
        auto* placeholder = new QWidget(this);
        makePanel(*placeholder);
        m_stack->addWidget(placeholder);
    }
    m_stack->addWidget(m_diagnosticsStack);
    m_stack->setMinimumHeight(120);
    setWidget(m_stack);

    connect(m_tabs, &QTabBar::currentChanged, this, &AnalysisDock::showTab);
    connect(&document, &TraceDocument::traceChanged, this, &AnalysisDock::refreshDiagnostics);
    connect(&document, &TraceDocument::breakdownChanged, this, &AnalysisDock::makeBreakdownPanel);
    connect(m_diagnosticsPanel, &TablePanel::exportFailed, this, &AnalysisDock::exportFailed);
    refreshDiagnostics();
}

void AnalysisDock::makeBreakdownPanel()
{
    if (m_breakdown != nullptr) {
        return;
    }
    m_breakdown = new BreakdownPanel(m_document, m_theme, this);
    m_breakdown->table()->keepColumns(m_settings);
    connect(m_breakdown->table(), &TablePanel::exportFailed, this, &AnalysisDock::exportFailed);
    fillTab(Tab::Breakdown, m_breakdown);
    showTab(m_tabs->currentIndex());
}

void AnalysisDock::makeGpuTruthPanel()
{
    m_gpuTruth = new GpuTruthPanel(m_document, m_theme, this);
    for (TablePanel* table : {m_gpuTruth->operationTable(), m_gpuTruth->deviceTable()}) {
        table->keepColumns(m_settings);
    }
    connect(m_gpuTruth, &GpuTruthPanel::exportFailed, this, &AnalysisDock::exportFailed);
    fillTab(Tab::GpuTruth, m_gpuTruth);
}

void AnalysisDock::makeTransitionPanel()
{
    m_transitions = new TransitionPanel(m_document, m_theme, this);
    m_transitions->table()->keepColumns(m_settings);
    connect(m_transitions, &TransitionPanel::exportFailed, this, &AnalysisDock::exportFailed);
    fillTab(Tab::Transitions, m_transitions);
}

void AnalysisDock::fillTab(int tab, QWidget* panel)
{
    QWidget* placeholder = m_stack->widget(tab);
    m_stack->removeWidget(placeholder);
    placeholder->deleteLater();
    m_stack->insertWidget(tab, panel);
}

void AnalysisDock::showTab(int index)
{
    if (index == Tab::GpuTruth && m_gpuTruth == nullptr) {
        makeGpuTruthPanel();
    }
    if (index == Tab::Transitions && m_transitions == nullptr) {
        makeTransitionPanel();
    }
    m_stack->setCurrentIndex(index);
}

void AnalysisDock::showFront(int tab)
{
    show();
    raise();
    m_tabs->setCurrentIndex(tab);
}

void AnalysisDock::showDiagnostics()
{
    showFront(Tab::Diagnostics);
}

void AnalysisDock::showBreakdown()
{
    showFront(Tab::Breakdown);
}

void AnalysisDock::showGpuTruth()
{
    showFront(Tab::GpuTruth);
}

void AnalysisDock::showTransitions()
{
    showFront(Tab::Transitions);
}

void AnalysisDock::refreshDiagnostics()
{
    const auto store = m_document.loadedStore();
    m_diagnostics.setDiagnostics(store ? store->diagnostics().list()
                                       : std::vector<core::Diagnostic>());
    const int count = m_diagnostics.rowCount();
    m_diagnosticsStack->setCurrentIndex(count == 0 ? 0 : 1);
    m_diagnosticsPanel->fitColumns();
    m_badge->setText(formatCount(count));
    m_badge->setVisible(count > 0);
    const bool warns = m_diagnostics.worst() >= core::Severity::DataLoss;
    if (m_badge->property("warning").toBool() != warns) {
        m_badge->setProperty("warning", warns);
        m_badge->style()->unpolish(m_badge);
        m_badge->style()->polish(m_badge);
    }
    m_badge->adjustSize();
    // The tab makes room for its button only when it is set anew.
    m_tabs->setTabButton(Tab::Diagnostics, QTabBar::RightSide, nullptr);
    m_tabs->setTabButton(Tab::Diagnostics, QTabBar::RightSide, count > 0 ? m_badge : nullptr);
}

} // namespace hscope::app
