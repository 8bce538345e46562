// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cell_delegate.h"

#include "app/models/format.h"
#include "app/models/table_model.h"
#include "app/widgets/paint_helpers.h"
#include "core/analysis/category_set.h"

#include <QPainter>

namespace hscope::app {

namespace {

constexpr int kSwatch = 10;
constexpr int kGap = 5;
constexpr int kRowHeight = 20;

bool isNumber(const QModelIndex& index)
{
    return (index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0;
}

/// No more of the text than can be measured at once.
QString shownText(const QModelIndex& index)
{
    return elideMiddle(index.data().toString(), kMeasuredLength);
}

core::CategorySet categoriesOf(const QModelIndex& index)
{
    return core::CategorySet(index.data(CategoriesRole).toUInt());
}

/// The width of swatches or operation bar before the text.
int leadWidth(const QModelIndex& index)
{
    if (index.data(OperationRole).isValid()) {
        return 3 + kGap;
    }
    const int swatches = categoriesOf(index).size();
    return swatches == 0 ? 0 : swatches * (kSwatch + 3) - 3 + kGap;
}

void paintLead(QPainter& painter, const QRect& rect, const QModelIndex& index,
               const Palette& palette)
{
    const QVariant operation = index.data(OperationRole);
    if (operation.isValid()) {
        painter.fillRect(rect.left(), rect.center().y() - 6, 3, 13,
                         operationColors(operation.toString(), palette).line);
        return;
    }
    int x = rect.left();
    for (const core::Category category : categoriesOf(index).list()) {
        fillCategory(painter, QRectF(x, rect.center().y() - kSwatch / 2 + 1, kSwatch, kSwatch),
                     category, palette);
        x += kSwatch + 3;
    }
}

} // namespace

CellDelegate::CellDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    const Palette& palette = m_theme.palette();
    painter->save();
    if (option.state & QStyle::State_Selected) {
        painter->fillRect(option.rect, palette.selection);
    } else if (option.features & QStyleOptionViewItem::Alternate) {
        painter->fillRect(option.rect, palette.alternateRow);
    }
    if ((option.state & QStyle::State_HasFocus) &&
        (option.state & QStyle::State_KeyboardFocusChange)) {
        painter->setPen(palette.accent);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
    const QRect rect = option.rect.adjusted(kPadding, 0, -kPadding, 0);
    painter->setPen(palette.text);
    const QString text = shownText(index);
    if (isNumber(index)) {
        painter->setFont(fonts::number());
        const QFontMetrics metrics = painter->fontMetrics();
        drawTabular(*painter, rect, Qt::AlignRight,
                    tabularWidth(metrics, text) <= rect.width()
                        ? text
                        : metrics.elidedText(text, Qt::ElideMiddle, rect.width()));
    } else {
        paintLead(*painter, rect, index, palette);
        const QRect textRect = rect.adjusted(leadWidth(index), 0, 0, 0);
        painter->setFont(option.font);
        // Names say most at both ends, lists of categories at the beginning.
        const Qt::TextElideMode mode =
            index.data(CategoriesRole).isValid() ? Qt::ElideRight : Qt::ElideMiddle;
        painter->drawText(textRect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          painter->fontMetrics().elidedText(text, mode, textRect.width()));
    }
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QString text = shownText(index);
    const int width = isNumber(index)
                          ? tabularWidth(QFontMetrics(fonts::number()), text)
                          : leadWidth(index) + option.fontMetrics.horizontalAdvance(text);
    return {width + 2 * kPadding + 2, kRowHeight};
}

} // namespace hscope::app
