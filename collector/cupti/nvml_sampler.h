// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace hscope::cupti {

/// Asks NVML how busy each device says that it is, and records the answer as a counter beside the
/// true work: `GPU 0 by NVML (%)`. NVML itself averages over a window of up
/// to a second in which any kernel counts for the whole time. Does nothing where libnvidia-ml.so.1
/// (or the file HSCOPE_NVML_LIBRARY) is missing.
class NvmlSampler
{
public:
    NvmlSampler() = default;
    NvmlSampler(const NvmlSampler&) = delete;
    NvmlSampler& operator=(const NvmlSampler&) = delete;
    ~NvmlSampler() = default;

    /// Adds a device to those that are asked about, once. `number` as the program counts, which may
    /// be others than NVML's; so the device is found by its UUID.
    void addDevice(std::uint32_t number, const std::string& uuid);

    /// Asks about each.
    void sample();

private:
    struct Device
    {
        std::uint32_t number;
        void* handle;
        std::uint32_t name; ///< Of the counter.
    };

    [[nodiscard]] bool load();

    std::mutex m_mutex; ///< Of what follows.
    std::vector<Device> m_devices;
    bool m_wasLoaded = false;
    int (*m_handleByUuid)(const char*, void**) = nullptr;
    int (*m_utilisation)(void*, void*) = nullptr;
};

} // namespace hscope::cupti
