// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/cluster.h"
#include "simulator/model/cluster_element.h"
#include "simulator/model/workload.h"

#include <string>
#include <vector>

namespace hscope::sim {

/// Something about a cluster that its document may say but that would surprise whoever schedules on
/// it.
struct ClusterProblem
{
    enum class Kind
    {
        NoDevices,      ///< Nothing is drawn and no type offers a unit.
        EmptyNode,      ///< A node without devices.
        Unlinked,       ///< A node or switch without a link, in a drawing with several nodes.
        Unreachable,    ///< Linked, but not with most of the others.
        NoPrice,        ///< A used type that costs nothing.
        NoNic,          ///< A used type without network bandwidth.
        NoProfile,      ///< No layer of the workload can run on a used type.
        MemoryOverflow, ///< A layer's weights are larger than a unit's memory.
        EmptyGroup,
    };

    Kind kind = Kind::NoDevices;
    ClusterElement element;
    std::string text;    ///< `gpu-4 has no link`.
    std::string fixText; ///< What applyFix() would do, as on a button; empty: it cannot.

    bool operator==(const ClusterProblem&) const = default;
};

/// All problems, in the order of the document. `workload` may be null.
[[nodiscard]] std::vector<ClusterProblem> checkCluster(const Cluster& cluster,
                                                       const Workload* workload);

/// The cluster without `problem`, changed as its `fixText` says; as it was if there is no fix.
[[nodiscard]] Cluster applyFix(const Cluster& cluster, const ClusterProblem& problem);

} // namespace hscope::sim
