// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/engine/pipeline.h"

#include <vector>

namespace hscope::sim {

/// What a device spent a simulated span on, or several devices together.
///
///   [waits for input][compute][exposed][waits for receiver][exposed][compute]...[idle]
///
/// The parts sum to the span (times the devices) exactly.
struct TimeSplit
{
    Duration compute{};
    Duration exposedTransfer{};    ///< Communication that no computation hides.
    Duration waitingForInput{};    ///< Free, and microbatches are still to come.
    Duration waitingForReceiver{}; ///< Blocking transfers only: the next stage is not free.
    Duration idle{};               ///< All its microbatches are done, or it never has one.

    [[nodiscard]] Duration total() const
    {
        return compute + exposedTransfer + waitingForInput + waitingForReceiver + idle;
    }

    TimeSplit& operator+=(const TimeSplit& other);

    bool operator==(const TimeSplit&) const = default;
};

/// A replica over the simulated span.
struct DeviceTime
{
    TimeSplit split;
    std::int64_t microbatches = 0; ///< Completed.

    bool operator==(const DeviceTime&) const = default;
};

/// Splits the time of every device of a pipeline while it is simulated.
///
/// NICs of overlapped transfers are not devices: what they do hides behind the devices' work.
class TimeSplitObserver final : public PipelineObserver
{
public:
    /// `pipeline` must outlive it.
    explicit TimeSplitObserver(const Pipeline& pipeline);

    void activityStarted(const Activity& activity) override;
    void activityEnded(const Activity& activity, SimTime end) override;

    /// Counts the rest of every device up to `end` as idle. Call once, at the end.
    void finish(SimTime end);

    /// By stage, then replica.
    [[nodiscard]] const std::vector<std::vector<DeviceTime>>& devices() const { return m_devices; }

    [[nodiscard]] TimeSplit stage(std::size_t index) const;

private:
    [[nodiscard]] bool holdsDevices(const Activity& activity) const
    {
        return activity.kind == ActivityKind::Service ||
               m_pipeline.transfers == TransferMode::Blocking;
    }

    /// Moves a device's accounted time up to `time`.
    [[nodiscard]] Duration advance(std::size_t stage, std::int64_t replica, SimTime time);

    [[nodiscard]] std::int64_t receiverOf(const Activity& transfer) const
    {
        return transfer.microbatch % m_pipeline.stages[transfer.stage + 1].replicas;
    }

    [[nodiscard]] DeviceTime& device(std::size_t stage, std::int64_t replica)
    {
        return m_devices[stage][static_cast<std::size_t>(replica)];
    }

    const Pipeline& m_pipeline;
    std::vector<std::vector<DeviceTime>> m_devices;
    std::vector<std::vector<SimTime>> m_accounted; ///< Up to when the time is split.
};

} // namespace hscope::sim
