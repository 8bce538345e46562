// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/chrome_tracks.h"
#include "core/store/trace_builder.h"

#include <cstdint>
#include <set>
#include <vector>

namespace hscope::core {

/// Finds the processes of a Chrome trace that are devices, although some of their slices look like
/// those of a CPU thread.
///
/// Kineto gives a device's rows the device's number as pid and the stream as tid. A slice there
/// whose category is missing or unknown says neither that it is GPU work nor that it is a CPU
/// thread's. If a pid has GPU rows, and nothing on it is known to be of a CPU, then such slices are
/// shown as markers on the device's rows, counted as a diagnostic, and no time of theirs is added
/// up.
class ChromeDevices
{
public:
    /// Remembers that a slice was added to `thread` without a category that says what it is.
    void addUnclear(TrackId thread);

    /// Turns the threads of devices into markers. `pids` are those with GPU rows.
    void settle(TraceBuilder& builder, ChromeTracks& tracks, const std::set<StringId>& pids) const;

private:
    [[nodiscard]] bool isUnclear(const TraceBuilder& builder, TrackId track) const;

    std::vector<std::uint32_t> m_unclear; ///< Such slices by track.
};

} // namespace hscope::core
