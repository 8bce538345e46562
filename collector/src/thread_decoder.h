// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/host_clock.h"
#include "collector/src/record.h"
#include "collector/src/trace_assembler.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hscope::collector {

/// What was wrong with the events themselves.
struct EventFaults
{
    std::uint64_t endsWithoutBegin = 0;
    std::uint64_t endsOutOfOrder = 0; ///< Scopes closed by the end of one further out.
    std::uint64_t clockBackwards = 0;
    std::uint64_t argumentsWithoutScope = 0; ///< And links.
    std::uint64_t scopesLeftOpen = 0;        ///< By threads that ended.
    std::uint64_t textsRepaired = 0;         ///< Arguments that were not UTF-8.
};

/// Follows the records of one thread: matches begins and ends and puts multi-record events
/// together. One record at a time, so that an event may be only half there yet.
class ThreadDecoder
{
public:
    ThreadDecoder(TraceAssembler& assembler, std::int64_t track);

    /// `map` gives the time of the record's ticks.
    void decode(const RecordView& record, const TickMap& map, EventFaults& faults);

    /// The thread has ended: its slices end with its last event.
    void endAll(EventFaults& faults);

    [[nodiscard]] std::int64_t track() const { return m_track; }

    /// Whether the program named the thread.
    [[nodiscard]] bool isNamed() const { return m_isNamed; }

    /// The name of the process that this thread set last, once.
    [[nodiscard]] std::optional<std::int64_t> takeProcessName();

private:
    struct OpenScope
    {
        TraceAssembler::Open slice;
        RecordKind kind; ///< That of its begin.
        std::int64_t arguments = 0;
        std::optional<EventRows::IterationRow> iteration;
    };

    /// An event of which more records follow.
    struct Partial
    {
        RecordKind kind = RecordKind::Empty;
        std::int64_t timeNs = 0;
        std::uint8_t detail = 0; ///< Category and hook.
        std::int64_t name = 0;
        std::uint64_t bytes = 0; ///< Of text still missing.
        std::string text;
        std::optional<double> first;
    };

    [[nodiscard]] std::int64_t timeOf(const RecordView& record, const TickMap& map,
                                      EventFaults& faults);
    void continuePartial(const RecordView& record, EventFaults& faults);
    void finishText(EventFaults& faults);
    /// `detail` has the category and the hook.
    void open(RecordKind kind, std::int64_t timeNs, std::int64_t name, std::uint8_t detail);
    void close(RecordKind beginKind, std::int64_t timeNs, EventFaults& faults);
    void closeTop(std::int64_t timeNs);
    void addArgument(std::int64_t name, std::string json, EventFaults& faults);
    void decodeEvent(const RecordView& record, std::int64_t timeNs, EventFaults& faults);
    void decodeDetail(const RecordView& record, EventFaults& faults);

    TraceAssembler& m_assembler;
    std::int64_t m_track;
    std::vector<OpenScope> m_open; ///< Innermost last.
    Partial m_partial;
    std::int64_t m_lastNs = INT64_MIN;
    bool m_isNamed = false;
    std::optional<std::int64_t> m_processName;
};

} // namespace hscope::collector
