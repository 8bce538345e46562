// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/trace_builder.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hscope::core {

/// Maps the opaque process and thread ids of a Chrome trace to processes and tracks.
///
/// A process comes into being with its first slice on a CPU thread; metadata alone makes none (a
/// Kineto file names eight GPU "processes" that are only devices). Names are collected and applied
/// by applyNames().
class ChromeTracks
{
public:
    explicit ChromeTracks(TraceBuilder& builder);

    /// The CPU thread `tid` of process `pid`; created if needed. A missing tid is the pid, as
    /// Chrome has it.
    TrackId thread(std::string_view pid, std::optional<std::string_view> tid);

    [[nodiscard]] std::optional<TrackId> findThread(std::string_view pid,
                                                    std::string_view tid) const;
    [[nodiscard]] std::optional<ProcessId> findProcess(std::string_view pid) const;
    ProcessId process(std::string_view pid);

    /// The process with the most CPU slices; none if there is no process yet.
    [[nodiscard]] std::optional<ProcessId> busiest() const;

    /// The track of `kind` called `name`, created on first use; `describe` fills in the rest.
    TrackId namedTrack(ProcessId process, TrackKind kind, std::string_view name,
                       const std::function<void(Track&)>& describe);

    /// Makes markers of the threads of processes that are devices, and gives those that have slices
    /// to the busiest program. If there is no program, the processes stay.
    std::vector<TrackId> turnIntoMarkers(const std::set<ProcessId>& devices);

    /// Whether anything is known to have run on a CPU.
    [[nodiscard]] bool hasThreads() const { return !m_threads.empty(); }

    void setProcessName(std::string_view pid, std::string_view name);
    void setProcessSortIndex(std::string_view pid, std::int64_t index);
    void setThreadName(std::string_view pid, std::string_view tid, std::string_view name);
    void setThreadSortIndex(std::string_view pid, std::string_view tid, std::int64_t index);

    /// Gives processes and tracks the names that metadata carried, or made-up ones.
    void applyNames();

private:
    struct Hash
    {
        using is_transparent = void;

        std::size_t operator()(std::string_view text) const
        {
            return std::hash<std::string_view>{}(text);
        }
    };

    template <typename Value>
    using Map = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;

    struct Label
    {
        std::string name;
        std::int64_t sortIndex = 0;
    };

    /// `pid` and `tid` as one key; the buffer is reused.
    std::string_view threadKey(std::string_view pid, std::string_view tid) const;

    void forget(const std::set<ProcessId>& processes);
    [[nodiscard]] static Label& labelOf(Map<Label>& labels, std::string_view key);

    TraceBuilder& m_builder;
    Map<ProcessId> m_processes;
    Map<TrackId> m_threads;
    Map<TrackId> m_named;
    Map<Label> m_processLabels;
    Map<Label> m_threadLabels;
    mutable std::string m_key;
    std::string m_lastPid; ///< The thread asked for last: events come in runs.
    std::string m_lastTid;
    std::optional<TrackId> m_lastThread;
};

} // namespace hscope::core
