// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulator/model/workload.h"

namespace hscope::test {

/// A chain of four layers on two types; the last cannot run on the cpu.
///
///   input -> emb -> fc1 -> out        100, 200, 300 bytes flow
inline sim::Workload smallWorkload()
{
    sim::Workload workload;
    workload.name = "small";
    workload.batchSize = 512;
    workload.microbatches = 16;
    workload.samplesPerEpoch = 1e9;
    workload.epochs = 1;
    workload.throughputLimit = 50000;
    const auto layer = [](const char* name, const char* type, double output, double cpu,
                          double gpu) {
        sim::Layer result;
        result.name = name;
        result.type = type;
        result.outputBytes = output;
        result.profile["v100"].computeSeconds = gpu;
        if (cpu > 0) {
            result.profile["cpu-core"].computeSeconds = cpu;
        }
        return result;
    };
    workload.layers = {layer("input", "input", 100, 4e-6, 2e-6),
                       layer("emb", "embedding", 200, 8e-6, 1e-6),
                       layer("fc1", "fc", 300, 6.465e-6, 5.28e-8), layer("out", "fc", 4, 0, 1e-7)};
    workload.layers[1].sparsePullBytes = 10560;
    workload.layers[2].denseWeightBytes = 66048;
    workload.layers[2].shape = "[128,128]";
    return workload;
}

/// The same with a branch: what input hands on is needed until out.
inline sim::Workload branchingWorkload()
{
    sim::Workload workload = smallWorkload();
    workload.edges = {{0, 3, 100}, {1, 2, 200}, {2, 3, 300}};
    return workload;
}

} // namespace hscope::test
