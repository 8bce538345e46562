// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace hscope::collector {

/// Loads libhscope_cupti.so, which lies where the other hooks do, and makes it record calls into
/// CUDA and what GPUs do. Says why it does not, on standard error and in the file. Returns an
/// hscope_status; after the first call that one's.
[[nodiscard]] std::int32_t attachGpuHook();

/// Loads the hooks that the variable HSCOPE_HOOKS names, once what they hook into is in the
/// process.
///
/// There is one such hook, `torch`: libhscope_torch.so, which is linked with LibTorch. Loading it
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

private:
    using Clock = std::chrono::steady_clock;

    bool m_wantsTorch;
    Clock::time_point m_next{};
};

} // namespace hscope::collector
