// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/cupti/nvml_sampler.h"

#include "hscope/hooks.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>
#include <system_error>

namespace hscope::cupti {

namespace {

constexpr std::chrono::milliseconds kPeriod{100};

/// What nvmlDeviceGetUtilizationRates() fills in, in percent (NVML's reference, nvmlUtilization_t).
struct Utilisation
{
    unsigned gpu = 0;
    unsigned memory = 0;
};

} // namespace

bool NvmlSampler::load()
{
    if (m_wasLoaded) {
        return m_utilisation != nullptr;
    }
    m_wasLoaded = true;
    const char* const wanted = std::getenv("HSCOPE_NVML_LIBRARY");
    void* const library =
        dlopen(wanted == nullptr ? "libnvidia-ml.so.1" : wanted, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return false;
    }
    const auto find = [library](const char* name) { return dlsym(library, name); };
    auto* const init = reinterpret_cast<int (*)()>(find("nvmlInit_v2"));
    m_handleByUuid = reinterpret_cast<decltype(m_handleByUuid)>(find("nvmlDeviceGetHandleByUUID"));
    auto* const rates =
        reinterpret_cast<decltype(m_utilisation)>(find("nvmlDeviceGetUtilizationRates"));
    if (init == nullptr || m_handleByUuid == nullptr || rates == nullptr || init() != 0) {
        return false;
    }
    m_utilisation = rates;
    return true;
}

void NvmlSampler::addDevice(std::uint32_t number, const std::string& uuid)
{
    const std::lock_guard lock(m_mutex);
    if (m_isStopped || !load() ||
        std::ranges::find(m_devices, number, &Device::number) != m_devices.end()) {
        return;
    }
    void* handle = nullptr;
    if (m_handleByUuid(uuid.c_str(), &handle) != 0) {
        return;
    }
    const std::string name = "GPU " + std::to_string(number) + " by NVML (%)";
    m_devices.push_back({number, handle, hscope_name_intern(name.data(), name.size())});
    if (m_thread.joinable()) {
        return;
    }
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before); // the thread never runs a handler of the program
    try {
        m_thread = std::thread([this] { run(); });
    } catch (const std::system_error&) {
        m_devices.clear(); // no thread is to be had; the rest is recorded
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void NvmlSampler::run()
{
    pthread_setname_np(pthread_self(), "hscope-nvml");
    std::unique_lock lock(m_mutex);
    while (!m_isStopped) {
        sample();
        m_changed.wait_for(lock, kPeriod, [this] { return m_isStopped; });
    }
}

void NvmlSampler::sample()
{
    for (const Device& device : m_devices) {
        Utilisation now;
        if (m_utilisation(device.handle, &now) == 0) {
            hscope_counter_set(device.name, now.gpu);
        }
    }
}

void NvmlSampler::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isStopped = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

} // namespace hscope::cupti
