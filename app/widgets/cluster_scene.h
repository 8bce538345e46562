// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_edit.h"
#include "app/drawing/drawing_geometry.h"
#include "app/drawing/link_routing.h"
#include "app/widgets/cluster_items.h"
#include "app/widgets/theme.h"
#include "simulator/model/cluster_check.h"

#include <QGraphicsScene>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace hscope::app {

/// The cluster as graphics items, one per node, switch, rack and link. A new cluster changes only
/// the items that look or lie otherwise than before.
class ClusterScene final : public QGraphicsScene
{
    Q_OBJECT

public:
    explicit ClusterScene(const Theme& theme, QObject* parent = nullptr);
    ~ClusterScene() override;

    void setCluster(const sim::Cluster& cluster, std::span<const sim::ClusterProblem> problems);
    void setSelection(const ClusterElements& selection);
    /// Shows what a schedule does on the devices of a node.
    void setCells(const std::string& node, std::vector<DeviceCells> cells);
    /// The element under the mouse shows where links can be drawn from.
    void setHovered(const std::optional<sim::ClusterElement>& element);

    [[nodiscard]] const DrawingGeometry& geometry() const { return m_geometry; }

    /// Where a node, switch or rack lies, or the bounds of a link's route.
    [[nodiscard]] std::optional<QRectF> rectOf(const sim::ClusterElement& element) const;
    /// What is drawn for it; null without such an element.
    [[nodiscard]] const ElementPicture* pictureOf(const sim::ClusterElement& element) const;
    /// Around several; empty without any.
    [[nodiscard]] QRectF boundsOf(const ClusterElements& elements) const;
    /// The topmost element within `reach` of a point.
    [[nodiscard]] std::optional<sim::ClusterElement> elementAt(QPointF point, double reach) const;
    /// The node or switch that has a port within `reach` of a point.
    [[nodiscard]] std::optional<sim::ClusterElement> portAt(QPointF point, double reach) const;
    /// Nodes, switches and links that lie in a rectangle, and racks that lie in it whole.
    [[nodiscard]] ClusterElements elementsIn(const QRectF& rect) const;

private:
    struct Looks;

    void setItem(std::unique_ptr<ClusterItem> item);
    void makeItems(const sim::Cluster& cluster, const Looks& looks);
    void removeOld();
    [[nodiscard]] ClusterElements linksOf(const ClusterElements& elements) const;

    const Theme& m_theme;
    DrawingGeometry m_geometry;
    std::map<sim::ClusterElement, ClusterItem*> m_items;          ///< The scene owns them.
    std::multimap<std::string, std::size_t, std::less<>> m_links; ///< By the id of an end.
    ClusterElements m_selection;
    ClusterElements m_related; ///< The links of what is selected.
    std::optional<sim::ClusterElement> m_hovered;
    int m_generation = 0; ///< Items of an older one are no longer in the cluster.
};

} // namespace hscope::app
