// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/device_use.h"
#include "simulator/model/cluster.h"
#include "simulator/model/device_assignment.h"

#include <QString>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hscope::app {

/// A cluster that can be drawn.
struct DrawnCluster
{
    sim::Cluster cluster;
    /// The document draws no servers: boxes of 48 devices, a rack per type, stand for the units
    /// that the schedule uses.
    bool isMade = false;

    /// `gpu-1, V100 3`, devices counted from 1; of a made drawing `V100 3`.
    [[nodiscard]] QString deviceName(const sim::Replica& place) const;
};

/// Most devices of a type in a made drawing.
inline constexpr std::int64_t kMostMadeDevices = 4800;

[[nodiscard]] DrawnCluster drawnCluster(const sim::Cluster& cluster,
                                        std::span<const sim::PlacedStage> stages);

/// A device that a replica runs on.
struct LitDevice
{
    std::size_t stage = 0;
    std::int64_t replica = 0;
    std::optional<sim::Replica> place; ///< None: there are more units than drawn devices.

    friend bool operator==(const LitDevice&, const LitDevice&) = default;
};

/// The devices of a simulated schedule on the drawing of its cluster, and what each does when.
///
/// A device's window is one turn of its stage's replicas, that is units x samples of a microbatch x
/// period: in the steady state, each computes one microbatch in it.
///
/// Thread: any; immutable.
class DeviceLights
{
public:
    DeviceLights() = default;
    DeviceLights(ScheduleReplay replay, const sim::Workload& workload, const sim::Cluster& cluster);

    [[nodiscard]] bool isEmpty() const { return m_devices.empty(); }

    [[nodiscard]] const DrawnCluster& drawn() const { return m_drawn; }

    [[nodiscard]] const sim::DeviceAssignment& assignment() const { return m_assignment; }

    [[nodiscard]] const std::vector<sim::PlacedStage>& stages() const
    {
        return m_replay.placement.stages;
    }

    /// By stage, then replica.
    [[nodiscard]] const std::vector<LitDevice>& devices() const { return m_devices; }

    /// The device with that number among those of the type in the node.
    [[nodiscard]] std::optional<std::size_t> deviceAt(std::string_view node, std::string_view type,
                                                      std::int64_t number) const;

    /// The first device of a stage; there is one.
    [[nodiscard]] std::size_t firstOf(std::size_t stage) const { return m_firstOf[stage]; }

    /// The stage that holds a layer.
    [[nodiscard]] std::optional<std::size_t> stageOf(std::size_t layer) const;

    /// Until the last simulated microbatch was completed.
    [[nodiscard]] core::Duration span() const { return m_span; }

    [[nodiscard]] core::Duration windowOf(std::size_t stage) const { return m_windows[stage]; }

    /// The part of the window around `time` in which the device computes, 0 to 1.
    [[nodiscard]] double utilizationAt(std::size_t device, core::Duration time) const;

    [[nodiscard]] DeviceMoment momentAt(std::size_t device, core::Duration time) const
    {
        return m_uses[device].momentAt(time);
    }

    /// When microbatches leave the last stage: sorted, each time once.
    [[nodiscard]] const std::vector<core::Duration>& completions() const { return m_completions; }

    /// Microbatches that have left the last stage by `time`.
    [[nodiscard]] std::int64_t completedAt(core::Duration time) const;

private:
    void addCompletions();

    ScheduleReplay m_replay;
    DrawnCluster m_drawn;
    sim::DeviceAssignment m_assignment;
    std::vector<LitDevice> m_devices;
    std::vector<std::size_t> m_firstOf; ///< By stage.
    std::vector<DeviceUse> m_uses;      ///< By device.
    std::vector<core::Duration> m_windows;
    std::map<std::string, std::map<std::string, std::map<std::int64_t, std::size_t>, std::less<>>,
             std::less<>>
        m_byPlace; ///< Device by node, type and number.
    core::Duration m_span{};
    std::vector<core::Duration> m_completions;
    std::vector<core::Duration> m_allCompletions; ///< One per microbatch, sorted.
};

/// How replicas came to their devices, and what is beyond the drawing.
[[nodiscard]] QString assignmentText(const DeviceLights& lights);

} // namespace hscope::app
