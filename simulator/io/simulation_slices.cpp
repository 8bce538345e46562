// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/simulation_slices.h"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hscope::sim {

namespace {

constexpr int kActivityBits = 2;
constexpr int kStageBits = 15; ///< checkPipeline() allows 30,000.
constexpr std::size_t kSlicesPerStopCheck = 1 << 12;

constexpr std::array<std::string_view, 4> kActivityNames = {"compute", "exposed_transfer", "send",
                                                            "receive"};
constexpr std::array<std::string_view, 4> kNameEndings = {"", ", transfer", ", send", ", receive"};

std::string jsonText(std::string_view text)
{
    using Json = nlohmann::json;
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

std::uint64_t sourceOf(const SliceKey& key)
{
    return (static_cast<std::uint64_t>(key.microbatch) << (kActivityBits + kStageBits)) |
           (std::uint64_t{key.stage} << kActivityBits) | static_cast<std::uint64_t>(key.activity);
}

SliceKey keyOf(std::uint64_t source)
{
    constexpr std::uint64_t kStageMask = (std::uint64_t{1} << kStageBits) - 1;
    constexpr std::uint64_t kActivityMask = (std::uint64_t{1} << kActivityBits) - 1;
    return {static_cast<SliceActivity>(source & kActivityMask),
            (source >> kActivityBits) & kStageMask,
            static_cast<std::int64_t>(source >> (kActivityBits + kStageBits))};
}

std::vector<StageLabel> stageLabels(const Problem& problem, const SimulationPlan& plan)
{
    std::vector<StageLabel> labels;
    for (const ProvisionedStage& stage : plan.stages) {
        labels.push_back({stage.range.first, stage.range.end - 1,
                          problem.cluster().resourceTypes[stage.range.type].id, stage.units});
    }
    return labels;
}

std::string stageName(std::size_t stage, const StageLabel& label)
{
    return label.firstLayer == label.lastLayer
               ? fmt::format("stage {}: layer {}", stage, label.firstLayer)
               : fmt::format("stage {}: layers {}-{}", stage, label.firstLayer, label.lastLayer);
}

std::string sliceName(const SliceKey& key, const StageLabel& label)
{
    return fmt::format("{}, microbatch {}{}", stageName(key.stage, label), key.microbatch,
                       kNameEndings[static_cast<std::size_t>(key.activity)]);
}

core::Result<std::vector<core::Argument>> SimulationArguments::argumentsOf(std::uint64_t source)
{
    const SliceKey key = keyOf(source);
    if (key.stage >= m_labels.size()) {
        return core::failure(core::ErrorCode::NotFound, "no such slice in this simulation");
    }
    const StageLabel& label = m_labels[key.stage];
    return std::vector<core::Argument>{
        {"stage", std::to_string(key.stage)},
        {"first_layer", std::to_string(label.firstLayer)},
        {"last_layer", std::to_string(label.lastLayer)},
        {"type", jsonText(label.type)},
        {"units", std::to_string(label.units)},
        {"replica", std::to_string(key.microbatch % label.units)},
        {"microbatch", std::to_string(key.microbatch)},
        {"activity", jsonText(kActivityNames[static_cast<std::size_t>(key.activity)])},
        {"direction", jsonText("both")},
    };
}

core::Result<void> SimulationArguments::forEach(std::span<const std::uint64_t> sources,
                                                const Visitor& visit, std::stop_token stop)
{
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (i % kSlicesPerStopCheck == 0 && stop.stop_requested()) {
            return core::failure(core::ErrorCode::Cancelled, "reading arguments was cancelled");
        }
        HSCOPE_TRY_ASSIGN(const std::vector<core::Argument> arguments, argumentsOf(sources[i]));
        HSCOPE_TRY(visit(i, arguments));
    }
    return {};
}

} // namespace hscope::sim
