// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/cupti/activity_buffers.h"

#include "collector/cupti/clock_ns.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <thread>
#include <vector>

namespace hscope::cupti {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20U;
constexpr std::size_t kMostOutside = 64;   // MiB
constexpr std::size_t kMostNames = 30'000; ///< The program needs names, too.
constexpr std::size_t kAlignment = 8;      // CUPTI asks for it

std::string demangled(std::string_view name)
{
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> readable(
        abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 && readable != nullptr ? readable.get() : std::string(name);
}

/// Arguments as the recorder takes them.
class RecorderArguments
{
public:
    explicit RecorderArguments(const Arguments& arguments)
    {
        m_list.reserve(arguments.size());
        for (const auto& [name, json] : arguments) {
            m_list.push_back({hscope_name_intern(name.data(), name.size()), json.c_str()});
        }
    }

    [[nodiscard]] const hscope_slice_argument* data() const { return m_list.data(); }

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_list.size()); }

private:
    std::vector<hscope_slice_argument> m_list;
};

} // namespace

ActivityBuffers::ActivityBuffers(const CuptiLibrary& library, const PausedCalls& paused)
    : m_library(library)
    , m_paused(paused)
{
}

void ActivityBuffers::request(std::uint8_t** buffer, std::size_t* size, std::size_t* most) noexcept
{
    *most = 0; // as many as fit
    *buffer = nullptr;
    if (m_outside.fetch_add(1, std::memory_order_relaxed) < kMostOutside) {
        *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(kAlignment, kBufferBytes));
    }
    if (*buffer == nullptr) {
        m_outside.fetch_sub(1, std::memory_order_relaxed);
    }
    *size = *buffer == nullptr ? 0 : kBufferBytes;
}

void ActivityBuffers::complete(CUcontext context, std::uint32_t stream, std::uint8_t* buffer,
                               std::size_t validSize) noexcept
{
    m_arriving.fetch_add(1, std::memory_order_acq_rel);
    {
        const std::lock_guard lock(m_mutex);
        read(buffer, validSize);
        std::size_t dropped = 0;
        if (m_library.droppedRecords(context, stream, &dropped) == CUPTI_SUCCESS && dropped > 0) {
            hscope_gpu_slices_lost(dropped);
        }
    }
    std::free(buffer);
    m_outside.fetch_sub(1, std::memory_order_relaxed);
    m_arriving.fetch_sub(1, std::memory_order_acq_rel);
}

void ActivityBuffers::waitForDeliveries() const
{
    constexpr int kMostLooks = 1000;
    for (int look = 0; look < kMostLooks && m_arriving.load(std::memory_order_acquire) > 0;
         ++look) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

void ActivityBuffers::read(std::uint8_t* buffer, std::size_t validSize) noexcept
{
    try {
        readClocksLocked();
        CUpti_Activity* record = nullptr;
        CUptiResult result = CUPTI_SUCCESS;
        while (validSize > 0 &&
               (result = m_library.nextRecord(buffer, validSize, &record)) == CUPTI_SUCCESS) {
            take(*record);
        }
        if (result != CUPTI_SUCCESS && result != CUPTI_ERROR_MAX_LIMIT_REACHED) {
            hscope_gpu_slices_lost(1); // at least: the rest of the buffer cannot be read
        }
    } catch (const std::exception&) { // no memory; the library must not feel it
        hscope_gpu_slices_lost(1);
    }
}

void ActivityBuffers::take(const CUpti_Activity& record)
{
    std::visit([this](const auto& one) { takeOne(one); }, readActivity(record));
}

void ActivityBuffers::takeOne(const Work& work)
{
    if (m_paused.contains(work.correlation)) {
        return;
    }
    if (work.start == 0 || work.end < work.start) { // CUPTI could not tell when
        hscope_gpu_slices_lost(1);
        return;
    }
    const RecorderArguments arguments(work.arguments);
    hscope_gpu_slice slice{};
    slice.start_ns = toHostNs(work.start);
    slice.end_ns = toHostNs(work.end);
    slice.correlation = work.correlation;
    slice.stream = work.stream;
    slice.device = static_cast<std::int32_t>(work.device);
    slice.category = work.category;
    slice.name =
        work.mangledName.empty() ? nameOf(work.name, false) : nameOf(work.mangledName, true);
    slice.arguments = arguments.data();
    slice.argument_count = arguments.size();
    hscope_gpu_slice_add(&slice);
}

void ActivityBuffers::takeOne(const CallDetail& detail)
{
    const RecorderArguments arguments(detail.arguments);
    hscope_gpu_call_describe(detail.correlation, arguments.data(), arguments.size());
}

void ActivityBuffers::takeOne(const Overhead& overhead)
{
    hscope_slice_add(nameOf(overhead.name, false), overhead.category, overhead.thread,
                     toHostNs(overhead.start), toHostNs(overhead.end));
}

void ActivityBuffers::takeOne(const Device& device)
{
    const std::string key = "gpu_" + std::to_string(device.number);
    hscope_metadata_set(key.c_str(), device.description.c_str());
    m_nvml.addDevice(device.number, device.uuid);
}

void ActivityBuffers::takeOne(const Context& context)
{
    const std::string key = "gpu_" + std::to_string(context.device) + "_context_" +
                            std::to_string(context.number) + "_default_stream";
    hscope_metadata_set(key.c_str(), std::to_string(context.defaultStream).c_str());
}

hscope_name ActivityBuffers::nameOf(std::string_view text, bool isMangled)
{
    if (const auto found = m_names.find(text); found != m_names.end()) {
        return found->second;
    }
    if (m_names.size() >= kMostNames) {
        constexpr std::string_view kMore = "(more kernels)";
        return hscope_name_intern(kMore.data(), kMore.size());
    }
    const std::string readable = isMangled ? demangled(text) : std::string(text);
    const hscope_name name = hscope_name_intern(readable.data(), readable.size());
    m_names.emplace(text, name);
    return name;
}

std::int64_t ActivityBuffers::toHostNs(std::uint64_t time) const
{
    return m_stampsHostTime ? static_cast<std::int64_t>(time) : m_clock.toHostNs(time);
}

void ActivityBuffers::readClocks()
{
    const std::lock_guard lock(m_mutex);
    readClocksLocked();
}

/// The closest of several tries: a thread that was held up between the two clocks tells nothing.
void ActivityBuffers::readClocksLocked()
{
    if (m_stampsHostTime) {
        return;
    }
    constexpr int kTries = 5;
    std::int64_t closest = INT64_MAX;
    GpuClock::Reading best;
    for (int i = 0; i < kTries; ++i) {
        std::uint64_t gpuNs = 0;
        const auto before = static_cast<std::int64_t>(nsOf(CLOCK_MONOTONIC));
        if (m_library.timestamp(&gpuNs) != CUPTI_SUCCESS) {
            return;
        }
        const std::int64_t apart = static_cast<std::int64_t>(nsOf(CLOCK_MONOTONIC)) - before;
        if (apart < closest) {
            closest = apart;
            best = {gpuNs, before + apart / 2};
        }
    }
    m_clock.add(best);
    hscope_metadata_set("gpu_clock_residual_ns",
                        std::to_string(std::llround(m_clock.residualNs())).c_str());
    std::array<char, 32> drift{};
    std::snprintf(drift.data(), drift.size(), "%.3f", m_clock.driftPpm());
    hscope_metadata_set("gpu_clock_drift_ppm", drift.data());
}

} // namespace hscope::cupti
