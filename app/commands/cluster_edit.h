// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulator/model/cluster.h"
#include "simulator/model/cluster_element.h"

#include <QPointF>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Edits of a cluster as pure functions: from one value to the next. What is asked for an element
/// that does not exist leaves the cluster as it was.
namespace hscope::app {

using ClusterElements = std::set<sim::ClusterElement>;
using ElementPositions = std::map<sim::ClusterElement, QPointF>; ///< Of top left corners.

/// A cluster and what of it was made or changed: that is selected next.
struct ClusterEdit
{
    sim::Cluster cluster;
    ClusterElements elements;
};

[[nodiscard]] sim::ClusterElement nodeElement(std::string_view id);
[[nodiscard]] sim::ClusterElement switchElement(std::string_view id);
[[nodiscard]] sim::ClusterElement groupElement(std::string_view id);
[[nodiscard]] sim::ClusterElement typeElement(std::string_view id);
[[nodiscard]] sim::ClusterElement linkElement(std::size_t index);

[[nodiscard]] const sim::Node* findNode(const sim::Cluster& cluster, std::string_view id);
[[nodiscard]] const sim::Switch* findSwitch(const sim::Cluster& cluster, std::string_view id);
[[nodiscard]] const sim::Group* findGroup(const sim::Cluster& cluster, std::string_view id);
[[nodiscard]] const sim::ResourceType* findType(const sim::Cluster& cluster, std::string_view id);
/// The position that a link element names, if there is such a link.
[[nodiscard]] const sim::Link* findLink(const sim::Cluster& cluster,
                                        const sim::ClusterElement& element);
[[nodiscard]] bool contains(const sim::Cluster& cluster, const sim::ClusterElement& element);

/// Everything that lies on the drawing: nodes, switches, racks and links.
[[nodiscard]] ClusterElements drawnElements(const sim::Cluster& cluster);

/// What has a place of its own: nodes and switches, also those in a rack of `elements`, and racks
/// that are empty.
[[nodiscard]] ClusterElements placesOf(const sim::Cluster& cluster,
                                       const ClusterElements& elements);

/// `stem`, or with the least number behind it that makes it new among nodes and switches.
[[nodiscard]] std::string freePlaceId(const sim::Cluster& cluster, std::string_view stem);

/// Adds under an id that is free; types the cluster does not have yet come from `types`.
[[nodiscard]] ClusterEdit addNode(sim::Cluster cluster, sim::Node node,
                                  const std::vector<sim::ResourceType>& types);
[[nodiscard]] ClusterEdit addSwitch(sim::Cluster cluster, sim::Switch networkSwitch);
/// Adds a rack around the nodes and switches of `members`.
[[nodiscard]] ClusterEdit addGroup(sim::Cluster cluster, std::string_view stem,
                                   const ClusterElements& members);
/// Unchanged if an end does not exist or both are the same.
[[nodiscard]] ClusterEdit addLink(sim::Cluster cluster, const sim::Link& link);
[[nodiscard]] ClusterEdit addType(sim::Cluster cluster, const sim::ResourceType& type);

/// Changes an id and all that refers to it. Unchanged if the new id is empty or taken.
[[nodiscard]] ClusterEdit renamed(sim::Cluster cluster, const sim::ClusterElement& element,
                                  const std::string& id);

/// Removes elements and the links that would hang in the air; members of a removed rack stay.
/// Types stay while a device is of them, and the last one always.
[[nodiscard]] sim::Cluster removed(sim::Cluster cluster, const ClusterElements& elements);

/// Puts nodes, switches and empty racks where `positions` says.
[[nodiscard]] sim::Cluster placed(sim::Cluster cluster, const ElementPositions& positions);

/// Puts nodes and switches into a rack; none: out of theirs.
[[nodiscard]] sim::Cluster grouped(sim::Cluster cluster, const ClusterElements& places,
                                   const std::optional<std::string>& group);

/// A part of the cluster as a cluster: the nodes and switches of `elements`, also those of its
/// racks, the links between them, and all types. What copying puts on the clipboard.
[[nodiscard]] sim::Cluster excerpt(const sim::Cluster& cluster, const ClusterElements& elements);

/// Adds all that is drawn in `part` under ids that are free, moved by `offset`. Types that the
/// cluster has are its own; `part`'s others are added if a device is of them.
[[nodiscard]] ClusterEdit pasted(sim::Cluster cluster, const sim::Cluster& part, QPointF offset);

/// Copies beside the originals: members of a rack that is not copied stay in it.
[[nodiscard]] ClusterEdit duplicated(const sim::Cluster& cluster, const ClusterElements& elements,
                                     QPointF offset);

// Replace an element by a value with the same id.
[[nodiscard]] sim::Cluster withNode(sim::Cluster cluster, const sim::Node& node);
[[nodiscard]] sim::Cluster withSwitch(sim::Cluster cluster, const sim::Switch& networkSwitch);
[[nodiscard]] sim::Cluster withGroup(sim::Cluster cluster, const sim::Group& group);
[[nodiscard]] sim::Cluster withType(sim::Cluster cluster, const sim::ResourceType& type);
[[nodiscard]] sim::Cluster withLink(sim::Cluster cluster, const sim::ClusterElement& element,
                                    const sim::Link& link);

} // namespace hscope::app
