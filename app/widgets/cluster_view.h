// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/cluster_scene.h"

#include <QGraphicsView>

namespace hscope::app {

/// A drawing of a cluster on its dotted ground, that can be zoomed and panned and nothing else.
class ClusterView : public QGraphicsView
{
    Q_OBJECT

public:
    /// `theme` must outlive the view.
    explicit ClusterView(const Theme& theme, QWidget* parent = nullptr);
    ~ClusterView() override;

    [[nodiscard]] ClusterScene& drawing() const { return *m_scene; }

    [[nodiscard]] double zoom() const { return transform().m11(); }

    void setZoom(double zoom);
    /// Around the middle.
    void zoomBy(double factor);
    /// What is at `point` of the viewport stays there.
    void zoomAt(QPoint point, double factor);
    /// Also after the view is resized, until somebody zooms or pans.
    void fitAll();
    /// Scrolls as little as needed.
    void showElement(const sim::ClusterElement& element);

Q_SIGNALS:
    void zoomChanged(double zoom);

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

    /// What lies over the drawing has to follow it.
    virtual void layoutOverlays() {}

    /// Moves the drawing; it is not fitted any more.
    void panBy(QPoint pixels);
    /// Shows a part of the drawing with some room around it, at most `mostZoom` large.
    void fitRect(const QRectF& part, double mostZoom);
    /// Zooms or scrolls for a key without modifiers; false if it is none of these keys.
    bool handleViewKey(int key);

    /// A length on screen in the drawing's units.
    [[nodiscard]] double toDrawing(double pixels) const { return pixels / zoom(); }

private:
    const Theme& m_theme;
    ClusterScene* m_scene;
    bool m_isFitted = true; ///< Nobody has zoomed or panned since: a resize fits again.
};

} // namespace hscope::app
