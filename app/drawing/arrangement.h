// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/drawing/drawing_geometry.h"
#include "simulator/model/cluster_element.h"

#include <span>

namespace hscope::app {

enum class Alignment
{
    Left,
    Center,
    Right,
    Top,
    Middle,
    Bottom
};

/// The cluster with the given nodes, switches and racks (which move their members) aligned with the
/// outermost of them. Fewer than two: unchanged.
[[nodiscard]] sim::Cluster aligned(const sim::Cluster& cluster,
                                   std::span<const sim::ClusterElement> elements,
                                   Alignment alignment);

/// With equal gaps between the outermost two. Fewer than three: unchanged.
[[nodiscard]] sim::Cluster distributed(const sim::Cluster& cluster,
                                       std::span<const sim::ClusterElement> elements,
                                       Qt::Orientation orientation);

/// With new positions for everything: switches in the middle, by their distance from the others,
/// racks and single nodes in columns beside them; nothing overlaps. On the grid, the same each
/// time.
[[nodiscard]] sim::Cluster arranged(const sim::Cluster& cluster);

} // namespace hscope::app
