// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hscope::sim {

/// A measured execution time: seconds per sample of a layer on `units` units of a type.
struct MeasuredTime
{
    std::int64_t units = 1;
    double seconds = 0;

    bool operator==(const MeasuredTime&) const = default;
};

/// How long a layer takes on one unit of a resource type, and which part of it more units share.
/// Seconds are per sample.
struct LayerProfile
{
    double computeSeconds = 0;
    double communicationSeconds = 0;
    double alpha = 1; ///< Part of the computation that units share, 0 to 1.
    double beta = 1;  ///< Part of the communication that units share, 0 to 1.
    std::optional<double> forwardSeconds;
    std::optional<double> backwardSeconds;
    /// Replaces the formula where given; by rising units. Between two points linear in 1/units,
    /// constant above the last, and the layer cannot run on fewer units than the first.
    std::vector<MeasuredTime> measured;

    bool operator==(const LayerProfile&) const = default;
};

struct Layer
{
    std::string name;
    std::string type;                 ///< Kind of layer: fc, embedding, relu.
    std::optional<std::string> shape; ///< As text, for people.
    double inputBytes = 0;            ///< Per sample, as all bytes but those of the weights.
    double outputBytes = 0;
    double denseWeightBytes = 0;
    double sparsePullBytes = 0;
    double sparsePushBytes = 0;
    std::optional<double> activationBytes;
    std::map<std::string, LayerProfile>
        profile; ///< By resource type; where none is, it cannot run.

    bool operator==(const Layer&) const = default;
};

/// Data that flows from one layer to a later one. Layers count from 0.
struct Edge
{
    std::size_t from = 0;
    std::size_t to = 0;
    double bytes = 0; ///< Per sample.

    bool operator==(const Edge&) const = default;
};

/// A `heteroscope-workload` document: a model's layers with profiles, and how it is trained.
struct Workload
{
    std::string name;
    std::int64_t batchSize = 1;    ///< Samples.
    std::int64_t microbatches = 1; ///< Per batch; divides `batchSize`.
    double samplesPerEpoch = 0;
    double epochs = 0;
    double throughputLimit = 0; ///< Least samples/s.
    bool chargeBoundaryTraffic = true;
    std::vector<Layer> layers;
    std::optional<std::vector<Edge>> edges; ///< None: a chain that carries `outputBytes`.

    bool operator==(const Workload&) const = default;
};

/// Bytes per sample that cross each cut: element c is the cut between layers c-1 and c, for c from
/// 0 to the number of layers (both ends are 0). An edge is counted at every cut it crosses.
[[nodiscard]] std::vector<double> cutBytes(const Workload& workload);

} // namespace hscope::sim
