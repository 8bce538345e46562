// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace hscope::core {

/// Signed 64-bit nanoseconds: +-292 years. The only unit of time in the store and in files.
using Duration = std::chrono::nanoseconds;

/// Defines one clock per domain, so that times of different domains do not mix without a
/// conversion.
template <typename Domain>
struct DomainClock
{
    using duration = Duration;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<DomainClock>;
    static constexpr bool is_steady = true;
};

using TraceClock =
    DomainClock<struct TraceDomain>; ///< Position on a loaded trace, as its file counts.
using HostClock = DomainClock<struct HostDomain>; ///< CLOCK_MONOTONIC_RAW of the recording host.
using GpuClock = DomainClock<struct GpuDomain>;   ///< Device time stamps as CUPTI reports them.
using SimClock = DomainClock<struct SimDomain>;   ///< Simulated time; starts at 0.

using TraceTime = TraceClock::time_point;
using HostTime = HostClock::time_point;
using GpuTime = GpuClock::time_point;
using SimTime = SimClock::time_point;

/// Makes a trace time of the integer in a column named `..._ns`.
[[nodiscard]] constexpr TraceTime traceTime(std::int64_t ns)
{
    return TraceTime(Duration(ns));
}

/// The integer for a column named `..._ns`.
[[nodiscard]] constexpr std::int64_t toNs(TraceTime time)
{
    return time.time_since_epoch().count();
}

} // namespace hscope::core
