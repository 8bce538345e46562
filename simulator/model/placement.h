// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hscope::sim {

/// Whose rules a simulation follows: `Analytic` takes communication from the profile, `Network`
/// from flows over the drawn links.
enum class Semantics
{
    Analytic,
    Network,
};

/// Where one replica of a stage runs.
struct Replica
{
    std::string type;
    std::string node;
    std::int64_t device = 0;

    bool operator==(const Replica&) const = default;
};

/// A maximal run of consecutive layers on one resource type, and its units.
struct PlacedStage
{
    std::size_t firstLayer = 0;
    std::size_t lastLayer = 0; ///< Inclusive.
    std::string type;          ///< Id of a resource type.
    std::int64_t units = 1;
    std::vector<Replica> replicas; ///< Empty: chosen by the simulation.

    bool operator==(const PlacedStage&) const = default;
};

struct ParameterServers
{
    std::string type;
    std::int64_t units = 0;
    bool coLocated = false;

    bool operator==(const ParameterServers&) const = default;
};

/// What proves that no schedule of less period than `periodSeconds` needs less than `weight`: the
/// least weight of any way to each (boundary, type), a node of the layered graph of stages.
struct CertificateEntry
{
    double periodSeconds = 0;
    std::optional<double> weightUsdPerHour; ///< None: no schedule has such a period.
    /// Units count as real numbers, so that period x weight bounds all shorter periods too; only in
    /// the last entry.
    bool fractional = false;
    /// Element (j - 1) * types + t is the potential of boundary j and type t, the least USD per
    /// hour of layers 0..j-1 with the last on type t; none: it cannot be reached.
    std::vector<std::optional<double>> potentials;

    bool operator==(const CertificateEntry&) const = default;
};

/// A proof that a schedule costs least: lower bounds for all periods up to the throughput limit.
///
/// Entries fall in period, the first at the limit. Between two entries every period costs at least
/// period * (fixed + weight of the former), see `simulator/sched/certificate.h`.
struct Certificate
{
    std::vector<CertificateEntry> entries;

    bool operator==(const Certificate&) const = default;
};

struct PlacementTiming
{
    double decisionSeconds = 0;
    double trainingSeconds = 0;

    bool operator==(const PlacementTiming&) const = default;
};

/// A `heteroscope-placement` document: a schedule and what it achieves, or that there is none.
struct Placement
{
    std::string workload; ///< Name of the workload document.
    std::string cluster;
    std::string scheduler;
    std::uint64_t seed = 0;
    bool feasible = false;
    Semantics semantics = Semantics::Analytic;
    /// The floor in samples/s that it was made for, if not the workload's; 0: none.
    std::optional<double> throughputLimit;
    std::optional<bool> chargeBoundaryTraffic; ///< Likewise.
    std::vector<PlacedStage> stages;           ///< Empty if not feasible.
    std::optional<ParameterServers> parameterServers;
    std::optional<double> periodSeconds; ///< This and the following: none if not feasible.
    std::optional<double> throughput;    ///< Samples/s.
    std::optional<double> costUsd;       ///< Of all epochs.
    std::optional<double> lowerBoundUsd; ///< No schedule costs less.
    bool provenOptimal = false;
    std::optional<Certificate> certificate;
    std::int64_t evaluations = 0; ///< Schedules whose cost was calculated.
    /// Best cost of the schedules that a learning scheduler sampled, apart from its decision.
    std::optional<double> bestSampledCostUsd;
    std::optional<double> highestThroughput; ///< If not feasible: what can be reached, samples/s.
    std::optional<std::string> reason;       ///< If not feasible: why, one sentence.
    std::optional<PlacementTiming> timing;   ///< Written only on request.

    bool operator==(const Placement&) const = default;
};

} // namespace hscope::sim
