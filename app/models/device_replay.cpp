// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/device_replay.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "app/models/schedule_timeline.h"

#include <algorithm>

namespace hscope::app {

DeviceReplay::DeviceReplay(ScheduleSession& session, ScheduleTimeline& timeline, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_timeline(timeline)
    , m_lights(std::make_unique<DeviceLights>())
{
    connect(&timeline, &ScheduleTimeline::changed, this, &DeviceReplay::refreshLights);
    connect(&session, &ScheduleSession::selectionChanged, this, &DeviceReplay::onSessionSelection);
    refreshLights();
}

void DeviceReplay::refreshLights()
{
    const auto selected = m_session.selected();
    const ScheduleReplay* replay = selected ? m_timeline.replayOf(*selected) : nullptr;
    const auto store = replay != nullptr ? replay->store : nullptr;
    const auto cluster = m_session.scenario().cluster;
    if (store == m_store && cluster == m_cluster) {
        return;
    }
    m_store = store;
    m_cluster = cluster;
    m_lights =
        replay != nullptr && cluster != nullptr
            ? std::make_unique<DeviceLights>(*replay, *m_session.scenario().workload, *cluster)
            : std::make_unique<DeviceLights>();
    m_time = std::min(m_time, m_lights->span());
    m_current.reset();
    Q_EMIT lightsChanged();
    Q_EMIT timeChanged();
}

void DeviceReplay::onSessionSelection()
{
    refreshLights();
    if (m_current && m_lights->devices()[*m_current].stage != selectedStage()) {
        m_current.reset();
    }
    Q_EMIT selectionChanged();
}

void DeviceReplay::setTime(core::Duration time)
{
    const core::Duration cut = std::clamp(time, core::Duration{}, m_lights->span());
    setColors(Colors::Utilization);
    if (cut != m_time) {
        m_time = cut;
        Q_EMIT timeChanged();
    }
}

void DeviceReplay::step(bool isForward)
{
    const auto& times = m_lights->completions();
    if (isForward) {
        const auto next = std::ranges::upper_bound(times, m_time);
        setTime(next == times.end() ? m_lights->span() : *next);
    } else {
        const auto here = std::ranges::lower_bound(times, m_time);
        setTime(here == times.begin() ? core::Duration{} : *(here - 1));
    }
}

void DeviceReplay::setColors(Colors colors)
{
    if (colors != m_colors) {
        m_colors = colors;
        Q_EMIT colorsChanged();
    }
}

std::optional<std::size_t> DeviceReplay::selectedStage() const
{
    const auto layer = m_session.selectedLayer();
    return layer ? m_lights->stageOf(*layer) : std::nullopt;
}

void DeviceReplay::select(std::size_t device)
{
    if (device >= m_lights->devices().size()) {
        return;
    }
    const bool isOther = m_current != device;
    m_current = device;
    const std::size_t stage = m_lights->devices()[device].stage;
    if (selectedStage() != stage) {
        m_session.selectLayer(m_lights->stages()[stage].firstLayer);
    } else if (isOther) {
        Q_EMIT selectionChanged();
    }
}

QString DeviceReplay::deviceName(std::size_t device) const
{
    const LitDevice& lit = m_lights->devices()[device];
    return lit.place
               ? m_lights->drawn().deviceName(*lit.place)
               : tr("%1, not drawn")
                     .arg(typeName(m_lights->drawn().cluster, m_lights->stages()[lit.stage].type));
}

QString DeviceReplay::deviceText(std::size_t device) const
{
    const LitDevice& lit = m_lights->devices()[device];
    const sim::PlacedStage& stage = m_lights->stages()[lit.stage];
    return tr("%1: %2, replica %3 of %4\n%5 at %6\n%7 used in the %8 around it")
        .arg(deviceName(device), layersText(stage), formatCount(lit.replica + 1),
             formatCount(stage.units), momentText(m_lights->momentAt(device, m_time)),
             formatDuration(m_time), formatPercent(m_lights->utilizationAt(device, m_time)),
             formatDuration(m_lights->windowOf(lit.stage)));
}

} // namespace hscope::app
