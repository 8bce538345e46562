// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/bar_list.h"
#include "app/models/transition_model.h"
#include "app/widgets/analysis_panel.h"

namespace hscope::app {

class ProcessBox;
class TablePanel;
class TraceDocument;

/// How often the operations of a process enter each category, per iteration; one selection for bars
/// and table.
class TransitionPanel final : public AnalysisPanel
{
    Q_OBJECT

public:
    TransitionPanel(TraceDocument& document, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] TablePanel* table() const { return m_table; }

    [[nodiscard]] const TransitionModel& model() const { return m_model; }

    [[nodiscard]] const std::optional<BarKey>& selected() const { return m_selected; }

    void select(const std::optional<BarKey>& key);

private:
    void refresh();
    void showNumbers();

    TraceDocument& m_document;
    std::vector<core::TransitionMean> m_means; ///< Of all processes.
    TransitionModel m_model;
    std::optional<BarKey> m_selected;
    ProcessBox* m_processBox;
    TablePanel* m_table;
};

} // namespace hscope::app
