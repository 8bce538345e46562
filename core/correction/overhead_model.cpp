// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/overhead_model.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace hscope::core {

namespace {

constexpr std::string_view kInside = "_inside";
constexpr std::string_view kDormant = "_dormant";

/// How far true costs in programs are from what the recorder measures at its start: so much less or
/// more (docs/CORRECTION.md, "The model").
constexpr double kLeastOfRecorded = 0.8;
constexpr double kMostOfRecorded = 1.5;

std::string_view factOf(const TraceStore& trace, std::string_view key)
{
    const auto found = std::ranges::find(trace.meta(), key, &MetaEntry::key);
    return found == trace.meta().end() ? std::string_view() : std::string_view(found->value);
}

/// What is averaged over processes.
struct Sum
{
    OverheadCost cost;
    std::int64_t count = 0;
};

/// Takes `suffix` off the end of `text`; false if it is not there.
bool takeOff(std::string_view& text, std::string_view suffix)
{
    const bool isThere = text.ends_with(suffix);
    text.remove_suffix(isThere ? suffix.size() : 0);
    return isThere;
}

Result<void> checkSame(std::string_view what, const std::string& measured,
                       const std::string& recorded)
{
    if (measured.empty() || recorded.empty() || measured == recorded) {
        return {};
    }
    return failure(ErrorCode::InvalidArgument,
                   fmt::format("the calibration is for {} {}, but the trace was recorded with {}; "
                               "calibrate again with `hscope calibrate`",
                               what, measured, recorded));
}

} // namespace

std::optional<OverheadKind> findOverheadKind(std::string_view name)
{
    const auto* const found = std::ranges::find(kOverheadKindNames, name);
    if (found == kOverheadKindNames.end()) {
        return std::nullopt;
    }
    return static_cast<OverheadKind>(found - kOverheadKindNames.begin());
}

const OverheadCost* OverheadModel::find(OverheadKind kind, std::string_view api) const
{
    const OverheadCost* general = nullptr;
    for (const OverheadCost& cost : costs) {
        if (cost.kind == kind && cost.api == api) {
            return &cost;
        }
        if (cost.kind == kind && cost.api.empty()) {
            general = &cost;
        }
    }
    return general;
}

OverheadModel OverheadModel::only(OverheadKind kind) const
{
    OverheadModel model{origin, {}};
    std::ranges::copy_if(costs, std::back_inserter(model.costs),
                         [kind](const OverheadCost& cost) { return cost.kind == kind; });
    return model;
}

std::optional<OverheadKind> overheadKindOf(Category category, std::uint8_t flags)
{
    const std::optional<Hook> hook = hookOf(flags);
    if (!hook || category == Category::Overhead) {
        return std::nullopt;
    }
    if (category == Category::Annotation) {
        return *hook == Hook::Python ? OverheadKind::PythonAnnotation : OverheadKind::Annotation;
    }
    switch (*hook) {
    case Hook::Torch:
        return OverheadKind::Torch;
    case Hook::TorchAutograd:
        return OverheadKind::TorchAutograd;
    case Hook::TorchBackward:
        return OverheadKind::TorchBackward;
    case Hook::Python:
        return OverheadKind::Python;
    case Hook::GpuApi:
        return OverheadKind::GpuApi;
    case Hook::Program:
        break;
    }
    return OverheadKind::Scope;
}

EventCounts countEvents(const TraceStore& trace,
                        const std::function<bool(std::uint32_t slice)>& isWanted)
{
    EventCounts counts{};
    const SliceColumns& slices = trace.slices();
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (isWanted && !isWanted(i)) {
            continue;
        }
        if (slices.category[i] == Category::Overhead) {
            ++counts[static_cast<std::size_t>(OverheadKind::Profiler)];
        } else if (const auto kind = overheadKindOf(slices.category[i], slices.flags[i])) {
            ++counts[static_cast<std::size_t>(*kind)];
        }
    }
    if (hasGpuWork(trace)) {
        counts[static_cast<std::size_t>(OverheadKind::Cupti)] =
            counts[static_cast<std::size_t>(OverheadKind::GpuApi)];
    }
    return counts;
}

bool hasGpuWork(const TraceStore& trace)
{
    return std::ranges::any_of(trace.tracks(), [](const Track& track) {
        return track.kind == TrackKind::GpuStream && track.sliceCount > 0;
    });
}

bool knowsAny(const OverheadModel& model, const EventCounts& events)
{
    return events[static_cast<std::size_t>(OverheadKind::Profiler)] > 0 ||
           std::ranges::any_of(model.costs, [&events](const OverheadCost& cost) {
               return events[static_cast<std::size_t>(cost.kind)] > 0;
           });
}

OverheadOrigin originOf(const TraceStore& trace)
{
    OverheadOrigin origin{
        std::string(factOf(trace, "machine")), std::string(factOf(trace, "collector_version")), {}};
    if (const std::string_view torch = factOf(trace, "meta.torch_version"); !torch.empty()) {
        const bool hasShapes = !factOf(trace, "meta.torch_shapes").empty();
        origin.hooks = "torch " + std::string(torch) + (hasShapes ? " with shapes" : "");
    }
    if (const std::string_view cupti = factOf(trace, "meta.cupti_version"); !cupti.empty()) {
        origin.hooks += (origin.hooks.empty() ? "cupti " : ", cupti ") + std::string(cupti);
    }
    return origin;
}

OverheadModel recordedModel(const TraceStore& trace)
{
    std::map<OverheadKind, Sum> sums;
    for (const CalibrationEntry& entry : trace.calibration()) {
        std::string_view name = entry.kind;
        const bool isInside = takeOff(name, kInside);
        const bool isDormant = takeOff(name, kDormant);
        const auto kind = findOverheadKind(name);
        if (!kind || entry.name) {
            continue;
        }
        Sum& sum = sums[*kind];
        if (isInside || isDormant) {
            (isInside ? sum.cost.insideNs : sum.cost.dormantNs) += entry.meanNs;
            continue;
        }
        sum.cost.kind = *kind;
        sum.cost.meanNs += entry.meanNs;
        sum.cost.lowNs += entry.lowNs;
        sum.cost.highNs += entry.highNs;
        sum.cost.samples += entry.samples;
        ++sum.count;
    }
    OverheadModel model{originOf(trace), {}};
    for (auto& [kind, sum] : sums) {
        if (sum.count > 0) {
            const auto count = static_cast<double>(sum.count);
            sum.cost.meanNs /= count;
            sum.cost.lowNs *= kLeastOfRecorded / count;
            sum.cost.highNs *= kMostOfRecorded / count;
            sum.cost.insideNs /= count;
            sum.cost.dormantNs /= count;
            model.costs.push_back(sum.cost);
        }
    }
    return model;
}

Result<void> checkOrigin(const OverheadModel& model, const TraceStore& trace)
{
    const OverheadOrigin recorded = originOf(trace);
    HSCOPE_TRY(checkSame("the machine", model.origin.machine, recorded.machine));
    HSCOPE_TRY(checkSame("the recorder", model.origin.collector, recorded.collector));
    return checkSame("the hooks", model.origin.hooks, recorded.hooks);
}

} // namespace hscope::core
