// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>

namespace hscope::cupti {

/// What one of the system's clocks says, in ns.
inline std::uint64_t nsOf(clockid_t clock)
{
    constexpr std::uint64_t kNsPerSecond = 1'000'000'000;
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * kNsPerSecond +
           static_cast<std::uint64_t>(now.tv_nsec);
}

} // namespace hscope::cupti
