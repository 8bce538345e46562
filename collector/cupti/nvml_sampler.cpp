// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/cupti/nvml_sampler.h"

#include "hscope/hooks.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <utility>

namespace hscope::cupti {

namespace {

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

void NvmlSampler::addDevice(std::uint32_t number, std::string uuid)
{
    const std::lock_guard lock(m_mutex);
    m_news.push_back({number, std::move(uuid)});
}

void NvmlSampler::find(const NewDevice& device)
{
    void* handle = nullptr;
    if (std::ranges::find(m_devices, device.number, &Device::number) != m_devices.end() ||
        !load() || m_handleByUuid(device.uuid.c_str(), &handle) != 0) {
        return;
    }
    const std::string name = "GPU " + std::to_string(device.number) + " by NVML (%)";
    m_devices.push_back({device.number, handle, hscope_name_intern(name.data(), name.size())});
}

void NvmlSampler::sample()
{
    std::vector<NewDevice> news;
    {
        const std::lock_guard lock(m_mutex);
        news.swap(m_news);
    }
    for (const NewDevice& device : news) {
        find(device);
    }
    for (const Device& device : m_devices) {
        Utilisation now;
        if (m_utilisation(device.handle, &now) == 0) {
            hscope_counter_set(device.name, now.gpu);
        }
    }
}

} // namespace hscope::cupti
