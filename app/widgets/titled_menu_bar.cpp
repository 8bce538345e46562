// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/titled_menu_bar.h"

#include <QPainter>

namespace hscope::app {

namespace {

constexpr int kHeight = 28;
constexpr int kMargin = 12;
constexpr int kShortest = 60; ///< Below this width a name says nothing.

} // namespace

TitledMenuBar::TitledMenuBar(const Theme& theme, QWidget* parent)
    : QMenuBar(parent)
    , m_theme(theme)
{
    setNativeMenuBar(false); // the title is painted beside the menus
    setFixedHeight(kHeight);
}

void TitledMenuBar::setTitle(const QString& title)
{
    m_title = title;
    update();
}

void TitledMenuBar::paintEvent(QPaintEvent* event)
{
    QMenuBar::paintEvent(event);
    const QList<QAction*> entries = actions();
    const int menusEnd = entries.isEmpty() ? 0 : actionGeometry(entries.last()).right();
    const QRect room(menusEnd + 2 * kMargin, 0, width() - menusEnd - 3 * kMargin, height());
    if (room.width() < kShortest) {
        return;
    }
    QPainter painter(this);
    painter.setFont(fonts::small());
    painter.setPen(m_theme.palette().secondaryText);
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(m_title, Qt::ElideMiddle, room.width()));
}

} // namespace hscope::app
