// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/rl/plan_walk.h"

#include <algorithm>
#include <cmath>

namespace hscope::rl {

namespace {

/// The least part of a period that is left for parallel work: a stage with less counts as one that
/// needs very many units.
constexpr float kLeastRoom = 0.02F;
/// Prices below this part of a usual schedule's do not matter.
constexpr float kSmallPrice = 1e-3F;

float wholeUnits(float units)
{
    return std::max(1.0F, std::ceil(units));
}

} // namespace

ProblemView viewOf(const hscope_policy_problems& problems, std::size_t index)
{
    const auto layers = static_cast<std::size_t>(problems.layers);
    const auto types = static_cast<std::size_t>(problems.types);
    const std::size_t cells = index * layers * types;
    return {layers,
            types,
            problems.type_features + cells * HSCOPE_POLICY_TYPE_FEATURES,
            problems.loads + cells * HSCOPE_POLICY_LOADS,
            problems.runnable + cells,
            problems.prices + index * types,
            problems.limits + index * types};
}

float PlanWalk::Stage::units() const
{
    const float compute = parallelCompute / std::max(kLeastRoom, 1 - serialCompute);
    const float communication =
        parallelCommunication / std::max(kLeastRoom, 1 - serialCommunication);
    return std::max(compute, communication);
}

float PlanWalk::Stage::serial() const
{
    return std::max(serialCompute, serialCommunication);
}

PlanWalk::PlanWalk(const ProblemView& problem)
    : m_problem(problem)
    , m_closedUnits(problem.types)
{
}

const float* PlanWalk::loadOf(std::size_t layer, std::size_t type) const
{
    return m_problem.loads + (layer * m_problem.types + type) * HSCOPE_POLICY_LOADS;
}

PlanWalk::Stage PlanWalk::extended(Stage stage, const float* load) const
{
    stage.parallelCompute += load[0];
    stage.serialCompute += load[1];
    stage.parallelCommunication += load[2];
    stage.serialCommunication += load[3];
    return stage;
}

PlanWalk::Choice PlanWalk::choice(std::size_t type) const
{
    const float* load = loadOf(m_layer, type);
    const float price = m_problem.prices[type];
    Choice choice;
    if (m_layer > 0 && type == m_type) {
        choice.stage = extended(m_stage, load);
        const float before = m_stage.units();
        const float after = choice.stage.units();
        choice.price = price * (after - before);
        choice.wholePrice = price * (wholeUnits(after) - wholeUnits(before));
        choice.units = m_closedUnits[type] + wholeUnits(after);
        return choice;
    }
    choice.stage = extended({}, load);
    choice.stage.parallelCommunication += load[4];
    choice.price = price * choice.stage.units();
    choice.wholePrice = price * wholeUnits(choice.stage.units());
    choice.units = m_closedUnits[type] + wholeUnits(choice.stage.units());
    if (m_layer > 0) { // The stage that ends here sends over its NIC too.
        Stage ended = m_stage;
        ended.parallelCommunication += loadOf(m_layer, m_type)[4];
        const float endedPrice = m_problem.prices[m_type];
        choice.price += endedPrice * (ended.units() - m_stage.units());
        choice.wholePrice += endedPrice * (wholeUnits(ended.units()) - wholeUnits(m_stage.units()));
    }
    return choice;
}

void PlanWalk::describe(float* features) const
{
    float least = std::numeric_limits<float>::max();
    float leastWhole = least;
    for (std::size_t type = 0; type < m_problem.types; ++type) {
        if (m_problem.runnable[m_layer * m_problem.types + type] != 0) {
            const Choice option = choice(type);
            least = std::min(least, option.price);
            leastWhole = std::min(leastWhole, option.wholePrice);
        }
    }
    for (std::size_t type = 0; type < m_problem.types; ++type, features += kFeatures) {
        if (m_problem.runnable[m_layer * m_problem.types + type] == 0) {
            std::fill_n(features, kFeatures, 0.0F);
            continue;
        }
        const Choice option = choice(type);
        const float units = option.stage.units();
        const float use = option.units / std::max(1.0F, m_problem.limits[type]);
        features[0] = m_layer > 0 && type == m_type ? 1.0F : 0.0F;
        features[1] = std::log((option.price + kSmallPrice) / (least + kSmallPrice)) / 3;
        features[2] = std::log((option.wholePrice + kSmallPrice) / (leastWhole + kSmallPrice)) / 3;
        features[3] = std::log1p(option.price / kSmallPrice) / 7;
        features[4] = std::min(2.0F, option.wholePrice);
        features[5] = std::min(2.0F, m_problem.prices[type] * (wholeUnits(units) - units));
        features[6] = std::min(2.0F, use);
        features[7] = use > 1 ? 1.0F : 0.0F;
        features[8] = std::min(2.0F, option.stage.serial());
    }
}

void PlanWalk::choose(std::size_t type)
{
    if (m_layer > 0 && type != m_type) {
        Stage ended = m_stage;
        ended.parallelCommunication += loadOf(m_layer, m_type)[4];
        m_closedUnits[m_type] += wholeUnits(ended.units());
    }
    m_stage = choice(type).stage;
    m_type = type;
    ++m_layer;
}

void notePast(const ProblemView& problem, std::size_t layer, std::size_t type, const float* choices,
              float* past)
{
    const float* features =
        problem.typeFeatures + (layer * problem.types + type) * HSCOPE_POLICY_TYPE_FEATURES;
    past = std::copy_n(features, HSCOPE_POLICY_TYPE_FEATURES, past);
    std::copy_n(choices + type * PlanWalk::kFeatures, PlanWalk::kFeatures, past);
}

} // namespace hscope::rl
