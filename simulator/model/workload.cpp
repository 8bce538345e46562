// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/model/workload.h"

namespace hscope::sim {

std::vector<double> cutBytes(const Workload& workload)
{
    const std::size_t layers = workload.layers.size();
    std::vector<double> bytes(layers + 1, 0.0);
    if (!workload.edges) {
        for (std::size_t cut = 1; cut < layers; ++cut) {
            bytes[cut] = workload.layers[cut - 1].outputBytes;
        }
        return bytes;
    }
    // An edge crosses the cuts after `from` up to the one before `to`: each cut is summed by
    // itself, so that large edges elsewhere do not round the small ones away.
    for (const Edge& edge : *workload.edges) {
        for (std::size_t cut = edge.from + 1; cut <= edge.to; ++cut) {
            bytes[cut] += edge.bytes;
        }
    }
    return bytes;
}

} // namespace hscope::sim
