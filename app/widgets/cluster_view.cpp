// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_view.h"

#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <vector>

namespace hscope::app {

namespace {

constexpr double kLeastZoom = 0.02;
constexpr double kMostZoom = 4;
constexpr double kFitMargin = 32;
constexpr double kMostFitZoom = 1.5; ///< A single server need not fill the canvas.
constexpr double kZoomStep = 1.25;
constexpr double kWheelPerDoubling = 480;
constexpr double kLeastDotPitch = 8; ///< Closer dots would be a grey ground.
constexpr int kScrollStep = 48;

} // namespace

ClusterView::ClusterView(const Theme& theme, QWidget* parent)
    : QGraphicsView(parent)
    , m_theme(theme)
    , m_scene(new ClusterScene(theme, this))
{
    setScene(m_scene);
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setRenderHint(QPainter::SmoothPixmapTransform);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTransformationAnchor(NoAnchor);
    setResizeAnchor(AnchorViewCenter);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

ClusterView::~ClusterView() = default;

void ClusterView::setZoom(double zoom)
{
    zoomBy(zoom / this->zoom());
}

void ClusterView::zoomBy(double factor)
{
    zoomAt(viewport()->rect().center(), factor);
}

void ClusterView::zoomAt(QPoint point, double factor)
{
    const double next = std::clamp(zoom() * factor, kLeastZoom, kMostZoom);
    if (next == zoom()) {
        return;
    }
    m_isFitted = false;
    const QPointF kept = mapToScene(point);
    const double step = next / zoom();
    scale(step, step);
    const QPoint away = mapFromScene(kept) - point;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + away.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() + away.y());
    layoutOverlays();
    Q_EMIT zoomChanged(zoom());
}

void ClusterView::fitAll()
{
    const QRectF bounds = m_scene->geometry().bounds;
    if (bounds.isEmpty()) {
        setZoom(1);
        centerOn(0, 0);
    } else {
        fitRect(bounds, kMostFitZoom);
    }
    m_isFitted = true;
    layoutOverlays();
}

void ClusterView::fitRect(const QRectF& part, double mostZoom)
{
    const QRectF around = part.adjusted(-kFitMargin, -kFitMargin, kFitMargin, kFitMargin);
    setZoom(std::min(
        {viewport()->width() / around.width(), viewport()->height() / around.height(), mostZoom}));
    centerOn(around.center());
    m_isFitted = false;
    layoutOverlays();
}

void ClusterView::showElement(const sim::ClusterElement& element)
{
    if (const auto rect = m_scene->rectOf(element)) {
        ensureVisible(*rect, static_cast<int>(kFitMargin), static_cast<int>(kFitMargin));
    }
}

void ClusterView::drawBackground(QPainter* painter, const QRectF& rect)
{
    const Palette& palette = m_theme.palette();
    painter->fillRect(rect, palette.canvas);
    double pitch = drawing::kGrid;
    while (pitch * zoom() < kLeastDotPitch) {
        pitch *= 4;
    }
    std::vector<QPointF> dots;
    for (double y = std::floor(rect.top() / pitch) * pitch; y < rect.bottom(); y += pitch) {
        for (double x = std::floor(rect.left() / pitch) * pitch; x < rect.right(); x += pitch) {
            dots.emplace_back(x, y);
        }
    }
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    QPen pen(blended(palette.outline, palette.canvas, palette.dark ? 0.4 : 0.3), 1);
    pen.setCosmetic(true);
    painter->setPen(pen);
    painter->drawPoints(dots.data(), static_cast<int>(dots.size()));
    painter->restore();
}

void ClusterView::panBy(QPoint pixels)
{
    m_isFitted = m_isFitted && pixels.isNull();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - pixels.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - pixels.y());
}

void ClusterView::wheelEvent(QWheelEvent* event)
{
    const QPoint angle = event->angleDelta();
    if (event->modifiers() & Qt::ShiftModifier) {
        const int by = angle.y() != 0 ? angle.y() : angle.x();
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - by);
    } else {
        zoomAt(event->position().toPoint(), std::pow(2.0, angle.y() / kWheelPerDoubling));
    }
    event->accept();
}

bool ClusterView::handleViewKey(int key)
{
    const auto scroll = [](QScrollBar* bar, int by) { bar->setValue(bar->value() + by); };
    switch (key) {
    case Qt::Key_Left:
        scroll(horizontalScrollBar(), -kScrollStep);
        return true;
    case Qt::Key_Right:
        scroll(horizontalScrollBar(), kScrollStep);
        return true;
    case Qt::Key_Up:
        scroll(verticalScrollBar(), -kScrollStep);
        return true;
    case Qt::Key_Down:
        scroll(verticalScrollBar(), kScrollStep);
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(kZoomStep);
        return true;
    case Qt::Key_Minus:
        zoomBy(1 / kZoomStep);
        return true;
    default:
        return false;
    }
}

void ClusterView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    if (m_isFitted) {
        fitAll();
    }
    layoutOverlays();
}

void ClusterView::scrollContentsBy(int dx, int dy)
{
    QGraphicsView::scrollContentsBy(dx, dy);
    layoutOverlays();
}

} // namespace hscope::app
