// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_cards.h"
#include "app/commands/cluster_document.h"
#include "app/widgets/cluster_preview.h"
#include "app/widgets/cluster_view.h"

#include <QList>
#include <QUrl>

#include <optional>

namespace hscope::app {

class ClusterMinimap;
class ClusterProblemBubble;
class ClusterZoomBox;

/// The drawing of a cluster, and all that the mouse and the keys do on it.
///
/// While a button is down only a preview changes; the cluster changes once, at release. A gesture
/// that Escape ends changes nothing.
class ClusterCanvas final : public ClusterView
{
    Q_OBJECT

public:
    /// `library` must outlive the canvas, like the others.
    ClusterCanvas(ClusterDocument& document, const sim::TypeLibrary& library, const Theme& theme,
                  QWidget* parent = nullptr);
    ~ClusterCanvas() override;

    /// The part of the canvas that controls at its edge cover.
    [[nodiscard]] QRect minimapRect() const;

    [[nodiscard]] const ClusterPreview& preview() const { return m_preview->preview(); }

    [[nodiscard]] bool isLinkMode() const { return m_linkMode; }

    /// In link mode a drag from anywhere on an element draws a link.
    void setLinkMode(bool on);

    void setSnapping(bool on) { m_snaps = on; }

    void fitSelection();

    /// Adds a card where there is room, close to the middle of what is seen.
    void addCard(const ClusterCard& card);
    /// Adds parts of a cluster; none: where they were, a step aside.
    void paste(const sim::Cluster& part);
    /// The positions that the drawing shows, of everything that has none in the document.
    [[nodiscard]] ElementPositions shownPositions() const;
    /// Where a rectangle of this size would lie that covers nothing.
    [[nodiscard]] QPointF freePlace(QSizeF size) const;
    void moveSelection(QPointF by);

Q_SIGNALS:
    void linkModeChanged(bool on);
    void renameRequested();
    void menuRequested(QPoint globalPosition);
    void storageRequested();
    void filesDropped(const QList<QUrl>& urls);
    /// What is going on or went wrong, for the status bar.
    void told(const QString& sentence);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void layoutOverlays() override;
    bool focusNextPrevChild(bool next) override;

private:
    enum class Gesture
    {
        None,
        Press, ///< On an element, not moved yet.
        Move,
        Link,
        Band,
        Pan
    };

    void refreshCluster();
    void refreshSelection();
    void makeEmptyNote();

    // Gestures, in cluster_canvas_gestures.cpp.
    void beginPan(const QMouseEvent& event);
    void pressOn(const sim::ClusterElement& element, Qt::KeyboardModifiers modifiers);
    void beginMove();
    void previewMove(QPointF point, Qt::KeyboardModifiers modifiers);
    void previewLink(QPointF point);
    void previewBand(QPointF point, Qt::KeyboardModifiers modifiers);
    void finishMove();
    void finishLink(QPointF point);
    void cancelGesture();
    void previewDrop(QPointF point, Qt::KeyboardModifiers modifiers);
    void dropCard(QPointF topLeft);
    [[nodiscard]] Snap snapOf(const QRectF& moving, const ClusterElements& without,
                              Qt::KeyboardModifiers modifiers) const;
    [[nodiscard]] std::optional<std::string> rackAt(QPointF point) const;
    void insert(const sim::Cluster& part, QPointF offset, const QString& text);
    [[nodiscard]] std::vector<sim::ClusterElement> readingOrder() const;
    [[nodiscard]] QString selectionName() const;

    ClusterDocument& m_document;
    const sim::TypeLibrary& m_library;
    ClusterPreviewItem* m_preview; ///< The scene owns it.
    ClusterMinimap* m_minimap;
    ClusterZoomBox* m_zoomBox;
    ClusterProblemBubble* m_bubble;
    QWidget* m_emptyNote; ///< In the middle while nothing is drawn.
    bool m_linkMode = false;
    bool m_snaps = true;
    bool m_isSpaceDown = false;
    Gesture m_gesture = Gesture::None;
    QPoint m_pressed; ///< On the viewport.
    QPointF m_pressedScene;
    QPoint m_panned; ///< Where the last move was.
    bool m_hasPanned = false;
    Qt::MouseButton m_button = Qt::NoButton;
    sim::ClusterElement m_source; ///< Of the press or link.
    ClusterElements m_bandBase;   ///< Selected before the band.
    ClusterElements m_moved;      ///< What has a place of its own.
    QRectF m_movedBounds;
    QPointF m_moveBy;
    std::optional<ClusterCard> m_card; ///< Being dragged over the canvas.
    sim::Cluster m_cardPart;
    QRectF m_cardBounds;
    QPointF m_cardTopLeft;
    std::optional<int> m_keyGesture; ///< Arrow keys on the same selection are one step.
};

} // namespace hscope::app
