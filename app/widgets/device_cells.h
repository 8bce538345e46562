// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"
#include "app/models/type_appearance.h"

#include <QRectF>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

class QPainter;

namespace hscope::app {

enum class DetailLevel;

/// What shows of a device that a schedule uses.
struct DeviceCell
{
    QString label;                     ///< `0–2`: the layers; empty: nothing runs here.
    std::optional<double> utilization; ///< 0 to 1; none: the type's colour shows.
    bool isLighter = false;            ///< Of every other stage of a type.
    bool isEmphasized = false;         ///< Of the stage that is looked at.
    bool isCurrent = false;            ///< The one device that is looked at.

    bool operator==(const DeviceCell&) const = default;
};

/// The devices of one type in a node, as cells in place of glyphs.
struct DeviceCells
{
    TypeAppearance look;
    int rows = 1;                  ///< Of glyphs, whose height they take.
    std::int64_t count = 0;        ///< Of devices.
    std::vector<DeviceCell> cells; ///< By device; empty: none is used.

    bool operator==(const DeviceCells&) const = default;
};

/// Cells in rows, as square as they can be and wider where there is room for words.
///
///   width  [0–2][0–2][0–2][3–5]     perCell == 1
///   more devices than pixels: a cell stands for `perCell` of them
struct CellGrid
{
    QRectF area;
    int columns = 1;
    double width = 0; ///< From a cell to the next.
    double height = 0;
    std::int64_t perCell = 1;
    std::int64_t count = 0; ///< Of cells.

    [[nodiscard]] QRectF cellRect(std::int64_t cell) const;
    [[nodiscard]] std::optional<std::int64_t> cellAt(QPointF point) const;
};

[[nodiscard]] CellGrid cellGrid(const QRectF& area, std::int64_t devices);

/// Below each other in `area`, the part of a node that its glyphs would take.
[[nodiscard]] std::vector<CellGrid> cellGrids(const QRectF& area,
                                              const std::vector<DeviceCells>& devices);

void paintDeviceCells(QPainter& painter, const QRectF& area,
                      const std::vector<DeviceCells>& devices, const Palette& palette,
                      DetailLevel level);

/// The colour of a node whose devices are too small to be seen one by one; `ground` without used
/// ones.
[[nodiscard]] QColor nodeColor(const std::vector<DeviceCells>& devices, const Palette& palette);

/// Whether any device of a node is used, and whether one is of the emphasised stage.
[[nodiscard]] bool hasUsed(const std::vector<DeviceCells>& devices);
[[nodiscard]] bool hasEmphasized(const std::vector<DeviceCells>& devices);

} // namespace hscope::app
