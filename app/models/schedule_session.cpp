// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/schedule_session.h"

#include "app/models/background_task.h"
#include "app/models/cost_front.h"
#include "app/models/format.h"

#include <QElapsedTimer>
#include <QThreadPool>
#include <QTimer>

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
    QString reason = reasonText(error);
    reason.replace(toPathText(path), toPathText(path.filename()));
    return ScheduleSession::tr("%1. Correct the document and try again, or open another file.")
        .arg(reason);
}

QString byHandName()
{
    return ScheduleSession::tr("by hand");
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
    QTimer patience;

    Work()
    {
        pool.setMaxThreadCount(std::max(2, QThread::idealThreadCount()));
        patience.setSingleShot(true);
        patience.setInterval(kPatience);
    }

    void cancelRuns()
    {
        patience.stop();
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
    connect(&m_work->patience, &QTimer::timeout, this, &ScheduleSession::losePatience);
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

void ScheduleSession::openFiles(const ScenarioFiles& files)
{
    m_path.clear();
    m_files = files;
    load([files, bundled = m_bundled] { return loadScenario(files, bundled); }, nullptr);
}

void ScheduleSession::openBundled(const QString& workload, const QString& cluster)
{
    openFiles({m_bundled / "workloads" / toPath(workload + u".json"),
               m_bundled / "clusters" / toPath(cluster + u".json"),
               {}});
}

void ScheduleSession::openEdited(std::shared_ptr<const sim::Workload> workload,
                                 std::shared_ptr<const sim::Cluster> cluster)
{
    openParts(workload ? std::move(workload) : m_documents.workload, toText(kExampleWorkload),
              cluster ? std::move(cluster) : m_documents.cluster, toText(kExampleCluster));
}

void ScheduleSession::chooseWorkload(const QString& name)
{
    openParts(nullptr, name, m_documents.cluster, toText(kExampleCluster));
}

void ScheduleSession::chooseCluster(const QString& name)
{
    openParts(m_documents.workload, toText(kExampleWorkload), nullptr, name);
}

void ScheduleSession::openParts(std::shared_ptr<const sim::Workload> workload,
                                const QString& workloadName,
                                std::shared_ptr<const sim::Cluster> cluster,
                                const QString& clusterName)
{
    m_path.clear();
    m_files = {};
    LoadedScenario parts{{}, std::move(workload), std::move(cluster), {}, {}};
    load([parts = std::move(parts), workloadName, clusterName,
          bundled = m_bundled] { return completed(parts, workloadName, clusterName, bundled); },
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
    m_documents = {};
    m_scenario = {};
    m_problem.reset();
    m_entries.clear();
    m_front.clear();
    m_selected.reset();
    m_layer.reset();
    m_opened.reset();
    m_openedTrace.reset();
    Q_EMIT scenarioOpened();
    Q_EMIT scenarioChanged();
    Q_EMIT entriesChanged();
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
        entry.origin = ScheduleEntry::Origin::Opened;
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
    m_documents = m_scenario;
    m_openedTrace = std::move(m_loadedTrace);
    m_work->cancelRuns();
    m_problem.reset();
    m_front.clear();
    m_layer.reset();
    makeEntries();
    m_selected = m_entries.empty() ? std::nullopt : std::optional<std::size_t>(0);
    Q_EMIT scenarioOpened();
    Q_EMIT scenarioChanged();
    Q_EMIT entriesChanged();
    Q_EMIT selectionChanged();
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
    return m_work->prepare.isRunning() || std::ranges::any_of(m_entries, &ScheduleEntry::isPending);
}

bool ScheduleSession::isFrontRunning() const
{
    return m_work->front.isRunning();
}

const sim::SchedulerRegistry& ScheduleSession::registry() const
{
    return *m_work->registry;
}

void ScheduleSession::setFloor(double samplesPerSecond)
{
    ScheduleScenario scenario = m_scenario;
    scenario.floor = samplesPerSecond;
    change(std::move(scenario));
}

void ScheduleSession::setChargesBoundary(bool charges)
{
    ScheduleScenario scenario = m_scenario;
    scenario.chargesBoundary = charges;
    change(std::move(scenario));
}

void ScheduleSession::setCluster(std::shared_ptr<const sim::Cluster> cluster)
{
    ScheduleScenario scenario = m_scenario;
    scenario.cluster = std::move(cluster);
    change(std::move(scenario));
}

void ScheduleSession::setWorkload(std::shared_ptr<const sim::Workload> workload)
{
    ScheduleScenario scenario = m_scenario;
    if (workload && scenario.workload) {
        if (workload->throughputLimit != scenario.workload->throughputLimit) {
            scenario.floor = workload->throughputLimit;
        }
        if (workload->chargeBoundaryTraffic != scenario.workload->chargeBoundaryTraffic) {
            scenario.chargesBoundary = workload->chargeBoundaryTraffic;
        }
    }
    scenario.workload = std::move(workload);
    change(std::move(scenario));
}

void ScheduleSession::resetScenario()
{
    change(m_documents);
}

void ScheduleSession::change(ScheduleScenario scenario)
{
    if (m_scenario.isEmpty() || scenario.isEmpty() || scenario == m_scenario) {
        return;
    }
    m_scenario = std::move(scenario);
    for (ScheduleEntry& entry : m_entries) {
        entry.isStale = true;
    }
    m_work->cancelRuns();
    Q_EMIT scenarioChanged();
    m_work->patience.start();
    run();
}

void ScheduleSession::makeEntries()
{
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
}

void ScheduleSession::run()
{
    while (m_work->schedulers.size() < m_work->registry->schedulers().size()) {
        m_work->schedulers.push_back(std::make_unique<BackgroundTask<Work::Answer>>(m_work->pool));
    }
    m_work->prepare.start(
        [scenario = m_scenario](const auto& /*job*/) { return problemOf(scenario); },
        [this](core::Result<std::shared_ptr<const sim::Problem>> problem) {
            if (!problem) {
                m_problem.reset();
                failAll(reasonText(problem.error()));
                return;
            }
            m_problem = *problem;
            startAll();
        });
}

void ScheduleSession::startAll()
{
    const std::size_t first = m_opened ? 1 : 0;
    const std::size_t schedulers = m_work->registry->schedulers().size();
    for (std::size_t i = 0; i < schedulers; ++i) {
        startScheduler(first + i, *m_work->registry->schedulers()[i]);
    }
    startFront();
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        ScheduleEntry& entry = m_entries[i];
        if (entry.origin == ScheduleEntry::Origin::Scheduler) {
            continue;
        }
        if (entry.origin == ScheduleEntry::Origin::Opened && !isEdited()) {
            entry = *m_opened;
            entry.problem = m_problem; // Its stages can be shown now.
        } else {
            reassess(entry, m_problem);
        }
        Q_EMIT entryChanged(i);
    }
}

void ScheduleSession::losePatience()
{
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        ScheduleEntry& entry = m_entries[i];
        // What no scheduler repeats stays until it is calculated anew.
        if (entry.isStale && entry.origin == ScheduleEntry::Origin::Scheduler) {
            entry.isStale = false;
            entry.state = EntryState::Running;
            entry.placement.reset();
            entry.reason.clear();
            Q_EMIT entryChanged(i);
        }
    }
}

void ScheduleSession::failAll(const QString& reason)
{
    m_work->patience.stop();
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        ScheduleEntry& entry = m_entries[i];
        if (entry.origin != ScheduleEntry::Origin::Scheduler && !entry.isStale) {
            continue; // A document that was just opened shows as it is.
        }
        entry.isStale = false;
        entry.state = EntryState::Failed;
        entry.reason = reason;
        if (entry.placement) { // Its stages stay for the next change.
            entry.placement->feasible = false;
        }
        Q_EMIT entryChanged(i);
    }
}

void ScheduleSession::startScheduler(std::size_t entry, const sim::Scheduler& scheduler)
{
    if (!m_entries[entry].isStale) {
        m_entries[entry].state = EntryState::Running;
    }
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
                scheduler.run({*problem, 0, kInstantEvaluations, false, job.stop, observer});
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
    entry.trainingSeconds.reset();
    entry.seeds.clear();
    if (!result) {
        entry.isStale = false;
        entry.state = EntryState::Failed;
        entry.reason = reasonText(result.error());
        entry.placement.reset();
    } else {
        entry.decisionSeconds = seconds;
        setPlacement(entry, std::move(*result), m_problem);
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

void ScheduleSession::selectLayer(std::optional<std::size_t> layer)
{
    if (m_layer != layer) {
        m_layer = layer;
        Q_EMIT selectionChanged();
    }
}

std::optional<std::size_t> ScheduleSession::findEntry(const QString& scheduler) const
{
    const auto found = std::ranges::find(m_entries, scheduler, &ScheduleEntry::scheduler);
    return found == m_entries.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - m_entries.begin()));
}

void ScheduleSession::takeResult(ScheduleEntry entry)
{
    if (entry.problem != m_problem) { // The scenario has changed since.
        if (entry.origin == ScheduleEntry::Origin::Scheduler || !m_problem) {
            return;
        }
        reassess(entry, m_problem);
    }
    if (const auto index = findEntry(entry.scheduler)) {
        m_entries[*index] = std::move(entry);
        Q_EMIT entryChanged(*index);
        return;
    }
    m_entries.push_back(std::move(entry));
    Q_EMIT entriesChanged();
}

void ScheduleSession::moveLayers(std::size_t source, const LayerRun& layers, std::size_t type)
{
    if (!m_problem || source >= m_entries.size() || !m_entries[source].placement ||
        type >= m_problem->typeCount() || layers.last >= m_problem->layerCount()) {
        return;
    }
    std::vector<std::string> types =
        typesByLayer(*m_entries[source].placement, m_problem->layerCount());
    const std::string& id = m_problem->cluster().resourceTypes[type].id;
    bool moves = false;
    for (std::size_t layer = layers.first; layer <= layers.last; ++layer) {
        if (!m_problem->canRun(layer, type)) {
            return;
        }
        moves = moves || types[layer] != id;
        types[layer] = id;
    }
    if (!moves) {
        return;
    }
    ScheduleEntry entry;
    entry.origin = ScheduleEntry::Origin::ByHand;
    entry.scheduler = byHandName();
    entry.summary = tr("Layers moved by hand");
    entry.placement = *m_entries[source].placement;
    entry.placement->scheduler = entry.scheduler.toStdString();
    entry.placement->evaluations = 1;
    entry.placement->stages = stagesOfTypes(types);
    reassess(entry, m_problem);
    takeResult(std::move(entry));
    select(*findEntry(byHandName()));
}

void ScheduleSession::resetByHand()
{
    const auto index = findEntry(byHandName());
    if (!index) {
        return;
    }
    m_entries.erase(m_entries.begin() + static_cast<std::ptrdiff_t>(*index));
    if (m_selected && *m_selected >= *index) {
        m_selected = *m_selected == *index ? 0 : *m_selected - 1;
    }
    Q_EMIT entriesChanged();
    Q_EMIT selectionChanged();
}

std::shared_ptr<const core::TraceStore> ScheduleSession::openedTrace(std::size_t entry) const
{
    return m_opened && entry == 0 && !isEdited() ? m_openedTrace : nullptr;
}

void ScheduleSession::setState(State state)
{
    if (m_state != state || state == State::Failed || state == State::Incomplete) {
        m_state = state;
        Q_EMIT stateChanged();
    }
}

} // namespace hscope::app
