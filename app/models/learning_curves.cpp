// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/learning_curves.h"

#include <algorithm>
#include <functional>
#include <map>

namespace hscope::app {

namespace {

using Value = std::function<std::optional<double>(const LearningPoint&)>;

double median(std::span<const double> sorted)
{
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

std::vector<LearningSummary::Point> summarize(std::span<const LearningCurve> curves,
                                              const QString& scheduler, const Value& value)
{
    std::map<std::int64_t, std::vector<double>> rounds;
    for (const LearningCurve& curve : curves) {
        if (curve.scheduler != scheduler) {
            continue;
        }
        for (const LearningPoint& point : curve.points) {
            if (const auto number = value(point)) {
                rounds[point.round].push_back(*number);
            }
        }
    }
    std::vector<LearningSummary::Point> points;
    for (auto& [round, values] : rounds) {
        std::ranges::sort(values);
        points.push_back({round, values.front(), median(values), values.back()});
    }
    return points;
}

} // namespace

LearningChartData learningChartOf(std::span<const LearningCurve> curves, LearningMeasure measure,
                                  std::optional<double> optimumUsd, bool isProven)
{
    LearningChartData data{measure, {}, optimumUsd, isProven};
    const double unit = optimumUsd && *optimumUsd > 0 ? *optimumUsd : 1.0;
    const auto scaled = [unit](const std::optional<double>& cost) {
        return cost ? std::optional(*cost / unit) : std::nullopt;
    };
    for (const LearningCurve& curve : curves) {
        auto line = std::ranges::find(data.lines, curve.scheduler, &LearningSummary::scheduler);
        if (line == data.lines.end()) {
            data.lines.push_back({curve.scheduler, 0, false, {}, {}});
            line = std::prev(data.lines.end());
        }
        ++line->seeds;
        line->isRunning = line->isRunning || curve.isRunning;
    }
    for (LearningSummary& line : data.lines) {
        if (measure == LearningMeasure::Reward) {
            line.points = summarize(curves, line.scheduler, [](const LearningPoint& point) {
                return std::optional(point.meanReward);
            });
            continue;
        }
        line.points = summarize(curves, line.scheduler, [&](const LearningPoint& point) {
            return scaled(point.decisionCostUsd);
        });
        line.best = summarize(curves, line.scheduler, [&](const LearningPoint& point) {
            return scaled(point.bestCostUsd);
        });
    }
    return data;
}

} // namespace hscope::app
