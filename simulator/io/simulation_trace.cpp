// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/simulation_trace.h"

#include "core/store/trace_builder.h"
#include "simulator/io/documents.h"
#include "simulator/io/enum_names.h"
#include "simulator/io/simulation_slices.h"

#include <array>
#include <charconv>
#include <fmt/format.h>

namespace hscope::sim {

namespace {

using core::ErrorCode;
using core::failure;

/// Some 150 bytes each.
constexpr double kMostSlices = 2e7;

// What simulationOptionsOf() reads again.
constexpr std::string_view kSemanticsKey = "simulation.semantics";
constexpr std::string_view kTransfersKey = "simulation.transfers";
constexpr std::string_view kMicrobatchesKey = "simulation.microbatches";
constexpr std::string_view kExtrapolatedKey = "simulation.extrapolated";
constexpr std::array kTransferNames{EnumName{TransferMode::Overlapped, "overlapped"},
                                    EnumName{TransferMode::Blocking, "blocking"}};

std::int64_t toTraceNs(SimTime time)
{
    return sinceStart(time).count();
}

/// Adds what happens in the pipeline to a trace.
class TraceObserver final : public PipelineObserver
{
public:
    TraceObserver(const Problem& problem, const Placement& placement, const SimulationPlan& plan)
        : m_plan(plan)
        , m_microbatchesPerBatch(problem.workload().microbatches)
        , m_labels(stageLabels(problem, plan))
        , m_last(static_cast<std::size_t>(plan.pipeline.microbatches))
    {
        addTracks(problem, placement);
        addFacts(problem, placement);
    }

    void activityEnded(const Activity& activity, SimTime end) override;
    void microbatchCompleted(std::int64_t microbatch, SimTime end) override;

    [[nodiscard]] std::shared_ptr<const core::TraceStore> finish() { return m_builder.finish(); }

private:
    void addTracks(const Problem& problem, const Placement& placement);
    void addFacts(const Problem& problem, const Placement& placement);
    core::SliceHandle addSlice(const SliceKey& key, SimTime start, SimTime end);
    void addService(const Activity& activity, SimTime end);

    const SimulationPlan& m_plan;
    std::int64_t m_microbatchesPerBatch;
    std::vector<StageLabel> m_labels;
    std::vector<core::SliceHandle> m_last; ///< By microbatch, of its latest service.
    core::TraceBuilder m_builder;
    std::vector<core::ProcessId> m_processes;         ///< By stage.
    std::vector<std::vector<core::TrackId>> m_tracks; ///< By stage, then replica.
    std::vector<bool> m_isCpu;                        ///< By stage.
    SimTime m_batchStart = kSimStart;
};

void TraceObserver::addTracks(const Problem& problem, const Placement& placement)
{
    std::int64_t device = 0;
    for (std::size_t s = 0; s < m_labels.size(); ++s) {
        const StageLabel& label = m_labels[s];
        core::Process process;
        process.name = m_builder.strings().intern(stageName(s, label) + " on " + label.type);
        process.sortIndex = static_cast<std::int32_t>(s);
        m_processes.push_back(m_builder.addProcess(process));
        const std::size_t type = m_plan.stages[s].range.type;
        m_isCpu.push_back(problem.cluster().resourceTypes[type].kind == DeviceKind::Cpu);
        const std::vector<Replica>& places = placement.stages[s].replicas;
        m_tracks.emplace_back();
        for (std::int64_t replica = 0; replica < label.units; ++replica) {
            std::string name = fmt::format("{} {}", label.type, replica);
            if (!places.empty()) {
                const Replica& place = places[static_cast<std::size_t>(replica)];
                name += fmt::format(" (device {} of {})", place.device, place.node);
            }
            core::Track track;
            track.process = m_processes.back();
            track.name = m_builder.strings().intern(name);
            track.sortIndex = static_cast<std::int32_t>(replica);
            if (!m_isCpu.back()) {
                track.kind = core::TrackKind::GpuStream;
                track.device = device++;
                track.stream = 0;
            }
            m_tracks.back().push_back(m_builder.addTrack(track));
        }
    }
}

void TraceObserver::addFacts(const Problem& problem, const Placement& placement)
{
    m_builder.addMeta("source_format", "simulation");
    m_builder.addMeta("simulation.workload", problem.workload().name);
    m_builder.addMeta("simulation.cluster", problem.cluster().name);
    m_builder.addMeta("simulation.scheduler", placement.scheduler);
    m_builder.addMeta(std::string(kSemanticsKey),
                      std::string(nameOf(m_plan.options.semantics, kSemanticsNames)));
    m_builder.addMeta(std::string(kTransfersKey),
                      std::string(nameOf(m_plan.options.transfers, kTransferNames)));
    m_builder.addMeta(std::string(kMicrobatchesKey), std::to_string(m_plan.pipeline.microbatches));
    m_builder.addMeta("simulation.samples_per_microbatch",
                      std::to_string(m_plan.samplesPerMicrobatch));
    m_builder.addMeta(std::string(kExtrapolatedKey), m_plan.isExtrapolated() ? "true" : "false");
    m_builder.addMeta("simulation.prices_as_of", problem.cluster().pricesAsOf);
}

core::SliceHandle TraceObserver::addSlice(const SliceKey& key, SimTime start, SimTime end)
{
    using core::Category;
    const bool isCompute = key.activity == SliceActivity::Compute;
    const Category onCpu = isCompute ? Category::Backend : Category::Native;
    const Category onGpu = isCompute ? Category::GpuKernel : Category::Collective;
    const auto replica = static_cast<std::size_t>(key.microbatch % m_labels[key.stage].units);
    return m_builder.addSlice(m_tracks[key.stage][replica],
                              {toTraceNs(start), toTraceNs(end),
                               m_builder.strings().intern(sliceName(key, m_labels[key.stage])),
                               m_isCpu[key.stage] ? onCpu : onGpu, 0, sourceOf(key)});
}

void TraceObserver::addService(const Activity& activity, SimTime end)
{
    const Duration exposed = m_plan.pipeline.stages[activity.stage].exposedTransfer;
    SliceKey key{SliceActivity::Compute, activity.stage, activity.microbatch};
    const core::SliceHandle compute = addSlice(key, activity.start, end - exposed);
    core::SliceHandle& last = m_last[static_cast<std::size_t>(activity.microbatch)];
    if (activity.stage > 0 && m_plan.options.transfers == TransferMode::Overlapped) {
        m_builder.addLink(core::LinkKind::Transfer, last, compute, activity.microbatch);
    }
    last = compute;
    if (exposed > Duration{}) {
        key.activity = SliceActivity::ExposedTransfer;
        last = addSlice(key, end - exposed, end);
    }
}

void TraceObserver::activityEnded(const Activity& activity, SimTime end)
{
    if (activity.kind == ActivityKind::Service) {
        addService(activity, end);
        return;
    }
    const core::SliceHandle sent =
        addSlice({SliceActivity::Send, activity.stage, activity.microbatch}, activity.start, end);
    const core::SliceHandle received = addSlice(
        {SliceActivity::Receive, activity.stage + 1, activity.microbatch}, activity.start, end);
    m_builder.addLink(core::LinkKind::Transfer, sent, received, activity.microbatch);
}

void TraceObserver::microbatchCompleted(std::int64_t microbatch, SimTime end)
{
    if ((microbatch + 1) % m_microbatchesPerBatch != 0) {
        return;
    }
    m_builder.addIteration(
        {m_processes.back(),
         microbatch / m_microbatchesPerBatch,
         {core::traceTime(toTraceNs(m_batchStart)), core::traceTime(toTraceNs(end))},
         std::nullopt});
    m_batchStart = end;
}

core::Result<void> checkSize(const SimulationPlan& plan)
{
    const double slices = 2.0 * static_cast<double>(plan.stages.size()) *
                          static_cast<double>(plan.pipeline.microbatches);
    if (slices > kMostSlices) {
        return failure(ErrorCode::Exhausted,
                       fmt::format("the trace of {} microbatches in {} stages would be too large "
                                   "(at most {:.0f} slices); simulate fewer microbatches",
                                   plan.pipeline.microbatches, plan.stages.size(), kMostSlices));
    }
    return {};
}

} // namespace

core::Result<SimulatedTrace> simulateToTrace(const Problem& problem, const Placement& placement,
                                             const SimulationOptions& options,
                                             core::ProgressSink& progress,
                                             const std::stop_token& stop)
{
    HSCOPE_TRY_ASSIGN(const SimulationPlan plan, planSimulation(problem, placement, options));
    HSCOPE_TRY(checkSize(plan));
    TraceObserver observer(problem, placement, plan);
    SimulatedTrace trace;
    HSCOPE_TRY_ASSIGN(trace.result, simulate(problem, plan, {&observer}, progress, stop));
    trace.store = observer.finish();
    trace.arguments = std::make_shared<SimulationArguments>(stageLabels(problem, plan));
    return trace;
}

SimulationOptions simulationOptionsOf(const core::TraceStore& trace)
{
    SimulationOptions options;
    bool isExtrapolated = false;
    for (const core::MetaEntry& entry : trace.meta()) {
        if (entry.key == kSemanticsKey) {
            options.semantics =
                valueOf(entry.value, kSemanticsNames).value_or(SimulationOptions{}.semantics);
        } else if (entry.key == kTransfersKey) {
            options.transfers =
                valueOf(entry.value, kTransferNames).value_or(SimulationOptions{}.transfers);
        } else if (entry.key == kMicrobatchesKey) {
            std::int64_t count = 0;
            const char* end = entry.value.data() + entry.value.size();
            if (std::from_chars(entry.value.data(), end, count).ptr == end && count > 0) {
                options.microbatches = count;
            }
        } else if (entry.key == kExtrapolatedKey) {
            isExtrapolated = entry.value == "true";
        }
    }
    if (isExtrapolated) {
        options.microbatches.reset(); // Only the default horizon is.
    }
    return options;
}

core::SimulationTables simulationTables(const Problem& problem, const Placement& placement,
                                        const SimulationOptions& options,
                                        const SimulationResult& result, DocumentTexts texts)
{
    const auto given = [](std::string& text, const auto& document) {
        return text.empty() ? toJson(document) : std::move(text);
    };
    core::SimulationTables tables;
    tables.documents = {
        {"cluster", problem.cluster().name, given(texts.cluster, problem.cluster())},
        {"workload", problem.workload().name, given(texts.workload, problem.workload())},
        {"placement", placement.scheduler, given(texts.placement, placement)}};
    core::ScheduleResult row;
    row.scheduler = placement.scheduler;
    row.seed = static_cast<std::int64_t>(placement.seed);
    row.semantics = nameOf(options.semantics, kSemanticsNames);
    row.feasible = result.meetsThroughputLimit;
    row.makespanSeconds = result.makespanSeconds;
    row.periodSeconds = result.periodSeconds;
    row.throughput = result.throughput;
    row.costUsd = result.costUsd;
    row.events = static_cast<std::int64_t>(result.events);
    row.extrapolated = result.extrapolated;
    tables.results.push_back(row);
    return tables;
}

} // namespace hscope::sim
