// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/elided_label.h"

#include "app/models/format.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace hscope::app {

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {24, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect rect = contentsRect();
    painter.drawText(rect, static_cast<int>(alignment()) | Qt::TextSingleLine,
                     fontMetrics().elidedText(elideMiddle(text(), kMeasuredLength), Qt::ElideMiddle,
                                              rect.width()));
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip ||
        fontMetrics().horizontalAdvance(text()) <= contentsRect().width()) {
        return QLabel::event(event);
    }
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                       u"<span>" + escaped(text()) + u"</span>", this);
    return true;
}

} // namespace hscope::app
