// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/chunk_pool.h"
#include "collector/src/event_rows.h"
#include "collector/src/host_clock.h"
#include "collector/src/thread_buffer.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace hscope::collector {

/// Measures what recording one event costs, by recording some that nobody sees.
///
/// As long as it lives, what the calling thread records goes into a buffer that nobody reads. Each
/// measurement takes about a millisecond. It is made twice: with everything in the processor's
/// caches, and with other data walked through between the events, as a program does; these are the
/// ends of the interval that is stored.
class SelfCalibration
{
public:
    explicit SelfCalibration(const HostClock& clock);
    SelfCalibration(const SelfCalibration&) = delete;
    SelfCalibration& operator=(const SelfCalibration&) = delete;
    ~SelfCalibration();

    /// Something that can be done with and without being recorded.
    struct Probe
    {
        std::function<void(bool isOn)> switchEvents;
        std::function<void(std::int64_t times)> work; ///< One event each time while they are on.
        /// Events with nothing between their two moments; none if those of `work` are such.
        std::function<void(std::int64_t times)> empty;
    };

    /// Scopes and operations of the C interface, also what calls for them cost while nothing is
    /// recorded. Empty if they are not being recorded now.
    [[nodiscard]] std::vector<EventRows::CalibrationRow> measureOwn();
    /// What the events of a probe cost. Empty if none was recorded.
    [[nodiscard]] std::vector<EventRows::CalibrationRow> measure(std::string_view kind,
                                                                 const Probe& probe);

private:
    struct Cost
    {
        double wholeNs = 0;  ///< Of one event, begin and end.
        double insideNs = 0; ///< Between the two recorded moments.
        std::int64_t samples = 0;
    };

    [[nodiscard]] double nsOf(std::int64_t ticks) const;
    /// Empty if nothing was recorded.
    [[nodiscard]] std::optional<Cost> cost(const Probe& probe);
    /// What `work` takes, in ns each time.
    [[nodiscard]] double costOfWork(const std::function<void(std::int64_t times)>& work);
    [[nodiscard]] std::vector<EventRows::CalibrationRow>
    rowsOf(std::string_view kind, const std::optional<Cost>& warm, const std::optional<Cost>& cold);
    /// Reads a bit of a large block, so that the caches forget other things.
    void walk();
    void readRecords();

    const HostClock& m_clock;
    HostClock::Moment m_start;
    ChunkPool m_pool;
    ThreadBuffer m_buffer;
    bool m_isOpen = false;
    ThreadBuffer* m_bufferBefore = nullptr; ///< What the thread records into otherwise.
    std::uint32_t m_recordingBefore = 0;
    std::vector<std::uint64_t> m_block;
    std::size_t m_at = 0;
    std::uint64_t m_sum = 0;
    // Of the records read since they were set to 0.
    std::int64_t m_events = 0;
    std::int64_t m_insideTicks = 0;
    std::vector<std::uint64_t> m_begins;
};

} // namespace hscope::collector
