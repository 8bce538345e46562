// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "simulator/model/workload.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hscope::sim {

/// A layer of a profile as PipeDream's profiler writes it: times and bytes of a whole minibatch.
struct PipedreamNode
{
    std::string id;          ///< `node4`.
    std::string description; ///< `Conv2d(3, 64, kernel_size=(3, 3))`.
    double forwardMs = 0;
    double backwardMs = 0;
    double activationBytes = 0; ///< Of its output; several outputs added up.
    double parameterBytes = 0;

    bool operator==(const PipedreamNode&) const = default;
};

/// A `graph.txt` of PipeDream: nodes in any order, then edges between them.
///
///     node2 -- ReLU(inplace) -- forward_compute_time=0.539, backward_compute_time=0.188,
///         activation_size=44302336.0, parameter_size=0.0              (on one line)
///     <TAB>node1 -- node2
struct PipedreamGraph
{
    std::vector<PipedreamNode> nodes;
    std::vector<std::pair<std::size_t, std::size_t>> edges; ///< Indices of nodes.

    bool operator==(const PipedreamGraph&) const = default;
};

/// Strict; `source` names the file. Errors: InvalidArgument with the line: no node, a line that is
/// none, a missing, negative or repeated value, an unknown end of an edge, a cycle.
[[nodiscard]] core::Result<PipedreamGraph> parsePipedreamGraph(std::string_view text,
                                                               std::string_view source);

/// Whether a text that begins so is meant to be a graph.txt, even if it is broken.
[[nodiscard]] bool looksLikePipedreamGraph(std::string_view beginning);

/// Samples of a minibatch, as the output of the last Linear layer tells; none: nothing does.
[[nodiscard]] std::optional<std::int64_t> batchSizeOf(const PipedreamGraph& graph);

/// What a workload of the file is called: `folder/vgg16.graph.txt` and `vgg16/graph.txt` make
/// vgg16.
[[nodiscard]] std::string pipedreamName(const std::filesystem::path& path);

/// What a graph.txt does not say.
struct PipedreamOptions
{
    std::string name;           ///< Of the workload.
    std::string type;           ///< Id of the resource type that was profiled.
    std::int64_t batchSize = 1; ///< Samples of a minibatch.
    std::int64_t microbatches = 1;
    double samplesPerEpoch = 1;
    double epochs = 1;
    double throughputLimit = 0;
    double alpha = 1; ///< Part of the computation that units share.
};

struct ImportedWorkload
{
    Workload workload;
    std::vector<std::string> remarks; ///< What was left out or assumed, as sentences.
};

/// The graph as a chain of layers in the order in which they run, with a profile for one type.
///
/// Nodes `Input...` are left out: their time is that of loading data. So are outputs of a node that
/// nobody uses (`__getitem__` at the end). A branching graph keeps its connections as edges: one
/// from each node to the last that needs it, so that its output counts once at each cut in between.
/// Errors: InvalidArgument: nothing is left; microbatches that do not divide the batch.
[[nodiscard]] core::Result<ImportedWorkload> workloadFrom(const PipedreamGraph& graph,
                                                          const PipedreamOptions& options);

} // namespace hscope::sim
