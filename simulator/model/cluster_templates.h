// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/cluster.h"

#include <span>
#include <string_view>

namespace hscope::sim {

/// A cluster to start from.
struct ClusterTemplate
{
    std::string_view id;     ///< `single-server`.
    std::string_view title;  ///< `Single server`.
    std::string_view detail; ///< `8 devices`.
};

/// single-server, two-racks, cloud-mix.
[[nodiscard]] std::span<const ClusterTemplate> clusterTemplates();

/// The template as a cluster with positions, made of types of `types` (the first cpu, the first and
/// second gpu; an empty span gives an empty cluster). Errors are not possible: an unknown id gives
/// an empty cluster.
[[nodiscard]] Cluster makeTemplate(std::string_view id, std::span<const ResourceType> types);

} // namespace hscope::sim
