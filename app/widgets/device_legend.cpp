// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/device_legend.h"

#include <QPainter>

namespace hscope::app {

namespace {

constexpr int kScale = 96; ///< Width of the scale.
constexpr int kBar = 10;
constexpr int kHeight = 24;
constexpr int kGap = 4;
constexpr int kBetween = 12;

QString selectedText()
{
    return DeviceLegend::tr("selected stage");
}

QString unusedText()
{
    return DeviceLegend::tr("unused");
}

} // namespace

DeviceLegend::DeviceLegend(const DeviceReplay& replay, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_replay(replay)
    , m_theme(theme)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("What the colours of devices mean"));
    setToolTip(tr("Used: the share of time in which a device computes, in one turn of its stage's "
                  "replicas around the time shown"));
    connect(&replay, &DeviceReplay::colorsChanged, this, qOverload<>(&QWidget::update));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize DeviceLegend::sizeHint() const
{
    const QFontMetrics metrics(fonts::small());
    const int scale = kScale + 2 * kGap + metrics.horizontalAdvance(tr("0%")) +
                      metrics.horizontalAdvance(tr("100% used"));
    const int marks = 2 * (kBar + kGap) + kBetween + metrics.horizontalAdvance(selectedText()) +
                      metrics.horizontalAdvance(unusedText());
    return {std::max(scale, marks), kHeight};
}

void DeviceLegend::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setFont(fonts::small());
    if (m_replay.colors() == DeviceReplay::Colors::Utilization) {
        paintScale(painter);
    } else {
        paintMarks(painter);
    }
}

void DeviceLegend::paintScale(QPainter& painter) const
{
    const Palette& palette = m_theme.palette();
    const QString least = tr("0%");
    const int left = painter.fontMetrics().horizontalAdvance(least) + kGap;
    const int top = (height() - kBar) / 2;
    for (int x = 0; x < kScale; ++x) {
        painter.fillRect(QRect(left + x, top, 1, kBar),
                         utilizationColor(static_cast<double>(x) / (kScale - 1), palette));
    }
    painter.setPen(palette.outline);
    painter.drawRect(QRect(left, top, kScale - 1, kBar - 1));
    painter.setPen(palette.secondaryText);
    painter.drawText(QRect(0, 0, left, height()), Qt::AlignLeft | Qt::AlignVCenter, least);
    painter.drawText(QRect(left + kScale + kGap, 0, width(), height()),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("100% used"));
}

void DeviceLegend::paintMarks(QPainter& painter) const
{
    const Palette& palette = m_theme.palette();
    int x = 0;
    const auto add = [&](const QPen& pen, const QString& text) {
        const double half = pen.widthF() / 2;
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(
            QRectF(x, (height() - kBar) / 2.0, kBar, kBar).adjusted(half, half, -half, -half));
        x += kBar + kGap;
        painter.setPen(palette.secondaryText);
        painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignLeft | Qt::AlignVCenter,
                         text);
        x += painter.fontMetrics().horizontalAdvance(text) + kBetween;
    };
    add(QPen(palette.accent, 2), selectedText());
    add(QPen(blended(palette.outline, palette.canvas, 0.5), 1), unusedText());
}

} // namespace hscope::app
