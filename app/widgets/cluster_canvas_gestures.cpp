// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the mouse does on the canvas; everything else about it is in cluster_canvas.cpp.
#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/widgets/cluster_canvas.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

using Kind = sim::ClusterElement::Kind;

constexpr double kReach = 5;     ///< Of a click beside a link, in pixels.
constexpr double kPortReach = 8; ///< Beside a port.
constexpr double kSnapReach = 7;
constexpr std::size_t kMostGhosts = 60; ///< More that move are drawn as outlines.
constexpr std::size_t kMostNeighbours = 400;

bool isPlace(const sim::ClusterElement& element)
{
    return element.kind == Kind::Node || element.kind == Kind::Switch;
}

QString positionText(QPointF at)
{
    return QStringLiteral("x %1, y %2").arg(std::lround(at.x())).arg(std::lround(at.y()));
}

} // namespace

void ClusterCanvas::mousePressEvent(QMouseEvent* event)
{
    if (m_gesture != Gesture::None) {
        cancelGesture(); // Another button in the middle of a drag takes it back.
        return;
    }
    setFocus(Qt::MouseFocusReason);
    m_pressed = event->pos();
    m_pressedScene = mapToScene(event->pos());
    m_button = event->button();
    if (event->button() == Qt::MiddleButton || event->button() == Qt::RightButton ||
        (event->button() == Qt::LeftButton && m_isSpaceDown)) {
        beginPan(*event);
        return;
    }
    if (event->button() != Qt::LeftButton) {
        return;
    }
    const auto port = drawing().portAt(m_pressedScene, toDrawing(kPortReach));
    const auto element = drawing().elementAt(m_pressedScene, toDrawing(kReach));
    if (m_linkMode && element && isPlace(*element)) {
        m_source = *element;
        m_gesture = Gesture::Link;
    } else if (port && !(event->modifiers() & Qt::ControlModifier)) {
        m_source = *port;
        m_gesture = Gesture::Link;
    } else if (element && element->kind != Kind::Group) {
        pressOn(*element, event->modifiers());
    } else if (element &&
               drawing().rectOf(*element)->top() + drawing::kRackHead >= m_pressedScene.y()) {
        pressOn(*element, event->modifiers()); // A rack is held by its head.
    } else {
        const bool adds = event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
        m_bandBase = adds ? m_document.selection() : ClusterElements{};
        m_source = element.value_or(sim::ClusterElement{});
        m_gesture = Gesture::Band;
    }
}

void ClusterCanvas::beginPan(const QMouseEvent& event)
{
    m_gesture = Gesture::Pan;
    m_panned = event.pos();
    m_hasPanned = false;
    viewport()->setCursor(Qt::ClosedHandCursor);
}

void ClusterCanvas::pressOn(const sim::ClusterElement& element, Qt::KeyboardModifiers modifiers)
{
    ClusterElements selection = m_document.selection();
    if (modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) {
        if (selection.erase(element) == 0) {
            selection.insert(element);
        }
        m_document.select(std::move(selection));
        return;
    }
    if (!selection.contains(element)) {
        m_document.select({element});
    }
    m_source = element;
    m_gesture = Gesture::Press;
}

void ClusterCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF point = mapToScene(event->pos());
    const bool isFar =
        (event->pos() - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    switch (m_gesture) {
    case Gesture::None: {
        const auto element = drawing().elementAt(point, toDrawing(kPortReach));
        drawing().setHovered(element);
        break;
    }
    case Gesture::Press:
        if (isFar) {
            beginMove();
            previewMove(point, event->modifiers());
        }
        break;
    case Gesture::Move:
        previewMove(point, event->modifiers());
        break;
    case Gesture::Link:
        previewLink(point);
        break;
    case Gesture::Band:
        if (isFar || !preview().band.isEmpty()) {
            previewBand(point, event->modifiers());
        }
        break;
    case Gesture::Pan: {
        m_hasPanned = m_hasPanned || isFar;
        panBy(event->pos() - m_panned);
        m_panned = event->pos();
        break;
    }
    }
}

void ClusterCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != m_button) {
        return;
    }
    const Gesture gesture = std::exchange(m_gesture, Gesture::None);
    const bool hadBand = !preview().band.isEmpty();
    switch (gesture) {
    case Gesture::None:
        break;
    case Gesture::Press:
        m_document.select({m_source});
        break;
    case Gesture::Move:
        finishMove();
        break;
    case Gesture::Link:
        finishLink(mapToScene(event->pos()));
        break;
    case Gesture::Band:
        if (!hadBand) { // A click: on the ground of a rack, or on nothing.
            m_document.select(m_source.kind == Kind::Group ? ClusterElements{m_source}
                                                           : m_bandBase);
        }
        break;
    case Gesture::Pan:
        viewport()->setCursor(m_linkMode ? Qt::CrossCursor : Qt::ArrowCursor);
        if (event->button() == Qt::RightButton && !m_hasPanned) {
            const auto element = drawing().elementAt(m_pressedScene, toDrawing(kReach));
            if (element && !m_document.selection().contains(*element)) {
                m_document.select({*element});
            }
            Q_EMIT menuRequested(event->globalPosition().toPoint());
        }
        break;
    }
    m_preview->setPreview({});
}

void ClusterCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto element = drawing().elementAt(mapToScene(event->pos()), toDrawing(kReach));
    if (event->button() == Qt::LeftButton && element) {
        m_document.select({*element});
        Q_EMIT renameRequested();
    } else {
        mousePressEvent(event);
    }
}

void ClusterCanvas::beginMove()
{
    m_moved = placesOf(m_document.cluster(), m_document.selection());
    m_movedBounds = {};
    for (const sim::ClusterElement& element : m_moved) {
        m_movedBounds = m_movedBounds.united(*drawing().rectOf(element));
    }
    m_moveBy = {};
    if (m_moved.empty()) {
        m_gesture = Gesture::None;
        Q_EMIT told(tr("Links follow what they connect."));
        return;
    }
    m_gesture = Gesture::Move;
}

Snap ClusterCanvas::snapOf(const QRectF& moving, const ClusterElements& without,
                           Qt::KeyboardModifiers modifiers) const
{
    if (!m_snaps || (modifiers & Qt::AltModifier)) {
        return {moving.topLeft(), {}, {}};
    }
    std::vector<QRectF> others;
    const QRectF seen = mapToScene(viewport()->rect()).boundingRect();
    for (const sim::ClusterElement& element : drawing().elementsIn(seen)) {
        if (isPlace(element) && !without.contains(element) && others.size() < kMostNeighbours) {
            others.push_back(*drawing().rectOf(element));
        }
    }
    return snapped(moving, others, drawing::kGrid, toDrawing(kSnapReach));
}

void ClusterCanvas::previewMove(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const QRectF moving = m_movedBounds.translated(point - m_pressedScene);
    Snap snap = snapOf(moving, m_moved, modifiers);
    m_moveBy = snap.topLeft - m_movedBounds.topLeft();
    ClusterPreview preview;
    for (const sim::ClusterElement& element : m_moved) {
        const QRectF rect = drawing().rectOf(element)->translated(m_moveBy);
        if (m_moved.size() > kMostGhosts) {
            preview.outlines.push_back(rect);
        } else {
            preview.ghosts.push_back({rect, *drawing().pictureOf(element)});
        }
    }
    if (const auto rack =
            m_moved.size() == 1 ? rackAt(m_movedBounds.center() + m_moveBy) : std::nullopt) {
        preview.target = *drawing().rectOf(groupElement(*rack));
    }
    preview.guides = std::move(snap.guides);
    preview.distances = std::move(snap.distances);
    preview.note = positionText(snap.topLeft);
    preview.noteAt = point;
    m_preview->setPreview(std::move(preview));
    Q_EMIT told(tr("%1: Alt suspends snapping, Esc takes it back").arg(selectionName()));
}

std::optional<std::string> ClusterCanvas::rackAt(QPointF point) const
{
    for (const auto& [id, rect] : drawing().geometry().racks) {
        if (rect.contains(point)) {
            return id;
        }
    }
    return std::nullopt;
}

void ClusterCanvas::finishMove()
{
    const QString text = tr("move %1").arg(selectionName());
    ElementPositions positions = shownPositions();
    std::map<std::optional<std::string>, ClusterElements> groups;
    for (const sim::ClusterElement& element : m_moved) {
        positions[element] = drawing().rectOf(element)->topLeft() + m_moveBy;
    }
    const auto regroup = [&](const auto& places, Kind kind) {
        for (const auto& place : places) {
            // What moves with its whole rack stays in it.
            const bool goesWithRack =
                place.group && m_document.selection().contains(groupElement(*place.group));
            if (!m_moved.contains({kind, place.id}) || goesWithRack) {
                continue;
            }
            const auto rack = rackAt(drawing().rectOf({kind, place.id})->center() + m_moveBy);
            if (rack != place.group) {
                groups[rack].insert({kind, place.id});
            }
        }
    };
    regroup(m_document.cluster().nodes, Kind::Node);
    regroup(m_document.cluster().switches, Kind::Switch);
    sim::Cluster after = placed(m_document.cluster(), positions);
    for (const auto& [rack, members] : groups) {
        after = grouped(std::move(after), members, rack);
    }
    if (!m_moveBy.isNull()) {
        m_document.edit(std::move(after), text);
    }
}

void ClusterCanvas::previewLink(QPointF point)
{
    const auto rect = drawing().rectOf(m_source);
    if (!rect) {
        return;
    }
    ClusterPreview preview;
    const auto target = drawing().elementAt(point, toDrawing(kReach));
    const bool connects = target && isPlace(*target) && *target != m_source;
    preview.link = routeToPoint(*rect, point);
    if (connects) {
        preview.target = *drawing().rectOf(*target);
        preview.note = tr("connect with %1").arg(elementName(m_document.cluster(), *target));
        preview.noteAt = point;
    }
    m_preview->setPreview(std::move(preview));
}

void ClusterCanvas::finishLink(QPointF point)
{
    const auto target = drawing().elementAt(point, toDrawing(kReach));
    if (target && *target == m_source) {
        m_document.select({m_source}); // A click on a port.
        return;
    }
    if (!target || !isPlace(*target)) {
        Q_EMIT told(tr("Nothing was connected: let go on a server or switch."));
        return;
    }
    m_document.edit(
        addLink(m_document.cluster(), defaultLink(m_document.cluster(), m_source.id, target->id)),
        tr("connect %1 with %2")
            .arg(elementName(m_document.cluster(), m_source),
                 elementName(m_document.cluster(), *target)));
}

void ClusterCanvas::previewBand(QPointF point, Qt::KeyboardModifiers /*modifiers*/)
{
    ClusterPreview preview;
    preview.band = QRectF(m_pressedScene, point).normalized();
    ClusterElements selection = drawing().elementsIn(preview.band);
    selection.insert(m_bandBase.begin(), m_bandBase.end());
    m_preview->setPreview(std::move(preview));
    m_document.select(std::move(selection));
}

void ClusterCanvas::cancelGesture()
{
    if (m_gesture == Gesture::Pan) {
        viewport()->setCursor(m_linkMode ? Qt::CrossCursor : Qt::ArrowCursor);
    }
    m_gesture = Gesture::None;
    m_card.reset();
    m_preview->setPreview({});
}

// Cards and files that are dragged over the canvas.

void ClusterCanvas::dragEnterEvent(QDragEnterEvent* event)
{
    const QMimeData& mime = *event->mimeData();
    m_card = mime.hasFormat(QLatin1String(kCardMime))
                 ? decodedCard(mime.data(QLatin1String(kCardMime)))
                 : std::nullopt;
    if (m_card) {
        m_cardPart = cardContents(*m_card, m_document.cluster(), m_library);
        m_cardBounds = drawingGeometry(m_cardPart).bounds;
    }
    event->acceptProposedAction(); // Whatever it is: a drop that cannot be says why.
}

void ClusterCanvas::dragMoveEvent(QDragMoveEvent* event)
{
    if (m_card) {
        previewDrop(mapToScene(event->position().toPoint()), event->modifiers());
    }
    event->acceptProposedAction();
}

void ClusterCanvas::dragLeaveEvent(QDragLeaveEvent* /*event*/)
{
    cancelGesture();
}

void ClusterCanvas::previewDrop(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const QRectF moving(point - QPointF(m_cardBounds.width(), m_cardBounds.height()) / 2,
                        m_cardBounds.size());
    Snap snap = snapOf(moving, {}, modifiers);
    m_cardTopLeft = snap.topLeft;
    const QPointF by = snap.topLeft - m_cardBounds.topLeft();
    const DrawingGeometry geometry = drawingGeometry(m_cardPart);
    ClusterPreview preview;
    for (const sim::Node& node : m_cardPart.nodes) {
        preview.ghosts.push_back(
            {geometry.nodes.find(node.id)->second.translated(by), nodePicture(m_cardPart, node)});
    }
    for (const auto& [id, rect] : geometry.switches) {
        preview.ghosts.push_back({rect.translated(by), SwitchPicture{toText(id), {}}});
    }
    for (const auto& [id, rect] : geometry.racks) {
        preview.outlines.push_back(rect.translated(by));
    }
    if (const auto rack = rackAt(moving.center()); rack && m_cardPart.groups.empty()) {
        preview.target = *drawing().rectOf(groupElement(*rack));
    }
    preview.guides = std::move(snap.guides);
    preview.distances = std::move(snap.distances);
    preview.note = positionText(snap.topLeft);
    preview.noteAt = point;
    m_preview->setPreview(std::move(preview));
}

void ClusterCanvas::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    const QMimeData& mime = *event->mimeData();
    if (m_card) {
        previewDrop(mapToScene(event->position().toPoint()), event->modifiers());
        dropCard(m_cardTopLeft);
        setFocus(Qt::OtherFocusReason);
    } else if (mime.hasUrls()) {
        Q_EMIT filesDropped(mime.urls());
    } else {
        Q_EMIT told(tr("This cannot be drawn: drop a card from the left, or the file of a "
                       "cluster."));
    }
    cancelGesture();
}

void ClusterCanvas::dropCard(QPointF topLeft)
{
    const ClusterCard card = *m_card;
    if (card.kind == ClusterCard::Kind::Link) {
        setLinkMode(true);
        return;
    }
    if (card.kind == ClusterCard::Kind::Storage) {
        Q_EMIT storageRequested();
        return;
    }
    sim::Cluster part = m_cardPart;
    QString what;
    switch (card.kind) {
    case ClusterCard::Kind::Type:
        what = typeName(part, card.id);
        break;
    case ClusterCard::Kind::Switch:
        what = tr("switch");
        break;
    case ClusterCard::Kind::Rack:
        what = tr("rack");
        break;
    case ClusterCard::Kind::Machine:
        what = tr("this machine");
        break;
    default:
        what = tr("template");
    }
    insert(part, topLeft - m_cardBounds.topLeft(), tr("add %1").arg(what));
}

void ClusterCanvas::insert(const sim::Cluster& part, QPointF offset, const QString& text)
{
    const QRectF bounds = drawingGeometry(part).bounds.translated(offset);
    ClusterEdit edit = pasted(placed(m_document.cluster(), shownPositions()), part, offset);
    const auto rack = rackAt(bounds.center());
    if (rack && part.groups.empty() && part.nodes.size() + part.switches.size() == 1) {
        edit.cluster =
            grouped(std::move(edit.cluster), placesOf(edit.cluster, edit.elements), rack);
    }
    m_document.edit(std::move(edit), text);
}

void ClusterCanvas::addCard(const ClusterCard& card)
{
    m_card = card;
    m_cardPart = cardContents(card, m_document.cluster(), m_library);
    m_cardBounds = drawingGeometry(m_cardPart).bounds;
    dropCard(freePlace(m_cardBounds.size()));
    cancelGesture();
    if (!m_document.selection().empty()) {
        showElement(*m_document.selection().begin());
    }
}

void ClusterCanvas::paste(const sim::Cluster& part)
{
    const QRectF bounds = drawingGeometry(part).bounds;
    insert(part, freePlace(bounds.size()) - bounds.topLeft(), tr("paste"));
    if (!m_document.selection().empty()) {
        showElement(*m_document.selection().begin());
    }
}

} // namespace hscope::app
