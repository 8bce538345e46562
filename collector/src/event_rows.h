// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hscope::collector {

/// Rows for the trace database that are not written yet, by table; see docs/FILE_FORMAT.md for the
/// columns.
struct EventRows
{
    using SliceRow =
        std::array<std::int64_t, 7>; ///< id, track, start, duration, name, category, flags.

    struct StringRow
    {
        std::int64_t id;
        std::string value;
    };

    struct TrackRow
    {
        std::int64_t id;
        std::int64_t kind;
        std::int64_t name;
        std::optional<std::int64_t> tid;
        std::optional<std::int64_t> device; ///< Of a GPU stream.
        std::optional<std::int64_t> stream;
    };

    struct NewTrackName
    {
        std::int64_t track;
        std::int64_t name;
    };

    /// The end of a slice that a former transaction wrote as unfinished.
    struct SliceEnd
    {
        std::int64_t id;
        std::int64_t durationNs;
    };

    struct ArgumentRow
    {
        std::int64_t slice;
        std::int64_t position;
        std::int64_t name;
        std::string json;
    };

    struct IterationRow
    {
        std::int64_t id;
        std::int64_t number;
        std::int64_t startNs;
        std::int64_t durationNs;
        std::int64_t slice;
    };

    struct PhaseRow
    {
        std::int64_t id;
        std::int64_t name;
        std::int64_t startNs;
        std::int64_t durationNs;
    };

    struct InstantRow
    {
        std::int64_t id;
        std::int64_t track;
        std::int64_t timeNs;
        std::int64_t name;
    };

    struct CounterRow
    {
        std::int64_t track;
        std::int64_t timeNs;
        double value;
        std::optional<double> total;
    };

    struct LinkRow
    {
        std::int64_t id;
        std::int64_t kind;
        std::int64_t from;
        std::int64_t to;
        std::int64_t correlation;
    };

    /// What one event of a kind costs; its low and high are the ends of an interval.
    struct CalibrationRow
    {
        std::string kind;
        double meanNs;
        double lowNs;
        double highNs;
        std::int64_t samples;
    };

    std::vector<StringRow> strings;
    std::vector<TrackRow> tracks;
    std::vector<NewTrackName> trackNames;
    std::vector<SliceRow> slices; ///< Ids rise by one from row to row.
    std::vector<SliceEnd> sliceEnds;
    std::vector<std::int64_t> operations; ///< Slice ids.
    std::vector<ArgumentRow> arguments;
    std::vector<IterationRow> iterations; ///< Written again, with the same id, when it ends.
    std::vector<PhaseRow> phases;         ///< Likewise.
    std::vector<InstantRow> instants;
    std::vector<CounterRow> counters;
    std::vector<LinkRow> links;
    std::vector<CalibrationRow> calibrations;

    std::size_t textBytes = 0; ///< Of strings and arguments.

    [[nodiscard]] std::size_t count() const
    {
        return strings.size() + slices.size() + sliceEnds.size() + arguments.size() +
               iterations.size() + instants.size() + counters.size() + links.size();
    }

    [[nodiscard]] bool isEmpty() const
    {
        return count() == 0 && tracks.empty() && trackNames.empty() && operations.empty() &&
               phases.empty() && calibrations.empty();
    }

    void clear();

    /// Drops what is new since slice `first` began: only ends and names are left. Gives the number
    /// of slices dropped.
    std::size_t dropFrom(std::int64_t first);
};

} // namespace hscope::collector
