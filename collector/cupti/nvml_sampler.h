// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace hscope::cupti {

/// Asks NVML how busy each device says that it is, and records the answer as a counter beside the
/// true work: `GPU 0 by NVML (%)`. NVML itself averages over a window of up to a second in which
/// any kernel counts for the whole time. Does nothing where libnvidia-ml.so.1 (or the file
/// HSCOPE_NVML_LIBRARY) is missing.
class NvmlSampler
{
public:
    NvmlSampler() = default;
    NvmlSampler(const NvmlSampler&) = delete;
    NvmlSampler& operator=(const NvmlSampler&) = delete;
    ~NvmlSampler() = default;

    /// A device to be asked about. `number` as the program counts, which may be others than NVML's;
    /// so the device is found by its UUID. Cheap: CUPTI waits meanwhile.
    void addDevice(std::uint32_t number, std::string uuid);

    /// Asks about each. Loads NVML for the first one.
    void sample();

private:
    struct NewDevice
    {
        std::uint32_t number;
        std::string uuid;
    };

    struct Device
    {
        std::uint32_t number;
        void* handle;
        std::uint32_t name; ///< Of the counter.
    };

    [[nodiscard]] bool load();
    void find(const NewDevice& device);

    std::mutex m_mutex;            ///< Of the next.
    std::vector<NewDevice> m_news; ///< Not yet looked for.
    std::vector<Device> m_devices; ///< This and the rest: of the thread that samples.
    bool m_wasLoaded = false;
    int (*m_handleByUuid)(const char*, void**) = nullptr;
    int (*m_utilisation)(void*, void*) = nullptr;
};

} // namespace hscope::cupti
