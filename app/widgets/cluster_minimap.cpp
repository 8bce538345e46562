// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_minimap.h"

#include "app/commands/cluster_document.h"
#include "app/models/type_appearance.h"
#include "app/widgets/cluster_canvas.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr QSize kSize(160, 92);
constexpr double kMargin = 8;
constexpr double kLeastSide = 1.5; ///< Of a node, so that ten thousand are still seen.

} // namespace

ClusterMinimap::ClusterMinimap(const ClusterDocument& document, ClusterCanvas& canvas,
                               const Theme& theme)
    : QWidget(&canvas)
    , m_document(document)
    , m_canvas(canvas)
    , m_theme(theme)
{
    setFixedSize(kSize);
    setCursor(Qt::PointingHandCursor);
    setToolTip(tr("The whole drawing; drag to move the view"));
    connect(&theme, &Theme::changed, this, &ClusterMinimap::refresh);
}

void ClusterMinimap::refresh()
{
    m_drawing = {};
    update();
}

QTransform ClusterMinimap::toMap() const
{
    const QRectF bounds = m_canvas.drawing().geometry().bounds;
    const double scale = std::min((width() - 2 * kMargin) / std::max(bounds.width(), 1.0),
                                  (height() - 2 * kMargin) / std::max(bounds.height(), 1.0));
    QTransform transform;
    transform.translate(width() / 2.0, height() / 2.0);
    transform.scale(scale, scale);
    transform.translate(-bounds.center().x(), -bounds.center().y());
    return transform;
}

void ClusterMinimap::paintDrawing()
{
    const double ratio = devicePixelRatioF();
    m_drawing = QPixmap(size() * ratio);
    m_drawing.setDevicePixelRatio(ratio);
    const Palette& palette = m_theme.palette();
    m_drawing.fill(palette.surface);
    QPainter painter(&m_drawing);
    const QTransform map = toMap();
    const auto fill = [&](const QRectF& rect, const QColor& color) {
        QRectF place = map.mapRect(rect);
        place.setWidth(std::max(place.width(), kLeastSide));
        place.setHeight(std::max(place.height(), kLeastSide));
        painter.fillRect(place, color);
    };
    const DrawingGeometry& geometry = m_canvas.drawing().geometry();
    for (const auto& [id, rect] : geometry.racks) {
        fill(rect, palette.hairline);
    }
    for (const sim::Node& node : m_document.cluster().nodes) {
        const auto rect = geometry.nodes.find(node.id);
        if (rect != geometry.nodes.end()) {
            fill(
                rect->second,
                node.devices.empty()
                    ? palette.outline
                    : appearanceOf(m_document.cluster(), node.devices.front().type).color(palette));
        }
    }
    for (const auto& [id, rect] : geometry.switches) {
        fill(rect, palette.cable);
    }
}

void ClusterMinimap::paintEvent(QPaintEvent* /*event*/)
{
    if (m_drawing.isNull()) {
        paintDrawing();
    }
    const Palette& palette = m_theme.palette();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_drawing);
    const QRectF seen = m_canvas.mapToScene(m_canvas.viewport()->rect()).boundingRect();
    painter.setPen(QPen(palette.accent, 1.5));
    painter.drawRect(toMap().mapRect(seen).intersected(QRectF(rect()).adjusted(3, 3, -3, -3)));
    painter.setPen(palette.outline);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void ClusterMinimap::mousePressEvent(QMouseEvent* event)
{
    m_canvas.centerOn(toMap().inverted().map(event->position()));
}

void ClusterMinimap::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton) {
        mousePressEvent(event);
    }
}

} // namespace hscope::app
