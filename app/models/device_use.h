// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/schedule_replay.h"
#include "core/base/time.h"
#include "core/store/trace_store.h"
#include "simulator/io/simulation_slices.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hscope::app {

/// What a device does at one time.
struct DeviceMoment
{
    enum class State
    {
        Computing,
        Transferring,       ///< Communication that no computation hides.
        WaitingForInput,    ///< Free, and microbatches are still to come.
        WaitingForReceiver, ///< Blocking transfers only: the next stage is not free.
        Idle                ///< All its microbatches are done, or it never has one.
    };

    State state = State::Idle;
    std::int64_t microbatch = 0; ///< Of Computing and Transferring.

    friend bool operator==(const DeviceMoment&, const DeviceMoment&) = default;
};

/// A device over the simulated span, for any time of it. Times count from the start of the trace.
///
///   [compute 0][transfer 0]......[compute 2][transfer 2]
///   |--------- window ---------|      utilization: the computed part of the window
///
/// Cost: O(slices of the device) once, O(log slices) per question. Thread: any.
class DeviceUse
{
public:
    /// A device of a replay that has a store.
    DeviceUse(const ScheduleReplay& replay, std::size_t stage, std::size_t replica);

    /// How long it has computed until `time`.
    [[nodiscard]] core::Duration computedUntil(core::Duration time) const;
    /// The part of [from, to) in which it computes, 0 to 1; 0 for an empty range.
    [[nodiscard]] double utilization(core::Duration from, core::Duration to) const;
    [[nodiscard]] DeviceMoment momentAt(core::Duration time) const;

private:
    /// How many slices of the track start up to `time`.
    [[nodiscard]] std::uint32_t startedUntil(core::Duration time) const;
    /// The last of them; of several that start together one with a length.
    [[nodiscard]] std::optional<std::uint32_t> lastStarted(core::Duration time) const;
    /// Whether something is sent once it can be, which is what comes next.
    [[nodiscard]] bool isSentAt(std::uint32_t slice) const;
    [[nodiscard]] core::Duration startOf(std::uint32_t slice) const;
    [[nodiscard]] core::Duration endOf(std::uint32_t slice) const;
    [[nodiscard]] bool isCompute(std::uint32_t slice) const;
    [[nodiscard]] sim::SliceKey keyOf(std::uint32_t slice) const;

    std::shared_ptr<const core::TraceStore> m_store;
    std::uint32_t m_first = 0; ///< Slice of the trace.
    std::uint32_t m_count = 0;
    std::vector<std::int64_t> m_computedNs; ///< Before each slice of the track, and in all.
    std::vector<sim::SliceKey> m_keys;      ///< Only where the slices have none themselves.
};

/// `time` with half of `window` on each side, cut to [0, span).
struct DeviceWindow
{
    core::Duration from{};
    core::Duration to{};

    friend bool operator==(const DeviceWindow&, const DeviceWindow&) = default;
};

[[nodiscard]] DeviceWindow windowAround(core::Duration time, core::Duration window,
                                        core::Duration span);

/// `computing microbatch 12`, `waiting for input`.
[[nodiscard]] QString momentText(const DeviceMoment& moment);

} // namespace hscope::app
