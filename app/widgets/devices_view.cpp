// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/devices_view.h"

#include "app/models/format.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <set>

namespace hscope::app {

namespace {

/// `0–2`, `6`: what a stage is called on its devices.
QString shortName(const sim::PlacedStage& stage)
{
    return stage.firstLayer == stage.lastLayer
               ? QString::number(stage.firstLayer)
               : QStringLiteral("%1–%2").arg(stage.firstLayer).arg(stage.lastLayer);
}

/// Whether each stage is every other one of its type.
std::vector<bool> lighterStages(const std::vector<sim::PlacedStage>& stages)
{
    std::map<std::string, int> ofType;
    std::vector<bool> result;
    for (const sim::PlacedStage& stage : stages) {
        result.push_back(ofType[stage.type]++ % 2 == 1);
    }
    return result;
}

} // namespace

DevicesView::DevicesView(DeviceReplay& replay, const Theme& theme, QWidget* parent)
    : ClusterView(theme, parent)
    , m_replay(replay)
    , m_theme(theme)
{
    setAccessibleName(tr("Devices on the drawing of the cluster"));
    setAccessibleDescription(
        tr("The arrow keys go from device to device and from stage to stage, plus and minus zoom, "
           "F shows all. The table beside it lists the same devices."));
    setMinimumSize(240, 120);
    connect(&replay, &DeviceReplay::lightsChanged, this, &DevicesView::refreshDrawing);
    connect(&replay, &DeviceReplay::selectionChanged, this, &DevicesView::refreshCells);
    connect(&replay, &DeviceReplay::colorsChanged, this, &DevicesView::refreshCells);
    connect(&replay, &DeviceReplay::timeChanged, this, [this] {
        if (m_replay.colors() == DeviceReplay::Colors::Utilization) {
            refreshCells();
        }
    });
    refreshDrawing();
}

DevicesView::~DevicesView() = default;

void DevicesView::refreshDrawing()
{
    const DeviceLights& lights = m_replay.lights();
    if (lights.isEmpty()) {
        return; // Nobody sees it; the zoom stays for what comes.
    }
    const sim::Cluster& cluster = lights.drawn().cluster;
    m_nodes.clear();
    for (const sim::Node& node : cluster.nodes) {
        std::vector<Group>& groups = m_nodes[node.id];
        for (const sim::NodeDevices& devices : node.devices) {
            auto known = std::ranges::find(groups, devices.type, &Group::type);
            if (known == groups.end()) {
                groups.push_back({devices.type, {appearanceOf(cluster, devices.type), 0, 0, {}}});
                known = groups.end() - 1;
            }
            known->cells.rows += glyphRows(devices);
            known->cells.count += devices.count * node.count;
        }
    }
    const bool isOther = !m_cluster || *m_cluster != cluster;
    if (isOther) {
        m_cluster = std::make_shared<const sim::Cluster>(cluster);
        drawing().setCluster(cluster, {});
    }
    for (const auto& [node, groups] : m_nodes) {
        std::vector<DeviceCells> cells;
        std::ranges::transform(groups, std::back_inserter(cells), &Group::cells);
        drawing().setCells(node, std::move(cells));
    }
    refreshCells();
    if (isOther) {
        fitAll();
    }
}

void DevicesView::refreshCells()
{
    const DeviceLights& lights = m_replay.lights();
    const bool showsUse = m_replay.colors() == DeviceReplay::Colors::Utilization;
    const auto selected = m_replay.selectedStage();
    const std::vector<bool> isLighter = lighterStages(lights.stages());
    std::set<std::string, std::less<>> touched;
    for (std::size_t device = 0; device < lights.devices().size(); ++device) {
        const LitDevice& lit = lights.devices()[device];
        if (!lit.place) {
            continue;
        }
        const auto node = m_nodes.find(lit.place->node);
        if (node == m_nodes.end()) {
            continue;
        }
        touched.insert(lit.place->node);
        const auto group = std::ranges::find(node->second, lit.place->type, &Group::type);
        if (group == node->second.end()) {
            continue;
        }
        group->cells.cells.resize(static_cast<std::size_t>(group->cells.count));
        DeviceCell& cell = group->cells.cells[static_cast<std::size_t>(lit.place->device)];
        cell.label = shortName(lights.stages()[lit.stage]);
        cell.utilization =
            showsUse ? std::optional(lights.utilizationAt(device, m_replay.time())) : std::nullopt;
        cell.isLighter = isLighter[lit.stage];
        cell.isEmphasized = selected == lit.stage;
        cell.isCurrent = m_replay.current() == device;
    }
    for (const std::string& node : touched) {
        std::vector<DeviceCells> cells;
        std::ranges::transform(m_nodes[node], std::back_inserter(cells), &Group::cells);
        drawing().setCells(node, std::move(cells));
    }
}

std::optional<std::size_t> DevicesView::deviceAt(QPoint position) const
{
    const QPointF point = mapToScene(position);
    const auto element = drawing().elementAt(point, toDrawing(1));
    if (!element || element->kind != sim::ClusterElement::Kind::Node) {
        return std::nullopt;
    }
    const auto node = m_nodes.find(element->id);
    const auto* picture = std::get_if<NodePicture>(drawing().pictureOf(*element));
    if (node == m_nodes.end() || picture == nullptr) {
        return std::nullopt;
    }
    const auto grids = cellGrids(deviceArea(*drawing().rectOf(*element)), picture->cells);
    for (std::size_t i = 0; i < grids.size(); ++i) {
        const auto cell = grids[i].cellAt(point);
        for (std::int64_t number = 0; cell && number < grids[i].perCell; ++number) {
            const auto device = m_replay.lights().deviceAt(element->id, node->second[i].type,
                                                           *cell * grids[i].perCell + number);
            if (device) {
                return device;
            }
        }
    }
    return std::nullopt;
}

std::optional<QRect> DevicesView::deviceRect(std::size_t device) const
{
    const std::optional<sim::Replica>& place = m_replay.lights().devices()[device].place;
    const auto node = place ? m_nodes.find(place->node) : m_nodes.end();
    if (node == m_nodes.end()) {
        return std::nullopt;
    }
    const sim::ClusterElement element = nodeElement(place->node);
    const auto* picture = std::get_if<NodePicture>(drawing().pictureOf(element));
    const auto group = std::ranges::find(node->second, place->type, &Group::type);
    if (picture == nullptr || group == node->second.end()) {
        return std::nullopt;
    }
    const auto grids = cellGrids(deviceArea(*drawing().rectOf(element)), picture->cells);
    const CellGrid& grid = grids[static_cast<std::size_t>(group - node->second.begin())];
    return mapFromScene(grid.cellRect(place->device / grid.perCell)).boundingRect();
}

void DevicesView::mousePressEvent(QMouseEvent* event)
{
    m_showsFocus = false;
    m_panned = event->pos();
    m_hasPanned = false;
    viewport()->update();
}

void DevicesView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_panned) {
        viewport()->setCursor(deviceAt(event->pos()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    const QPoint by = event->pos() - *m_panned;
    if (m_hasPanned || by.manhattanLength() >= QApplication::startDragDistance()) {
        m_hasPanned = true;
        viewport()->setCursor(Qt::ClosedHandCursor);
        panBy(by);
        m_panned = event->pos();
    }
}

void DevicesView::mouseReleaseEvent(QMouseEvent* event)
{
    const auto device =
        m_hasPanned || event->button() != Qt::LeftButton ? std::nullopt : deviceAt(event->pos());
    m_panned.reset();
    viewport()->setCursor(Qt::ArrowCursor);
    if (device) {
        m_replay.select(*device);
    }
}

void DevicesView::stepDevice(int by)
{
    const auto count = static_cast<int>(m_replay.lights().devices().size());
    if (count == 0) {
        return;
    }
    const int next = m_replay.current() ? static_cast<int>(*m_replay.current()) + by : 0;
    const auto device = static_cast<std::size_t>(std::clamp(next, 0, count - 1));
    m_replay.select(device);
    if (const auto& place = m_replay.lights().devices()[device].place) {
        showElement(nodeElement(place->node));
    }
}

void DevicesView::stepStage(int by)
{
    const DeviceLights& lights = m_replay.lights();
    const auto stages = static_cast<int>(lights.isEmpty() ? 0 : lights.stages().size());
    if (stages == 0) {
        return;
    }
    const auto here = m_replay.selectedStage();
    const int next = here ? static_cast<int>(*here) + by : 0;
    m_replay.select(lights.firstOf(static_cast<std::size_t>(std::clamp(next, 0, stages - 1))));
    stepDevice(0);
}

void DevicesView::keyPressEvent(QKeyEvent* event)
{
    m_showsFocus = true;
    viewport()->update();
    const bool isPlain =
        !(event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier));
    switch (isPlain ? event->key() : 0) {
    case Qt::Key_Left:
        stepDevice(-1);
        return;
    case Qt::Key_Right:
        stepDevice(1);
        return;
    case Qt::Key_Up:
        stepStage(-1);
        return;
    case Qt::Key_Down:
        stepStage(1);
        return;
    case Qt::Key_F:
        fitAll();
        return;
    default:
        if (!isPlain || !handleViewKey(event->key())) {
            event->ignore(); // The panel plays.
        }
    }
}

void DevicesView::drawForeground(QPainter* painter, const QRectF& /*rect*/)
{
    if (m_showsFocus && hasFocus()) {
        painter->save();
        painter->resetTransform();
        painter->setPen(m_theme.palette().accent);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
        painter->restore();
    }
}

bool DevicesView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return ClusterView::viewportEvent(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto device = deviceAt(help->pos())) {
        QToolTip::showText(help->globalPos(), toolTipText(m_replay.deviceText(*device)), this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

} // namespace hscope::app
