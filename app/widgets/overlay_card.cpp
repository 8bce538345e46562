// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/overlay_card.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kMargin = 20;
constexpr int kLine = 22;
constexpr int kHeading = 30;
constexpr int kTitle = 32;
constexpr int kColumnGap = 24;

} // namespace

OverlayCard::OverlayCard(const Theme& theme, QWidget& window)
    : QWidget(&window)
    , m_theme(theme)
    , m_window(window)
{
    setFocusPolicy(Qt::StrongFocus);
    hide();
}

void OverlayCard::toggle(const QString& title, std::vector<Line> lines)
{
    if (isVisible() && title == m_title) {
        hide();
        return;
    }
    m_title = title;
    m_lines = std::move(lines);
    setAccessibleName(title);
    const QFontMetrics metrics(fonts::normal());
    int left = 0;
    int right = 0;
    int height = 2 * kMargin + kTitle;
    for (const Line& line : m_lines) {
        left = std::max(left, metrics.horizontalAdvance(line.left));
        right = std::max(right, metrics.horizontalAdvance(line.right));
        height += line.left.isEmpty() ? kHeading : kLine;
    }
    resize(2 * kMargin + left + kColumnGap + right, height);
    move((m_window.width() - width()) / 2, std::max(0, (m_window.height() - height) / 2));
    show();
    raise();
    setFocus();
}

void OverlayCard::paintEvent(QPaintEvent* /*event*/)
{
    const Palette& palette = m_theme.palette();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(palette.outline);
    painter.setBrush(palette.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    painter.setPen(palette.text);
    painter.setFont(fonts::title());
    int y = kMargin;
    painter.drawText(QRect(kMargin, y, width() - 2 * kMargin, 20), Qt::AlignLeft, m_title);
    y += kTitle;
    for (const Line& line : m_lines) {
        if (line.left.isEmpty()) {
            painter.setFont(fonts::bold());
            painter.setPen(palette.text);
            painter.drawText(QRect(kMargin, y, width() - 2 * kMargin, kHeading - 4),
                             Qt::AlignLeft | Qt::AlignBottom, line.right);
            y += kHeading;
            continue;
        }
        const QRect row(kMargin, y, width() - 2 * kMargin, kLine);
        painter.setFont(fonts::normal());
        painter.setPen(palette.secondaryText);
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, line.left);
        painter.setPen(palette.text);
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, line.right);
        y += kLine;
    }
}

void OverlayCard::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_Return) {
        hide();
        return;
    }
    QWidget::keyPressEvent(event);
}

void OverlayCard::mousePressEvent(QMouseEvent* /*event*/)
{
    hide();
}

void OverlayCard::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    hide();
}

} // namespace hscope::app
