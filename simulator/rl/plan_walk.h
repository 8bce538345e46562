// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/rl/policy_plugin.h"

#include <cstddef>
#include <vector>

namespace hscope::rl {

/// One of several problems, by its arrays.
struct ProblemView
{
    std::size_t layers = 0;
    std::size_t types = 0;
    const float* typeFeatures = nullptr;
    const float* loads = nullptr;
    const unsigned char* runnable = nullptr;
    const float* prices = nullptr;
    const float* limits = nullptr;
};

/// Problem `index` of `problems`.
[[nodiscard]] ProblemView viewOf(const hscope_policy_problems& problems, std::size_t index);

/// A plan in the making: the layers that have a type already, as far as they matter for the next.
///
///   layer   0    1    2    3
///   type    cpu  cpu  gpu  ?        the open stage is layer 2 on gpu; a cpu stage is closed
///
/// Loads add up within a stage. A stage with parallel load P and serial load S of computation needs
/// P / (1 - S) units to keep up with the reference period, with communication likewise; the larger
/// counts.
class PlanWalk
{
public:
    /// Numbers per type that describe what choosing it for the next layer would mean.
    static constexpr std::size_t kFeatures = 9;

    explicit PlanWalk(const ProblemView& problem);

    /// The next layer's choices: kFeatures floats for each type, into `features`.
    void describe(float* features) const;

    /// Gives the next layer `type`.
    void choose(std::size_t type);

private:
    struct Stage
    {
        float parallelCompute = 0;
        float serialCompute = 0;
        float parallelCommunication = 0;
        float serialCommunication = 0;

        [[nodiscard]] float units() const;
        [[nodiscard]] float serial() const;
    };

    /// What a choice adds to the hourly price, and the stage it leads to.
    struct Choice
    {
        Stage stage;
        float price = 0;      ///< With units as real numbers.
        float wholePrice = 0; ///< With whole units.
        float units = 0;      ///< Whole units of the type, closed stages included.
    };

    [[nodiscard]] Choice choice(std::size_t type) const;
    [[nodiscard]] Stage extended(Stage stage, const float* load) const;
    [[nodiscard]] const float* loadOf(std::size_t layer, std::size_t type) const;

    ProblemView m_problem;
    std::size_t m_layer = 0;
    std::size_t m_type = 0; ///< Of the open stage; meaningless before the first layer.
    Stage m_stage;
    std::vector<float> m_closedUnits; ///< By type.
};

/// What the network hears of giving `layer` a type: the type's features and those of the choice.
/// `choices` is what PlanWalk::describe wrote, `past` has room for both.
void notePast(const ProblemView& problem, std::size_t layer, std::size_t type, const float* choices,
              float* past);

} // namespace hscope::rl
