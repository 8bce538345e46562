// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/device_lights.h"

#include <QObject>

#include <memory>
#include <optional>

namespace hscope::app {

class ScheduleSession;
class ScheduleTimeline;

/// The devices of the selected schedule at one time of its simulation: what the drawing of its
/// cluster, the table beside it and the playback show.
///
/// Selecting a device selects its stage's first layer in the session.
///
/// Thread: the GUI thread.
class DeviceReplay : public QObject
{
    Q_OBJECT

public:
    /// What colours the devices.
    enum class Colors
    {
        Stages,     ///< The type's colour, every other stage of it lighter.
        Utilization ///< Around time().
    };

    /// Both must outlive the replay.
    DeviceReplay(ScheduleSession& session, ScheduleTimeline& timeline, QObject* parent = nullptr);

    /// Empty until the selected schedule is simulated.
    [[nodiscard]] const DeviceLights& lights() const { return *m_lights; }

    [[nodiscard]] core::Duration time() const { return m_time; }

    /// Cut to the simulated span; colours by utilisation from then on.
    void setTime(core::Duration time);
    /// To the next or previous time at which a microbatch leaves the last stage.
    void step(bool isForward);

    [[nodiscard]] Colors colors() const { return m_colors; }

    void setColors(Colors colors);

    /// The stage of the layer that is selected.
    [[nodiscard]] std::optional<std::size_t> selectedStage() const;

    /// The device that is looked at, of those of the stage.
    [[nodiscard]] std::optional<std::size_t> current() const { return m_current; }

    /// Also selects its stage in the session.
    void select(std::size_t device);

    /// `gpu-1, V100 3: layers 3–5 on replica 3 of 11, computing microbatch 14, 92.1% used`.
    [[nodiscard]] QString deviceText(std::size_t device) const;
    /// Its name on the drawing; `V100, not drawn`.
    [[nodiscard]] QString deviceName(std::size_t device) const;

Q_SIGNALS:
    void lightsChanged();    ///< Other devices, or none.
    void timeChanged();      ///< What they do now.
    void selectionChanged(); ///< Of the stage or the device.
    void colorsChanged();

private:
    void refreshLights();
    void onSessionSelection();

    ScheduleSession& m_session;
    ScheduleTimeline& m_timeline;
    std::unique_ptr<DeviceLights> m_lights;
    std::shared_ptr<const core::TraceStore> m_store; ///< What the lights are of, like the cluster.
    std::shared_ptr<const sim::Cluster> m_cluster;
    core::Duration m_time{};
    Colors m_colors = Colors::Stages;
    std::optional<std::size_t> m_current;
};

} // namespace hscope::app
