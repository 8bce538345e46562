// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/placement_strips_data.h"
#include "app/widgets/theme.h"

#include <QWidget>

#include <vector>

namespace hscope::app {

/// The resource types that occur, with colour, glyph and limit, and what the outlines mean. Shows
/// as many as fit, from the left.
class PlacementLegend final : public QWidget
{
    Q_OBJECT

public:
    explicit PlacementLegend(const Theme& theme, QWidget* parent = nullptr);

    void setData(const PlacementStripsData& content);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Item
    {
        std::optional<TypeAppearance> type; ///< None: the outline of differences.
        QString text;
    };

    const Theme& m_theme;
    std::vector<Item> m_items;
};

} // namespace hscope::app
