// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulator/brute_force.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace hscope::test {

namespace {

/// Seconds per sample of a layer's whole measured time on `units`; none below the first point.
std::optional<double> measuredTime(const std::vector<sim::MeasuredTime>& points, std::int64_t units)
{
    if (units < points.front().units) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        if (units < points[i + 1].units) {
            const double from = 1.0 / static_cast<double>(points[i].units);
            const double to = 1.0 / static_cast<double>(points[i + 1].units);
            const double part = (from - 1.0 / static_cast<double>(units)) / (from - to);
            return points[i].seconds + part * (points[i + 1].seconds - points[i].seconds);
        }
    }
    return points.back().seconds;
}

class BruteForce
{
public:
    BruteForce(const sim::Workload& workload, const sim::Cluster& cluster, std::int64_t mostUnits)
        : m_workload(workload)
        , m_cluster(cluster)
        , m_mostUnits(mostUnits)
    {
    }

    std::optional<double> run()
    {
        m_plan.assign(m_workload.layers.size(), 0);
        tryPlans(0);
        return m_best;
    }

private:
    struct Stage
    {
        std::size_t first = 0;
        std::size_t last = 0;
        std::size_t type = 0;
        std::vector<double> times; ///< On 1, 2, ... units; infinity where it cannot run.
    };

    double crossing(std::size_t cut) const
    {
        if (cut == 0 || cut == m_workload.layers.size() || !m_workload.chargeBoundaryTraffic) {
            return 0;
        }
        if (!m_workload.edges) {
            return m_workload.layers[cut - 1].outputBytes;
        }
        double bytes = 0;
        for (const sim::Edge& edge : *m_workload.edges) {
            bytes += edge.from < cut && cut <= edge.to ? edge.bytes : 0;
        }
        return bytes;
    }

    double time(std::size_t first, std::size_t last, const sim::ResourceType& type,
                std::int64_t units) const
    {
        const double k = static_cast<double>(units);
        double compute = 0;
        double communication = 0;
        for (std::size_t layer = first; layer <= last; ++layer) {
            const auto found = m_workload.layers[layer].profile.find(type.id);
            if (found == m_workload.layers[layer].profile.end()) {
                return INFINITY;
            }
            const sim::LayerProfile& profile = found->second;
            if (!profile.measured.empty()) {
                compute += measuredTime(profile.measured, units).value_or(INFINITY);
                continue;
            }
            compute += profile.computeSeconds * (1 - profile.alpha + profile.alpha / k);
            communication += profile.communicationSeconds * (1 - profile.beta + profile.beta / k);
        }
        if (m_workload.chargeBoundaryTraffic) {
            communication +=
                2 * (crossing(first) + crossing(last + 1)) / (*type.nicGbPerSecond * 1e9) / k;
        }
        return std::max(compute, communication);
    }

    void tryPlans(std::size_t layer)
    {
        if (layer == m_plan.size()) {
            tryPeriods();
            return;
        }
        for (m_plan[layer] = 0; m_plan[layer] < m_cluster.resourceTypes.size(); ++m_plan[layer]) {
            tryPlans(layer + 1);
        }
    }

    void tryPeriods()
    {
        std::vector<Stage> stages;
        std::vector<double> periods;
        for (std::size_t layer = 0; layer < m_plan.size(); ++layer) {
            if (layer == 0 || m_plan[layer] != m_plan[layer - 1]) {
                stages.push_back({layer, layer, m_plan[layer], {}});
            }
            stages.back().last = layer;
        }
        for (Stage& stage : stages) {
            for (std::int64_t units = 1; units <= m_mostUnits; ++units) {
                stage.times.push_back(
                    time(stage.first, stage.last, m_cluster.resourceTypes[stage.type], units));
                periods.push_back(stage.times.back());
            }
        }
        for (const double period : periods) {
            if (std::isfinite(period) && !(period * m_workload.throughputLimit > 1)) {
                tryPeriod(stages, period);
            }
        }
    }

    void tryPeriod(const std::vector<Stage>& stages, double period)
    {
        double hourly = m_cluster.fixedCostUsdPerHour;
        double reached = 0;
        std::vector<std::int64_t> used(m_cluster.resourceTypes.size(), 0);
        for (const Stage& stage : stages) {
            const auto enough =
                std::find_if(stage.times.begin(), stage.times.end(),
                             [period](double seconds) { return seconds <= period; });
            if (enough == stage.times.end()) {
                return;
            }
            const std::int64_t units = enough - stage.times.begin() + 1;
            const sim::ResourceType& type = m_cluster.resourceTypes[stage.type];
            used[stage.type] += units;
            if (type.limit && used[stage.type] > *type.limit) {
                return;
            }
            hourly += type.priceUsdPerHour * static_cast<double>(units);
            reached = std::max(reached, *enough);
        }
        const double cost =
            m_workload.epochs * m_workload.samplesPerEpoch / 3600 * reached * hourly;
        m_best = m_best ? std::min(*m_best, cost) : cost;
    }

    const sim::Workload& m_workload;
    const sim::Cluster& m_cluster;
    std::int64_t m_mostUnits;
    std::vector<std::size_t> m_plan;
    std::optional<double> m_best;
};

/// Numbers whose values do not depend on the standard library's distributions.
class Numbers
{
public:
    explicit Numbers(std::mt19937_64& random)
        : m_random(random)
    {
    }

    double between(double low, double high)
    {
        return low + (high - low) * static_cast<double>(m_random() >> 11) * 0x1p-53;
    }

    std::size_t count(std::size_t low, std::size_t high)
    {
        return low + m_random() % (high - low + 1);
    }

    bool chance(double probability) { return between(0, 1) < probability; }

private:
    std::mt19937_64& m_random;
};

sim::LayerProfile randomProfile(Numbers& numbers, bool measured)
{
    sim::LayerProfile profile;
    profile.computeSeconds = numbers.between(1e-6, 4e-5);
    profile.communicationSeconds = numbers.chance(0.3) ? 0 : numbers.between(1e-7, 3e-5);
    profile.alpha = numbers.between(0.85, 1);
    profile.beta = numbers.between(0.8, 1);
    if (measured) {
        std::int64_t units = static_cast<std::int64_t>(numbers.count(1, 2));
        double seconds = profile.computeSeconds;
        const std::size_t points = numbers.count(1, 4);
        for (std::size_t i = 0; i < points; ++i) {
            profile.measured.push_back({units, seconds});
            units += static_cast<std::int64_t>(numbers.count(1, 3));
            seconds *= numbers.between(0.5, 1.15); // Sometimes more units are slower.
        }
    }
    return profile;
}

} // namespace

std::optional<double> bruteForceCost(const sim::Workload& workload, const sim::Cluster& cluster,
                                     std::int64_t mostUnits)
{
    return BruteForce(workload, cluster, mostUnits).run();
}

RandomProblem randomProblem(std::mt19937_64& random, const RandomProblemShape& shape)
{
    Numbers numbers(random);
    RandomProblem problem;
    problem.cluster.name = "random";
    problem.cluster.pricesAsOf = "2021-11";
    problem.cluster.fixedCostUsdPerHour = shape.hasFixedCost ? numbers.between(0, 3) : 0;
    const std::size_t types = numbers.count(2, shape.mostTypes);
    for (std::size_t i = 0; i < types; ++i) {
        sim::ResourceType type;
        type.id = "type-" + std::to_string(i);
        type.name = type.id;
        type.kind = i % 2 == 0 ? sim::DeviceKind::Cpu : sim::DeviceKind::Gpu;
        type.priceUsdPerHour = numbers.between(0.05, 2);
        type.nicGbPerSecond = numbers.between(0.2, 3);
        if (shape.hasLimits) {
            type.limit = static_cast<std::int64_t>(numbers.count(1, 9));
        }
        problem.cluster.resourceTypes.push_back(std::move(type));
    }
    sim::Workload& workload = problem.workload;
    workload.name = "random";
    workload.batchSize = 64;
    workload.samplesPerEpoch = 1e6;
    workload.epochs = numbers.between(1, 3);
    workload.chargeBoundaryTraffic = numbers.chance(0.7);
    workload.throughputLimit = numbers.between(1e4, 6e4);
    const std::size_t layers = numbers.count(2, shape.mostLayers);
    for (std::size_t i = 0; i < layers; ++i) {
        sim::Layer layer;
        layer.name = "layer-" + std::to_string(i);
        layer.type = "fc";
        layer.outputBytes = numbers.between(0, 20'000);
        for (const sim::ResourceType& type : problem.cluster.resourceTypes) {
            if (layer.profile.empty() || !numbers.chance(0.1)) {
                layer.profile[type.id] =
                    randomProfile(numbers, shape.hasMeasuredTimes && numbers.chance(0.4));
            }
        }
        workload.layers.push_back(std::move(layer));
    }
    if (shape.hasEdges) {
        workload.edges.emplace();
        for (std::size_t from = 0; from + 1 < layers; ++from) {
            for (std::size_t to = from + 1; to < layers; ++to) {
                if (to == from + 1 || numbers.chance(0.3)) {
                    workload.edges->push_back({from, to, numbers.between(0, 20'000)});
                }
            }
        }
    }
    return problem;
}

} // namespace hscope::test
