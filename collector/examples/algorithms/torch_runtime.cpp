// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/torch_runtime.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>

// LibTorch does not tell OpenBLAS how many threads to use. Null if another library provides the
// BLAS.
extern "C" __attribute__((weak)) void
openblas_set_num_threads(int count); // NOLINT(readability-identifier-naming)

namespace hscope::examples {

void makeTorchRepeatable(std::uint64_t seed)
{
    at::set_num_threads(1);
    if (openblas_set_num_threads != nullptr) {
        openblas_set_num_threads(1);
    }
    at::manual_seed(seed);
}

} // namespace hscope::examples
