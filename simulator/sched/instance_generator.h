// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "simulator/model/problem.h"

#include <cstddef>
#include <cstdint>

namespace hscope::sim {

/// The size of generated problems.
struct InstanceShape
{
    std::size_t layers = 16; ///< At least 4.
    std::size_t types = 2;   ///< At least 1.

    bool operator==(const InstanceShape&) const = default;
};

/// A made-up recommendation model on a made-up cluster, from a seed: what policies are trained on.
/// The ranges stand in docs/SIMULATION.md. Mostly a simple schedule (ReferenceSchedule) reaches the
/// floor; in some only a mixed placement does, now and then none.
///
/// Workload: one tower or two that are joined; each begins with input, embedding and pooling (or a
/// recurrent layer), then fully connected layers with activations, then the loss. Widths, numbers
/// of sparse values and batch sizes are drawn from wide ranges; seconds follow from the rates of
/// each type.
/// Cluster: a CPU core, a GPU, and types between them whose speeds and prices are drawn as in
/// HeterPS's study of many types; limits absent, loose or scarce; sometimes a fixed cost.
///
/// Errors: those of Problem::create; none are expected.
[[nodiscard]] core::Result<Problem> generateInstance(const InstanceShape& shape,
                                                     std::uint64_t seed);

} // namespace hscope::sim
