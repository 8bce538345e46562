// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/placement_strips_layout.h"
#include "app/widgets/theme.h"

#include <QWidget>

#include <optional>

namespace hscope::app {

/// Which layer runs where, one row per scheduler: type by colour and glyph, units by the height of
/// a bar and as a number, differences from the first schedule outlined.
///
/// Up and down select the scheduler above or below. The same is in the table of results, as text.
class PlacementStrips final : public QWidget
{
    Q_OBJECT

public:
    explicit PlacementStrips(const Theme& theme, QWidget* parent = nullptr);

    void setData(const PlacementStripsData& content);
    void setSelected(std::optional<std::size_t> row);

    [[nodiscard]] const PlacementStripsData& data() const { return m_data; }

    [[nodiscard]] const PlacementStripsLayout& stripsLayout() const { return m_layout; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void rowClicked(std::size_t row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
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
    [[nodiscard]] QString tipAt(QPoint position) const;

    const Theme& m_theme;
    PlacementStripsData m_data;
    PlacementStripsLayout m_layout;
    std::optional<std::size_t> m_selected;
};

} // namespace hscope::app
