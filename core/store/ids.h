// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/strong_id.h"

namespace hscope::core {

using StringId = StrongId<struct StringTag>; ///< Index into TraceStore::strings().
using ProcessId =
    StrongId<struct ProcessTag>;           ///< Index into TraceStore::processes(); not an OS pid.
using TrackId = StrongId<struct TrackTag>; ///< Index into TraceStore::tracks().
using SliceId = StrongId<struct SliceTag>; ///< Index into the columns of TraceStore::slices().

} // namespace hscope::core
