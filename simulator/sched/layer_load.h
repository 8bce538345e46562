// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/problem.h"

namespace hscope::sim {

/// What a layer alone asks of one unit of a type, without boundary traffic: seconds per sample.
struct LayerLoad
{
    StageTerms terms;

    [[nodiscard]] double compute() const { return terms.serialCompute + terms.sharedCompute; }

    [[nodiscard]] double communication() const
    {
        return terms.serialCommunication + terms.sharedCommunication;
    }
};

/// The load of `layer` on `type`, which can run it. Where measured times begin at more than one
/// unit, those of the first point stand for one unit as well as they can.
[[nodiscard]] LayerLoad layerLoad(const Problem& problem, std::size_t layer, std::size_t type);

} // namespace hscope::sim
