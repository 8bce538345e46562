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

int ElidedLabel::neededWidth() const
{
    return fontMetrics().horizontalAdvance(elideMiddle(text(), kMeasuredLength));
}

QSize ElidedLabel::sizeHint() const
{
    // The label's own hint would lay out the whole text, however long.
    const QMargins margins = contentsMargins();
    return {neededWidth() + margins.left() + margins.right(),
            fontMetrics().height() + margins.top() + margins.bottom()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {24, sizeHint().height()};
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
        (text().size() <= kMeasuredLength && neededWidth() <= contentsRect().width())) {
        return QLabel::event(event);
    }
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), toolTipText(text()), this);
    return true;
}

} // namespace hscope::app
