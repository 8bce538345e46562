// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/rl/network_shape.h"

#include <functional>
#include <vector>

namespace hscope::rl {

/// Picks a type by its score; the arguments are the scores and how many there are.
using Chooser = std::function<std::size_t(const float* scores, std::size_t types)>;

/// The network of PolicyNetwork without LibTorch, for deciding and sampling: no gradient is needed
/// there, and a decision is so little arithmetic that LibTorch's cost per operation would be most
/// of it (3 ms against 0.3 ms).
///
/// Cost: about 0.1 ms per plan of 16 layers.
/// Thread: any, at once.
class PolicyInference
{
public:
    /// `weights` in the order of network_shape.h.
    explicit PolicyInference(const std::vector<float>& weights);

    /// Draws `count` plans for each problem, the types being the chooser's choice:
    /// plans [problems][count][layers].
    void walk(const hscope_policy_problems& problems, std::size_t count, const Chooser& chooser,
              std::int32_t* plans) const;

private:
    struct Encoded;

    [[nodiscard]] Encoded encode(const ProblemView& view, const float* layerFeatures) const;
    void drawPlan(const ProblemView& view, const Encoded& encoded, const Chooser& chooser,
                  std::int32_t* plan) const;
    void score(const ProblemView& view, const float* typeScores, const float* hidden,
               const float* choices, std::size_t layer, float* scores) const;
    /// Adds the product of rows `first` on of a transposed part with `inputs` to `outputs`.
    void addProduct(Part part, std::int64_t first, const float* inputs, std::int64_t count,
                    float* outputs) const;

    [[nodiscard]] const float* part(Part part) const
    {
        return m_transposed.data() + offsetOf(part);
    }

    std::vector<float> m_transposed; ///< Each part column by column.
};

} // namespace hscope::rl
