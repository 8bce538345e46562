// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/problem.h"
#include "simulator/rl/policy_plugin.h"
#include "simulator/sched/plan_judge.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hscope::sim {

/// Problems of one shape as a policy network sees them; the arrays are those of `policy_plugin.h`.
///
/// All numbers are relative to the problem's ReferenceSchedule: times to its period, prices to its
/// weight. So a policy does not depend on the currency, on how fast devices are in general or on
/// the length of the training.
///
/// Per layer: its kind (kLayerKinds, the last for all others), position, sizes and cut bytes as
/// logarithms, numbers of layers and types, how much fixed cost and throughput floor matter.
/// Per layer and type: logarithms of the price of its computation, communication and boundary
/// traffic, also relative to the cheapest type, of the remaining layers on that type, and of one
/// unit; the serial part of the period; use of the limit; whether it can run.
class PolicyInput
{
public:
    /// One-hot positions of the kinds of layers.
    static constexpr std::size_t kLayerKinds = 16;

    PolicyInput(std::size_t layers, std::size_t types)
        : m_layers(layers)
        , m_types(types)
    {
    }

    /// Adds a problem of this shape.
    void add(const Problem& problem, const ReferenceSchedule& reference);

    /// Valid until the next `add`.
    [[nodiscard]] hscope_policy_problems view() const;

    [[nodiscard]] std::size_t layers() const { return m_layers; }

    [[nodiscard]] std::size_t types() const { return m_types; }

private:
    void addLayer(const Problem& problem, const ReferenceSchedule& reference, std::size_t layer);
    void addTypes(const Problem& problem, const ReferenceSchedule& reference);

    std::size_t m_layers;
    std::size_t m_types;
    std::int32_t m_problems = 0;
    std::vector<float> m_layerFeatures;
    std::vector<float> m_typeFeatures;
    std::vector<float> m_loads;
    std::vector<std::uint8_t> m_runnable;
    std::vector<float> m_prices;
    std::vector<float> m_limits;
};

} // namespace hscope::sim
