// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/cupti/activity_records.h"
#include "collector/cupti/cupti_library.h"
#include "collector/cupti/gpu_clock.h"
#include "collector/cupti/nvml_sampler.h"
#include "collector/cupti/paused_calls.h"
#include "hscope/hooks.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace hscope::cupti {

/// The buffers that CUPTI fills with records, and what is in them on its way to the recorder: names
/// are made readable, times mapped to the host's clock, and what belongs to calls of a pause is
/// left out. CUPTI calls from threads of its own and from those that flush.
class ActivityBuffers
{
public:
    /// Both outlive it.
    ActivityBuffers(const CuptiLibrary& library, const PausedCalls& paused);

    /// Whether records will bear times of CLOCK_MONOTONIC. To be said before there are any.
    void expectHostTime(bool isHostTime) { m_stampsHostTime = isHostTime; }

    /// Memory for records; null if there is none, or so many buffers are out that the recorder must
    /// be behind: CUPTI then drops records and says how many.
    void request(std::uint8_t** buffer, std::size_t* size, std::size_t* most) noexcept;

    /// A buffer that request() gave is full or flushed; it is freed here.
    void complete(CUcontext context, std::uint32_t stream, std::uint8_t* buffer,
                  std::size_t validSize) noexcept;

    /// Waits, for a second at most, until all that CUPTI has handed over is with the recorder.
    void waitForDeliveries() const;

    /// Reads both clocks, if records bear times of CUPTI's own.
    void readClocks();

    /// Records what NVML says of the devices that there were records of.
    void sampleUtilisation() { m_nvml.sample(); }

private:
    void read(std::uint8_t* buffer, std::size_t validSize) noexcept;
    void take(const CUpti_Activity& record);

    void takeOne(std::monostate /*unknown*/) {}

    void takeOne(const Work& work);
    void takeOne(const CallDetail& detail);
    void takeOne(const Overhead& overhead);
    void takeOne(const Device& device);
    void takeOne(const Context& context);
    [[nodiscard]] hscope_name nameOf(std::string_view text, bool isMangled);
    [[nodiscard]] std::int64_t toHostNs(std::uint64_t time) const;
    void readClocksLocked();

    const CuptiLibrary& m_library;
    const PausedCalls& m_paused;
    std::atomic<bool> m_stampsHostTime{false};
    std::atomic<std::size_t> m_outside{0};  ///< Buffers that CUPTI has.
    std::atomic<std::size_t> m_arriving{0}; ///< Those that complete() is at.
    std::mutex m_mutex;                     ///< Of what follows.
    GpuClock m_clock;
    std::map<std::string, hscope_name, std::less<>> m_names; ///< By what the records say.
    NvmlSampler m_nvml;
};

} // namespace hscope::cupti
