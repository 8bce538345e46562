// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/schedule_session.h"

#include "app/models/background_task.h"
#include "app/models/cost_front.h"
#include "app/models/format.h"

#include <QElapsedTimer>
#include <QThreadPool>

#include <algorithm>
#include <utility>

namespace hscope::app {

namespace {

using EntryState = ScheduleEntry::State;
namespace fs = std::filesystem;

/// A sentence about a document that cannot be used: which, why, what next.
QString documentErrorText(const fs::path& path, const core::Error& error)
{
    const bool aboutContent =
        error.code == core::ErrorCode::InvalidArgument || error.code == core::ErrorCode::Corrupt;
    if (!aboutContent) {
        return loadErrorText(path, error);
    }
    QString reason = elideMiddle(toText(error.message).trimmed(), kMeasuredLength);
    reason.replace(toPathText(path), toPathText(path.filename()));
    while (reason.endsWith(u'.')) {
        reason.chop(1);
    }
    return ScheduleSession::tr("%1. Correct the document and try again, or open another file.")
        .arg(reason);
}

QString reasonText(const core::Error& error)
{
    QString reason = elideMiddle(toText(error.message).trimmed(), kMeasuredLength);
    while (reason.endsWith(u'.')) {
        reason.chop(1);
    }
    return reason;
}

} // namespace

/// What runs behind the GUI's back.
struct ScheduleSession::Work
{
    struct Answer
    {
        core::Result<sim::Placement> placement;
        double seconds = 0;
    };

    std::shared_ptr<const sim::SchedulerRegistry> registry =
        std::make_shared<const sim::SchedulerRegistry>(sim::PolicyFiles());
    // The pool outlives the tasks, whose destructors wait for their jobs.
    QThreadPool pool;
    BackgroundTask<core::Result<LoadedScenario>> load{pool};
    BackgroundTask<core::Result<std::shared_ptr<const sim::Problem>>> prepare{pool};
    BackgroundTask<std::vector<FrontPoint>> front{pool};
    std::vector<std::unique_ptr<BackgroundTask<Answer>>> schedulers; ///< Parallel to the registry.

    Work() { pool.setMaxThreadCount(std::max(2, QThread::idealThreadCount())); }

    void cancelRuns()
    {
        prepare.cancel();
        front.cancel();
        for (const auto& task : schedulers) {
            task->cancel();
        }
    }
};

ScheduleSession::ScheduleSession(QObject* parent)
    : QObject(parent)
    , m_work(std::make_unique<Work>())
{
}

ScheduleSession::~ScheduleSession() = default;

void ScheduleSession::setBundled(const fs::path& scenarios, const sim::PolicyFiles& policies)
{
    m_bundled = scenarios;
    m_work->registry = std::make_shared<const sim::SchedulerRegistry>(policies);
}

void ScheduleSession::load(Loader loader, std::shared_ptr<const core::TraceStore> trace)
{
    m_errorText.clear();
    m_missing.reset();
    m_loader = std::move(loader);
    m_loadedTrace = std::move(trace);
    m_work->load.start(
        [loader = m_loader](const auto& /*job*/) { return loader(); },
        [this](core::Result<LoadedScenario> result) { finishLoading(std::move(result)); });
    setState(State::Loading);
}

void ScheduleSession::open(const fs::path& path)
{
    m_path = path;
    m_files = {};
    load([path, bundled = m_bundled] { return openScenario(path, {}, bundled); }, nullptr);
}

void ScheduleSession::openBundled(const QString& workload, const QString& cluster)
{
    m_path.clear();
    m_files = {m_bundled / "workloads" / toPath(workload + u".json"),
               m_bundled / "clusters" / toPath(cluster + u".json"),
               {}};
    load([files = m_files, bundled = m_bundled] { return loadScenario(files, bundled); }, nullptr);
}

void ScheduleSession::setCluster(std::shared_ptr<const sim::Cluster> cluster)
{
    m_path.clear();
    m_files = {};
    std::shared_ptr<const sim::Workload> workload = m_scenario.workload;
    load(
        [cluster = std::move(cluster), workload = std::move(workload),
         bundled = m_bundled]() -> core::Result<LoadedScenario> {
            LoadedScenario scenario;
            scenario.workload = workload;
            if (!scenario.workload) {
                const auto file = bundled / "workloads" / (std::string(kExampleWorkload) + ".json");
                HSCOPE_TRY_ASSIGN(sim::Workload example, sim::readWorkload(file));
                scenario.workload = std::make_shared<const sim::Workload>(std::move(example));
            }
            scenario.cluster = cluster;
            return scenario;
        },
        nullptr);
}

void ScheduleSession::openSimulation(const fs::path& path, const core::SimulationTables& record,
                                     std::shared_ptr<const core::TraceStore> store)
{
    m_path = path;
    m_files = {};
    load([record] { return scenarioOf(record); }, std::move(store));
}

void ScheduleSession::supply(const fs::path& path)
{
    load(
        [path, files = m_files, bundled = m_bundled] { return openScenario(path, files, bundled); },
        nullptr);
}

void ScheduleSession::reload()
{
    if (m_loader) {
        load(m_loader, m_loadedTrace);
    }
}

void ScheduleSession::dismiss()
{
    if (m_state == State::Failed || m_state == State::Incomplete || m_state == State::Loading) {
        m_work->load.cancel();
        m_errorText.clear();
        m_missing.reset();
        setState(m_scenario.isEmpty() ? State::Empty : State::Ready);
    }
}

void ScheduleSession::close()
{
    m_work->load.cancel();
    m_work->cancelRuns();
    m_path.clear();
    m_loader = nullptr;
    m_loadedTrace.reset();
    m_errorText.clear();
    m_missing.reset();
    m_scenario = {};
    m_problem.reset();
    m_entries.clear();
    m_front.clear();
    m_selected.reset();
    m_opened.reset();
    m_openedTrace.reset();
    Q_EMIT scenarioChanged();
    Q_EMIT selectionChanged();
    setState(State::Empty);
}

void ScheduleSession::finishLoading(core::Result<LoadedScenario> result)
{
    if (!result) {
        m_errorText = documentErrorText(m_path, result.error());
        setState(State::Failed);
        return;
    }
    m_files = result->files;
    if (result->missing) {
        m_missing = result->missing;
        setState(State::Incomplete);
        return;
    }
    takeScenario(std::move(*result));
    setState(State::Ready);
}

void ScheduleSession::takeScenario(LoadedScenario loaded)
{
    m_scenario = {loaded.workload, loaded.cluster, loaded.workload->throughputLimit,
                  loaded.workload->chargeBoundaryTraffic};
    m_opened.reset();
    if (loaded.placement) {
        ScheduleEntry entry;
        entry.scheduler = tr("%1 (opened)").arg(toText(loaded.placement->scheduler));
        entry.summary = tr("The placement in %1").arg(toPathText(m_path.filename()));
        entry.state = loaded.placement->feasible ? EntryState::Done : EntryState::Infeasible;
        entry.reason = loaded.placement->feasible
                           ? QString()
                           : infeasibleText(*loaded.placement, m_scenario.floor);
        if (loaded.placement->timing) {
            entry.decisionSeconds = loaded.placement->timing->decisionSeconds;
        }
        entry.placement = std::move(loaded.placement);
        m_opened = std::move(entry);
    }
    m_openedTrace = std::move(m_loadedTrace);
    m_selected.reset();
    run();
}

QString ScheduleSession::title() const
{
    return m_scenario.isEmpty()
               ? QString()
               : tr("%1 on %2")
                     .arg(toText(m_scenario.workload->name), toText(m_scenario.cluster->name));
}

bool ScheduleSession::isRunning() const
{
    return std::ranges::any_of(m_entries, [](const ScheduleEntry& entry) {
        return entry.state == EntryState::Waiting || entry.state == EntryState::Running;
    });
}

void ScheduleSession::setFloor(double samplesPerSecond)
{
    if (m_scenario.floor != samplesPerSecond) {
        m_scenario.floor = samplesPerSecond;
        run();
    }
}

void ScheduleSession::setChargesBoundary(bool charges)
{
    if (m_scenario.chargesBoundary != charges) {
        m_scenario.chargesBoundary = charges;
        run();
    }
}

void ScheduleSession::run()
{
    if (m_scenario.isEmpty()) {
        return;
    }
    m_work->cancelRuns();
    m_problem.reset();
    m_front.clear();
    m_entries.clear();
    if (m_opened) {
        m_entries.push_back(*m_opened);
    }
    for (const auto& scheduler : m_work->registry->schedulers()) {
        ScheduleEntry entry;
        entry.scheduler = toText(scheduler->name());
        entry.summary = toText(scheduler->summary());
        m_entries.push_back(std::move(entry));
    }
    while (m_work->schedulers.size() < m_work->registry->schedulers().size()) {
        m_work->schedulers.push_back(std::make_unique<BackgroundTask<Work::Answer>>(m_work->pool));
    }
    const bool keepsSelection = m_selected && *m_selected < m_entries.size();
    if (!keepsSelection) {
        m_selected = m_entries.empty() ? std::nullopt : std::optional<std::size_t>(0);
    }
    Q_EMIT scenarioChanged();
    Q_EMIT selectionChanged();
    m_work->prepare.start(
        [scenario =
             m_scenario](const auto& /*job*/) -> core::Result<std::shared_ptr<const sim::Problem>> {
            sim::Workload workload = *scenario.workload;
            workload.throughputLimit = scenario.floor;
            workload.chargeBoundaryTraffic = scenario.chargesBoundary;
            HSCOPE_TRY_ASSIGN(sim::Problem problem,
                              sim::Problem::create(std::move(workload), *scenario.cluster));
            return std::make_shared<const sim::Problem>(std::move(problem));
        },
        [this](core::Result<std::shared_ptr<const sim::Problem>> problem) {
            if (!problem) {
                failAll(reasonText(problem.error()));
                return;
            }
            m_problem = *problem;
            const std::size_t first = m_opened ? 1 : 0;
            if (m_opened) {
                Q_EMIT entryChanged(0); // Its stages can be shown now.
            }
            for (std::size_t i = 0; i < m_work->registry->schedulers().size(); ++i) {
                startScheduler(first + i, *m_work->registry->schedulers()[i]);
            }
            startFront();
        });
}

void ScheduleSession::failAll(const QString& reason)
{
    for (std::size_t i = m_opened ? 1 : 0; i < m_entries.size(); ++i) {
        m_entries[i].state = EntryState::Failed;
        m_entries[i].reason = reason;
        Q_EMIT entryChanged(i);
    }
}

void ScheduleSession::startScheduler(std::size_t entry, const sim::Scheduler& scheduler)
{
    m_entries[entry].state = EntryState::Running;
    auto& task = *m_work->schedulers[entry - (m_opened ? 1 : 0)];
    task.start(
        // The registry keeps the scheduler alive.
        [problem = m_problem, registry = m_work->registry,
         &scheduler](const BackgroundTask<Work::Answer>::Job& job) -> Work::Answer {
            if (const auto ready = scheduler.prepare(); !ready) {
                return {tl::unexpected(ready.error()), 0.0};
            }
            sim::NullSchedulerObserver observer;
            QElapsedTimer clock;
            clock.start();
            auto placement =
                scheduler.run({.problem = *problem, .stop = job.stop, .observer = observer});
            return {std::move(placement), static_cast<double>(clock.nsecsElapsed()) * 1e-9};
        },
        [this, entry](Work::Answer answer) {
            finishScheduler(entry, std::move(answer.placement), answer.seconds);
        });
    Q_EMIT entryChanged(entry);
}

void ScheduleSession::finishScheduler(std::size_t index, core::Result<sim::Placement> result,
                                      double seconds)
{
    ScheduleEntry& entry = m_entries[index];
    if (!result) {
        entry.state = EntryState::Failed;
        entry.reason = reasonText(result.error());
    } else {
        entry.state = result->feasible ? EntryState::Done : EntryState::Infeasible;
        entry.reason = result->feasible ? QString() : infeasibleText(*result, m_scenario.floor);
        entry.decisionSeconds = seconds;
        entry.placement = std::move(*result);
    }
    Q_EMIT entryChanged(index);
}

void ScheduleSession::startFront()
{
    m_work->front.start([scenario = m_scenario, registry = m_work->registry](
                            const auto& job) { return costFront(scenario, *registry, job.stop); },
                        [this](std::vector<FrontPoint> front) {
                            m_front = std::move(front);
                            Q_EMIT frontChanged();
                        });
}

QStringList ScheduleSession::bundledWorkloads() const
{
    return m_bundled.empty() ? QStringList() : documentNames(m_bundled / "workloads");
}

QStringList ScheduleSession::bundledClusters() const
{
    return m_bundled.empty() ? QStringList() : documentNames(m_bundled / "clusters");
}

void ScheduleSession::select(std::size_t entry)
{
    if (entry < m_entries.size() && m_selected != entry) {
        m_selected = entry;
        Q_EMIT selectionChanged();
    }
}

std::shared_ptr<const core::TraceStore> ScheduleSession::openedTrace(std::size_t entry) const
{
    return m_opened && entry == 0 ? m_openedTrace : nullptr;
}

void ScheduleSession::setState(State state)
{
    if (m_state != state || state == State::Failed || state == State::Incomplete) {
        m_state = state;
        Q_EMIT stateChanged();
    }
}

} // namespace hscope::app
