// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_canvas.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/widgets/cluster_minimap.h"
#include "app/widgets/cluster_problem_bubble.h"
#include "app/widgets/cluster_zoom_box.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

using Kind = sim::ClusterElement::Kind;

constexpr double kMostZoom = 2; ///< Of a selection that is fitted.
constexpr double kGap = 32;     ///< Between what is added and what is there.
constexpr int kOverlayMargin = 12;

} // namespace

ClusterCanvas::ClusterCanvas(ClusterDocument& document, const sim::TypeLibrary& library,
                             const Theme& theme, QWidget* parent)
    : ClusterView(theme, parent)
    , m_document(document)
    , m_library(library)
    , m_preview(new ClusterPreviewItem(theme))
    , m_minimap(new ClusterMinimap(document, *this, theme))
    , m_zoomBox(new ClusterZoomBox(*this, theme))
    , m_bubble(new ClusterProblemBubble(document, *this, theme))
    , m_emptyNote(new QWidget(this))
{
    makeEmptyNote();
    drawing().addItem(m_preview);
    setAccessibleName(tr("Cluster drawing"));
    setAccessibleDescription(tr("The table below lists the same servers, switches and links."));
    setAcceptDrops(true);
    setMinimumSize(240, 160);
    connect(&document, &ClusterDocument::changed, this, &ClusterCanvas::refreshCluster);
    connect(&document, &ClusterDocument::selectionChanged, this, &ClusterCanvas::refreshSelection);
    refreshCluster();
}

ClusterCanvas::~ClusterCanvas() = default;

QRect ClusterCanvas::minimapRect() const
{
    return m_minimap->isHidden() ? QRect() : m_minimap->geometry();
}

void ClusterCanvas::makeEmptyNote()
{
    auto* text = new QLabel(tr("Nothing is drawn yet: drag a card here, or press Enter on one."),
                            m_emptyNote);
    text->setProperty("secondary", true);
    auto* start = new QPushButton(tr("Start with two racks"), m_emptyNote);
    auto* layout = new QVBoxLayout(m_emptyNote);
    layout->setSpacing(12);
    layout->addWidget(text);
    layout->addWidget(start, 0, Qt::AlignHCenter);
    connect(start, &QPushButton::clicked, this, [this] {
        addCard({ClusterCard::Kind::Template, "two-racks"});
        fitAll();
        setFocus(); // The button is hidden now.
    });
}

void ClusterCanvas::refreshCluster()
{
    cancelGesture(); // Undo in the middle of a drag: what was dragged may be gone.
    drawing().setCluster(m_document.cluster(), m_document.problems());
    m_minimap->refresh();
    layoutOverlays();
    m_bubble->refresh();
    m_emptyNote->setVisible(drawing().geometry().bounds.isEmpty());
}

void ClusterCanvas::refreshSelection()
{
    m_keyGesture.reset();
    drawing().setSelection(m_document.selection());
    m_bubble->refresh();
}

void ClusterCanvas::setLinkMode(bool on)
{
    if (on != m_linkMode) {
        m_linkMode = on;
        viewport()->setCursor(on ? Qt::CrossCursor : Qt::ArrowCursor);
        if (on) {
            Q_EMIT told(tr("Drag from one server or switch to another. Esc ends linking."));
        }
        Q_EMIT linkModeChanged(on);
    }
}

void ClusterCanvas::fitSelection()
{
    const QRectF bounds = drawing().boundsOf(m_document.selection());
    if (bounds.isEmpty()) {
        fitAll();
        return;
    }
    fitRect(bounds, kMostZoom);
}

ElementPositions ClusterCanvas::shownPositions() const
{
    ElementPositions positions;
    const auto add = [&](const auto& places, Kind kind) {
        for (const auto& place : places) {
            const auto rect =
                place.x && place.y ? std::nullopt : drawing().rectOf({kind, place.id});
            if (rect) {
                positions[{kind, place.id}] = rect->topLeft();
            }
        }
    };
    add(m_document.cluster().nodes, Kind::Node);
    add(m_document.cluster().switches, Kind::Switch);
    return positions;
}

QPointF ClusterCanvas::freePlace(QSizeF size) const
{
    const QRectF seen = mapToScene(viewport()->rect()).boundingRect();
    const auto onGrid = [](double value) {
        return std::round(value / drawing::kGrid) * drawing::kGrid;
    };
    const QPointF middle(onGrid(seen.center().x() - size.width() / 2),
                         onGrid(seen.center().y() - size.height() / 2));
    const auto isFree = [&](QPointF at) {
        const QRectF rect = QRectF(at, size).adjusted(-kGap, -kGap, kGap, kGap);
        const ClusterElements covered = drawing().elementsIn(rect);
        return std::ranges::none_of(
                   covered,
                   [](const sim::ClusterElement& element) { return element.kind != Kind::Link; }) &&
               std::ranges::none_of(drawing().geometry().racks, [&rect](const auto& rack) {
                   return rack.second.intersects(rect);
               });
    };
    // In rings around the middle, each as far again as the last.
    constexpr int kMostRings = 40;
    constexpr double kStep = 4 * drawing::kGrid;
    for (int ring = 0; ring < kMostRings; ++ring) {
        for (int i = -ring; i <= ring; ++i) {
            for (const QPointF at :
                 {QPointF(i, ring), QPointF(ring, i), QPointF(i, -ring), QPointF(-ring, i)}) {
                if (isFree(middle + at * kStep)) {
                    return middle + at * kStep;
                }
            }
        }
    }
    const QRectF bounds = drawing().geometry().bounds;
    return {onGrid(bounds.left()), onGrid(bounds.bottom() + 2 * kGap)};
}

void ClusterCanvas::keyPressEvent(QKeyEvent* event)
{
    const double step = event->modifiers() & Qt::AltModifier ? 1 : drawing::kGrid;
    const bool isPlain =
        !(event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier | Qt::MetaModifier));
    if (isPlain && m_document.selection().empty() && handleViewKey(event->key())) {
        return;
    }
    switch (isPlain ? event->key() : 0) {
    case Qt::Key_Left:
        moveSelection({-step, 0});
        return;
    case Qt::Key_Right:
        moveSelection({step, 0});
        return;
    case Qt::Key_Up:
        moveSelection({0, -step});
        return;
    case Qt::Key_Down:
        moveSelection({0, step});
        return;
    case Qt::Key_F:
        fitSelection();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F2:
        Q_EMIT renameRequested();
        return;
    case Qt::Key_Space:
        m_isSpaceDown = true;
        viewport()->setCursor(Qt::OpenHandCursor);
        return;
    case Qt::Key_Escape:
        if (m_gesture != Gesture::None) {
            cancelGesture();
        } else if (m_linkMode) {
            setLinkMode(false);
        } else {
            m_document.select({});
        }
        return;
    default:
        if (!isPlain || !handleViewKey(event->key())) {
            ClusterView::keyPressEvent(event);
        }
    }
}

void ClusterCanvas::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_isSpaceDown = false;
        viewport()->setCursor(m_linkMode ? Qt::CrossCursor : Qt::ArrowCursor);
    }
    ClusterView::keyReleaseEvent(event);
}

void ClusterCanvas::moveSelection(QPointF by)
{
    const ClusterElements moved = placesOf(m_document.cluster(), m_document.selection());
    if (moved.empty()) {
        return;
    }
    ElementPositions positions = shownPositions();
    for (const sim::ClusterElement& element : moved) {
        positions[element] = drawing().rectOf(element)->topLeft() + by;
    }
    if (!m_keyGesture) {
        m_keyGesture = m_document.newGesture();
    }
    const std::optional<int> gesture = m_keyGesture;
    m_document.edit(placed(m_document.cluster(), positions), tr("move %1").arg(selectionName()),
                    gesture);
    m_keyGesture = gesture;
}

void ClusterCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() == QContextMenuEvent::Keyboard) {
        const QRectF bounds = drawing().boundsOf(m_document.selection());
        Q_EMIT menuRequested(viewport()->mapToGlobal(
            bounds.isEmpty() ? viewport()->rect().center() : mapFromScene(bounds.center())));
    }
    event->accept(); // The mouse's own comes at release, since a right drag pans.
}

bool ClusterCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        drawing().setHovered(std::nullopt);
    }
    return ClusterView::viewportEvent(event);
}

void ClusterCanvas::layoutOverlays()
{
    m_minimap->move(width() - m_minimap->width() - kOverlayMargin,
                    height() - m_minimap->height() - kOverlayMargin);
    m_zoomBox->move(kOverlayMargin, height() - m_zoomBox->height() - kOverlayMargin);
    m_emptyNote->adjustSize();
    m_emptyNote->move((width() - m_emptyNote->width()) / 2, (height() - m_emptyNote->height()) / 2);
    // Where all is seen anyway, the map must not hide a part of it.
    const QRectF bounds = drawing().geometry().bounds;
    const bool seesAll = mapToScene(viewport()->rect()).boundingRect().contains(bounds);
    const QRectF map = mapToScene(m_minimap->geometry()).boundingRect();
    const bool covers = !drawing().elementsIn(map).empty() ||
                        std::ranges::any_of(drawing().geometry().racks, [&map](const auto& rack) {
                            return rack.second.intersects(map);
                        });
    m_minimap->setVisible(!bounds.isEmpty() && !(seesAll && covers));
    m_minimap->update();
    m_zoomBox->refresh();
    m_bubble->place();
}

std::vector<sim::ClusterElement> ClusterCanvas::readingOrder() const
{
    struct Place
    {
        QPointF at;
        sim::ClusterElement element;
    };

    std::vector<Place> places;
    const auto add = [&places](const auto& rects, Kind kind) {
        for (const auto& [id, rect] : rects) {
            places.push_back({rect.topLeft(), {kind, id}});
        }
    };
    add(drawing().geometry().racks, Kind::Group);
    add(drawing().geometry().nodes, Kind::Node);
    add(drawing().geometry().switches, Kind::Switch);
    std::ranges::sort(places, [](const Place& a, const Place& b) {
        return std::tuple(a.at.y(), a.at.x(), a.element) <
               std::tuple(b.at.y(), b.at.x(), b.element);
    });
    std::vector<sim::ClusterElement> order;
    std::ranges::transform(places, std::back_inserter(order), &Place::element);
    return order;
}

bool ClusterCanvas::focusNextPrevChild(bool next)
{
    const std::vector<sim::ClusterElement> order = readingOrder();
    const ClusterElements& selection = m_document.selection();
    std::ptrdiff_t at = next ? 0 : -1;
    const auto found =
        selection.empty() ? order.end() : std::ranges::find(order, *selection.begin());
    if (found != order.end()) { // From a link it begins anew.
        at = found - order.begin() + (next ? 1 : -1);
    }
    if (at < 0 || at >= std::ssize(order)) {
        return ClusterView::focusNextPrevChild(next);
    }
    const sim::ClusterElement element = order[static_cast<std::size_t>(at)];
    m_document.select({element});
    showElement(element);
    return true;
}

QString ClusterCanvas::selectionName() const
{
    const ClusterElements& selection = m_document.selection();
    return selection.size() == 1 ? elementName(m_document.cluster(), *selection.begin())
                                 : formatCounted(static_cast<std::int64_t>(selection.size()),
                                                 tr("1 element"), tr("%1 elements"));
}

} // namespace hscope::app
