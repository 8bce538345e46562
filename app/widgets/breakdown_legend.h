// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"
#include "core/analysis/category_set.h"

#include <QWidget>

namespace hscope::app {

/// Names the colours of the breakdown's bars: only those that occur.
class BreakdownLegend final : public QWidget
{
    Q_OBJECT

public:
    explicit BreakdownLegend(const Theme& theme, QWidget* parent = nullptr);

    void setCategories(core::CategorySet categories);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Places the entries in lines; draws them if there is a painter. Returns the height.
    int layOut(int width, QPainter* painter) const;

    const Theme& m_theme;
    core::CategorySet m_categories;
};

} // namespace hscope::app
