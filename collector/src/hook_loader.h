// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace hscope::collector {

/// Loads the hooks that the variable HSCOPE_HOOKS names, once what they hook into is in the
/// process.
///
/// There is one hook, `torch`: libhscope_torch.so, which is linked with LibTorch. Loading it
/// earlier would load LibTorch into programs that have none, or a second one beside theirs. Hooks
/// lie in the folder HSCOPE_LIBRARY_PATH, else beside the recorder's library or in `heteroscope`
/// there.
class HookLoader
{
public:
    HookLoader();

    /// Loads what can be loaded now. Cheap if nothing is wanted or has been loaded; looks at most
    /// every 50 ms. Waits while another thread is in dlopen(): hold no lock that such a thread may
    /// want. A hook is tried once per process, however many loaders there are.
    void look();

    /// Runs an operator so many times that a loaded hook records, or with 0 does not: for
    /// measuring what that costs.
    using Probe = void (*)(std::int64_t times, std::int32_t isRecorded);

    /// That of the LibTorch hook; null until it is loaded and attached.
    [[nodiscard]] static Probe torchProbe();

private:
    using Clock = std::chrono::steady_clock;

    bool m_wantsTorch;
    Clock::time_point m_next{};
};

} // namespace hscope::collector
