// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/argument_source.h"
#include "simulator/engine/simulation_plan.h"
#include "simulator/model/problem.h"

#include <string>
#include <vector>

namespace hscope::sim {

/// What a slice of a simulated trace shows.
enum class SliceActivity
{
    Compute,
    ExposedTransfer, ///< Communication that no computation hides, at the end of a service.
    Send,            ///< A blocking transfer, on the sender's track.
    Receive,         ///< The same on the receiver's.
};

/// Identifies a slice of a simulated trace.
struct SliceKey
{
    SliceActivity activity = SliceActivity::Compute;
    std::size_t stage = 0;
    std::int64_t microbatch = 0;

    bool operator==(const SliceKey&) const = default;
};

/// As one number for SliceColumns::source, and back.
[[nodiscard]] std::uint64_t sourceOf(const SliceKey& key);
[[nodiscard]] SliceKey keyOf(std::uint64_t source);

/// A stage as its slices name it.
struct StageLabel
{
    std::size_t firstLayer = 0;
    std::size_t lastLayer = 0;
    std::string type;
    std::int64_t units = 1;

    bool operator==(const StageLabel&) const = default;
};

[[nodiscard]] std::vector<StageLabel> stageLabels(const Problem& problem,
                                                  const SimulationPlan& plan);

/// "stage 0: layers 0-3".
[[nodiscard]] std::string stageName(std::size_t stage, const StageLabel& label);

/// "stage 0: layers 0-3, microbatch 17, transfer".
[[nodiscard]] std::string sliceName(const SliceKey& key, const StageLabel& label);

/// Calculates the arguments of slices from what identifies them, so that nobody stores them.
class SimulationArguments final : public core::ArgumentSource
{
public:
    explicit SimulationArguments(std::vector<StageLabel> labels)
        : m_labels(std::move(labels))
    {
    }

    [[nodiscard]] core::Result<std::vector<core::Argument>>
    argumentsOf(std::uint64_t source) override;

    [[nodiscard]] core::Result<void> forEach(std::span<const std::uint64_t> sources,
                                             const Visitor& visit, std::stop_token stop) override;

private:
    std::vector<StageLabel> m_labels;
};

} // namespace hscope::sim
