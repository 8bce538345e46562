// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/type_glyph.h"
#include "core/store/ids.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hscope::app {

/// How a track looks that stands for a device of a resource type.
struct TrackLook
{
    TypeGlyph glyph = TypeGlyph::Circle;
    std::uint32_t lightColor = 0; ///< 0xffrrggbb in the light palette.
    std::uint32_t darkColor = 0;
    std::uint32_t slicesPerRound = 1; ///< Slices of one microbatch: computation, transfers.
    bool continues = false; ///< Part of the track above: no head and no distance of its own.
    std::string detail;     ///< Beside the name: `3 of 36`.
    std::string unit;       ///< Behind the detail where there is room: `cpu-core`.
};

/// How a slice differs from its partner in the trace that others are compared with.
struct SliceChange
{
    enum class Kind : std::uint8_t
    {
        None, ///< Nothing is compared.
        Same, ///< The difference is below the threshold.
        More, ///< Later, or slower.
        Less, ///< Earlier, or faster.
        OnlyHere,
        OnlyThere ///< Stands for a slice that the other trace has.
    };

    Kind kind = Kind::None;
    std::int64_t deltaNs = 0; ///< This one minus its partner.

    friend bool operator==(const SliceChange&, const SliceChange&) = default;
};

/// A line through the rows of a process.
struct TimelineMark
{
    core::ProcessId process;
    std::int64_t ns = 0;
    std::string text; ///< UTF-8, one line.
};

/// What a timeline shows that is not in its trace: thin rows in the colours of resource types, with
/// words in the heads.
///
///   v exact   208.01 USD, period 19.055 µs             caption, over the tracks
///   o layers 0–2    3 of 36     [====][====][====]     continues == false
///                               [====][====][====]     continues == true
struct TimelineLooks
{
    static constexpr int kRow = 8; ///< 7 for the slice and a gap of 1.

    std::vector<TrackLook> tracks;     ///< By track.
    std::vector<std::string> captions; ///< By process, UTF-8.
    std::vector<SliceChange> changes;  ///< By SliceColumns::source; empty: nothing is compared.
    std::vector<TimelineMark> marks;

    [[nodiscard]] const TrackLook* trackLook(core::TrackId track) const
    {
        return track.value() < tracks.size() ? &tracks[track.value()] : nullptr;
    }

    [[nodiscard]] SliceChange change(std::uint64_t source) const
    {
        return source < changes.size() ? changes[source] : SliceChange{};
    }
};

} // namespace hscope::app
