// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/device_cells.h"

#include "app/drawing/drawing_geometry.h"
#include "app/widgets/cluster_pictures.h"
#include "app/widgets/paint_helpers.h"
#include "app/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr double kMostWidth = 44; ///< Of a cell: room for `10–15`.
constexpr double kLeastSide = 2.5;
constexpr double kGapFrom = 4;   ///< Pixels; smaller cells touch.
constexpr double kThickFrom = 8; ///< Pixels; smaller cells get thin outlines.
constexpr double kUnusedTint = 0.72;

/// Several devices that share a cell.
struct Merged
{
    const DeviceCell* first = nullptr; ///< The first that is used; null: none.
    double utilization = 0;            ///< Mean of the used ones.
    bool isEmphasized = false;
    bool isCurrent = false;
};

Merged merged(const DeviceCells& devices, std::int64_t from, std::int64_t count)
{
    Merged result;
    int used = 0;
    const auto end = std::min<std::int64_t>(from + count, std::ssize(devices.cells));
    for (std::int64_t i = from; i < end; ++i) {
        const DeviceCell& cell = devices.cells[static_cast<std::size_t>(i)];
        if (cell.label.isEmpty()) {
            continue;
        }
        result.first = result.first == nullptr ? &cell : result.first;
        result.utilization += cell.utilization.value_or(0);
        result.isEmphasized = result.isEmphasized || cell.isEmphasized;
        result.isCurrent = result.isCurrent || cell.isCurrent;
        ++used;
    }
    result.utilization /= std::max(1, used);
    return result;
}

QColor fillOf(const DeviceCells& devices, const Merged& cell, const Palette& palette)
{
    return cell.first->utilization
               ? utilizationColor(cell.utilization, palette)
               : tinted(devices.look, palette,
                        cell.first->isLighter ? tints::kOtherSlice : tints::kSlice);
}

/// Writes the layers once over neighbouring cells of a stage, where there is room.
class RunLabels
{
public:
    explicit RunLabels(QPainter& painter)
        : m_painter(painter)
    {
    }

    void add(const QRectF& rect, const QString& label, const QColor& fill)
    {
        if (label != m_label || rect.top() != m_rect.top()) {
            flush();
            m_label = label;
            m_rect = rect;
            m_fill = fill;
        } else {
            m_rect = m_rect.united(rect);
        }
    }

    void flush()
    {
        if (!m_label.isEmpty()) {
            const QFontMetricsF metrics(fonts::small());
            const double width = metrics.horizontalAdvance(m_label) + 6;
            if (width <= m_rect.width() + 2 && m_rect.height() >= metrics.ascent()) {
                const QRectF words(m_rect.center().x() - width / 2, m_rect.top(), width,
                                   m_rect.height());
                m_painter.fillRect(words.adjusted(1, 3, -1, -3), m_fill);
                m_painter.setFont(fonts::small());
                m_painter.setPen(labelColor(m_fill));
                m_painter.drawText(words, Qt::AlignCenter, m_label);
            }
        }
        m_label.clear();
    }

private:
    QPainter& m_painter;
    QString m_label;
    QRectF m_rect;
    QColor m_fill;
};

/// `rect` with its edges on whole pixels, `gap` pixels of which stay free at the right and below.
QRectF onPixels(const QPainter& painter, const QRectF& rect, double gap)
{
    const QTransform& toScreen = painter.worldTransform();
    const QRectF screen = toScreen.mapRect(rect);
    const QPointF topLeft(std::round(screen.left()), std::round(screen.top()));
    const QPointF bottomRight(std::round(screen.right()) - gap, std::round(screen.bottom()) - gap);
    return toScreen.inverted().mapRect(QRectF(topLeft, bottomRight));
}

/// Cells that are large enough on screen lie a pixel apart.
double gapOf(const QPainter& painter, const CellGrid& grid)
{
    const QRectF screen = painter.worldTransform().mapRect(QRectF(0, 0, grid.width, grid.height));
    return std::min(screen.width(), screen.height()) >= kGapFrom ? 1 : 0;
}

QPen linePen(const QColor& color, double width)
{
    QPen pen(color, width);
    pen.setCosmetic(true);
    pen.setJoinStyle(Qt::MiterJoin);
    return pen;
}

/// A line of whole pixels along the inside of a rectangle that lies on pixels.
void paintFrame(QPainter& painter, const QRectF& rect, const QColor& color, double width)
{
    const double half = width / 2 / painter.worldTransform().m11();
    painter.setPen(linePen(color, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(half, half, -half, -half));
}

void paintCell(QPainter& painter, const QRectF& rect, const DeviceCells& devices,
               const Merged& cell, const Palette& palette)
{
    if (cell.first == nullptr) {
        const QColor faded = blended(devices.look.color(palette), palette.canvas, kUnusedTint);
        painter.fillRect(rect, blended(faded, palette.canvas, kUnusedTint));
        paintFrame(painter, rect, faded, 1);
        return;
    }
    painter.fillRect(rect, fillOf(devices, cell, palette));
    if (cell.first->utilization) { // The lowest colours are close to the ground.
        paintFrame(painter, rect, blended(palette.outline, palette.canvas, 0.3), 1);
    }
}

void paintOutline(QPainter& painter, const QRectF& rect, const Merged& cell, const Palette& palette)
{
    if (cell.isEmphasized || cell.isCurrent) {
        const bool isSmall = rect.height() * painter.worldTransform().m11() < kThickFrom;
        paintFrame(painter, rect, cell.isCurrent ? palette.text : palette.accent, isSmall ? 1 : 2);
    }
}

} // namespace

QRectF CellGrid::cellRect(std::int64_t cell) const
{
    return {area.left() + static_cast<double>(cell % columns) * width,
            area.top() + static_cast<double>(cell / columns) * height, width, height};
}

std::optional<std::int64_t> CellGrid::cellAt(QPointF point) const
{
    const double x = std::floor((point.x() - area.left()) / width);
    const double y = std::floor((point.y() - area.top()) / height);
    if (x < 0 || y < 0 || x >= columns) {
        return std::nullopt;
    }
    const std::int64_t cell = static_cast<std::int64_t>(y) * columns + static_cast<std::int64_t>(x);
    return cell < count ? std::optional(cell) : std::nullopt;
}

CellGrid cellGrid(const QRectF& area, std::int64_t devices)
{
    CellGrid best;
    best.area = area;
    for (std::int64_t perCell = 1; devices > 0; perCell *= 2) {
        const std::int64_t count = (devices + perCell - 1) / perCell;
        double bestSide = 0;
        const int mostRows = std::max(1, static_cast<int>(area.height() / kLeastSide));
        for (int rows = 1; rows <= mostRows; ++rows) {
            const auto columns = static_cast<int>((count + rows - 1) / rows);
            const double width = std::min(area.width() / columns, kMostWidth);
            const double height = std::min(area.height() / rows, drawing::kGlyphPitch);
            const double side = std::min(width, height);
            if (side > bestSide) {
                bestSide = side;
                best = {area, columns, width, height, perCell, count};
            }
        }
        if (bestSide >= kLeastSide) {
            break;
        }
    }
    return best;
}

std::vector<CellGrid> cellGrids(const QRectF& area, const std::vector<DeviceCells>& devices)
{
    std::vector<CellGrid> grids;
    double top = area.top();
    for (const DeviceCells& group : devices) {
        const double height = group.rows * drawing::kGlyphPitch;
        grids.push_back(cellGrid(QRectF(area.left(), top, area.width(), height), group.count));
        top += height;
    }
    return grids;
}

void paintDeviceCells(QPainter& painter, const QRectF& area,
                      const std::vector<DeviceCells>& devices, const Palette& palette,
                      DetailLevel level)
{
    const std::vector<CellGrid> grids = cellGrids(area, devices);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < grids.size(); ++i) {
        const CellGrid& grid = grids[i];
        const double gap = gapOf(painter, grid);
        std::vector<Merged> cells;
        std::vector<QRectF> rects;
        for (std::int64_t cell = 0; cell < grid.count; ++cell) {
            cells.push_back(merged(devices[i], cell * grid.perCell, grid.perCell));
            rects.push_back(onPixels(painter, grid.cellRect(cell), gap));
            paintCell(painter, rects.back(), devices[i], cells.back(), palette);
        }
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            paintOutline(painter, rects[cell], cells[cell], palette);
        }
        RunLabels labels(painter);
        for (std::size_t cell = 0; level == DetailLevel::Full && cell < cells.size(); ++cell) {
            if (cells[cell].first == nullptr) {
                labels.flush();
            } else {
                labels.add(rects[cell], cells[cell].first->label,
                           fillOf(devices[i], cells[cell], palette));
            }
        }
        labels.flush();
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

QColor nodeColor(const std::vector<DeviceCells>& devices, const Palette& palette)
{
    for (const DeviceCells& group : devices) {
        const Merged all = merged(group, 0, group.count);
        if (all.first != nullptr) {
            return fillOf(group, all, palette);
        }
    }
    return devices.empty()
               ? palette.outline
               : blended(devices.front().look.color(palette), palette.canvas, kUnusedTint);
}

bool hasUsed(const std::vector<DeviceCells>& devices)
{
    return std::ranges::any_of(devices, [](const DeviceCells& group) {
        return std::ranges::any_of(group.cells,
                                   [](const DeviceCell& cell) { return !cell.label.isEmpty(); });
    });
}

bool hasEmphasized(const std::vector<DeviceCells>& devices)
{
    return std::ranges::any_of(devices, [](const DeviceCells& group) {
        return std::ranges::any_of(group.cells, &DeviceCell::isEmphasized);
    });
}

} // namespace hscope::app
