// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/breakdown_legend.h"

#include "app/models/format.h"
#include "app/widgets/paint_helpers.h"

#include <QPainter>

namespace hscope::app {

namespace {

constexpr int kLine = 18;
constexpr int kSwatch = 10;
constexpr int kGap = 5;
constexpr int kBetween = 12;
constexpr int kMargin = 12;

} // namespace

BreakdownLegend::BreakdownLegend(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void BreakdownLegend::setCategories(core::CategorySet categories)
{
    m_categories = categories;
    setFixedHeight(layOut(width(), nullptr));
    update();
}

void BreakdownLegend::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    setFixedHeight(layOut(width(), nullptr));
}

int BreakdownLegend::layOut(int width, QPainter* painter) const
{
    const QFontMetrics metrics(fonts::small());
    int x = kMargin;
    int y = 0;
    for (const core::Category category : m_categories.list()) {
        const QString name = toText(core::categoryName(category));
        const int needed = kSwatch + kGap + metrics.horizontalAdvance(name);
        if (x > kMargin && x + needed > width - kMargin) {
            x = kMargin;
            y += kLine;
        }
        if (painter != nullptr) {
            const int middle = y + kLine / 2;
            // Half height as in the bars: GPU work is a strip there.
            const int top = core::isGpuCategory(category) ? middle : middle - kSwatch / 2;
            fillCategory(*painter, QRectF(x, top, kSwatch, middle + kSwatch / 2 - top), category,
                         m_theme.palette());
            painter->drawText(x + kSwatch + kGap,
                              y + (kLine - metrics.height()) / 2 + metrics.ascent(), name);
        }
        x += needed + kBetween;
    }
    return y + kLine;
}

void BreakdownLegend::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setFont(fonts::small());
    painter.setPen(m_theme.palette().secondaryText);
    layOut(width(), &painter);
}

} // namespace hscope::app
