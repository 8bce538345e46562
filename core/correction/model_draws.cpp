// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/model_draws.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace hscope::core {

namespace {

/// A small generator whose numbers are the same with every standard library (SplitMix64; Steele,
/// Lea and Flood, OOPSLA 2014).
class SplitMix
{
public:
    std::uint64_t next()
    {
        m_state += 0x9E3779B97F4A7C15;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EB;
        return z ^ (z >> 31U);
    }

    /// In [0, 1).
    double uniform() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

    /// Standard normal (Box and Muller, 1958).
    double normal()
    {
        const double radius = std::sqrt(-2 * std::log(1 - uniform()));
        return radius * std::cos(2 * std::numbers::pi * uniform());
    }

private:
    std::uint64_t m_state = 1;
};

constexpr double kNormal95 = 1.959963984540054;

/// What a cost would be with this mean, relative to what it is; 1 where it is nothing.
double relative(const OverheadCost& cost, double meanNs)
{
    return cost.totalNs() == 0 ? 1 : (meanNs + cost.dormantNs) / cost.totalNs();
}

double resampledMean(const std::vector<double>& values, const std::vector<double>& chosen)
{
    double sum = 0;
    for (const double share : chosen) {
        sum += values[static_cast<std::size_t>(share * static_cast<double>(values.size()))];
    }
    return sum / static_cast<double>(chosen.size());
}

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// A resampled mean, as far from the mean as few values leave it uncertain.
double widened(const std::vector<double>& values, const std::vector<double>& chosen)
{
    const double mean = meanOf(values);
    return mean + smallSampleFactor(values.size()) * (resampledMean(values, chosen) - mean);
}

} // namespace

double smallSampleFactor(std::size_t values)
{
    // The 97.5% quantiles of Student's distribution; further on by the first terms of the expansion
    // of Fisher and Cornish (1960).
    constexpr std::array kQuantiles = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306};
    if (values < 2) {
        return 1;
    }
    const std::size_t freedom = values - 1;
    const double z = kNormal95;
    const double n = static_cast<double>(values);
    const double quantile = freedom <= kQuantiles.size()
                                ? kQuantiles[freedom - 1]
                                : z + (z * z * z + z) / (4 * static_cast<double>(freedom));
    return quantile / z * std::sqrt(n / (n - 1));
}

ModelDraws::ModelDraws(const OverheadModel& model)
{
    SplitMix random;
    std::array<const OverheadCost*, kOverheadKinds> general{};
    std::size_t repetitions = 0;
    for (const OverheadCost& cost : model.costs) {
        const OverheadCost*& known = general[static_cast<std::size_t>(cost.kind)];
        known = known == nullptr || cost.api.empty() ? &cost : known;
        repetitions = std::max(repetitions, cost.repetitionsNs.size());
    }
    for (std::size_t draw = 0; draw < kDraws; ++draw) {
        std::vector<double> chosen(repetitions);
        std::ranges::generate(chosen, [&random] { return random.uniform(); });
        for (std::size_t kind = 0; kind < kOverheadKinds; ++kind) {
            const OverheadCost* const cost = general[kind];
            double factor = 1;
            if (cost != nullptr && cost->repetitionsNs.size() > 1) {
                std::vector<double> own = chosen;
                own.resize(cost->repetitionsNs.size());
                factor = relative(*cost, widened(cost->repetitionsNs, own));
            } else if (cost != nullptr) {
                const double normal = random.normal();
                const double side =
                    normal < 0 ? cost->meanNs - cost->lowNs : cost->highNs - cost->meanNs;
                factor = relative(*cost, cost->meanNs + side * normal / kNormal95);
            }
            m_factors[kind].push_back(std::max(0.0, factor));
        }
    }
}

std::vector<double> resampledMeans(const std::vector<double>& values)
{
    SplitMix random;
    std::vector<double> means;
    for (std::size_t draw = 0; draw < ModelDraws::kDraws; ++draw) {
        std::vector<double> chosen(values.size());
        std::ranges::generate(chosen, [&random] { return random.uniform(); });
        means.push_back(widened(values, chosen));
    }
    return means;
}

Interval middle95(std::vector<double> values)
{
    constexpr double kTail = 0.025;
    if (values.empty()) {
        return {};
    }
    std::ranges::sort(values);
    const auto last = static_cast<double>(values.size() - 1);
    const auto at = [&values](double position) {
        const auto below = static_cast<std::size_t>(position);
        const std::size_t above = std::min(below + 1, values.size() - 1);
        const double share = position - static_cast<double>(below);
        return values[below] * (1 - share) + values[above] * share;
    };
    return {at(last * kTail), at(last * (1 - kTail))};
}

} // namespace hscope::core
