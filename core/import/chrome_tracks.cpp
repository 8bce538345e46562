// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/chrome_tracks.h"

#include <algorithm>
#include <charconv>

namespace hscope::core {

namespace {

constexpr char kSeparator = '\x1f';

std::optional<std::int64_t> numberOf(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                    : std::nullopt;
}

std::int32_t clampedIndex(std::int64_t index)
{
    constexpr std::int64_t kLimit = 1'000'000'000;
    return static_cast<std::int32_t>(std::clamp(index, -kLimit, kLimit));
}

std::string namedKey(ProcessId process, TrackKind kind, std::string_view name)
{
    std::string key = std::to_string(process.value()) + kSeparator +
                      std::to_string(static_cast<int>(kind)) + kSeparator;
    return key.append(name);
}

} // namespace

ChromeTracks::ChromeTracks(TraceBuilder& builder)
    : m_builder(builder)
{
}

std::string_view ChromeTracks::threadKey(std::string_view pid, std::string_view tid) const
{
    m_key.assign(pid);
    m_key += kSeparator;
    m_key.append(tid);
    return m_key;
}

TrackId ChromeTracks::thread(std::string_view pid, std::optional<std::string_view> maybeTid)
{
    const std::string_view tid = maybeTid.value_or(pid);
    if (m_lastThread && m_lastPid == pid && m_lastTid == tid) {
        return *m_lastThread;
    }
    const std::string_view key = threadKey(pid, tid);
    auto found = m_threads.find(key);
    if (found == m_threads.end()) {
        const std::string owned(key);
        Track track;
        track.process = process(pid);
        track.kind = TrackKind::Thread;
        track.tid = numberOf(tid);
        found = m_threads.emplace(owned, m_builder.addTrack(track)).first;
    }
    m_lastPid.assign(pid);
    m_lastTid.assign(tid);
    m_lastThread = found->second;
    return found->second;
}

std::optional<TrackId> ChromeTracks::findThread(std::string_view pid, std::string_view tid) const
{
    const auto found = m_threads.find(threadKey(pid, tid));
    return found == m_threads.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ProcessId> ChromeTracks::findProcess(std::string_view pid) const
{
    const auto found = m_processes.find(pid);
    return found == m_processes.end() ? std::nullopt : std::optional(found->second);
}

ProcessId ChromeTracks::process(std::string_view pid)
{
    if (const auto known = findProcess(pid)) {
        return *known;
    }
    Process process;
    process.pid = numberOf(pid);
    const ProcessId id = m_builder.addProcess(process);
    m_processes.emplace(pid, id);
    return id;
}

std::optional<ProcessId> ChromeTracks::busiest() const
{
    std::vector<std::uint64_t> slices(m_processes.size());
    for (const auto& [key, track] : m_threads) {
        slices[m_builder.track(track).process.value()] += m_builder.sliceCount(track);
    }
    if (slices.empty()) {
        return std::nullopt;
    }
    return ProcessId(static_cast<std::uint32_t>(std::max_element(slices.begin(), slices.end()) -
                                                slices.begin()));
}

TrackId ChromeTracks::namedTrack(ProcessId process, TrackKind kind, std::string_view name,
                                 const std::function<void(Track&)>& describe)
{
    std::string key = namedKey(process, kind, name);
    if (const auto found = m_named.find(key); found != m_named.end()) {
        return found->second;
    }
    Track track;
    track.process = process;
    track.kind = kind;
    track.name = m_builder.strings().intern(name);
    describe(track);
    const TrackId id = m_builder.addTrack(track);
    m_named.emplace(std::move(key), id);
    return id;
}

std::vector<TrackId> ChromeTracks::turnIntoMarkers(const std::set<ProcessId>& devices)
{
    if (devices.empty()) {
        return {};
    }
    std::vector<std::pair<TrackId, std::string>> markers; // with their key
    std::erase_if(m_threads, [&](const auto& thread) {
        const bool ofDevice = devices.contains(m_builder.track(thread.second).process);
        if (ofDevice) {
            markers.emplace_back(thread.second, thread.first);
        }
        return ofDevice;
    });
    std::ranges::sort(markers); // the map's order is none
    m_lastThread.reset();
    const std::optional<ProcessId> program = hasThreads() ? busiest() : std::nullopt;
    std::vector<TrackId> result;
    for (const auto& [id, key] : markers) {
        const std::size_t cut = key.find(kSeparator);
        const std::string name =
            "GPU " + key.substr(0, cut) + " stream " + key.substr(cut + 1) + " markers";
        m_builder.turnIntoMarkers(id);
        Track& track = m_builder.track(id);
        track.process = program.value_or(track.process);
        track.name = m_builder.strings().intern(name);
        track.device = numberOf(key.substr(0, cut));
        track.tid.reset();
        result.push_back(id);
    }
    if (program) {
        forget(devices);
    }
    for (const TrackId id : result) { // from here on, other markers of the stream join them
        const Track& track = m_builder.track(id);
        m_named.emplace(namedKey(track.process, track.kind, m_builder.strings().at(track.name)),
                        id);
    }
    return result;
}

void ChromeTracks::forget(const std::set<ProcessId>& processes)
{
    const auto renamed = m_builder.removeProcesses(processes);
    std::erase_if(m_processes,
                  [&](const auto& process) { return processes.contains(process.second); });
    for (auto& [pid, id] : m_processes) {
        id = *renamed[id.value()];
    }
}

ChromeTracks::Label& ChromeTracks::labelOf(Map<Label>& labels, std::string_view key)
{
    const auto found = labels.find(key);
    return found != labels.end() ? found->second : labels.emplace(key, Label{}).first->second;
}

void ChromeTracks::setProcessName(std::string_view pid, std::string_view name)
{
    labelOf(m_processLabels, pid).name = name;
}

void ChromeTracks::setProcessSortIndex(std::string_view pid, std::int64_t index)
{
    labelOf(m_processLabels, pid).sortIndex = index;
}

void ChromeTracks::setThreadName(std::string_view pid, std::string_view tid, std::string_view name)
{
    labelOf(m_threadLabels, threadKey(pid, tid)).name = name;
}

void ChromeTracks::setThreadSortIndex(std::string_view pid, std::string_view tid,
                                      std::int64_t index)
{
    labelOf(m_threadLabels, threadKey(pid, tid)).sortIndex = index;
}

void ChromeTracks::applyNames()
{
    StringPool& strings = m_builder.strings();
    for (const auto& [pid, id] : m_processes) {
        const auto label = m_processLabels.find(pid);
        const bool named = label != m_processLabels.end() && !label->second.name.empty();
        m_builder.process(id).name = strings.intern(named ? label->second.name : "process " + pid);
        m_builder.process(id).sortIndex =
            label == m_processLabels.end() ? 0 : clampedIndex(label->second.sortIndex);
    }
    for (const auto& [key, id] : m_threads) {
        const auto label = m_threadLabels.find(key);
        const bool named = label != m_threadLabels.end() && !label->second.name.empty();
        const std::string tid = key.substr(key.find(kSeparator) + 1);
        m_builder.track(id).name = strings.intern(named ? label->second.name : "thread " + tid);
        m_builder.track(id).sortIndex =
            label == m_threadLabels.end() ? 0 : clampedIndex(label->second.sortIndex);
    }
}

} // namespace hscope::core
