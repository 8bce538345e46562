// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/analysis_bars.h"
#include "app/models/operation_truth_model.h"
#include "app/widgets/analysis_panel.h"

class QComboBox;

namespace hscope::app {

class NumberField;
class ProcessBox;
class TablePanel;
class TraceDocument;

/// How much the GPUs really work, beside what sampling says, why they paused, and which operations
/// use CPU, GPU or both; one selection for bars and tables.
class GpuTruthPanel final : public AnalysisPanel
{
    Q_OBJECT

public:
    GpuTruthPanel(TraceDocument& document, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] TablePanel* operationTable() const { return m_operationTable; }

    [[nodiscard]] TablePanel* deviceTable() const { return m_deviceTable; }

    [[nodiscard]] const OperationTruthModel& operations() const { return m_operations; }

    [[nodiscard]] const DeviceTruthModel& devices() const { return m_devices; }

    /// Seconds.
    [[nodiscard]] NumberField* windowField() const { return m_window; }

    /// Nanoseconds.
    [[nodiscard]] NumberField* thresholdField() const { return m_threshold; }

    void showTable(TruthTable table);

    [[nodiscard]] TruthTable shownTable() const;

    [[nodiscard]] const std::optional<BarKey>& selected() const { return m_selected; }

    /// The one selection of bars and tables.
    void select(const std::optional<BarKey>& key);

private:
    void makeControls();
    void makeTables();
    [[nodiscard]] QComboBox* makeTableBox(TablePanel& panel);
    void refresh();
    void showNumbers();
    void readOptions();
    void showLongestPause(int row);

    TraceDocument& m_document;
    GpuTruthSource m_source;
    OperationTruthModel m_operations;
    DeviceTruthModel m_devices;
    std::optional<BarKey> m_selected;
    QStackedWidget* m_tables;
    TablePanel* m_operationTable;
    TablePanel* m_deviceTable;
    std::vector<QComboBox*> m_tableBoxes; ///< One per table, all with the same choice.
    ProcessBox* m_processBox;
    NumberField* m_window;
    NumberField* m_threshold;
};

} // namespace hscope::app
