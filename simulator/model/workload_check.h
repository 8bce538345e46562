// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/workload.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hscope::sim {

/// Something about a workload that its document cannot say, or that would surprise whoever
/// schedules it.
struct WorkloadProblem
{
    enum class Kind
    {
        NoLayers,
        Microbatches,  ///< They do not divide the batch.
        Training,      ///< Samples, epochs or floor that no training has.
        NoName,        ///< Of a layer.
        DuplicateName, ///< Of a layer; documents may have it.
        NoType,        ///< No resource type can run the layer; documents may have it.
        Value,         ///< A size, time or part that is no number or out of its range.
        Edge,          ///< One that does not lead to a later layer.
    };

    Kind kind = Kind::NoLayers;
    std::optional<std::size_t> layer; ///< None: the workload.
    std::string text;                 ///< `no resource type can run it`.
    std::string fixText; ///< What applyFix() would do, as on a button; empty: it cannot.

    /// A document with it could not be read back.
    [[nodiscard]] bool isInvalid() const
    {
        return kind != Kind::DuplicateName && kind != Kind::NoType && kind != Kind::NoName;
    }

    bool operator==(const WorkloadProblem&) const = default;
};

/// All problems: those of the workload, then those of its layers in their order.
[[nodiscard]] std::vector<WorkloadProblem> checkWorkload(const Workload& workload);

/// The workload without `problem`, changed as its `fixText` says; as it was if there is no fix.
[[nodiscard]] Workload applyFix(Workload workload, const WorkloadProblem& problem);

/// `stem`, or with the least number from 2 behind it that makes it new among the layers' names.
[[nodiscard]] std::string freeLayerName(const Workload& workload, const std::string& stem);

} // namespace hscope::sim
