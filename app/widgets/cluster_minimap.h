// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QPixmap>
#include <QTransform>
#include <QWidget>

namespace hscope::app {

class ClusterCanvas;
class ClusterDocument;

/// The whole drawing, small, with a frame around what is seen. Dragging in it moves the view.
class ClusterMinimap final : public QWidget
{
    Q_OBJECT

public:
    ClusterMinimap(const ClusterDocument& document, ClusterCanvas& canvas, const Theme& theme);

    /// The drawing is another.
    void refresh();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void paintDrawing();
    [[nodiscard]] QTransform toMap() const;

    const ClusterDocument& m_document;
    ClusterCanvas& m_canvas;
    const Theme& m_theme;
    QPixmap m_drawing; ///< Null: to be painted anew.
};

} // namespace hscope::app
