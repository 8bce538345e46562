// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"
#include "app/models/type_appearance.h"
#include "app/widgets/device_cells.h"
#include "simulator/model/cluster.h"

#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

/// How the parts of a cluster look on the canvas, in the ghost of a drag and anywhere else.
namespace hscope::app {

/// How much of an element is drawn, by its size on screen.
enum class DetailLevel
{
    Block,  ///< A rectangle in the colour of its type.
    Sketch, ///< Glyphs without text.
    Full
};

[[nodiscard]] DetailLevel detailLevel(double scale);

/// What is drawn around an element beside itself.
struct ElementMarks
{
    bool isSelected = false;
    bool hasProblem = false;
    bool isHovered = false; ///< Shows where links can be drawn from.
    bool isRelated = false; ///< A link of what is selected.

    bool operator==(const ElementMarks&) const = default;
};

struct NodePicture
{
    struct Devices
    {
        TypeAppearance look;
        std::int64_t count = 0;

        bool operator==(const Devices&) const = default;
    };

    QString name;
    QString devicesText;
    QString price;  ///< Of one of them.
    QString memory; ///< Empty: not known.
    std::int64_t count = 1;
    std::vector<Devices> devices;
    std::vector<DeviceCells> cells; ///< What a schedule does on its devices; empty: glyphs.

    bool operator==(const NodePicture&) const = default;
};

/// The part of a node that its glyphs or cells take.
[[nodiscard]] QRectF deviceArea(const QRectF& nodeRect);

/// `types` needs only the resource types of the cluster: a node's price does not depend on the
/// rest.
[[nodiscard]] NodePicture nodePicture(const sim::Cluster& types, const sim::Node& node);

struct SwitchPicture
{
    QString name;
    QString detail; ///< `14 links`.

    bool operator==(const SwitchPicture&) const = default;
};

struct RackPicture
{
    QString name;
    QString detail; ///< `4 servers`.
    QString price;

    bool operator==(const RackPicture&) const = default;
};

struct LinkPicture
{
    QPolygonF points;
    QPointF label;
    Qt::Orientation labelPiece = Qt::Horizontal; ///< Words lie around it or beside it.
    QString above;                               ///< `100 GbE`; empty: no label.
    QString below;                               ///< `12.5 GB/s`.
    bool isBundle = false;                       ///< Several cables in one.

    bool operator==(const LinkPicture&) const = default;
};

/// The part that an element's stack and outline take beyond its rectangle.
inline constexpr double kPictureMargin = 14;
/// The side of a port.
inline constexpr double kPort = 7;

void paintNode(QPainter& painter, const QRectF& rect, const NodePicture& node,
               const Palette& palette, ElementMarks marks, DetailLevel level);
void paintSwitch(QPainter& painter, const QRectF& rect, const SwitchPicture& picture,
                 const Palette& palette, ElementMarks marks, DetailLevel level);
void paintRack(QPainter& painter, const QRectF& rect, const RackPicture& rack,
               const Palette& palette, ElementMarks marks, DetailLevel level);
void paintLink(QPainter& painter, const LinkPicture& link, const Palette& palette,
               ElementMarks marks, DetailLevel level);
/// The small square where a link leaves an element.
void paintPort(QPainter& painter, QPointF center, const Palette& palette, bool isActive);

/// The middles of the four sides: where links can be drawn from.
[[nodiscard]] std::vector<QPointF> portsOf(const QRectF& rect);

} // namespace hscope::app
