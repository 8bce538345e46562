// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/chrome_devices.h"

namespace hscope::core {

void ChromeDevices::addUnclear(TrackId thread)
{
    if (m_unclear.size() <= thread.value()) {
        m_unclear.resize(thread.value() + std::size_t{1});
    }
    ++m_unclear[thread.value()];
}

/// Whether nothing on the track is known to be of a CPU.
bool ChromeDevices::isUnclear(const TraceBuilder& builder, TrackId track) const
{
    const std::uint32_t unclear =
        track.value() < m_unclear.size() ? m_unclear[track.value()] : std::uint32_t{0};
    return builder.sliceCount(track) == unclear;
}

void ChromeDevices::settle(TraceBuilder& builder, ChromeTracks& tracks,
                           const std::set<StringId>& pids) const
{
    std::set<ProcessId> devices;
    for (const StringId pid : pids) {
        if (const auto process = tracks.findProcess(builder.strings().at(pid))) {
            devices.insert(*process);
        }
    }
    for (std::uint32_t i = 0; i < builder.trackCount() && !devices.empty(); ++i) {
        if (!isUnclear(builder, TrackId(i))) {
            devices.erase(builder.track(TrackId(i)).process);
        }
    }
    for (const TrackId track : tracks.turnIntoMarkers(devices)) {
        builder.diagnostics().count(
            DiagnosticId::DeviceSliceUnclear,
            [&] {
                const SliceRow slice = builder.sliceAt({track, 0});
                return std::string(builder.strings().at(slice.name)) + " at " +
                       std::to_string(slice.startNs) + " ns";
            },
            builder.sliceCount(track));
    }
}

} // namespace hscope::core
