// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/problem.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

namespace hscope::sim {

namespace {

using core::ErrorCode;
using core::failure;

bool meets(const StageTerms& terms, std::int64_t units, double period, PeriodTest test)
{
    const double time = terms.at(static_cast<double>(units)).execution();
    return test == PeriodTest::AtMost ? time <= period : time < period;
}

/// The unit counts at which `serial + shared / k <= period`, as real numbers.
struct UnitRange
{
    double least = 1;
    double most = std::numeric_limits<double>::infinity();
};

UnitRange unitsWithin(double serial, double shared, double period)
{
    const double room = period - serial;
    UnitRange range;
    if (shared > 0) {
        range.least = room > 0 ? shared / room : std::numeric_limits<double>::infinity();
    } else if (room < 0) { // More units take longer, or nothing helps.
        range.most = shared / room;
    }
    return range;
}

/// The fewest units from `least` to `most` that meet the period, close to `estimate`.
std::optional<std::int64_t> settle(const StageTerms& terms, double estimate, std::int64_t least,
                                   std::int64_t most, double period, PeriodTest test)
{
    if (!(estimate <= static_cast<double>(most) + 1)) {
        return std::nullopt;
    }
    std::int64_t units = std::clamp(static_cast<std::int64_t>(std::ceil(estimate)), least, most);
    if (meets(terms, units, period, test)) {
        while (units > least && meets(terms, units - 1, period, test)) {
            --units;
        }
        return units;
    }
    // Where the period is close to the serial part the estimate is rough: widen the step, then
    // halve.
    std::int64_t failing = units;
    for (std::int64_t step = 1; failing < most; step *= 2) {
        const std::int64_t next = std::min(most, failing + step);
        if (!meets(terms, next, period, test)) {
            failing = next;
            continue;
        }
        std::int64_t meeting = next;
        while (meeting - failing > 1) {
            const std::int64_t middle = failing + (meeting - failing) / 2;
            (meets(terms, middle, period, test) ? meeting : failing) = middle;
        }
        return meeting;
    }
    return std::nullopt;
}

/// A layer's terms on a type for unit counts from `units` on up to the next measured point.
std::optional<StageTerms> layerTerms(const LayerProfile& profile, std::int64_t units)
{
    if (profile.measured.empty()) {
        return StageTerms{(1 - profile.alpha) * profile.computeSeconds,
                          profile.alpha * profile.computeSeconds,
                          (1 - profile.beta) * profile.communicationSeconds,
                          profile.beta * profile.communicationSeconds};
    }
    // A measured time is a whole execution time: it counts as computation, which overlaps with
    // nothing of its own.
    const auto after = std::upper_bound(
        profile.measured.begin(), profile.measured.end(), units,
        [](std::int64_t value, const MeasuredTime& point) { return value < point.units; });
    if (after == profile.measured.begin()) {
        return std::nullopt;
    }
    const MeasuredTime& left = *(after - 1);
    if (after == profile.measured.end()) {
        return StageTerms{left.seconds, 0, 0, 0};
    }
    const double leftInverse = 1 / static_cast<double>(left.units);
    const double rightInverse = 1 / static_cast<double>(after->units);
    const double shared = (left.seconds - after->seconds) / (leftInverse - rightInverse);
    return StageTerms{left.seconds - shared * leftInverse, shared, 0, 0};
}

bool hasNegativeTerm(const StageTerms& terms)
{
    return terms.serialCompute < 0 || terms.sharedCompute < 0 || terms.serialCommunication < 0 ||
           terms.sharedCommunication < 0;
}

StageTerms sum(const StageTerms& a, const StageTerms& b)
{
    return {a.serialCompute + b.serialCompute, a.sharedCompute + b.sharedCompute,
            a.serialCommunication + b.serialCommunication,
            a.sharedCommunication + b.sharedCommunication};
}

StageTerms difference(const StageTerms& a, const StageTerms& b)
{
    return {a.serialCompute - b.serialCompute, a.sharedCompute - b.sharedCompute,
            a.serialCommunication - b.serialCommunication,
            a.sharedCommunication - b.sharedCommunication};
}

const LayerProfile* profileOf(const Layer& layer, const ResourceType& type)
{
    const auto found = layer.profile.find(type.id);
    return found == layer.profile.end() ? nullptr : &found->second;
}

} // namespace

Problem::Problem(Workload workload, Cluster cluster)
    : m_workload(std::move(workload))
    , m_cluster(std::move(cluster))
    , m_cutBytes(cutBytes(m_workload))
{
    for (std::size_t type = 0; type < typeCount(); ++type) {
        m_limits.push_back(std::clamp<std::int64_t>(unitLimit(m_cluster, type).value_or(kMostUnits),
                                                    0, kMostUnits));
    }
    for (const Layer& layer : m_workload.layers) {
        for (const ResourceType& type : m_cluster.resourceTypes) {
            m_runnable.push_back(profileOf(layer, type) != nullptr);
        }
    }
    m_hours = m_workload.epochs * m_workload.samplesPerEpoch / 3600;
}

core::Result<Problem> Problem::create(Workload workload, Cluster cluster)
{
    if (workload.layers.empty()) {
        return failure(ErrorCode::InvalidArgument, "workload " + workload.name + " has no layers");
    }
    if (cluster.resourceTypes.empty()) {
        return failure(ErrorCode::InvalidArgument,
                       "cluster " + cluster.name + " has no resource types");
    }
    Problem problem(std::move(workload), std::move(cluster));
    HSCOPE_TRY(problem.checkLayers());
    HSCOPE_TRY(problem.checkPrices());
    HSCOPE_TRY(problem.addBoundaryTraffic());
    for (std::size_t type = 0; type < problem.typeCount(); ++type) {
        problem.addSegments(type);
    }
    HSCOPE_TRY(problem.findLongestPeriod());
    return problem;
}

core::Result<void> Problem::checkLayers() const
{
    for (std::size_t layer = 0; layer < layerCount(); ++layer) {
        bool runs = false;
        bool hasProfile = false;
        for (std::size_t type = 0; type < typeCount(); ++type) {
            runs = runs || canRun(layer, type);
            hasProfile = hasProfile || m_runnable[layer * typeCount() + type];
        }
        if (!runs) {
            const std::string which = "layer " + std::to_string(layer) + " (" +
                                      m_workload.layers[layer].name + ") of workload " +
                                      m_workload.name;
            return failure(ErrorCode::InvalidArgument,
                           hasProfile
                               ? which + " can only run on types of which cluster " +
                                     m_cluster.name + " has no units"
                               : which + " has no profile for any resource type of cluster " +
                                     m_cluster.name);
        }
    }
    return {};
}

core::Result<void> Problem::checkPrices() const
{
    for (std::size_t type = 0; type < typeCount(); ++type) {
        bool isUsable = false;
        for (std::size_t layer = 0; layer < layerCount() && !isUsable; ++layer) {
            isUsable = canRun(layer, type);
        }
        const ResourceType& resource = m_cluster.resourceTypes[type];
        if (isUsable && !(resource.priceUsdPerHour > 0)) {
            return failure(ErrorCode::InvalidArgument,
                           "resource type " + resource.id + " of cluster " + m_cluster.name +
                               " has no price: with a price_usd_per_hour of 0 all schedules that "
                               "use it alone would cost the same");
        }
    }
    return {};
}

core::Result<void> Problem::addBoundaryTraffic()
{
    std::vector<std::size_t> usable;
    for (std::size_t type = 0; type < typeCount(); ++type) {
        for (std::size_t layer = 0; layer < layerCount(); ++layer) {
            if (canRun(layer, type)) {
                usable.push_back(type);
                break;
            }
        }
    }
    m_boundaryFactor.assign(typeCount(), 0.0);
    if (!m_workload.chargeBoundaryTraffic || usable.size() < 2) {
        return {};
    }
    for (const std::size_t type : usable) {
        const ResourceType& resource = m_cluster.resourceTypes[type];
        if (!resource.nicGbPerSecond) {
            return failure(
                ErrorCode::InvalidArgument,
                "workload " + m_workload.name + " charges boundary traffic, but resource type " +
                    resource.id + " of cluster " + m_cluster.name +
                    " has no nic_gb_per_s: add it, or set charge_boundary_traffic to false");
        }
        m_boundaryFactor[type] = 2 / (*resource.nicGbPerSecond * 1e9);
    }
    return {};
}

void Problem::addSegments(std::size_t type)
{
    std::set<std::int64_t> starts{1};
    for (const Layer& layer : m_workload.layers) {
        if (const LayerProfile* profile = profileOf(layer, m_cluster.resourceTypes[type])) {
            for (const MeasuredTime& point : profile->measured) {
                starts.insert(point.units);
            }
        }
    }
    std::vector<Segment> segments;
    for (auto start = starts.begin(); start != starts.end(); ++start) {
        const auto next = std::next(start);
        segments.push_back(segment(type, *start, next == starts.end() ? kMostUnits : *next - 1));
    }
    m_segments.push_back(std::move(segments));
}

Problem::Segment Problem::segment(std::size_t type, std::int64_t leastUnits,
                                  std::int64_t mostUnits) const
{
    Segment segment{leastUnits, std::min(mostUnits, m_limits[type]), true, {}};
    segment.prefix.reserve(layerCount() + 1);
    Sums sums;
    segment.prefix.push_back(sums);
    for (const Layer& layer : m_workload.layers) {
        const LayerProfile* profile = profileOf(layer, m_cluster.resourceTypes[type]);
        const std::optional<StageTerms> terms =
            profile ? layerTerms(*profile, leastUnits) : std::nullopt;
        if (terms) {
            segment.rising = segment.rising && !hasNegativeTerm(*terms);
            sums.terms = sum(sums.terms, *terms);
        } else {
            ++sums.blocked;
        }
        segment.prefix.push_back(sums);
    }
    return segment;
}

core::Result<void> Problem::findLongestPeriod()
{
    // No stage takes longer than all layers one after the other on their slowest types, on the
    // fewest units, with all boundaries charged.
    double total = 0;
    double leastTotal = 0;
    for (std::size_t layer = 0; layer < layerCount(); ++layer) {
        double slowest = 0;
        double fastest = std::numeric_limits<double>::infinity();
        for (std::size_t type = 0; type < typeCount(); ++type) {
            const double boundaries =
                boundarySeconds(layer, type) + boundarySeconds(layer + 1, type);
            if (const LayerProfile* profile =
                    profileOf(m_workload.layers[layer], m_cluster.resourceTypes[type])) {
                double time = profile->computeSeconds + profile->communicationSeconds;
                for (const MeasuredTime& point : profile->measured) {
                    time = std::max(time, point.seconds);
                }
                slowest = std::max(slowest, time + boundaries);
                fastest = std::min(fastest, time);
            }
        }
        total += slowest;
        leastTotal += fastest;
    }
    if (!std::isfinite(total) || !std::isfinite(m_hours)) {
        return failure(ErrorCode::InvalidArgument,
                       "the times of workload " + m_workload.name +
                           " add up to more than can be calculated with");
    }
    if (!(leastTotal > 0)) {
        return failure(ErrorCode::InvalidArgument,
                       "the layers of workload " + m_workload.name +
                           " take no time at all on some types of cluster " + m_cluster.name);
    }
    // With the tolerance, since stages sum the same times in another order.
    m_slowestPeriod = total * (1 + kFloorTolerance);
    m_longestPeriod =
        m_workload.throughputLimit > 0
            ? std::min(m_slowestPeriod, (1 + kFloorTolerance) / m_workload.throughputLimit)
            : m_slowestPeriod;
    double weight = m_cluster.fixedCostUsdPerHour;
    for (std::size_t type = 0; type < typeCount(); ++type) {
        weight += price(type) * static_cast<double>(m_limits[type]);
    }
    if (!std::isfinite(m_hours * total * weight)) {
        return failure(ErrorCode::InvalidArgument,
                       "the cost of workload " + m_workload.name + " on cluster " + m_cluster.name +
                           " can exceed what can be calculated with: check prices, epochs and "
                           "samples_per_epoch");
    }
    return {};
}

std::optional<StageTerms> Problem::termsIn(const Segment& segment, const StageRange& stage) const
{
    const Sums& before = segment.prefix[stage.first];
    const Sums& after = segment.prefix[stage.end];
    if (after.blocked != before.blocked) {
        return std::nullopt;
    }
    StageTerms terms = difference(after.terms, before.terms);
    if (segment.rising) { // Differences of sums may be off by a rounding below 0.
        terms = {std::max(0.0, terms.serialCompute), std::max(0.0, terms.sharedCompute),
                 std::max(0.0, terms.serialCommunication),
                 std::max(0.0, terms.sharedCommunication)};
    }
    terms.sharedCommunication +=
        boundarySeconds(stage.first, stage.type) + boundarySeconds(stage.end, stage.type);
    return terms;
}

std::optional<StageTerms> Problem::stageTerms(const StageRange& stage, std::int64_t units) const
{
    for (const Segment& segment : m_segments[stage.type]) {
        if (units >= segment.leastUnits && units <= segment.mostUnits) {
            return termsIn(segment, stage);
        }
    }
    return std::nullopt;
}

std::optional<StageTime> Problem::stageTime(const StageRange& stage, std::int64_t units) const
{
    const std::optional<StageTerms> terms = stageTerms(stage, units);
    return terms ? std::optional(terms->at(static_cast<double>(units))) : std::nullopt;
}

std::optional<std::int64_t> Problem::leastUnits(const StageRange& stage, double period,
                                                PeriodTest test) const
{
    for (const Segment& segment : m_segments[stage.type]) {
        if (segment.leastUnits > segment.mostUnits) {
            continue;
        }
        const std::optional<StageTerms> terms = termsIn(segment, stage);
        if (!terms) {
            continue;
        }
        const UnitRange compute = unitsWithin(terms->serialCompute, terms->sharedCompute, period);
        const UnitRange communication =
            unitsWithin(terms->serialCommunication, terms->sharedCommunication, period);
        const double least =
            std::max({static_cast<double>(segment.leastUnits), compute.least, communication.least});
        const double most =
            std::min({static_cast<double>(segment.mostUnits), compute.most, communication.most});
        if (least > most + 1) {
            continue;
        }
        if (const auto units =
                settle(*terms, least, segment.leastUnits, segment.mostUnits, period, test)) {
            return units;
        }
    }
    return std::nullopt;
}

double Problem::leastUnitSeconds(const StageRange& stage, double period) const
{
    const std::vector<Segment>& segments = m_segments[stage.type];
    if (segments.size() > 1) {
        return 0;
    }
    const std::optional<StageTerms> terms =
        m_limits[stage.type] > 0 ? termsIn(segments.front(), stage) : std::nullopt;
    if (!terms || terms->serialCompute >= period || terms->serialCommunication >= period) {
        return std::numeric_limits<double>::infinity();
    }
    return period * std::max(terms->sharedCompute / (period - terms->serialCompute),
                             terms->sharedCommunication / (period - terms->serialCommunication));
}

bool Problem::exceedsForAnyEnd(const StageRange& stage, double period) const
{
    for (const Segment& segment : m_segments[stage.type]) {
        if (segment.leastUnits > segment.mostUnits) {
            continue;
        }
        const Sums& before = segment.prefix[stage.first];
        const Sums& after = segment.prefix[stage.end];
        if (after.blocked != before.blocked) {
            continue;
        }
        const StageTerms terms = difference(after.terms, before.terms);
        if (!segment.rising ||
            terms.at(static_cast<double>(segment.mostUnits)).execution() <= period) {
            return false;
        }
    }
    return true;
}

} // namespace hscope::sim
