// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "simulator/model/cluster.h"
#include "simulator/model/workload.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hscope::sim {

/// Layers first to end - 1 on resource type `type` (an index into the cluster's types).
struct StageRange
{
    std::size_t first = 0;
    std::size_t end = 0;
    std::size_t type = 0;

    bool operator==(const StageRange&) const = default;
};

/// Seconds per sample of a stage: computation and communication overlap.
struct StageTime
{
    double compute = 0;
    double communication = 0;

    [[nodiscard]] double execution() const
    {
        return compute > communication ? compute : communication;
    }

    bool operator==(const StageTime&) const = default;
};

/// The terms of a stage's time, seconds per sample on k units: computation takes
/// `serialCompute + sharedCompute / k`, communication the same of its two terms.
struct StageTerms
{
    double serialCompute = 0;
    double sharedCompute = 0;
    double serialCommunication = 0;
    double sharedCommunication = 0; ///< With the boundary traffic of both ends.

    [[nodiscard]] StageTime at(double units) const
    {
        return {serialCompute + sharedCompute / units,
                serialCommunication + sharedCommunication / units};
    }

    bool operator==(const StageTerms&) const = default;
};

/// Whether a period itself is allowed or only shorter ones.
enum class PeriodTest
{
    AtMost,
    LessThan,
};

/// A workload on a cluster, checked and prepared: what schedulers read.
///
/// Cost model (HeterPS, arXiv 2111.10635, as docs/SIMULATION.md writes it), seconds per sample. A
/// stage of layers i..j-1 on k units of a type takes
///
///     ET(k) = max( S + Q/k,  S' + (Q' + b(i) + b(j))/k )
///
/// with S = sum (1 - alpha) compute, Q = sum alpha compute, S' and Q' the same of communication
/// with beta, and b(c) = 2 cut(c) / NIC bandwidth of the stage's type where boundary traffic is
/// charged and c is inside the model. The period is the largest ET, a schedule costs samples / 3600
/// * period * (fixed + sum price k).
///
/// Sums over layers are differences of prefix sums, so each query is O(1), or O(measured points)
/// for a type with measured times. ET need not fall with k (measured times) nor rise with the
/// stage's length (boundary traffic).
///
/// Thread: immutable, any.
class Problem
{
public:
    /// How much longer than the floor allows a period may be, relative: sums of the same times in
    /// another order differ by less.
    static constexpr double kFloorTolerance = 1e-9;

    /// No stage may have more units than this.
    static constexpr std::int64_t kMostUnits = 1'000'000'000;

    /// Errors: InvalidArgument with a sentence: a layer that no type can run, a type that can
    /// but has no price, boundary traffic charged on a type without NIC bandwidth, times or costs
    /// that overflow.
    [[nodiscard]] static core::Result<Problem> create(Workload workload, Cluster cluster);

    [[nodiscard]] const Workload& workload() const { return m_workload; }

    [[nodiscard]] const Cluster& cluster() const { return m_cluster; }

    [[nodiscard]] std::size_t layerCount() const { return m_workload.layers.size(); }

    [[nodiscard]] std::size_t typeCount() const { return m_cluster.resourceTypes.size(); }

    /// USD per unit and hour.
    [[nodiscard]] double price(std::size_t type) const
    {
        return m_cluster.resourceTypes[type].priceUsdPerHour;
    }

    /// Most units over all stages of a type; kMostUnits if unlimited.
    [[nodiscard]] std::int64_t limit(std::size_t type) const { return m_limits[type]; }

    /// Whether `type` has a profile for `layer` and units to run it.
    [[nodiscard]] bool canRun(std::size_t layer, std::size_t type) const
    {
        return m_limits[type] > 0 && m_runnable[layer * typeCount() + type];
    }

    /// Least samples/s; 0: no floor.
    [[nodiscard]] double floor() const { return m_workload.throughputLimit; }

    /// The longest period that meets the throughput floor to kFloorTolerance; without a floor, a
    /// period that every schedule meets. Seconds per sample.
    [[nodiscard]] double longestPeriod() const { return m_longestPeriod; }

    /// A period that every placement meets with the fewest units it can run on. Seconds per sample.
    [[nodiscard]] double slowestPeriod() const { return m_slowestPeriod; }

    /// Bytes per sample that cross cut c, 0 to layerCount().
    [[nodiscard]] double cutBytesAt(std::size_t cut) const { return m_cutBytes[cut]; }

    /// Seconds per sample of boundary traffic of one unit of `type` at `cut`; 0 if it is not
    /// charged.
    [[nodiscard]] double boundarySeconds(std::size_t cut, std::size_t type) const
    {
        return m_cutBytes[cut] * m_boundaryFactor[type];
    }

    /// The terms of a stage on `units`; those of measured times depend on the units. None if a
    /// layer cannot run there.
    [[nodiscard]] std::optional<StageTerms> stageTerms(const StageRange& stage,
                                                       std::int64_t units) const;

    /// Time of a stage on `units`; none if a layer cannot run there.
    [[nodiscard]] std::optional<StageTime> stageTime(const StageRange& stage,
                                                     std::int64_t units) const;

    /// The fewest units with which the stage meets `period`; none if no number does. Exact: checked
    /// against the time itself after the closed form.
    [[nodiscard]] std::optional<std::int64_t> leastUnits(const StageRange& stage, double period,
                                                         PeriodTest test) const;

    /// A lower bound on period x units of the stage for every period up to `period`, in unit
    /// seconds per sample: a stage that shares `Q` and cannot share `S` needs at least period Q /
    /// (period - S), and that falls with the period. Infinity if no number of units meets `period`;
    /// 0 where nothing is known (measured times). It bounds the cost of all the periods that are
    /// too many to try.
    [[nodiscard]] double leastUnitSeconds(const StageRange& stage, double period) const;

    /// Whether no stage that starts with the stage's layers can meet `period`, whatever its units:
    /// lets a search stop although ET is not monotone in the length.
    [[nodiscard]] bool exceedsForAnyEnd(const StageRange& stage, double period) const;

    /// USD of the whole training at `period` with units that cost `weight` USD per hour in all.
    [[nodiscard]] double costUsd(double period, double weight) const
    {
        return costOfRate(period * (m_cluster.fixedCostUsdPerHour + weight));
    }

    /// USD of the whole training if period x (fixed + weight) is `rate`.
    [[nodiscard]] double costOfRate(double rate) const { return m_hours * rate; }

private:
    /// Sums over layers 0..i-1.
    struct Sums
    {
        StageTerms terms;
        std::int64_t blocked = 0; ///< Layers that cannot run.
    };

    /// Unit counts of a type between two measured points, where each layer's time is a + b/k.
    struct Segment
    {
        std::int64_t leastUnits = 1;
        std::int64_t mostUnits = kMostUnits;
        bool rising = true; ///< No term is negative: more layers take longer, more units less time.
        std::vector<Sums> prefix; ///< layerCount() + 1 elements.
    };

    Problem(Workload workload, Cluster cluster);
    [[nodiscard]] core::Result<void> checkLayers() const;
    [[nodiscard]] core::Result<void> checkPrices() const;
    [[nodiscard]] core::Result<void> addBoundaryTraffic();
    [[nodiscard]] core::Result<void> findLongestPeriod();
    void addSegments(std::size_t type);
    [[nodiscard]] Segment segment(std::size_t type, std::int64_t leastUnits,
                                  std::int64_t mostUnits) const;
    [[nodiscard]] std::optional<StageTerms> termsIn(const Segment& segment,
                                                    const StageRange& stage) const;

    Workload m_workload;
    Cluster m_cluster;
    std::vector<std::int64_t> m_limits;
    std::vector<bool> m_runnable; ///< By layer, then type.
    std::vector<double> m_cutBytes;
    std::vector<double> m_boundaryFactor;         ///< Seconds per byte that crosses a cut, by type.
    std::vector<std::vector<Segment>> m_segments; ///< By type, by rising units.
    double m_longestPeriod = 0;
    double m_slowestPeriod = 0;
    double m_hours = 0; ///< Samples of all epochs / 3600.
};

} // namespace hscope::sim
