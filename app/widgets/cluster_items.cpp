// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_items.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr double kRackZ = 0;
constexpr double kPlaceZ = 1;
constexpr double kLinkZ = 2;       ///< Its words and ports lie on the edges of elements.
constexpr double kLinkMargin = 26; ///< Labels reach that far from the route.

double distanceTo(QPointF point, const QLineF& line)
{
    const double length = line.length();
    const QPointF along = line.p2() - line.p1();
    const double at =
        length > 0 ? std::clamp(QPointF::dotProduct(point - line.p1(), along) / (length * length),
                                0.0, 1.0)
                   : 0;
    return QLineF(point, line.p1() + along * at).length();
}

} // namespace

void paintElement(QPainter& painter, const QRectF& rect, const ElementPicture& picture,
                  const Palette& palette, ElementMarks marks, DetailLevel level)
{
    if (const auto* node = std::get_if<NodePicture>(&picture)) {
        paintNode(painter, rect, *node, palette, marks, level);
    } else if (const auto* networkSwitch = std::get_if<SwitchPicture>(&picture)) {
        paintSwitch(painter, rect, *networkSwitch, palette, marks, level);
    } else if (const auto* rack = std::get_if<RackPicture>(&picture)) {
        paintRack(painter, rect, *rack, palette, marks, level);
    } else {
        paintLink(painter, std::get<LinkPicture>(picture), palette, marks, level);
    }
}

ClusterItem::ClusterItem(sim::ClusterElement element, QRectF rect, ElementPicture picture,
                         const Theme& theme)
    : m_element(std::move(element))
    , m_rect(rect)
    , m_picture(std::move(picture))
    , m_theme(theme)
{
    setFlag(ItemUsesExtendedStyleOption); // paint() wants to know what is exposed.
    setAcceptedMouseButtons(Qt::NoButton);
    setZValue(std::holds_alternative<RackPicture>(m_picture)   ? kRackZ
              : std::holds_alternative<LinkPicture>(m_picture) ? kLinkZ
                                                               : kPlaceZ);
    refreshBounds();
}

void ClusterItem::refreshBounds()
{
    if (const auto* link = std::get_if<LinkPicture>(&m_picture)) {
        m_rect = link->points.boundingRect();
        const double label = link->above.isEmpty() ? kPort : kLinkMargin;
        m_bounds = m_rect.adjusted(-label, -label, label, label)
                       .united(QRectF(link->label - QPointF(70, 20), QSizeF(140, 42)));
        return;
    }
    m_bounds = m_rect.adjusted(-kPictureMargin, -kPictureMargin, kPictureMargin, kPictureMargin);
}

void ClusterItem::takeFrom(ClusterItem& other)
{
    if (other.m_rect != m_rect || other.m_picture != m_picture) {
        prepareGeometryChange();
        m_rect = other.m_rect;
        m_picture = std::move(other.m_picture);
        refreshBounds();
        update();
    }
    setMarks(other.m_marks);
}

void ClusterItem::setMarks(ElementMarks marks)
{
    if (marks != m_marks) {
        m_marks = marks;
        update();
    }
}

void ClusterItem::setCells(std::vector<DeviceCells> cells)
{
    auto* node = std::get_if<NodePicture>(&m_picture);
    if (node != nullptr && node->cells != cells) {
        node->cells = std::move(cells);
        update();
    }
}

bool ClusterItem::isHit(QPointF point, double reach) const
{
    const auto* link = std::get_if<LinkPicture>(&m_picture);
    if (link == nullptr) {
        return m_rect.contains(point);
    }
    for (qsizetype i = 1; i < link->points.size(); ++i) {
        if (distanceTo(point, QLineF(link->points[i - 1], link->points[i])) <= reach) {
            return true;
        }
    }
    return false;
}

QPainterPath ClusterItem::shape() const
{
    QPainterPath path;
    path.addRect(m_bounds);
    return path;
}

void ClusterItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/,
                        QWidget* /*widget*/)
{
    const double scale =
        QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const Palette& palette = m_theme.palette();
    paintElement(*painter, m_rect, m_picture, palette, m_marks, detailLevel(scale));
    if (m_marks.isHovered && m_element.kind != sim::ClusterElement::Kind::Group &&
        m_element.kind != sim::ClusterElement::Kind::Link) {
        for (const QPointF port : portsOf(m_rect)) {
            paintPort(*painter, port, palette, true);
        }
    }
}

} // namespace hscope::app
