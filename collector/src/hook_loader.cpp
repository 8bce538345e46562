// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/hook_loader.h"

#include "collector/src/recording_config.h"
#include "hscope/hooks.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <link.h>
#include <string_view>
#include <system_error>

// What the hook is linked with, as the linker names it; empty if no hook was built.
#ifndef HSCOPE_TORCH_LIBRARY
#define HSCOPE_TORCH_LIBRARY ""
#endif

namespace hscope::collector {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kBetweenLooks{50};
constexpr std::string_view kTorch = "libtorch_cpu.so";
constexpr const char* kTorchLibrary = HSCOPE_TORCH_LIBRARY;
constexpr const char* kNotRecording = "heteroscope: not recording operators of LibTorch:";

bool isWanted(std::string_view hook)
{
    const char* const text = std::getenv("HSCOPE_HOOKS");
    std::string_view rest = text == nullptr ? std::string_view() : text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        if (rest.substr(0, end) == hook) {
            return true;
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

int findTorch(dl_phdr_info* info, std::size_t /*size*/, void* found)
{
    const std::string_view path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
    if (!path.substr(path.rfind('/') + 1).starts_with(kTorch)) {
        return 0;
    }
    *static_cast<std::string*>(found) = path;
    return 1;
}

fs::path pathOfHook(const char* hook)
{
    if (const char* folder = std::getenv("HSCOPE_LIBRARY_PATH");
        folder != nullptr && *folder != '\0') {
        return fs::path(folder) / hook;
    }
    Dl_info self{};
    if (dladdr(&kNotRecording, &self) == 0 || self.dli_fname == nullptr) {
        return hook;
    }
    // Beside the recorder in a build, in a folder of its own below it when installed.
    const fs::path folder = fs::path(self.dli_fname).parent_path();
    std::error_code ignored;
    const fs::path beside = folder / hook;
    return fs::exists(beside, ignored) ? beside : folder / "heteroscope" / hook;
}

/// Once per process: what goes wrong is said once, and a fork has what its parent loaded.
void loadTorchHook(const std::string& torch)
{
    static std::atomic_flag s_wasTried;
    if (s_wasTried.test_and_set()) {
        return;
    }
    if (*kTorchLibrary == '\0') {
        std::fprintf(stderr, "%s this recorder was built without LibTorch\n", kNotRecording);
        return;
    }
    // Another version would not be recognised as the hook's own: a second LibTorch would be loaded.
    void* const same = dlopen(kTorchLibrary, RTLD_LAZY | RTLD_NOLOAD);
    if (same == nullptr) {
        std::fprintf(stderr, "%s %s is not the %s that the hook was built for\n", kNotRecording,
                     torch.c_str(), kTorchLibrary);
        return;
    }
    dlclose(same);
    void* const hook = dlopen(pathOfHook("libhscope_torch.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (hook == nullptr) {
        std::fprintf(stderr, "%s %s\n", kNotRecording, dlerror());
        return;
    }
    using Attach = std::int32_t (*)();
    if (void* const attach = dlsym(hook, "hscope_torch_attach"); attach != nullptr) {
        reinterpret_cast<Attach>(attach)(); // it says itself why it does not
    }
}

using AttachGpus = std::int32_t (*)();

/// Null, with a sentence, if there is no such hook.
AttachGpus loadGpuHook()
{
    std::string why;
    if (void* const hook =
            dlopen(pathOfHook("libhscope_cupti.so").c_str(), RTLD_NOW | RTLD_LOCAL)) {
        if (void* const attach = dlsym(hook, "hscope_cupti_attach"); attach != nullptr) {
            return reinterpret_cast<AttachGpus>(attach);
        }
        why = "libhscope_cupti.so is of another version";
    } else {
        why = dlerror();
    }
    std::fprintf(stderr, "heteroscope: not recording GPUs: %s\n", why.c_str());
    hscope_gpu_refuse(why.c_str());
    return nullptr;
}

} // namespace

std::int32_t attachGpuHook()
{
    static const AttachGpus s_attach = loadGpuHook();
    return s_attach == nullptr ? HSCOPE_ERROR_RESOURCES : s_attach();
}

HookLoader::HookLoader()
    : m_wantsTorch(isWanted("torch") && isGroupWanted(EventGroup::Torch))
{
}

void HookLoader::look()
{
    if (!m_wantsTorch) {
        return;
    }
    const Clock::time_point now = Clock::now();
    if (now < m_next) {
        return;
    }
    m_next = now + kBetweenLooks;
    std::string torch;
    if (dl_iterate_phdr(findTorch, &torch) != 0) {
        m_wantsTorch = false;
        loadTorchHook(torch);
    }
}

} // namespace hscope::collector
