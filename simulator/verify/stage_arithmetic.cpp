// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/verify/stage_arithmetic.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace hscope::sim {

namespace {

constexpr std::int64_t kUnlimited = 1'000'000'000;

} // namespace

double StageArithmetic::Parts::at(double units) const
{
    return std::max(computeSerial + computeShared / units, transferSerial + transferShared / units);
}

StageArithmetic::StageArithmetic(const Workload& workload, const Cluster& cluster)
    : m_workload(workload)
    , m_cluster(cluster)
    , m_cuts(workload.layers.size() + 1, 0.0)
{
    const std::size_t layers = workload.layers.size();
    if (workload.edges) {
        for (const Edge& edge : *workload.edges) {
            for (std::size_t cut = edge.from + 1; cut <= edge.to; ++cut) {
                m_cuts[cut] += edge.bytes;
            }
        }
    } else {
        for (std::size_t layer = 0; layer + 1 < layers; ++layer) {
            m_cuts[layer + 1] = workload.layers[layer].outputBytes;
        }
    }
    std::size_t usable = 0;
    for (const ResourceType& type : cluster.resourceTypes) {
        std::int64_t units = type.limit.value_or(kUnlimited);
        if (!cluster.nodes.empty()) {
            std::int64_t drawn = 0;
            for (const Node& node : cluster.nodes) {
                for (const NodeDevices& devices : node.devices) {
                    if (devices.type == type.id) {
                        drawn += devices.count * node.count;
                    }
                }
            }
            units = std::min(units, drawn);
        }
        m_limits.push_back(units);
        std::set<std::int64_t> starts{1};
        std::vector<const LayerProfile*> profiles;
        bool runsAny = false;
        for (const Layer& layer : workload.layers) {
            const auto found = layer.profile.find(type.id);
            profiles.push_back(found == layer.profile.end() ? nullptr : &found->second);
            if (profiles.back() != nullptr) {
                runsAny = true;
                for (const MeasuredTime& point : found->second.measured) {
                    starts.insert(point.units);
                }
            }
        }
        usable += runsAny && units > 0 ? 1 : 0;
        m_starts.emplace_back(starts.begin(), starts.end());
        m_profiles.push_back(std::move(profiles));
    }
    m_chargesBoundaries = workload.chargeBoundaryTraffic && usable > 1;
}

double StageArithmetic::boundary(std::size_t cut, std::size_t type) const
{
    if (!m_chargesBoundaries || cut == 0 || cut == m_workload.layers.size()) {
        return 0;
    }
    return 2 * m_cuts[cut] / (m_cluster.resourceTypes[type].nicGbPerSecond.value_or(0) * 1e9);
}

std::optional<StageArithmetic::Parts> StageArithmetic::parts(std::size_t first, std::size_t last,
                                                             std::size_t type,
                                                             std::int64_t units) const
{
    Parts sum;
    for (std::size_t layer = first; layer <= last; ++layer) {
        const LayerProfile* profile = m_profiles[type][layer];
        if (profile == nullptr) {
            return std::nullopt;
        }
        if (profile->measured.empty()) {
            sum.computeSerial += (1 - profile->alpha) * profile->computeSeconds;
            sum.computeShared += profile->alpha * profile->computeSeconds;
            sum.transferSerial += (1 - profile->beta) * profile->communicationSeconds;
            sum.transferShared += profile->beta * profile->communicationSeconds;
            continue;
        }
        if (units < profile->measured.front().units) {
            return std::nullopt;
        }
        std::size_t point = 0;
        while (point + 1 < profile->measured.size() &&
               profile->measured[point + 1].units <= units) {
            ++point;
        }
        const MeasuredTime& here = profile->measured[point];
        if (point + 1 == profile->measured.size()) {
            sum.computeSerial += here.seconds;
            continue;
        }
        // A line in 1/units through both points.
        const MeasuredTime& next = profile->measured[point + 1];
        const double a = 1.0 / static_cast<double>(here.units);
        const double b = 1.0 / static_cast<double>(next.units);
        const double slope = (here.seconds - next.seconds) / (a - b);
        sum.computeShared += slope;
        sum.computeSerial += here.seconds - slope * a;
    }
    sum.transferShared += boundary(first, type) + boundary(last + 1, type);
    return sum;
}

std::optional<double> StageArithmetic::time(std::size_t first, std::size_t last, std::size_t type,
                                            std::int64_t units) const
{
    const std::optional<Parts> sum = parts(first, last, type, units);
    return sum ? std::optional(sum->at(static_cast<double>(units))) : std::nullopt;
}

std::optional<std::int64_t> StageArithmetic::fewestUnits(std::size_t first, std::size_t last,
                                                         std::size_t type, double period) const
{
    for (std::size_t i = 0; i < m_starts[type].size(); ++i) {
        const std::int64_t low = m_starts[type][i];
        const std::int64_t high = std::min(
            m_limits[type], i + 1 < m_starts[type].size() ? m_starts[type][i + 1] - 1 : kUnlimited);
        const std::optional<Parts> sum = low <= high ? parts(first, last, type, low) : std::nullopt;
        if (!sum) {
            continue;
        }
        const auto fits = [&](std::int64_t units) {
            return sum->at(static_cast<double>(units)) <= period;
        };
        if (fits(low)) {
            return low;
        }
        if (!fits(high)) {
            // Both terms are monotone in the units, so in between it may only fit where one rises
            // and the other falls: from where the transfer fits on.
            const double room = period - sum->transferSerial;
            const double least = room > 0 ? std::ceil(sum->transferShared / room) : INFINITY;
            if (sum->computeShared >= 0 || !(least <= static_cast<double>(high)) ||
                !fits(std::max(low, static_cast<std::int64_t>(least)))) {
                continue;
            }
            return std::max(low, static_cast<std::int64_t>(least));
        }
        std::int64_t tooFew = low;
        std::int64_t enough = high;
        while (enough - tooFew > 1) {
            const std::int64_t middle = tooFew + (enough - tooFew) / 2;
            (fits(middle) ? enough : tooFew) = middle;
        }
        return enough;
    }
    return std::nullopt;
}

std::optional<double> StageArithmetic::fractionalUnits(std::size_t first, std::size_t last,
                                                       std::size_t type, double period) const
{
    if (m_starts[type].size() > 1) {
        return 0.0;
    }
    const std::optional<Parts> sum =
        m_limits[type] > 0 ? parts(first, last, type, 1) : std::nullopt;
    if (!sum || sum->computeSerial >= period || sum->transferSerial >= period) {
        return std::nullopt;
    }
    return std::max(sum->computeShared / (period - sum->computeSerial),
                    sum->transferShared / (period - sum->transferSerial));
}

double StageArithmetic::longestTime() const
{
    double total = 0;
    for (std::size_t layer = 0; layer < m_workload.layers.size(); ++layer) {
        double slowest = 0;
        for (std::size_t type = 0; type < m_profiles.size(); ++type) {
            const LayerProfile* profile = m_profiles[type][layer];
            if (profile == nullptr) {
                continue;
            }
            double seconds = profile->computeSeconds + profile->communicationSeconds;
            for (const MeasuredTime& point : profile->measured) {
                seconds = std::max(seconds, point.seconds);
            }
            slowest =
                std::max(slowest, seconds + boundary(layer, type) + boundary(layer + 1, type));
        }
        total += slowest;
    }
    return total;
}

} // namespace hscope::sim
