// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/verify/placement_check.h"

#include "simulator/verify/stage_arithmetic.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace hscope::sim {

namespace {

constexpr double kRounding = 1e-9;  ///< Relative difference that two ways to sum may have.
constexpr double kPeriodGap = 2e-9; ///< Periods are checked this much below where they are claimed.
constexpr double kBoundGap = 1e-8;  ///< What both add up to.
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool agree(double a, double b)
{
    return std::abs(a - b) <= kRounding * std::max(std::abs(a), std::abs(b));
}

/// Checks one placement; notes each problem as a sentence.
class Checker
{
public:
    Checker(const Workload& workload, const Cluster& cluster, const Placement& placement)
        : m_workload(workload)
        , m_cluster(cluster)
        , m_placement(placement)
        , m_arithmetic(workload, cluster)
        , m_hours(workload.epochs * workload.samplesPerEpoch / 3600)
    {
    }

    PlacementCheck run()
    {
        checkNames();
        if (!m_placement.feasible) {
            note("the placement says that there is no feasible schedule; that cannot be verified");
            return std::move(m_check);
        }
        if (checkStages()) {
            checkNumbers();
            checkOptimality();
        }
        return std::move(m_check);
    }

private:
    void note(std::string problem) { m_check.problems.push_back(std::move(problem)); }

    void checkNames()
    {
        if (m_placement.workload != m_workload.name) {
            note(fmt::format("the placement is of workload {}, not of {}", m_placement.workload,
                             m_workload.name));
        }
        if (m_placement.cluster != m_cluster.name) {
            note(fmt::format("the placement is on cluster {}, not on {}", m_placement.cluster,
                             m_cluster.name));
        }
    }

    [[nodiscard]] std::optional<std::size_t> typeIndex(const std::string& id) const
    {
        for (std::size_t type = 0; type < m_cluster.resourceTypes.size(); ++type) {
            if (m_cluster.resourceTypes[type].id == id) {
                return type;
            }
        }
        return std::nullopt;
    }

    /// Calculates period and hourly cost of the stages; false if that is not possible.
    bool checkStages()
    {
        std::size_t expected = 0;
        std::map<std::string, std::int64_t> units;
        const std::string* before = nullptr;
        for (const PlacedStage& stage : m_placement.stages) {
            const std::string which =
                fmt::format("the stage of layers {} to {}", stage.firstLayer, stage.lastLayer);
            const std::optional<std::size_t> type = typeIndex(stage.type);
            if (stage.firstLayer != expected || stage.lastLayer < stage.firstLayer ||
                stage.lastLayer >= m_workload.layers.size()) {
                note(fmt::format("{} does not continue at layer {}", which, expected));
                return false;
            }
            if (!type) {
                note(fmt::format("{} is on {}, which is no resource type of the cluster", which,
                                 stage.type));
                return false;
            }
            const std::optional<double> time =
                stage.units >= 1
                    ? m_arithmetic.time(stage.firstLayer, stage.lastLayer, *type, stage.units)
                    : std::nullopt;
            if (!time) {
                note(
                    fmt::format("{} cannot run on {} units of {}", which, stage.units, stage.type));
                return false;
            }
            if (before != nullptr && *before == stage.type) {
                note(fmt::format("{} is on the type of the stage before it: they are one stage",
                                 which));
            }
            before = &stage.type;
            m_period = std::max(m_period, *time);
            m_weight +=
                m_cluster.resourceTypes[*type].priceUsdPerHour * static_cast<double>(stage.units);
            units[stage.type] += stage.units;
            if (units[stage.type] > m_arithmetic.limit(*type)) {
                note(fmt::format("{} units of {} are placed, there are {}", units[stage.type],
                                 stage.type, m_arithmetic.limit(*type)));
            }
            checkReplicas(stage, which);
            expected = stage.lastLayer + 1;
        }
        if (expected != m_workload.layers.size()) {
            note(fmt::format("the stages end before layer {} of {}", expected,
                             m_workload.layers.size()));
            return false;
        }
        return true;
    }

    /// Devices of the type that the drawing has in the node, over all its copies.
    [[nodiscard]] std::int64_t devicesIn(const std::string& node, const std::string& type) const
    {
        std::int64_t devices = 0;
        for (const Node& each : m_cluster.nodes) {
            for (const NodeDevices& some : each.devices) {
                devices += each.id == node && some.type == type ? each.count * some.count : 0;
            }
        }
        return devices;
    }

    void checkReplicas(const PlacedStage& stage, const std::string& which)
    {
        if (stage.replicas.empty()) {
            return;
        }
        if (stage.replicas.size() != static_cast<std::size_t>(stage.units)) {
            note(fmt::format("{} has {} units and names {} replicas", which, stage.units,
                             stage.replicas.size()));
        }
        for (const Replica& replica : stage.replicas) {
            if (replica.type != stage.type || replica.device < 0 ||
                replica.device >= devicesIn(replica.node, replica.type)) {
                note(fmt::format("{} is on device {} of type {} in node {}, which the cluster does "
                                 "not have",
                                 which, replica.device, replica.type, replica.node));
            } else if (!m_used.emplace(replica.type, replica.node, replica.device).second) {
                note(fmt::format("device {} of type {} in node {} has two replicas", replica.device,
                                 replica.type, replica.node));
            }
        }
    }

    void compare(std::string_view what, double claimed, double calculated)
    {
        if (!agree(claimed, calculated)) {
            note(fmt::format("{} is {:.12g}, not {:.12g} as the placement says", what, calculated,
                             claimed));
        }
    }

    void checkNumbers()
    {
        m_rate = m_period * (m_cluster.fixedCostUsdPerHour + m_weight);
        m_check.periodSeconds = m_period;
        m_check.costUsd = m_hours * m_rate;
        compare("the period in s", m_placement.periodSeconds.value_or(0), m_period);
        compare("the throughput in samples/s", m_placement.throughput.value_or(0), 1 / m_period);
        compare("the cost in USD", m_placement.costUsd.value_or(0), m_hours * m_rate);
        if (m_workload.throughputLimit > 0 &&
            m_period * m_workload.throughputLimit > 1 + kPeriodGap) {
            note(fmt::format("the throughput of {:.9g} samples/s is below the floor of {:.9g}",
                             1 / m_period, m_workload.throughputLimit));
        }
        if (m_placement.lowerBoundUsd.value_or(0) > m_hours * m_rate * (1 + kRounding)) {
            note(fmt::format("the lower bound of {:.9g} USD is above the cost",
                             *m_placement.lowerBoundUsd));
        }
    }

    void checkOptimality()
    {
        if (m_placement.certificate) {
            const std::size_t before = m_check.problems.size();
            const double bound = provenRate();
            if (m_check.problems.size() == before) {
                m_check.provenBoundUsd = m_hours * bound;
                if (m_placement.lowerBoundUsd.value_or(0) > m_hours * bound * (1 + kBoundGap)) {
                    note(fmt::format(
                        "the certificate proves a lower bound of {:.9g} USD, not {:.9g}",
                        m_hours * bound, *m_placement.lowerBoundUsd));
                }
                if (m_placement.provenOptimal && bound < m_rate * (1 - kBoundGap)) {
                    note(fmt::format("the certificate proves a lower bound of {:.9g} USD, the "
                                     "schedule costs {:.9g}",
                                     m_hours * bound, m_hours * m_rate));
                }
            }
            if (m_check.problems.size() != before) {
                m_check.optimality = Optimality::Refuted;
                return;
            }
        }
        if (!m_placement.provenOptimal) {
            return;
        }
        m_check.optimality =
            m_placement.certificate ? Optimality::Certified : Optimality::NotCertified;
        if (m_placement.lowerBoundUsd.value_or(0) < m_hours * m_rate * (1 - kBoundGap)) {
            note(fmt::format("the schedule is called optimal, but its lower bound is {:.9g} USD "
                             "and its cost {:.9g}",
                             m_placement.lowerBoundUsd.value_or(0), m_hours * m_rate));
        }
    }

    /// The least period x hourly cost that the certificate leaves possible.
    double provenRate()
    {
        const std::vector<CertificateEntry>& entries = m_placement.certificate->entries;
        const double longest =
            m_workload.throughputLimit > 0
                ? std::min(m_arithmetic.longestTime(), 1 / m_workload.throughputLimit)
                : m_arithmetic.longestTime();
        if (entries.empty() || entries.front().periodSeconds < longest * (1 - kRounding)) {
            note("the certificate does not start at the longest period that the floor allows");
            return 0;
        }
        double rate = kInfinity;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const double next = i + 1 < entries.size() ? entries[i + 1].periodSeconds : 0;
            if (i + 1 < entries.size() && next > entries[i].periodSeconds) {
                note(fmt::format(
                    "entry {} of the certificate has a longer period than the one before it",
                    i + 1));
                return 0;
            }
            if (!checkPotentials(entries[i], i)) {
                return 0;
            }
            const bool isLast = i + 1 == entries.size();
            if (entries[i].fractional && !isLast) {
                note(fmt::format("entry {} of the certificate is fractional, but not the last", i));
                return 0;
            }
            if (entries[i].weightUsdPerHour && entries[i].fractional) {
                rate = std::min(rate, entries[i].periodSeconds * (1 - kPeriodGap) *
                                          *entries[i].weightUsdPerHour);
            } else if (entries[i].weightUsdPerHour) {
                rate = std::min(rate,
                                next * (1 - kPeriodGap) *
                                    (m_cluster.fixedCostUsdPerHour + *entries[i].weightUsdPerHour));
            } else if (!isLast) {
                note(fmt::format("entry {} of the certificate follows one that excludes its period",
                                 i + 1));
                return 0;
            }
        }
        return rate;
    }

    /// The fewest units of an edge for an entry: whole ones, or real ones where it bounds shorter
    /// periods.
    [[nodiscard]] std::optional<double> leastUnits(const CertificateEntry& entry, std::size_t first,
                                                   std::size_t last, std::size_t type,
                                                   double period) const
    {
        if (entry.fractional) {
            return m_arithmetic.fractionalUnits(first, last, type, period);
        }
        const std::optional<std::int64_t> units =
            m_arithmetic.fewestUnits(first, last, type, period);
        return units ? std::optional(static_cast<double>(*units)) : std::nullopt;
    }

    /// Whether no edge undercuts the potentials, and the claimed weight is what they prove.
    bool checkPotentials(const CertificateEntry& entry, std::size_t index)
    {
        const std::size_t types = m_cluster.resourceTypes.size();
        const std::size_t layers = m_workload.layers.size();
        if (entry.potentials.size() != layers * types) {
            note(fmt::format("entry {} of the certificate has {} potentials, not {}", index,
                             entry.potentials.size(), layers * types));
            return false;
        }
        const auto potential = [&](std::size_t boundary, std::size_t type) {
            return entry.potentials[(boundary - 1) * types + type].value_or(kInfinity);
        };
        const double period = entry.periodSeconds * (1 - kPeriodGap);
        for (std::size_t first = 0; first < layers; ++first) {
            for (std::size_t type = 0; type < types; ++type) {
                double before = first == 0 ? 0 : kInfinity;
                for (std::size_t other = 0; first > 0 && other < types; ++other) {
                    before = other == type ? before : std::min(before, potential(first, other));
                }
                for (std::size_t last = first; before < kInfinity && last < layers; ++last) {
                    const std::optional<double> units =
                        leastUnits(entry, first, last, type, period);
                    const double weight =
                        units ? before + m_cluster.resourceTypes[type].priceUsdPerHour * *units
                              : kInfinity;
                    if (weight < kInfinity &&
                        !(potential(last + 1, type) <= weight * (1 + kRounding))) {
                        note(fmt::format(
                            "entry {} of the certificate is undercut by layers {} to {} on {}",
                            index, first, last, m_cluster.resourceTypes[type].id));
                        return false;
                    }
                }
            }
        }
        double least = kInfinity;
        for (std::size_t type = 0; type < types; ++type) {
            least = std::min(least, potential(layers, type));
        }
        if (entry.weightUsdPerHour.value_or(kInfinity) > least) {
            note(fmt::format(
                "entry {} of the certificate claims more weight than its potentials prove", index));
            return false;
        }
        return true;
    }

    const Workload& m_workload;
    const Cluster& m_cluster;
    const Placement& m_placement;
    StageArithmetic m_arithmetic;
    double m_hours;
    std::set<std::tuple<std::string, std::string, std::int64_t>> m_used; ///< Devices, by replicas.
    double m_period = 0;
    double m_weight = 0; ///< USD per hour of all units.
    double m_rate = 0;   ///< Period x hourly cost.
    PlacementCheck m_check;
};

} // namespace

PlacementCheck checkPlacement(const Workload& workload, const Cluster& cluster,
                              const Placement& placement)
{
    return Checker(workload, cluster, placement).run();
}

} // namespace hscope::sim
