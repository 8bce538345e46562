// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulator/model/cluster.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <map>
#include <string>

namespace hscope::app {

/// Measures of the drawing, in units of its coordinates (pixels at 100%).
namespace drawing {
inline constexpr double kGrid = 16;
inline constexpr double kNodeWidth = 240;
inline constexpr double kMostNodeWidth = 400;
inline constexpr double kNodeHead = 36; ///< Above the glyphs.
inline constexpr double kNodeFoot = 12; ///< Below them; one row more where `count` is not 1.
inline constexpr double kGlyph = 13;
inline constexpr double kGlyphPitch = 16; ///< From a glyph, or a row of them, to the next.
inline constexpr int kGlyphsPerRow = 12;
inline constexpr int kMostGlyphs = 48; ///< More devices of a type are drawn as a number.
inline constexpr double kRackPadding = 16;
inline constexpr double kRackHead = 36;
inline constexpr QSizeF kSwitchSize{96, 56};
inline constexpr QSizeF kEmptyRackSize{272, 160};
} // namespace drawing

/// How many rows the glyphs of these devices take.
[[nodiscard]] int glyphRows(const sim::NodeDevices& devices);

/// The size of a node: wide enough for its title, high enough for the glyphs of its devices (rows
/// of 12; more than 48 devices of a type are drawn as a number).
[[nodiscard]] QSizeF nodeSize(const sim::Node& node);

/// Where everything of a cluster is drawn. Elements without a position get one that is free, the
/// same each time; a cluster without any position is drawn as arranged() would. Positions farther
/// than a million from the origin are drawn there.
struct DrawingGeometry
{
    std::map<std::string, QRectF, std::less<>> nodes;
    std::map<std::string, QRectF, std::less<>> switches;
    std::map<std::string, QRectF, std::less<>> racks; ///< Around their members.
    QRectF bounds; ///< Around everything; empty without elements.
};

[[nodiscard]] DrawingGeometry drawingGeometry(const sim::Cluster& cluster);

} // namespace hscope::app
