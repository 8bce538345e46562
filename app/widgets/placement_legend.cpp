// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/placement_legend.h"

#include "app/widgets/paint_helpers.h"

#include <QPainter>

namespace hscope::app {

namespace {

constexpr int kMark = 9;
constexpr int kMarkGap = 6;
constexpr int kItemGap = 16;

int widthOf(const QFontMetrics& metrics, const QString& text)
{
    return kMark + kMarkGap + metrics.horizontalAdvance(text);
}

} // namespace

PlacementLegend::PlacementLegend(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PlacementLegend::setData(const PlacementStripsData& content)
{
    m_items.clear();
    QStringList words;
    for (std::size_t type = 0; type < content.types.size(); ++type) {
        if (content.isUsed[type]) {
            m_items.push_back({content.types[type], content.captions[type]});
        }
    }
    if (!content.reference.isEmpty()) {
        m_items.push_back({std::nullopt, tr("differs from %1").arg(content.reference)});
    }
    for (const Item& item : m_items) {
        words.append(item.text);
    }
    setAccessibleName(words.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

QSize PlacementLegend::sizeHint() const
{
    const QFontMetrics metrics(fonts::small());
    int width = 0;
    for (const Item& item : m_items) {
        width += widthOf(metrics, item.text) + kItemGap;
    }
    return {width, 18};
}

QSize PlacementLegend::minimumSizeHint() const
{
    return {40, 18};
}

void PlacementLegend::paintEvent(QPaintEvent* /*event*/)
{
    const Palette& palette = m_theme.palette();
    QPainter painter(this);
    painter.setFont(fonts::small());
    const QFontMetrics metrics = painter.fontMetrics();
    std::size_t shown = 0;
    int total = 0;
    while (shown < m_items.size()) {
        const int next = widthOf(metrics, m_items[shown].text) + (shown == 0 ? 0 : kItemGap);
        if (total + next > width()) {
            break;
        }
        total += next;
        ++shown;
    }
    int x = width() - total;
    for (std::size_t i = 0; i < shown; ++i) {
        const Item& item = m_items[i];
        const QPointF center(x + kMark / 2.0, height() / 2.0);
        if (item.type) {
            drawGlyph(painter, center, kMark, item.type->glyph, item.type->color(palette));
        } else {
            painter.setPen(palette.text);
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRect(x, height() / 2 - 4, 8, 8));
        }
        painter.setPen(palette.text);
        painter.drawText(QRect(x + kMark + kMarkGap, 0, width(), height()),
                         Qt::AlignLeft | Qt::AlignVCenter, item.text);
        x += widthOf(metrics, item.text) + kItemGap;
    }
}

} // namespace hscope::app
