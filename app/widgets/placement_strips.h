// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/placement_strips_layout.h"
#include "app/models/type_choice_layout.h"
#include "app/widgets/theme.h"

#include <QWidget>

#include <optional>

class QMenu;

namespace hscope::app {

/// Which layer runs where, one row per scheduler: type by colour and glyph, units by the height of
/// a bar and as a number, differences from the first schedule outlined.
///
/// Arrows select the scheduler above or below, and the layer to the left or right. A layer is moved
/// to another type by dragging its cell onto the type, or from the cell's menu (right button,
/// Return). The same is in the table of results, as text.
class PlacementStrips final : public QWidget
{
    Q_OBJECT

public:
    explicit PlacementStrips(const Theme& theme, QWidget* parent = nullptr);

    void setData(const PlacementStripsData& content);
    void setSelected(std::optional<std::size_t> row);
    void setSelectedLayer(std::optional<std::size_t> layer);

    /// The menu of a cell, to be shown and deleted by the caller.
    [[nodiscard]] QMenu* makeMenu(std::size_t row, std::size_t layer);

    /// The types to drop a layer on; none while nothing is dragged.
    [[nodiscard]] const std::optional<TypeChoiceLayout>& choices() const { return m_choices; }

    [[nodiscard]] const PlacementStripsData& data() const { return m_data; }

    [[nodiscard]] const PlacementStripsLayout& stripsLayout() const { return m_layout; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void rowClicked(std::size_t row);
    void layerClicked(std::size_t layer);
    /// `layers` of `row` are to run on `type`, an index into PlacementStripsData::types.
    void moveRequested(std::size_t row, const hscope::app::LayerRun& layers, std::size_t type);
    void resetRequested();
    /// A cell's menu is about to show: others may add to it.
    void menuRequested(QMenu* menu, std::size_t row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    void refreshLayout();
    void paintHeader(QPainter& painter) const;
    void paintRow(QPainter& painter, std::size_t row) const;
    void paintStage(QPainter& painter, std::size_t row,
                    const PlacementStripsData::Stage& stage) const;
    void paintMessage(QPainter& painter, std::size_t row) const;
    void paintWords(QPainter& painter, std::size_t row) const;
    void paintDifferences(QPainter& painter, std::size_t row) const;
    void paintLayer(QPainter& painter) const;
    void paintChoices(QPainter& painter) const;
    void beginDrag(QPoint position);
    void endDrag();
    void showMenu(std::size_t row, std::size_t layer, QPoint position);
    void addMoves(QMenu& menu, std::size_t row, const LayerRun& layers) const;
    [[nodiscard]] LayerRun stageOf(std::size_t row, std::size_t layer) const;
    [[nodiscard]] bool canMove(std::size_t row, std::size_t layer) const;
    [[nodiscard]] QString tipAt(QPoint position) const;

    const Theme& m_theme;
    PlacementStripsData m_data;
    PlacementStripsLayout m_layout;
    std::optional<std::size_t> m_selected;
    std::optional<std::size_t> m_layer;
    std::optional<QPoint> m_pressed; ///< Where the left button went down on a cell.
    QPoint m_pointer;                ///< While a layer is dragged.
    std::size_t m_draggedRow = 0;
    std::size_t m_draggedLayer = 0;
    std::optional<TypeChoiceLayout> m_choices;
};

} // namespace hscope::app
