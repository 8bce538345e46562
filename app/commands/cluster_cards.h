// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_edit.h"
#include "simulator/io/type_library.h"
#include "simulator/model/cluster.h"

#include <QByteArray>

#include <optional>
#include <string>

namespace hscope::app {

/// Something that can be put on the canvas: what the palette shows, drags and adds.
struct ClusterCard
{
    enum class Kind
    {
        Type, ///< `id` of a resource type: a server with what usually is in one.
        Switch,
        Rack,
        Link,    ///< Begins to draw one.
        Storage, ///< Not drawn: a value of the cluster.
        Template,
        Machine ///< The computer that this runs on.
    };

    Kind kind = Kind::Type;
    std::string id;

    auto operator<=>(const ClusterCard&) const = default;
};

/// What a dragged card is called on the way.
inline constexpr const char* kCardMime = "application/x-heteroscope-card";
/// What copied elements are called on the clipboard.
inline constexpr const char* kClusterMime = "application/x-heteroscope-cluster";

[[nodiscard]] QByteArray encoded(const ClusterCard& card);
[[nodiscard]] std::optional<ClusterCard> decodedCard(const QByteArray& data);

/// What adding a card puts on the canvas, around the origin; without anything drawn for Link and
/// Storage. Types that `cluster` has already are taken from it.
[[nodiscard]] sim::Cluster cardContents(const ClusterCard& card, const sim::Cluster& cluster,
                                        const sim::TypeLibrary& library);

/// The types that can be drawn with: those of the cluster, then those of the library that it does
/// not have.
[[nodiscard]] std::vector<sim::ResourceType> drawableTypes(const sim::Cluster& cluster,
                                                           const sim::TypeLibrary& library);

/// A cluster to begin with: nothing drawn, but a name, a price date and one type, without which
/// there is no document.
[[nodiscard]] sim::Cluster emptyCluster(const sim::TypeLibrary& library);

/// A link of the kind that was drawn last, from one element to another.
[[nodiscard]] sim::Link defaultLink(const sim::Cluster& cluster, const std::string& from,
                                    const std::string& to);

} // namespace hscope::app
