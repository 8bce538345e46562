// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trace_store.h"

#include <QString>

namespace hscope::app {

/// What people call a process: its name, else `process 41 207`.
[[nodiscard]] QString processTitle(const core::TraceStore& store, core::ProcessId process);

/// What people call a track: its name, else `thread 41 207` or `GPU 0 stream 7`.
[[nodiscard]] QString trackTitle(const core::TraceStore& store, core::TrackId track);

} // namespace hscope::app
