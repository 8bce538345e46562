// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/calibration_estimate.h"

#include "core/correction/model_draws.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>

namespace hscope::core {

namespace {

struct Group
{
    std::string_view name;
    std::vector<OverheadKind> kinds;
};

/// In the order in which they are switched on: what is recorded outermost first.
const std::vector<Group>& groups()
{
    static const std::vector<Group> s_groups = {
        {"annotations", {OverheadKind::Annotation, OverheadKind::PythonAnnotation}},
        {"scopes", {OverheadKind::Scope}},
        {"python", {OverheadKind::Python}},
        {"torch", {OverheadKind::Torch, OverheadKind::TorchAutograd, OverheadKind::TorchBackward}},
        {"gpu_api", {OverheadKind::GpuApi}},
        {"gpu_work", {OverheadKind::Cupti}}};
    return s_groups;
}

double countOf(const EventCounts& events, OverheadKind kind)
{
    return static_cast<double>(events[static_cast<std::size_t>(kind)]);
}

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) /
           static_cast<double>(std::max<std::size_t>(1, values.size()));
}

double medianOf(std::vector<double> values)
{
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// Runs by repetition, whole ones only, each by configuration.
using Repetitions = std::vector<std::vector<CalibrationRun>>;

Repetitions wholeRepetitions(const std::vector<CalibrationRun>& runs, std::size_t configurations)
{
    std::map<std::size_t, std::map<std::size_t, CalibrationRun>> sorted;
    for (const CalibrationRun& run : runs) {
        sorted[run.repetition][run.configuration] = run;
    }
    Repetitions whole;
    for (const auto& [number, byConfiguration] : sorted) {
        if (byConfiguration.size() == configurations) {
            std::vector<CalibrationRun>& repetition = whole.emplace_back();
            for (const auto& [configuration, run] : byConfiguration) {
                repetition.push_back(run);
            }
        }
    }
    return whole;
}

/// Drops repetitions with a run much slower or faster than others of its configuration: something
/// else kept the machine busy. At most a quarter of them.
std::size_t dropOutliers(Repetitions& repetitions)
{
    constexpr double kDeviations = 5;
    constexpr double kMadToDeviation = 1.4826; // of a normal distribution
    constexpr double kLeast = 0.03;            // of the span
    constexpr std::size_t kFewest = 4;
    if (repetitions.size() < kFewest) {
        return 0;
    }
    std::vector<double> worst(repetitions.size(), 0);
    for (std::size_t c = 0; c < repetitions.front().size(); ++c) {
        std::vector<double> spans;
        for (const auto& repetition : repetitions) {
            spans.push_back(static_cast<double>(repetition[c].spanNs));
        }
        const double middle = medianOf(spans);
        std::vector<double> distances;
        for (const double span : spans) {
            distances.push_back(std::abs(span - middle));
        }
        const double allowed =
            std::max(kDeviations * kMadToDeviation * medianOf(distances), kLeast * middle);
        for (std::size_t r = 0; r < repetitions.size(); ++r) {
            worst[r] = std::max(worst[r], distances[r] / std::max(1.0, allowed));
        }
    }
    std::size_t dropped = 0;
    for (const std::size_t most = repetitions.size() / 4; dropped < most; ++dropped) {
        const auto found = std::ranges::max_element(worst);
        if (*found <= 1) {
            break;
        }
        repetitions.erase(repetitions.begin() + (found - worst.begin()));
        worst.erase(found);
    }
    return dropped;
}

CountSpread greatestSpread(const Repetitions& repetitions)
{
    CountSpread spread;
    for (std::size_t c = 0; c < repetitions.front().size(); ++c) {
        std::vector<EventCounts> runs;
        for (const auto& repetition : repetitions) {
            runs.push_back(repetition[c].events);
        }
        const CountSpread own = spreadOf(runs);
        spread = own.share > spread.share ? own : spread;
    }
    return spread;
}

/// How many more events of a kind one run has than another one.
double moreOf(const CalibrationRun& with, const CalibrationRun& without, OverheadKind kind)
{
    return countOf(with.events, kind) - countOf(without.events, kind);
}

/// What the kinds that are not among `measured` add between two configurations, by their known
/// costs.
double othersNs(const CalibrationRun& with, const CalibrationRun& without,
                const std::vector<OverheadKind>& measured, const OverheadModel& known)
{
    double sum = 0;
    for (const OverheadCost& cost : known.costs) {
        if (cost.api.empty() && std::ranges::find(measured, cost.kind) == measured.end()) {
            sum += moreOf(with, without, cost.kind) * cost.meanNs;
        }
    }
    return sum;
}

/// How dear events of these kinds are beside each other: as the recorder measured them; all alike
/// if it did not measure each.
std::vector<double> proportionsOf(const std::vector<OverheadKind>& kinds,
                                  const OverheadModel& recorded)
{
    std::vector<double> proportions;
    for (const OverheadKind kind : kinds) {
        const OverheadCost* const own = recorded.find(kind);
        if (own == nullptr || own->meanNs <= 0) {
            return std::vector<double>(kinds.size(), 1);
        }
        proportions.push_back(own->meanNs);
    }
    return proportions;
}

/// What an event of each kind that a configuration measures costs, in each repetition; empty where
/// its runs have no more of them than the configuration before: they are marks, which are in both.
std::vector<std::vector<double>> costsFrom(const Repetitions& repetitions,
                                           std::size_t configuration,
                                           const std::vector<OverheadKind>& kinds,
                                           const OverheadModel& recorded)
{
    const std::vector<double> proportions = proportionsOf(kinds, recorded);
    std::vector<std::vector<double>> costs(kinds.size());
    for (const auto& repetition : repetitions) {
        const CalibrationRun& with = repetition[configuration];
        const CalibrationRun& without = repetition[configuration - 1];
        double weight = 0;
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            weight += proportions[k] * moreOf(with, without, kinds[k]);
        }
        if (weight <= 0) {
            return {};
        }
        const double ns = static_cast<double>(with.spanNs - without.spanNs) -
                          othersNs(with, without, kinds, recorded);
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            costs[k].push_back(proportions[k] * ns / weight);
        }
    }
    return costs;
}

const ApiTime* findApi(const CalibrationRun& run, std::string_view api)
{
    const auto found = std::ranges::find(run.apis, api, &ApiTime::api);
    return found == run.apis.end() || found->calls == 0 ? nullptr : &*found;
}

double meanTime(const ApiTime& time)
{
    return static_cast<double>(time.totalNs) / static_cast<double>(time.calls);
}

/// By how much calls of each function are longer in a configuration than in the one before, in each
/// repetition that has calls of it in both; for all functions under the empty name.
std::map<std::string, std::vector<double>> longerCalls(const Repetitions& repetitions,
                                                       std::size_t configuration)
{
    std::map<std::string, std::vector<double>> longer;
    for (const auto& repetition : repetitions) {
        double sum = 0;
        double calls = 0;
        for (const ApiTime& with : repetition[configuration].apis) {
            const ApiTime* const without = findApi(repetition[configuration - 1], with.api);
            if (without != nullptr && with.calls > 0) {
                const double ns = meanTime(with) - meanTime(*without);
                longer[with.api].push_back(ns);
                sum += ns * static_cast<double>(with.calls);
                calls += static_cast<double>(with.calls);
            }
        }
        if (calls > 0) {
            longer[{}].push_back(sum / calls);
        }
    }
    return longer;
}

OverheadCost costFrom(OverheadKind kind, std::vector<double> estimates,
                      const OverheadModel& recorded, bool& isNegative)
{
    OverheadCost cost;
    cost.kind = kind;
    cost.samples = static_cast<std::int64_t>(estimates.size());
    cost.meanNs = meanOf(estimates);
    cost.repetitionsNs = std::move(estimates);
    isNegative = cost.meanNs < 0;
    if (isNegative) {
        cost.meanNs = 0;
    }
    const Interval interval = middle95(resampledMeans(cost.repetitionsNs));
    cost.lowNs = std::clamp(interval.low, 0.0, cost.meanNs);
    cost.highNs = std::max(interval.high, cost.meanNs);
    if (isNegative) {
        cost.repetitionsNs.clear();
    }
    const OverheadCost* const own = recorded.find(kind);
    if (own != nullptr) {
        cost.dormantNs = own->dormantNs; // is in all configurations
    }
    if (own != nullptr && own->meanNs > 0) {
        cost.insideNs = cost.meanNs * std::clamp(own->insideNs / own->meanNs, 0.0, 1.0);
    }
    return cost;
}

/// CUPTI's share of calls, all of it within them. Functions that are missing in a repetition have
/// the cost of all.
void addCuptiCosts(const Repetitions& repetitions, std::size_t configuration,
                   CalibrationEstimate& estimate)
{
    for (auto& [api, ns] : longerCalls(repetitions, configuration)) {
        if (ns.size() < repetitions.size()) {
            continue;
        }
        bool isNegative = false;
        OverheadCost cost = costFrom(OverheadKind::Cupti, std::move(ns), {}, isNegative);
        cost.api = api;
        cost.insideNs = cost.meanNs;
        estimate.model.costs.push_back(std::move(cost));
        if (isNegative && api.empty()) {
            estimate.negative.push_back(OverheadKind::Cupti);
        }
    }
}

/// Half of the 95% interval of what all recording adds, from a bootstrap over the repetitions.
double halfWidthOf(const std::vector<double>& overheads)
{
    const Interval interval = middle95(resampledMeans(overheads));
    return (interval.high - interval.low) / 2;
}

} // namespace

CountSpread spreadOf(std::span<const EventCounts> runs)
{
    constexpr std::uint64_t kFew = 100; // times as many of the others
    CountSpread spread;
    std::uint64_t all = 0;
    for (const EventCounts& run : runs) {
        all = std::max(all, std::accumulate(run.begin(), run.end(), std::uint64_t{0}));
    }
    for (std::size_t kind = 0; kind < kOverheadKinds; ++kind) {
        const auto [least, most] =
            std::ranges::minmax(runs, {}, [kind](const EventCounts& run) { return run[kind]; });
        if (most[kind] == 0 || most[kind] * kFew < all) {
            continue;
        }
        const double share =
            static_cast<double>(most[kind] - least[kind]) / static_cast<double>(most[kind]);
        if (share > spread.share) {
            spread = {share, static_cast<OverheadKind>(kind), least[kind], most[kind]};
        }
    }
    return spread;
}

std::vector<CalibrationConfiguration> planCalibration(const CalibrationRun& pilot,
                                                      const OverheadModel& recorded)
{
    constexpr double kWorthMeasuring = 0.003; // of the span
    std::vector<CalibrationConfiguration> plan = {{"uninstrumented", "marks", {}}};
    std::string on = "marks";
    std::string name;
    std::vector<OverheadKind> largest;
    double largestNs = -1;
    for (const Group& group : groups()) {
        double groupNs = 0;
        // CUPTI's share of a call is measured against runs that record calls and nothing of GPUs.
        bool isKnown = !(group.name == "gpu_api" && countOf(pilot.events, OverheadKind::Cupti) > 0);
        std::vector<OverheadKind> present;
        for (const OverheadKind kind : group.kinds) {
            if (const double count = countOf(pilot.events, kind); count > 0) {
                const OverheadCost* const cost = recorded.find(kind);
                isKnown = isKnown && cost != nullptr;
                groupNs += cost == nullptr ? 0 : count * cost->meanNs;
                present.push_back(kind);
            }
        }
        if (present.empty()) {
            continue;
        }
        on += "," + std::string(group.name);
        name += (name.empty() ? "" : " and ") + std::string(group.name);
        if (!isKnown || groupNs > largestNs) {
            largest = present;
            largestNs = isKnown ? groupNs : static_cast<double>(pilot.spanNs);
        }
        if (!isKnown || groupNs >= kWorthMeasuring * static_cast<double>(pilot.spanNs)) {
            plan.push_back({name, on, largest});
            name.clear();
            largest.clear();
            largestNs = -1;
        }
    }
    if (!largest.empty()) { // too little to measure: the recorder knows it better
        plan.push_back({name, on, {}});
    }
    return plan;
}

Result<CalibrationEstimate>
estimateCosts(const std::vector<CalibrationConfiguration>& configurations,
              const std::vector<CalibrationRun>& runs, const OverheadModel& recorded)
{
    Repetitions repetitions = wholeRepetitions(runs, configurations.size());
    CalibrationEstimate estimate;
    estimate.dropped = dropOutliers(repetitions);
    estimate.repetitions = repetitions.size();
    if (repetitions.size() < 2) {
        return failure(ErrorCode::InvalidArgument,
                       "a calibration needs at least two repetitions of every run");
    }
    estimate.spread = greatestSpread(repetitions);
    estimate.model.origin = recorded.origin;
    for (std::size_t c = 1; c < configurations.size(); ++c) {
        const std::vector<OverheadKind>& kinds = configurations[c].measures;
        if (kinds == std::vector{OverheadKind::Cupti}) {
            addCuptiCosts(repetitions, c, estimate);
            continue;
        }
        std::vector<std::vector<double>> costs = costsFrom(repetitions, c, kinds, recorded);
        for (std::size_t k = 0; k < costs.size(); ++k) {
            bool isNegative = false;
            estimate.model.costs.push_back(
                costFrom(kinds[k], std::move(costs[k]), recorded, isNegative));
            if (isNegative) {
                estimate.negative.push_back(kinds[k]);
            }
        }
    }
    for (const OverheadCost& cost : recorded.costs) {
        if (estimate.model.find(cost.kind, cost.api) == nullptr) {
            estimate.model.costs.push_back(cost);
        }
    }
    std::ranges::sort(estimate.model.costs, [](const OverheadCost& a, const OverheadCost& b) {
        return a.kind != b.kind ? a.kind < b.kind : a.api < b.api;
    });
    std::vector<double> bases;
    std::vector<double> overheads;
    for (const auto& repetition : repetitions) {
        bases.push_back(static_cast<double>(repetition.front().spanNs));
        overheads.push_back(
            static_cast<double>(repetition.back().spanNs - repetition.front().spanNs));
    }
    estimate.baseNs = meanOf(bases);
    estimate.overheadNs = meanOf(overheads);
    estimate.halfWidthNs = halfWidthOf(overheads);
    return estimate;
}

} // namespace hscope::core
