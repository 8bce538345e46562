// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/cupti/cupti_headers.h"
#include "collector/cupti/paused_calls.h"
#include "hscope/hooks.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hscope::cupti {

/// Whether a function of CUDA's runtime or driver waits for a device: the ones that say so in their
/// names, and copies that are not asynchronous. By the name alone: a cudaMemcpy between two places
/// on one device does not wait, and counts here as if it did.
[[nodiscard]] bool isSynchronizing(std::string_view function);

/// The function's name as programs write it: without what tells the default stream of each thread.
[[nodiscard]] std::string_view plainName(std::string_view function);

/// Turns calls into CUDA into scopes of the thread that makes them, each with a link to the work
/// that it launches. What the runtime calls in the driver is part of the runtime's call.
class ApiCalls
{
public:
    /// CUPTI's callback, at the begin and at the end of each call. Thread: any. Takes no lock
    /// unless a function is called for the first time or recording pauses or goes on.
    void onCall(CUpti_CallbackDomain domain, CUpti_CallbackId function,
                const CUpti_CallbackData& data) noexcept;

    [[nodiscard]] const PausedCalls& paused() const { return m_paused; }

    /// CUPTI is let go of: ends of calls that are under way will not be told.
    void forgetOpenCalls() { m_generation.fetch_add(1, std::memory_order_relaxed); }

    /// In a child of a fork, where another thread may have held a lock: no work will come.
    void stopNotingPauses() { m_notesPauses = false; }

private:
    static constexpr std::size_t kDomains = 2;
    static constexpr std::size_t kFunctions = 2048; ///< Each domain has some 750 in CUDA 13.

    struct Function
    {
        hscope_name name;
        std::int32_t category;
    };

    void begin(CUpti_CallbackDomain domain, CUpti_CallbackId function,
               const CUpti_CallbackData& data);
    void end(CUpti_CallbackDomain domain, const CUpti_CallbackData& data) const;
    [[nodiscard]] Function lookUp(CUpti_CallbackDomain domain, CUpti_CallbackId function,
                                  const char* name);
    [[nodiscard]] static Function makeFunction(const char* name);

    /// Category and 1 in the upper half, name in the lower; 0: not called yet.
    std::array<std::array<std::atomic<std::uint64_t>, kFunctions>, kDomains> m_functions{};
    PausedCalls m_paused;
    std::atomic<bool> m_notesPauses{true};
    std::atomic<std::uint32_t> m_generation{0};
};

} // namespace hscope::cupti
