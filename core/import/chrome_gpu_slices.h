// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/chrome_tracks.h"
#include "core/store/trace_builder.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hscope::core {

/// Collects the rows of a Kineto file whose process is a device and not a program, and finds out
/// afterwards which program they belong to.
///
/// A GPU slice belongs to the process whose call has the same correlation id. Ids repeat between
/// processes: then the slice's own pid decides if it is that of one of them, else the latest call
/// that starts no later than the slice is taken, and that is counted. Slices without a call belong
/// to the busiest process.
class ChromeGpuSlices
{
public:
    enum class Kind : std::uint8_t
    {
        Work,    ///< A kernel, copy or fill: counted.
        Marker,  ///< Mirrors other slices on the device's row: shown, not counted.
        Pseudo,  ///< A profiler's own span: shown, not part of the wall time.
        Overhead ///< Time of the profiler; on the CPU, but often under a made-up process.
    };

    struct Row
    {
        Kind kind = Kind::Work;
        SliceRow slice;
        StringId pid;
        StringId tid;
        std::int64_t device = 0;
        std::optional<std::int64_t> stream;
        std::int64_t correlation = 0; ///< 0: none.
    };

    void add(const Row& row) { m_rows.push_back(row); }

    /// Remembers a CPU call that may launch something.
    void addCall(std::int64_t correlation, SliceHandle slice, std::int64_t startNs)
    {
        m_calls.push_back({correlation, startNs, slice, ProcessId(), false});
    }

    /// The process ids of all rows: those of devices and of the profiler itself.
    [[nodiscard]] std::set<StringId> pids() const;

    /// Those of devices: whose rows are GPU work or mirror it.
    [[nodiscard]] std::set<StringId> devicePids() const;

    /// Adds all rows to the builder, with launch links.
    void resolve(TraceBuilder& builder, ChromeTracks& tracks);

private:
    struct Call
    {
        std::int64_t correlation;
        std::int64_t startNs;
        SliceHandle slice;
        ProcessId process;   ///< Known from resolve() on, as all below.
        bool shared = false; ///< Calls of other processes have the same correlation.
    };

    /// The call that launched a row, and whether it might as well be another process's.
    struct Launch
    {
        const Call* call = nullptr;
        bool ambiguous = false;
    };

    void sortCalls(TraceBuilder& builder);
    [[nodiscard]] Launch launchOf(const Row& row, std::optional<ProcessId> own) const;
    [[nodiscard]] static ProcessId ownerOf(const Row& row, const Call* call,
                                           std::optional<ProcessId> busiest, TraceBuilder& builder,
                                           ChromeTracks& tracks);
    [[nodiscard]] static TrackId trackOf(const Row& row, ProcessId owner, TraceBuilder& builder,
                                         ChromeTracks& tracks);

    std::vector<Row> m_rows;
    std::vector<Call> m_calls;  ///< Sorted by correlation and start in resolve().
    std::vector<Call> m_shared; ///< The shared ones, by correlation, process and start.
};

} // namespace hscope::core
