// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/relation_delegate.h"

#include "app/models/format.h"
#include "app/models/relation_model.h"
#include "app/widgets/icons.h"
#include "app/widgets/paint_helpers.h"

#include <QPainter>

namespace hscope::app {

namespace {

constexpr int kHeight = 40;
constexpr int kIcon = 14;
constexpr int kMargin = 12;
constexpr int kSwatch = 10;
constexpr int kTextLeft = kMargin + kIcon + 6 + kSwatch + 6;

} // namespace

RelationDelegate::RelationDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{
}

void RelationDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    const auto* model = qobject_cast<const RelationModel*>(index.model());
    if (model == nullptr) {
        return;
    }
    const Relation& relation = model->relationAt(index.row());
    const Palette& palette = m_theme.palette();
    const QRect& rect = option.rect;
    painter->save();
    if (option.state & (QStyle::State_MouseOver | QStyle::State_HasFocus)) {
        painter->fillRect(rect, palette.selection);
    }
    const QRect line(rect.left() + kTextLeft, rect.top() + 3, rect.width() - kTextLeft - kMargin,
                     17);
    const QString icon =
        relation.isOutgoing ? QStringLiteral("arrow_out") : QStringLiteral("arrow_in");
    painter->drawPixmap(
        rect.left() + kMargin, line.center().y() - kIcon / 2 + 1,
        linePixmap(icon, palette.accent, kIcon, painter->device()->devicePixelRatioF()));
    fillCategory(*painter,
                 QRectF(rect.left() + kMargin + kIcon + 6, line.center().y() - kSwatch / 2 + 1,
                        kSwatch, kSwatch),
                 relation.category, palette);

    painter->setFont(fonts::number());
    const QString offset = formatOffset(relation.offset);
    const int offsetWidth = tabularWidth(painter->fontMetrics(), offset);
    painter->setPen(palette.text);
    drawTabular(*painter, line, Qt::AlignRight, offset);

    painter->setFont(fonts::normal());
    painter->setPen(palette.accent);
    const int nameWidth = line.width() - offsetWidth - 8;
    painter->drawText(
        QRect(line.left(), line.top(), nameWidth, line.height()),
        Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        painter->fontMetrics().elidedText(elideMiddle(relation.name.simplified(), kMeasuredLength),
                                          Qt::ElideMiddle, nameWidth));
    painter->setFont(fonts::small());
    painter->setPen(palette.secondaryText);
    painter->drawText(QRect(line.left(), line.bottom() + 1, line.width(), 16),
                      Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(elideMiddle(relation.text, kMeasuredLength),
                                                        Qt::ElideMiddle, line.width()));
    painter->restore();
}

QSize RelationDelegate::sizeHint(const QStyleOptionViewItem& /*option*/,
                                 const QModelIndex& /*index*/) const
{
    return {120, kHeight};
}

} // namespace hscope::app
