// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/cluster.h"
#include "simulator/model/workload.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hscope::sim {

/// The cost model once more, for the verifier: plain sums over layers, no prefix sums, nothing
/// shared with `Problem`. The formulas are those of docs/SIMULATION.md.
class StageArithmetic
{
public:
    /// Both must outlive this.
    StageArithmetic(const Workload& workload, const Cluster& cluster);

    /// Seconds per sample of layers first..last on `units`; none if a layer cannot run there.
    [[nodiscard]] std::optional<double> time(std::size_t first, std::size_t last, std::size_t type,
                                             std::int64_t units) const;

    /// The fewest units, up to the limit, that take at most `period`.
    [[nodiscard]] std::optional<std::int64_t> fewestUnits(std::size_t first, std::size_t last,
                                                          std::size_t type, double period) const;

    /// Real numbers of units that any number of whole units is at least, so that period x units
    /// bounds shorter periods too; none if no number meets the period, 0 for measured times.
    [[nodiscard]] std::optional<double> fractionalUnits(std::size_t first, std::size_t last,
                                                        std::size_t type, double period) const;

    [[nodiscard]] std::int64_t limit(std::size_t type) const { return m_limits[type]; }

    /// A period that no schedule exceeds, whatever its units.
    [[nodiscard]] double longestTime() const;

private:
    /// Adds up a stage's layers for `units`: their serial and shared parts between two measured
    /// points.
    struct Parts
    {
        double computeSerial = 0;
        double computeShared = 0;
        double transferSerial = 0;
        double transferShared = 0;

        [[nodiscard]] double at(double units) const;
    };

    [[nodiscard]] std::optional<Parts> parts(std::size_t first, std::size_t last, std::size_t type,
                                             std::int64_t units) const;
    [[nodiscard]] double boundary(std::size_t cut, std::size_t type) const;

    const Workload& m_workload;
    const Cluster& m_cluster;
    std::vector<std::int64_t> m_limits;
    std::vector<double> m_cuts;
    std::vector<std::vector<std::int64_t>>
        m_starts; ///< By type: units at which measured times begin, from 1.
    std::vector<std::vector<const LayerProfile*>> m_profiles; ///< By type, then layer.
    bool m_chargesBoundaries = false;
};

} // namespace hscope::sim
