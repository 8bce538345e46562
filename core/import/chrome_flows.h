// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/chrome_tracks.h"
#include "core/store/trace_builder.h"

#include <cstdint>
#include <vector>

namespace hscope::core {

/// Collects flow events (phases s, t, f) and joins those with the same category, name and id to
/// links.
///
/// An end is bound to the innermost slice that is open on its thread at its time. Flows from a call
/// to a device make no links: those come from correlation ids, which are there even where flows are
/// missing.
class ChromeFlows
{
public:
    struct End
    {
        StringId category;
        StringId name;
        StringId id;
        StringId pid;
        StringId tid;
        std::int64_t timeNs = 0;
        char phase = 's';
    };

    void add(const End& end) { m_ends.push_back(end); }

    /// Adds the links; call it when all slices of CPU threads are in the builder.
    void resolve(TraceBuilder& builder, const ChromeTracks& tracks);

private:
    std::vector<End> m_ends;
};

} // namespace hscope::core
