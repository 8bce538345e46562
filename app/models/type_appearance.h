// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"
#include "app/timeline/type_glyph.h"
#include "simulator/model/cluster.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <string_view>

namespace hscope::app {

/// A resource type as it looks everywhere: strips, charts, timelines and drawings.
struct TypeAppearance
{
    QString id;
    TypeGlyph glyph = TypeGlyph::Circle;
    /// Index into Palette::resources; none: the hue comes from a hash of the id.
    std::optional<std::size_t> slot;

    [[nodiscard]] QColor color(const Palette& palette) const
    {
        return slot ? palette.resources[*slot] : hashedResourceColor(id, palette);
    }

    friend bool operator==(const TypeAppearance&, const TypeAppearance&) = default;
};

[[nodiscard]] TypeGlyph glyphOf(sim::DeviceKind kind);

[[nodiscard]] TypeAppearance appearanceOf(const sim::ResourceType& type);

/// The look of type `id` of `cluster`; an unknown id looks like a cpu.
[[nodiscard]] TypeAppearance appearanceOf(const sim::Cluster& cluster, std::string_view id);

/// `V100 16 GB, limit 32`; the id where the type has no name, no limit where it has none.
[[nodiscard]] QString typeCaption(const sim::Cluster& cluster, std::size_t type);

/// How strong the grounds, bars and slices of a type are: parts of the canvas mixed into its
/// colour.
namespace tints {
inline constexpr double kStripGround = 0.86;
inline constexpr double kStripBar = 0.44;
inline constexpr double kSlice = 0.20;
inline constexpr double kOtherSlice = 0.42; ///< Of every other round of microbatches.
inline constexpr double kTransfer = 0.78;   ///< Waiting for the network, beside slices.
} // namespace tints

/// A type's colour with `tint` of the canvas in it.
[[nodiscard]] QColor tinted(const TypeAppearance& type, const Palette& palette, double tint);

} // namespace hscope::app
