// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// What stands in for CUDA's driver, libcuda.so.1, in programs that do not know of the recorder: it
// loads the library CUDA_INJECTION64_PATH when it starts, and launches kernels that take no time of
// anybody's. Links with the stand-in for libcupti, which tells the hook of its calls.
#include "tests/collector/stand_ins/stand_in_cupti.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

extern "C" {

/// As CUDA's documentation of the injection says: once, at the first call.
__attribute__((visibility("default"))) int cuInit(unsigned /*flags*/)
{
    static bool s_isStarted = false;
    const char* const path = std::getenv("CUDA_INJECTION64_PATH");
    if (s_isStarted || path == nullptr) {
        return 0;
    }
    s_isStarted = true;
    void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void* const start = library == nullptr ? nullptr : dlsym(library, "InitializeInjection");
    if (start == nullptr) {
        std::fprintf(stderr, "cannot inject %s\n", path);
        return 0;
    }
    return reinterpret_cast<int (*)()>(start)() == 1 ? 0 : 999;
}

__attribute__((visibility("default"))) int cuDriverGetVersion(int* version)
{
    const stand_in::Call call("cuDriverGetVersion", true);
    *version = 13000;
    return 0;
}

__attribute__((visibility("default"))) int cuGetErrorName(int /*result*/, const char** name)
{
    const stand_in::Call call("cuGetErrorName", true);
    *name = "CUDA_SUCCESS";
    return 0;
}

/// Launches so many kernels, one call each, on stream 7 of device 0. They are still on their way
/// when the program ends, unless it waits.
__attribute__((visibility("default"))) void launchKernels(int count)
{
    for (int i = 0; i < count; ++i) {
        const stand_in::Call call("cudaLaunchKernel");
        const std::uint64_t now = stand_in::now();
        stand_in::addKernel("_Z4stepPfi", call.correlation(), {}, {now, now + 1000});
    }
}

} // extern "C"
