// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/layer_run.h"
#include "app/models/scenario_files.h"
#include "app/models/schedule_entry.h"
#include "core/store/trace_store.h"
#include "simulator/model/problem.h"
#include "simulator/sched/scheduler_registry.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace hscope::app {

/// The open scenario, what each scheduler makes of it, and which schedule is selected. All views of
/// the Schedules workspace observe this one object.
///
///   open()  ->  Loading  ->  Ready: every scheduler runs; results arrive one by one
///                        ->  Incomplete: a document is missing; supply() goes on
///                        ->  Failed: errorText() says why; what was open before is kept
///
/// Schedulers run on a pool of the session's own. A change of the scenario (floor, boundary
/// traffic, an edited document) stops them and starts all anew:
///
///   change  ->  entries are stale: they keep what they show
///           ->  each new result replaces the stale one of the same scheduler
///           ->  kPatience later: what is still stale shows as running
///
/// Placements that no scheduler repeats, those opened, trained or made by hand, are calculated
/// anew.
///
/// Thread: the GUI thread.
class ScheduleSession : public QObject
{
    Q_OBJECT

public:
    enum class State
    {
        Empty,
        Loading,
        Incomplete,
        Ready,
        Failed
    };

    static constexpr std::chrono::milliseconds kPatience{100};
    /// Placements that a search may evaluate after a change; a ScheduleRunner lets it go on longer.
    static constexpr std::int64_t kInstantEvaluations = 2000;

    explicit ScheduleSession(QObject* parent = nullptr);
    ~ScheduleSession() override;

    /// Where bundled scenarios and the parts of learning schedulers lie; may be empty. To be called
    /// before anything is opened.
    void setBundled(const std::filesystem::path& scenarios, const sim::PolicyFiles& policies);

    /// Opens one of the simulator's documents and what belongs to it.
    void open(const std::filesystem::path& path);
    /// Opens documents that are known to belong together.
    void openFiles(const ScenarioFiles& files);
    /// Opens bundled documents by name.
    void openBundled(const QString& workload, const QString& cluster);
    /// Opens documents that are in memory, as they are edited here. One that is null stays what is
    /// open, or is the example's.
    void openEdited(std::shared_ptr<const sim::Workload> workload,
                    std::shared_ptr<const sim::Cluster> cluster);
    /// Opens a bundled workload on the cluster that is open, whatever its origin.
    void chooseWorkload(const QString& name);
    /// Opens a bundled cluster for the workload that is open.
    void chooseCluster(const QString& name);
    /// Shows a simulation that was loaded as a trace from `path`.
    void openSimulation(const std::filesystem::path& path, const core::SimulationTables& record,
                        std::shared_ptr<const core::TraceStore> store);
    /// Names the document that missing() asks for.
    void supply(const std::filesystem::path& path);
    /// Opens the same files again.
    void reload();
    /// Leaves Failed and Incomplete for what was open before.
    void dismiss();
    void close();

    [[nodiscard]] State state() const { return m_state; }

    /// The file that is or was to be opened; empty for a bundled scenario.
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    [[nodiscard]] const QString& errorText() const { return m_errorText; }

    [[nodiscard]] const std::optional<MissingDocument>& missing() const { return m_missing; }

    [[nodiscard]] const ScheduleScenario& scenario() const { return m_scenario; }

    /// `CTRDNN_heavy on paper-like`; empty without a scenario.
    [[nodiscard]] QString title() const;

    /// The scenario as the documents have it.
    [[nodiscard]] const ScheduleScenario& documents() const { return m_documents; }

    /// Whether the scenario differs from its documents.
    [[nodiscard]] bool isEdited() const { return !(m_scenario == m_documents); }

    /// The scenario that was checked last; null before the first, and where it is impossible.
    [[nodiscard]] std::shared_ptr<const sim::Problem> problem() const { return m_problem; }

    [[nodiscard]] const std::vector<ScheduleEntry>& entries() const { return m_entries; }

    [[nodiscard]] const std::vector<FrontPoint>& front() const { return m_front; }

    /// True while the scenario is being checked, or any scheduler is waiting or running.
    [[nodiscard]] bool isRunning() const;

    [[nodiscard]] bool isFrontRunning() const;

    [[nodiscard]] const sim::SchedulerRegistry& registry() const;

    // What if: the scenario as it would be. Silent where nothing changes or no scenario is open.
    void setFloor(double samplesPerSecond);
    void setChargesBoundary(bool charges);
    void setCluster(std::shared_ptr<const sim::Cluster> cluster);
    /// Floor and boundary traffic follow where the workload's own change.
    void setWorkload(std::shared_ptr<const sim::Workload> workload);
    /// Back to the documents.
    void resetScenario();

    /// Moves layers of `entry`'s placement to another type, an index into the cluster's: the result
    /// is the entry `by hand`, its units provisioned for least cost. Silent where a layer cannot
    /// run there.
    void moveLayers(std::size_t entry, const LayerRun& layers, std::size_t type);
    void resetByHand();

    /// Puts in what a run found, in place of an entry of the same name or behind all others.
    void takeResult(ScheduleEntry entry);
    [[nodiscard]] std::optional<std::size_t> findEntry(const QString& scheduler) const;

    [[nodiscard]] QStringList bundledWorkloads() const;
    [[nodiscard]] QStringList bundledClusters() const;

    /// Index of the selected entry, which there is whenever there are entries.
    [[nodiscard]] std::optional<std::size_t> selected() const { return m_selected; }

    void select(std::size_t entry);

    /// The layer that is looked at; none at first.
    [[nodiscard]] std::optional<std::size_t> selectedLayer() const { return m_layer; }

    void selectLayer(std::optional<std::size_t> layer);

    /// The trace that the selected entry was opened with; null for all others.
    [[nodiscard]] std::shared_ptr<const core::TraceStore> openedTrace(std::size_t entry) const;

Q_SIGNALS:
    void stateChanged();
    void scenarioOpened();  ///< Other documents, or none.
    void scenarioChanged(); ///< Likewise, or the same with a change.
    void entriesChanged();  ///< There are other entries, or they stand elsewhere.
    void entryChanged(std::size_t entry);
    void frontChanged();
    void selectionChanged(); ///< Of the entry or of the layer.

private:
    struct Work;

    using Loader = std::function<core::Result<LoadedScenario>()>;

    void load(Loader loader, std::shared_ptr<const core::TraceStore> trace);
    /// A part that is null is the bundled one of that name.
    void openParts(std::shared_ptr<const sim::Workload> workload, const QString& workloadName,
                   std::shared_ptr<const sim::Cluster> cluster, const QString& clusterName);
    void finishLoading(core::Result<LoadedScenario> result);
    void takeScenario(LoadedScenario loaded);
    void makeEntries();
    void change(ScheduleScenario scenario);
    void run();
    void startAll();
    void startScheduler(std::size_t entry, const sim::Scheduler& scheduler);
    void finishScheduler(std::size_t entry, core::Result<sim::Placement> result, double seconds);
    void losePatience();
    void failAll(const QString& reason);
    void startFront();
    void setState(State state);

    std::unique_ptr<Work> m_work;
    std::filesystem::path m_bundled;
    State m_state = State::Empty;
    std::filesystem::path m_path;
    QString m_errorText;
    std::optional<MissingDocument> m_missing;
    ScenarioFiles m_files; ///< Of what is being opened.
    ScheduleScenario m_documents;
    ScheduleScenario m_scenario;
    std::shared_ptr<const sim::Problem> m_problem;
    std::vector<ScheduleEntry> m_entries;
    std::vector<FrontPoint> m_front;
    std::optional<std::size_t> m_selected;
    std::optional<std::size_t> m_layer;
    std::optional<ScheduleEntry> m_opened; ///< The placement that a file brought along.
    std::shared_ptr<const core::TraceStore> m_openedTrace; ///< Its simulation.
    Loader m_loader; ///< Of what is being opened, like the following.
    std::shared_ptr<const core::TraceStore> m_loadedTrace;
};

} // namespace hscope::app
