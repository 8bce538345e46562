// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_scene.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "simulator/model/cluster_totals.h"

#include <algorithm>
#include <utility>

namespace hscope::app {

namespace {

using Kind = sim::ClusterElement::Kind;

constexpr double kSceneMargin = 2000; ///< Room around the drawing to pan into.
constexpr QRectF kLeastScene(-2000, -2000, 5000, 4000);
constexpr std::size_t kMostRelated = 20;  ///< Selected elements whose links stand out.
constexpr std::size_t kMostLabels = 2000; ///< More links than these are drawn without words.

/// What a rack's members add up to.
struct RackSum
{
    std::int64_t servers = 0;
    double usdPerHour = 0;
};

} // namespace

/// What items draw that is counted over the whole cluster.
struct ClusterScene::Looks
{
    sim::Cluster types; ///< Only the resource types.
    std::map<std::string, RackSum, std::less<>> racks;
    std::map<std::string, std::int64_t, std::less<>> linksOf; ///< Cables at a switch.
    std::set<sim::ClusterElement> problems;
};

ClusterScene::ClusterScene(const Theme& theme, QObject* parent)
    : QGraphicsScene(parent)
    , m_theme(theme)
{
    setSceneRect(kLeastScene);
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

ClusterScene::~ClusterScene() = default;

void ClusterScene::setCluster(const sim::Cluster& cluster,
                              std::span<const sim::ClusterProblem> problems)
{
    ++m_generation;
    m_geometry = drawingGeometry(cluster);
    Looks looks;
    for (const sim::ClusterProblem& problem : problems) {
        looks.problems.insert(problem.element);
    }
    looks.types.resourceTypes = cluster.resourceTypes;
    for (const sim::Node& node : cluster.nodes) {
        if (node.group) {
            RackSum& sum = looks.racks[*node.group];
            sum.servers += node.count;
            sum.usdPerHour +=
                sim::nodeTotals(looks.types, node).usdPerHour * static_cast<double>(node.count);
        }
    }
    for (const sim::Link& link : cluster.links) {
        const std::int64_t copies =
            cluster.links.size() > kMostLabels ? 1 : linkCopies(cluster, link);
        looks.linksOf[link.from] += copies;
        looks.linksOf[link.to] += copies;
    }
    m_links.clear();
    for (std::size_t i = 0; i < cluster.links.size(); ++i) {
        m_links.emplace(cluster.links[i].from, i);
        m_links.emplace(cluster.links[i].to, i);
    }
    makeItems(cluster, looks);
    removeOld();
    setSelection(m_selection); // Other links may belong to it.
    setSceneRect(
        m_geometry.bounds.isEmpty()
            ? kLeastScene
            : m_geometry.bounds.adjusted(-kSceneMargin, -kSceneMargin, kSceneMargin, kSceneMargin)
                  .united(kLeastScene));
}

void ClusterScene::makeItems(const sim::Cluster& cluster, const Looks& looks)
{
    const auto add = [&](sim::ClusterElement element, const QRectF& rect, ElementPicture picture) {
        auto item =
            std::make_unique<ClusterItem>(std::move(element), rect, std::move(picture), m_theme);
        item->setMarks({m_selection.contains(item->element()),
                        looks.problems.contains(item->element()), false, false});
        setItem(std::move(item));
    };
    for (const auto& [id, rect] : m_geometry.racks) {
        const auto sum = looks.racks.find(id);
        const RackSum value = sum == looks.racks.end() ? RackSum{} : sum->second;
        const sim::Group* group = findGroup(cluster, id);
        const QString name = group != nullptr && group->name ? toText(*group->name) : toText(id);
        add(groupElement(id), rect,
            RackPicture{elideMiddle(name, 40),
                        value.servers == 0
                            ? tr("drop servers here")
                            : formatCounted(value.servers, tr("1 server"), tr("%1 servers")),
                        value.servers == 0 ? QString() : formatPrice(value.usdPerHour)});
    }
    for (const sim::Node& node : cluster.nodes) {
        const auto rect = m_geometry.nodes.find(node.id);
        if (rect != m_geometry.nodes.end()) {
            add(nodeElement(node.id), rect->second, nodePicture(looks.types, node));
        }
    }
    for (const sim::Switch& networkSwitch : cluster.switches) {
        const auto rect = m_geometry.switches.find(networkSwitch.id);
        if (rect != m_geometry.switches.end()) {
            const auto links = looks.linksOf.find(networkSwitch.id);
            add(switchElement(networkSwitch.id), rect->second,
                SwitchPicture{
                    elideMiddle(toText(networkSwitch.name ? *networkSwitch.name : networkSwitch.id),
                                40),
                    formatCounted(links == looks.linksOf.end() ? 0 : links->second, tr("1 link"),
                                  tr("%1 links"))});
        }
    }
    const std::vector<LinkRoute> routes = routeLinks(cluster, m_geometry);
    const bool hasLabels = cluster.links.size() <= kMostLabels;
    for (std::size_t i = 0; i < routes.size(); ++i) {
        const sim::Link& link = cluster.links[i];
        LinkPicture picture{routes[i].points, routes[i].label, routes[i].labelPiece, {}, {}, false};
        if (hasLabels) {
            picture.isBundle = linkCopies(cluster, link) > 1;
        }
        if (hasLabels && routes[i].isLabelVisible) {
            picture.above = linkTitle(cluster, link);
            picture.below = picture.isBundle ? tr("%1 each").arg(formatBandwidth(link.gbPerSecond))
                                             : formatBandwidth(link.gbPerSecond);
        }
        add(linkElement(i), {}, std::move(picture));
    }
}

void ClusterScene::setItem(std::unique_ptr<ClusterItem> item)
{
    ClusterItem*& known = m_items[item->element()];
    if (known == nullptr) {
        known = item.release();
        addItem(known);
    } else {
        known->takeFrom(*item);
    }
    known->generation = m_generation;
}

void ClusterScene::removeOld()
{
    std::erase_if(m_items, [this](const auto& entry) {
        const bool isOld = entry.second->generation != m_generation;
        if (isOld) {
            removeItem(entry.second);
            delete entry.second;
        }
        return isOld;
    });
    if (m_hovered && !m_items.contains(*m_hovered)) {
        m_hovered.reset();
    }
}

ClusterElements ClusterScene::linksOf(const ClusterElements& elements) const
{
    ClusterElements links;
    for (const sim::ClusterElement& element : elements) {
        const auto [first, last] = m_links.equal_range(element.id);
        for (auto link = first; link != last && elements.size() <= kMostRelated; ++link) {
            links.insert(linkElement(link->second));
        }
    }
    return links;
}

void ClusterScene::setSelection(const ClusterElements& selection)
{
    ClusterElements touched = selection;
    touched.merge(m_selection);
    touched.merge(m_related);
    m_selection = selection;
    m_related = linksOf(selection);
    touched.insert(m_related.begin(), m_related.end());
    for (const sim::ClusterElement& element : touched) {
        const auto item = m_items.find(element);
        if (item != m_items.end()) {
            ElementMarks marks = item->second->marks();
            marks.isSelected = m_selection.contains(element);
            marks.isRelated = m_related.contains(element);
            item->second->setMarks(marks);
        }
    }
}

void ClusterScene::setCells(const std::string& node, std::vector<DeviceCells> cells)
{
    const auto item = m_items.find(nodeElement(node));
    if (item != m_items.end()) {
        item->second->setCells(std::move(cells));
    }
}

void ClusterScene::setHovered(const std::optional<sim::ClusterElement>& element)
{
    if (element == m_hovered) {
        return;
    }
    const auto mark = [this](const std::optional<sim::ClusterElement>& which, bool isHovered) {
        const auto item = which ? m_items.find(*which) : m_items.end();
        if (item != m_items.end()) {
            ElementMarks marks = item->second->marks();
            marks.isHovered = isHovered;
            item->second->setMarks(marks);
        }
    };
    mark(m_hovered, false);
    m_hovered = element;
    mark(m_hovered, true);
}

std::optional<QRectF> ClusterScene::rectOf(const sim::ClusterElement& element) const
{
    const auto item = m_items.find(element);
    return item == m_items.end() ? std::nullopt : std::optional(item->second->rect());
}

const ElementPicture* ClusterScene::pictureOf(const sim::ClusterElement& element) const
{
    const auto item = m_items.find(element);
    return item == m_items.end() ? nullptr : &item->second->picture();
}

QRectF ClusterScene::boundsOf(const ClusterElements& elements) const
{
    QRectF bounds;
    for (const sim::ClusterElement& element : elements) {
        if (const auto rect = rectOf(element)) {
            bounds = bounds.united(rect->adjusted(-1, -1, 1, 1)); // A straight link has no area.
        }
    }
    return bounds;
}

std::optional<sim::ClusterElement> ClusterScene::elementAt(QPointF point, double reach) const
{
    const QRectF around(point - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach));
    for (QGraphicsItem* item : items(around, Qt::IntersectsItemBoundingRect, Qt::DescendingOrder)) {
        const auto* element = dynamic_cast<const ClusterItem*>(item);
        if (element != nullptr && element->isHit(point, reach)) {
            return element->element();
        }
    }
    return std::nullopt;
}

std::optional<sim::ClusterElement> ClusterScene::portAt(QPointF point, double reach) const
{
    const QRectF around(point - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach));
    for (QGraphicsItem* item : items(around, Qt::IntersectsItemBoundingRect, Qt::DescendingOrder)) {
        const auto* element = dynamic_cast<const ClusterItem*>(item);
        if (element == nullptr ||
            (element->element().kind != Kind::Node && element->element().kind != Kind::Switch)) {
            continue;
        }
        const auto ports = portsOf(element->rect());
        const bool isNear = std::ranges::any_of(
            ports, [&](QPointF port) { return QLineF(port, point).length() <= reach; });
        if (isNear) {
            return element->element();
        }
    }
    return std::nullopt;
}

ClusterElements ClusterScene::elementsIn(const QRectF& rect) const
{
    ClusterElements found;
    for (QGraphicsItem* item : items(rect, Qt::IntersectsItemBoundingRect)) {
        const auto* element = dynamic_cast<const ClusterItem*>(item);
        if (element == nullptr) {
            continue;
        }
        const bool isWhole =
            element->element().kind == Kind::Group || element->element().kind == Kind::Link;
        if (isWhole ? rect.contains(element->rect().adjusted(0, 0, 0.1, 0.1))
                    : rect.intersects(element->rect())) {
            found.insert(element->element());
        }
    }
    return found;
}

} // namespace hscope::app
