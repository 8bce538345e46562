// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/background_task.h"
#include "app/models/layer_explanation_model.h"
#include "app/models/schedule_stage_model.h"
#include "app/widgets/theme.h"

#include <QWidget>

class QLabel;
class QScrollArea;
class QTableView;

namespace hscope::app {

class ElidedLabel;
class ScheduleSession;

/// The stages of the selected schedule, and why the selected layer is where it is.
class ScheduleDetails final : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kWidth = 296;

    ScheduleDetails(ScheduleSession& session, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] const ScheduleStageModel& stages() const { return m_stages; }

    [[nodiscard]] const LayerExplanationModel& facts() const { return m_facts; }

    [[nodiscard]] QString factsText() const;

private:
    using Explained = core::Result<ExplainedSchedule>;

    [[nodiscard]] QTableView* makeTable(TableModel& model, const Theme& theme, const QString& name);
    void refresh();
    void refreshStages();
    void refreshFacts();
    void explain();

    ScheduleSession& m_session;
    ScheduleStageModel m_stages;
    LayerExplanationModel m_facts;
    QScrollArea* m_scroll;
    ElidedLabel* m_stageTitle;
    QLabel* m_stageText;
    QTableView* m_stageTable;
    ElidedLabel* m_factsTitle;
    QLabel* m_factsText;
    QTableView* m_factsTable;
    std::optional<std::size_t> m_shownLayer; ///< That the facts are about; none: there are none.
    std::shared_ptr<const ExplainedSchedule> m_explained;
    std::optional<sim::Placement> m_explainedPlacement;
    std::shared_ptr<const sim::Problem> m_explainedProblem;
    // The pool outlives the task, whose destructor waits for its job.
    QThreadPool m_pool;
    BackgroundTask<Explained> m_task{m_pool};
};

} // namespace hscope::app
