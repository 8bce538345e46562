// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/device_replay.h"
#include "app/widgets/cluster_view.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hscope::app {

/// The drawing of the scenario's cluster with the devices lit that the selected schedule uses. It
/// can be looked at and not edited: clicking a device selects its stage.
class DevicesView final : public ClusterView
{
    Q_OBJECT

public:
    /// Both must outlive the view.
    DevicesView(DeviceReplay& replay, const Theme& theme, QWidget* parent = nullptr);
    ~DevicesView() override;

    /// The used device at a point of the viewport.
    [[nodiscard]] std::optional<std::size_t> deviceAt(QPoint position) const;
    /// Where a device is drawn, on the viewport; of one among many the cell that it shares.
    [[nodiscard]] std::optional<QRect> deviceRect(std::size_t device) const;

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    bool viewportEvent(QEvent* event) override;

private:
    /// A type in a node, and its devices.
    struct Group
    {
        std::string type;
        DeviceCells cells;
    };

    void refreshDrawing();
    void refreshCells();
    void stepDevice(int by);
    void stepStage(int by);

    DeviceReplay& m_replay;
    const Theme& m_theme;
    std::shared_ptr<const sim::Cluster> m_cluster; ///< What is drawn.
    std::map<std::string, std::vector<Group>, std::less<>> m_nodes;
    bool m_showsFocus = false;      ///< Focus came by the keyboard.
    std::optional<QPoint> m_panned; ///< Where the last move of a drag was.
    bool m_hasPanned = false;
};

} // namespace hscope::app
