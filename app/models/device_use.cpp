// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/device_use.h"

#include "app/models/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("DeviceUse", text);
}

} // namespace

DeviceUse::DeviceUse(const ScheduleReplay& replay, std::size_t stage, std::size_t replica)
    : m_store(replay.store)
{
    const auto tracks = m_store->tracksOf(core::ProcessId(static_cast<std::uint32_t>(stage)));
    const core::Track& track = m_store->track(tracks[replica]);
    m_first = track.firstSlice;
    m_count = track.sliceCount;
    if (!replay.hasKeys) {
        m_keys = keysOfTrack(replay, stage, replica);
    }
    m_computedNs.reserve(m_count + 1);
    std::int64_t computed = 0;
    for (std::uint32_t slice = 0; slice < m_count; ++slice) {
        m_computedNs.push_back(computed);
        computed += isCompute(slice) ? (endOf(slice) - startOf(slice)).count() : 0;
    }
    m_computedNs.push_back(computed);
}

core::Duration DeviceUse::startOf(std::uint32_t slice) const
{
    return m_store->rangeOf(core::SliceId(m_first + slice)).start - m_store->wallRange().start;
}

core::Duration DeviceUse::endOf(std::uint32_t slice) const
{
    return m_store->rangeOf(core::SliceId(m_first + slice)).end - m_store->wallRange().start;
}

bool DeviceUse::isCompute(std::uint32_t slice) const
{
    return !isTransfer(m_store->slices().category[m_first + slice]);
}

sim::SliceKey DeviceUse::keyOf(std::uint32_t slice) const
{
    return m_keys.empty() ? sim::keyOf(m_store->slices().source[m_first + slice]) : m_keys[slice];
}

std::uint32_t DeviceUse::startedUntil(core::Duration time) const
{
    std::uint32_t low = 0;
    std::uint32_t high = m_count;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (startOf(middle) <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

std::optional<std::uint32_t> DeviceUse::lastStarted(core::Duration time) const
{
    std::uint32_t slice = startedUntil(time);
    if (slice == 0) {
        return std::nullopt;
    }
    --slice;
    // A transfer may take no time.
    while (slice > 0 && endOf(slice) == startOf(slice) && startOf(slice - 1) == startOf(slice)) {
        --slice;
    }
    return slice;
}

bool DeviceUse::isSentAt(std::uint32_t slice) const
{
    const core::Duration start = startOf(slice);
    for (; slice < m_count && startOf(slice) == start; ++slice) {
        if (keyOf(slice).activity == sim::SliceActivity::Send) {
            return true;
        }
    }
    return false;
}

core::Duration DeviceUse::computedUntil(core::Duration time) const
{
    const auto slice = lastStarted(time);
    if (!slice) {
        return {};
    }
    const core::Duration before(m_computedNs[*slice]);
    return isCompute(*slice) ? before + std::min(time, endOf(*slice)) - startOf(*slice) : before;
}

double DeviceUse::utilization(core::Duration from, core::Duration to) const
{
    if (to <= from) {
        return 0;
    }
    return static_cast<double>((computedUntil(to) - computedUntil(from)).count()) /
           static_cast<double>((to - from).count());
}

DeviceMoment DeviceUse::momentAt(core::Duration time) const
{
    using State = DeviceMoment::State;
    const auto slice = lastStarted(time);
    if (slice && time < endOf(*slice)) {
        return {isCompute(*slice) ? State::Computing : State::Transferring,
                keyOf(*slice).microbatch};
    }
    const std::uint32_t next = startedUntil(time);
    if (next >= m_count) {
        return {};
    }
    return {isSentAt(next) ? State::WaitingForReceiver : State::WaitingForInput, 0};
}

DeviceWindow windowAround(core::Duration time, core::Duration window, core::Duration span)
{
    const core::Duration from = time - window / 2;
    const auto cut = [span](core::Duration value) {
        return std::clamp(value, core::Duration{}, std::max(span, core::Duration{}));
    };
    return {cut(from), cut(from + window)};
}

QString momentText(const DeviceMoment& moment)
{
    using State = DeviceMoment::State;
    switch (moment.state) {
    case State::Computing:
        return tr("computing microbatch %1").arg(formatCount(moment.microbatch));
    case State::Transferring:
        return tr("transfer of microbatch %1").arg(formatCount(moment.microbatch));
    case State::WaitingForInput:
        return tr("waiting for input");
    case State::WaitingForReceiver:
        return tr("waiting for the receiver");
    case State::Idle:
        break;
    }
    return tr("idle");
}

} // namespace hscope::app
