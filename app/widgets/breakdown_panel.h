// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/breakdown_table_model.h"
#include "app/widgets/theme.h"

#include <QWidget>

#include <optional>

class QLabel;
class QStackedWidget;

namespace hscope::app {

class BreakdownChart;
class BreakdownLegend;
class ProcessBox;
class TablePanel;
class TraceDocument;

/// The breakdown of one process: bars at the left, the same numbers as a table at the right, one
/// selection for both.
class BreakdownPanel : public QWidget
{
    Q_OBJECT

public:
    BreakdownPanel(TraceDocument& document, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] TablePanel* table() const { return m_table; }

    [[nodiscard]] BreakdownChart* chart() const { return m_chart; }

    [[nodiscard]] QLabel* notice() const { return m_notice; }

    [[nodiscard]] const BreakdownTableModel& model() const { return m_model; }

    [[nodiscard]] const std::optional<BreakdownKey>& selected() const { return m_selected; }

    /// The one selection of chart and table. Silent if nothing changes.
    void select(const std::optional<BreakdownKey>& key);

Q_SIGNALS:
    void selectionChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeChartSide();
    [[nodiscard]] QWidget* makeTableSide();
    void refresh();
    void showProcess();
    void showBars();
    void showTitle();
    void showFooter();
    void showNotice();

    TraceDocument& m_document;
    const Theme& m_theme;
    BreakdownTableModel m_model;

    std::optional<BreakdownKey> m_selected;
    QStackedWidget* m_stack;
    QLabel* m_message;
    QLabel* m_title;
    QLabel* m_subtitle;
    QLabel* m_notice; ///< What a correction left in the times.
    ProcessBox* m_processBox;
    BreakdownChart* m_chart;
    BreakdownLegend* m_legend;
    TablePanel* m_table;
};

} // namespace hscope::app
