// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace hscope::sim {

/// A part of a cluster that can be drawn, selected and be wrong.
struct ClusterElement
{
    enum class Kind : std::uint8_t
    {
        Cluster, ///< The whole; `id` is empty.
        Type,
        Node,
        Switch,
        Group,
        Link ///< `id` is its position among the links, as text.
    };

    Kind kind = Kind::Cluster;
    std::string id;

    auto operator<=>(const ClusterElement&) const = default;
};

} // namespace hscope::sim
