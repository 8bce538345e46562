// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/layer_value.h"
#include "core/base/result.h"
#include "simulator/model/workload.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Edits of a workload as pure functions: from one value to the next. Where a workload lists its
/// edges, they follow the layers that they connect. Errors are sentences for people.
namespace hscope::app {

using LayerSet = std::set<std::size_t>; ///< Layers by their place, from 0.

/// A workload and what of it was made or changed: that is selected next.
struct WorkloadEdit
{
    sim::Workload workload;
    LayerSet layers;
};

/// A workload to begin with: one layer, which cannot run anywhere yet.
[[nodiscard]] sim::Workload emptyWorkload();

/// A layer of the kind that stands before `before`, with the same profiles.
[[nodiscard]] sim::Layer nextLayer(const sim::Workload& workload, std::size_t before);

/// Puts layers in front of layer `before`, under names that are free.
[[nodiscard]] WorkloadEdit inserted(sim::Workload workload, std::size_t before,
                                    std::vector<sim::Layer> layers);

/// Behind the last of the originals.
[[nodiscard]] WorkloadEdit duplicated(const sim::Workload& workload, const LayerSet& layers);

/// Without these layers; data that they were handed goes where theirs went.
[[nodiscard]] sim::Workload removed(sim::Workload workload, const LayerSet& layers);

/// Moves layers, together, in front of layer `before`. Errors: an edge would lead back.
[[nodiscard]] core::Result<WorkloadEdit> moved(const sim::Workload& workload,
                                               const LayerSet& layers, std::size_t before);

/// Sets one value of all `layers`. Errors: those of setText().
[[nodiscard]] core::Result<sim::Workload> withText(sim::Workload workload, const LayerSet& layers,
                                                   const LayerValue& value, const QString& text);

/// Gives every layer that runs on `like` and not on `type` a profile of `type`: that of `like`, its
/// times multiplied. An empty `like` gives all layers without one a profile to be filled in.
[[nodiscard]] sim::Workload withType(sim::Workload workload, const std::string& type,
                                     const std::string& like, double factor);
[[nodiscard]] sim::Workload withoutType(sim::Workload workload, const std::string& type);
/// Errors: the new name is empty or taken.
[[nodiscard]] core::Result<sim::Workload>
withTypeRenamed(sim::Workload workload, const std::string& type, const std::string& name);

/// The edges it lists, or the chain it stands for.
[[nodiscard]] std::vector<sim::Edge> edgesOf(const sim::Workload& workload);
/// The chain becomes a list of edges with this change. Errors: it does not lead to a later layer.
[[nodiscard]] core::Result<sim::Workload> withEdge(sim::Workload workload, std::size_t index,
                                                   const sim::Edge& edge);
[[nodiscard]] sim::Workload withEdgeAdded(sim::Workload workload);
[[nodiscard]] sim::Workload withoutEdges(sim::Workload workload,
                                         const std::set<std::size_t>& edges);
/// A chain of the layers' outputs, which needs no list.
[[nodiscard]] sim::Workload asChain(sim::Workload workload);

} // namespace hscope::app
