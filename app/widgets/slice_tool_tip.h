// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/timeline_index.h"
#include "core/store/trace_store.h"

#include <QString>

namespace hscope::app {

/// What hovering over a slice says: name, category, exact duration, operation, start. Names are
/// escaped.
[[nodiscard]] QString sliceToolTip(const core::TraceStore& store, const TimelineIndex& index,
                                   core::SliceId slice, core::TraceTime origin);

/// What hovering over a device's row says: how busy it is in the visible range.
[[nodiscard]] QString deviceToolTip(const TimelineIndex& index, std::uint32_t device,
                                    core::TimeRange visible);

/// What hovering over a counter says: its value at `time`.
[[nodiscard]] QString counterToolTip(const core::TraceStore& store, core::TrackId track,
                                     core::TraceTime time);

} // namespace hscope::app
