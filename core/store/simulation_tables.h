// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hscope::core {

/// A JSON document that a simulation was made from, verbatim.
struct StoredDocument
{
    std::string kind; ///< cluster, workload or placement.
    std::string name;
    std::string content;

    friend bool operator==(const StoredDocument&, const StoredDocument&) = default;
};

/// What a simulated schedule achieved; see table `schedule_result`.
struct ScheduleResult
{
    std::string scheduler;
    std::int64_t seed = 0;
    std::string semantics; ///< analytic or network.
    bool feasible = false; ///< The throughput floor is met.
    std::optional<double> makespanSeconds;
    std::optional<double> periodSeconds; ///< Per sample.
    std::optional<double> throughput;    ///< Samples/s.
    std::optional<double> costUsd;
    std::optional<std::int64_t> events;
    std::optional<bool> extrapolated;

    friend bool operator==(const ScheduleResult&, const ScheduleResult&) = default;
};

/// What the database of a simulation holds besides its trace; empty for any other.
struct SimulationTables
{
    std::vector<StoredDocument> documents; ///< At most one of a kind.
    std::vector<ScheduleResult> results;

    friend bool operator==(const SimulationTables&, const SimulationTables&) = default;
};

} // namespace hscope::core
