// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/device_lights.h"

#include "app/drawing/drawing_geometry.h"
#include "app/models/cluster_text.h"
#include "app/models/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hscope::app {

namespace {

constexpr std::int64_t kBox = 48; ///< Devices of a made server: as many as are drawn one by one.

QString tr(const char* text)
{
    return QCoreApplication::translate("DeviceLights", text);
}

/// `v100 49–80`: the units of a made server.
std::string boxName(const std::string& type, std::int64_t first, std::int64_t count)
{
    return type + " " + std::to_string(first + 1) + "–" + std::to_string(first + count);
}

/// Adds boxes for the units of a type, wider than high; gives the width they take.
double addRack(sim::Cluster& cluster, const sim::ResourceType& type, std::int64_t units,
               double left)
{
    constexpr double kWider = 1.5;
    sim::Group& rack = cluster.groups.emplace_back();
    rack.id = type.id;
    rack.name = typeName(type).toStdString();
    const std::int64_t boxes = (units + kBox - 1) / kBox;
    const auto columns =
        static_cast<std::int64_t>(std::ceil(std::sqrt(kWider * static_cast<double>(boxes))));
    const std::size_t first = cluster.nodes.size();
    QSizeF largest;
    for (std::int64_t i = 0; i < boxes; ++i) {
        sim::Node& box = cluster.nodes.emplace_back();
        const std::int64_t count = std::min(kBox, units - i * kBox);
        box.id = boxName(type.id, i * kBox, count);
        box.group = type.id;
        box.devices.push_back({type.id, count, 1});
        largest = largest.expandedTo(nodeSize(box));
    }
    const QSizeF pitch = largest + QSizeF(drawing::kGrid, drawing::kGrid);
    for (std::int64_t i = 0; i < boxes; ++i) {
        sim::Node& box = cluster.nodes[first + static_cast<std::size_t>(i)];
        box.x = left + static_cast<double>(i % columns) * pitch.width();
        box.y = static_cast<double>(i / columns) * pitch.height();
    }
    return static_cast<double>(std::min(boxes, columns)) * pitch.width() + 2 * drawing::kGrid;
}

/// The time in which each replica of a stage takes a turn.
core::Duration turnOf(const sim::PlacedStage& stage, const ScheduleReplay& replay,
                      const sim::Workload& workload)
{
    if (!replay.result) {
        return {};
    }
    const double period =
        replay.result->periodSeconds.value_or(replay.result->analyticPeriodSeconds);
    const std::int64_t samples =
        workload.batchSize / std::max<std::int64_t>(1, workload.microbatches);
    return core::Duration(std::llround(period * 1e9 * static_cast<double>(samples * stage.units)));
}

} // namespace

QString DrawnCluster::deviceName(const sim::Replica& place) const
{
    const QString type = elideMiddle(toText(place.type), 20);
    if (!isMade) {
        return QStringLiteral("%1, %2 %3")
            .arg(elideMiddle(toText(place.node), 28), type, formatCount(place.device + 1));
    }
    std::int64_t before = 0; // Boxes of a type follow each other.
    for (const sim::Node& node : cluster.nodes) {
        if (node.id == place.node) {
            break;
        }
        before += sim::devicesOf(node, place.type);
    }
    return QStringLiteral("%1 %2").arg(type, formatCount(before + place.device + 1));
}

DrawnCluster drawnCluster(const sim::Cluster& cluster, std::span<const sim::PlacedStage> stages)
{
    DrawnCluster drawn{cluster, cluster.nodes.empty()};
    if (!drawn.isMade) {
        return drawn;
    }
    drawn.cluster.switches.clear();
    drawn.cluster.links.clear();
    drawn.cluster.groups.clear();
    double left = 0;
    for (const sim::ResourceType& type : cluster.resourceTypes) {
        std::int64_t units = 0;
        for (const sim::PlacedStage& stage : stages) {
            units += stage.type == type.id ? stage.units : 0;
        }
        if (units > 0) {
            left += addRack(drawn.cluster, type, std::min(units, kMostMadeDevices), left);
        }
    }
    return drawn;
}

DeviceLights::DeviceLights(ScheduleReplay replay, const sim::Workload& workload,
                           const sim::Cluster& cluster)
    : m_replay(std::move(replay))
    , m_drawn(drawnCluster(cluster, m_replay.placement.stages))
    , m_assignment(sim::assignDevices(m_drawn.cluster, m_replay.placement.stages))
{
    const core::TraceStore& store = *m_replay.store;
    m_span = m_replay.result ? m_replay.result->simulatedSpan : store.wallRange().length();
    for (std::size_t stage = 0; stage < stages().size() && stage < store.processes().size();
         ++stage) {
        m_firstOf.push_back(m_devices.size());
        const core::Duration turn = turnOf(stages()[stage], m_replay, workload);
        m_windows.push_back(turn > core::Duration{} ? std::min(turn, m_span) : m_span);
        const auto tracks = store.tracksOf(core::ProcessId(static_cast<std::uint32_t>(stage)));
        const auto& places = m_assignment.places[stage];
        for (std::size_t replica = 0; replica < places.size() && replica < tracks.size();
             ++replica) {
            const std::optional<sim::Replica>& place = places[replica];
            if (place) {
                m_byPlace[place->node][place->type].emplace(place->device, m_devices.size());
            }
            m_devices.push_back({stage, static_cast<std::int64_t>(replica), place});
            m_uses.emplace_back(m_replay, stage, replica);
        }
    }
    addCompletions();
}

void DeviceLights::addCompletions()
{
    if (m_windows.empty()) {
        return;
    }
    const core::TraceStore& store = *m_replay.store;
    const core::TraceTime start = store.wallRange().start;
    const std::size_t last = m_windows.size() - 1;
    const auto tracks = store.tracksOf(core::ProcessId(static_cast<std::uint32_t>(last)));
    for (std::size_t replica = 0; replica < tracks.size(); ++replica) {
        const std::vector<sim::SliceKey> keys = keysOfTrack(m_replay, last, replica);
        const std::uint32_t first = store.track(tracks[replica]).firstSlice;
        for (std::uint32_t i = 0; i < keys.size(); ++i) {
            // A microbatch is out at the end of its last slice, which a transfer may be.
            const bool isLast =
                i + 1 == keys.size() || keys[i + 1].microbatch != keys[i].microbatch;
            if (isLast) {
                m_allCompletions.push_back(store.rangeOf(core::SliceId(first + i)).end - start);
            }
        }
    }
    std::ranges::sort(m_allCompletions);
    std::ranges::unique_copy(m_allCompletions, std::back_inserter(m_completions));
}

std::optional<std::size_t> DeviceLights::deviceAt(std::string_view node, std::string_view type,
                                                  std::int64_t number) const
{
    const auto types = m_byPlace.find(node);
    if (types == m_byPlace.end()) {
        return std::nullopt;
    }
    const auto numbers = types->second.find(type);
    if (numbers == types->second.end()) {
        return std::nullopt;
    }
    const auto found = numbers->second.find(number);
    return found == numbers->second.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> DeviceLights::stageOf(std::size_t layer) const
{
    for (std::size_t stage = 0; stage < m_firstOf.size(); ++stage) {
        if (stages()[stage].firstLayer <= layer && layer <= stages()[stage].lastLayer) {
            return stage;
        }
    }
    return std::nullopt;
}

double DeviceLights::utilizationAt(std::size_t device, core::Duration time) const
{
    const DeviceWindow window = windowAround(time, m_windows[m_devices[device].stage], m_span);
    return m_uses[device].utilization(window.from, window.to);
}

std::int64_t DeviceLights::completedAt(core::Duration time) const
{
    return std::ranges::upper_bound(m_allCompletions, time) - m_allCompletions.begin();
}

QString assignmentText(const DeviceLights& lights)
{
    if (lights.isEmpty()) {
        return {};
    }
    QStringList parts;
    if (lights.drawn().isMade) {
        parts.push_back(
            tr("the cluster draws no servers: boxes of up to %1 units stand for them").arg(kBox));
    } else if (lights.assignment().isChosen) {
        parts.push_back(tr("replicas take the first free devices, in the order of the document"));
    } else {
        parts.push_back(tr("replicas are on the devices that the placement names"));
    }
    for (const auto& [type, units] : lights.assignment().beyond) {
        parts.push_back(tr("and %1 more %2 than drawn")
                            .arg(formatCount(units), typeName(lights.drawn().cluster, type)));
    }
    return parts.join(QStringLiteral("; "));
}

} // namespace hscope::app
