// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/diagnostics_model.h"
#include "app/widgets/theme.h"

#include <QDockWidget>

class QLabel;
class QSettings;
class QStackedWidget;
class QTabBar;

namespace hscope::app {

class BreakdownPanel;
class GpuTruthPanel;
class TablePanel;
class TraceDocument;
class TransitionPanel;

/// The dock below the timeline: what was computed about the trace, one tab each.
class AnalysisDock : public QDockWidget
{
    Q_OBJECT

public:
    /// `settings` must outlive the dock.
    AnalysisDock(TraceDocument& document, const Theme& theme, QSettings& settings,
                 QWidget* parent = nullptr);

    /// Null until the breakdown is needed first: Qt Charts loads only then.
    [[nodiscard]] BreakdownPanel* breakdownPanel() const { return m_breakdown; }

    /// Null until it is shown first, likewise transitionPanel().
    [[nodiscard]] GpuTruthPanel* gpuTruthPanel() const { return m_gpuTruth; }

    [[nodiscard]] TransitionPanel* transitionPanel() const { return m_transitions; }

    [[nodiscard]] TablePanel* diagnosticsPanel() const { return m_diagnosticsPanel; }

    [[nodiscard]] const DiagnosticsModel& diagnostics() const { return m_diagnostics; }

    [[nodiscard]] QTabBar* tabs() const { return m_tabs; }

    void showDiagnostics();
    void showBreakdown();
    void showGpuTruth();
    void showTransitions();

Q_SIGNALS:
    void exportFailed(const QString& sentence);

private:
    void makeBreakdownPanel();
    void makeGpuTruthPanel();
    void makeTransitionPanel();
    /// Takes the place of the empty panel at `tab`.
    void fillTab(int tab, QWidget* panel);
    /// Brings the dock and one of its tabs to the front.
    void showFront(int tab);
    void showTab(int index);
    void refreshDiagnostics();

    TraceDocument& m_document;
    QSettings& m_settings;
    const Theme& m_theme;
    DiagnosticsModel m_diagnostics;
    QTabBar* m_tabs;
    QStackedWidget* m_stack;
    BreakdownPanel* m_breakdown = nullptr;
    GpuTruthPanel* m_gpuTruth = nullptr;
    TransitionPanel* m_transitions = nullptr;
    QStackedWidget* m_diagnosticsStack;
    TablePanel* m_diagnosticsPanel;
    QLabel* m_badge;
};

} // namespace hscope::app
