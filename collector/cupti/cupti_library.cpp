// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/cupti/cupti_library.h"

#include <array>
#include <cstdlib>
#include <dlfcn.h>

namespace hscope::cupti {

namespace {

constexpr std::array<const char*, 3> kSonames = {"libcupti.so.13", "libcupti.so.12",
                                                 "libcupti.so.11.8"};
constexpr std::array<const char*, 2> kFolders = {"/usr/local/cuda/extras/CUPTI/lib64/",
                                                 "/usr/local/cuda/lib64/"};

void* openLibrary(std::string& why)
{
    if (const char* const wanted = std::getenv("HSCOPE_CUPTI_LIBRARY");
        wanted != nullptr && *wanted != '\0') {
        void* const library = dlopen(wanted, RTLD_NOW | RTLD_LOCAL);
        why = library == nullptr ? dlerror() : "";
        return library;
    }
    for (const char* name : kSonames) { // two in one process would be in each other's way
        if (void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD)) {
            return library;
        }
    }
    for (const char* name : kSonames) {
        if (void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
            return library;
        }
        for (const char* folder : kFolders) {
            if (void* const library =
                    dlopen((std::string(folder) + name).c_str(), RTLD_NOW | RTLD_LOCAL)) {
                return library;
            }
        }
    }
    why = "no libcupti.so of CUDA 11.8 to 13 was found; HSCOPE_CUPTI_LIBRARY can name its file";
    return nullptr;
}

template <typename Function>
bool find(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

} // namespace

std::optional<CuptiLibrary> CuptiLibrary::open(std::string& why)
{
    // Not all releases of libcupti can be called without it: 13.2 crashes. It stays loaded.
    if (dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL) == nullptr) {
        why = std::string("there is no driver for NVIDIA's GPUs: ") + dlerror();
        return std::nullopt;
    }
    void* const library = openLibrary(why);
    if (library == nullptr) {
        return std::nullopt;
    }
    CuptiLibrary found;
    decltype(&::cuptiGetVersion) getVersion = nullptr;
    const char* missing = nullptr;
    const auto need = [&](const char* name, auto& function) {
        missing = find(library, name, function) ? missing : name;
    };
    need("cuptiGetVersion", getVersion);
    need("cuptiGetResultString", found.getResultString);
    need("cuptiSubscribe", found.subscribe);
    need("cuptiUnsubscribe", found.unsubscribe);
    need("cuptiEnableDomain", found.enableDomain);
    need("cuptiEnableCallback", found.enableCallback);
    need("cuptiActivityRegisterCallbacks", found.registerBuffers);
    need("cuptiActivityEnable", found.enableActivity);
    need("cuptiActivityDisable", found.disableActivity);
    need("cuptiActivityGetNextRecord", found.nextRecord);
    need("cuptiActivityGetNumDroppedRecords", found.droppedRecords);
    need("cuptiActivityFlushAll", found.flushAll);
    need("cuptiGetTimestamp", found.timestamp);
    if (missing != nullptr) {
        why = std::string("libcupti has no function ") + missing;
        return std::nullopt;
    }
    find(library, "cuptiActivityRegisterTimestampCallback", found.registerTimestamps);
    find(library, "cuptiSetThreadIdType", found.setThreadIdType);
    find(library, "cuptiGetThreadIdType", found.getThreadIdType);
    find(library, "cuptiActivityEnableAndDump", found.enableAndDump);
    if (const CUptiResult result = getVersion(&found.version); result != CUPTI_SUCCESS) {
        why = "CUPTI does not start (" + found.textOf(result) +
              "): is there a GPU, and a driver for it?";
        return std::nullopt;
    }
    return found;
}

std::string CuptiLibrary::textOf(CUptiResult result) const
{
    const char* text = nullptr;
    return getResultString(result, &text) == CUPTI_SUCCESS && text != nullptr
               ? text
               : "result " + std::to_string(static_cast<int>(result));
}

} // namespace hscope::cupti
