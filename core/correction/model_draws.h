// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/correction/overhead_model.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace hscope::core {

/// What the costs of a model may just as well have been: its uncertainty, as a number of draws.
///
/// A draw resamples the repetitions of the calibration with replacement (bootstrap; Efron and
/// Tibshirani, An Introduction to the Bootstrap, 1993), the same ones for all kinds, and takes
/// their mean. With few repetitions such means scatter too little; they are moved away from their
/// own mean by smallSampleFactor(). A cost without repetitions is drawn from two halves of a normal
/// distribution, one for each side of its interval. Each draw gives the cost of a kind relative to
/// its mean.
class ModelDraws
{
public:
    static constexpr std::size_t kDraws = 1000;

    explicit ModelDraws(const OverheadModel& model);

    /// By draw: what the costs of `kind` are multiplied with.
    [[nodiscard]] const std::vector<double>& factors(OverheadKind kind) const
    {
        return m_factors[static_cast<std::size_t>(kind)];
    }

private:
    std::array<std::vector<double>, kOverheadKinds> m_factors;
};

/// What the deviations of resampled means of n values are multiplied with so that their middle 95%
/// is as wide as Student's interval (1908): t(n - 1) / 1.96 * sqrt(n / (n - 1)); 1 for a single
/// value.
[[nodiscard]] double smallSampleFactor(std::size_t values);

/// Means of as many resamples of some values (bootstrap), with that factor; the same each time.
[[nodiscard]] std::vector<double> resampledMeans(const std::vector<double>& values);

struct Interval
{
    double low = 0;
    double high = 0;
};

/// The middle 95% of some values; their only value if there is one, nothing but zeros if none.
[[nodiscard]] Interval middle95(std::vector<double> values);

} // namespace hscope::core
