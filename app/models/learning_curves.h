// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hscope::app {

/// One iteration of a learning scheduler's training.
struct LearningPoint
{
    std::int64_t round = 0; ///< From 1.
    double meanReward = 0;
    std::optional<double> decisionCostUsd; ///< None: the decision is not feasible.
    std::optional<double> bestCostUsd;     ///< Of all plans drawn so far.

    friend bool operator==(const LearningPoint&, const LearningPoint&) = default;
};

/// How one seed's training went.
struct LearningCurve
{
    QString scheduler;
    std::uint64_t seed = 0;
    std::vector<LearningPoint> points; ///< By rising round.
    bool isRunning = false;

    friend bool operator==(const LearningCurve&, const LearningCurve&) = default;
};

enum class LearningMeasure
{
    Cost,  ///< What the decision costs, to the optimum if that is known.
    Reward ///< Mean of the plans that an iteration drew.
};

/// The seeds of one scheduler together.
struct LearningSummary
{
    struct Point
    {
        std::int64_t round = 0;
        double low = 0;
        double median = 0;
        double high = 0;

        friend bool operator==(const Point&, const Point&) = default;
    };

    QString scheduler;
    std::size_t seeds = 0;
    bool isRunning = false;
    std::vector<Point> points;
    /// Median of the best cost so far; only for LearningMeasure::Cost.
    std::vector<Point> best;

    friend bool operator==(const LearningSummary&, const LearningSummary&) = default;
};

/// What the chart of the training shows.
struct LearningChartData
{
    LearningMeasure measure = LearningMeasure::Cost;
    std::vector<LearningSummary> lines; ///< By first appearance.
    std::optional<double> optimumUsd;   ///< Costs are ratios to it; none: USD.
    bool isProven = false;              ///< Nothing costs less than that.
};

/// Median and range over the seeds that have a value in a round: a seed that has not come so far
/// does not count there.
[[nodiscard]] LearningChartData learningChartOf(std::span<const LearningCurve> curves,
                                                LearningMeasure measure,
                                                std::optional<double> optimumUsd, bool isProven);

} // namespace hscope::app
