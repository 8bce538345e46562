// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cell_delegate.h"

#include "app/models/format.h"
#include "app/models/table_model.h"
#include "app/models/type_prices.h"
#include "app/widgets/icons.h"
#include "app/widgets/paint_helpers.h"
#include "core/analysis/category_set.h"

#include <QLineEdit>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr int kSwatch = 10;
constexpr int kGap = 5;
constexpr int kRowHeight = 20;
constexpr int kBar = 56;
constexpr int kBarHeight = 5;
constexpr int kIcon = 14;
constexpr int kGlyph = 8;
constexpr int kCost = 8; ///< Width of a bar.
constexpr int kCostGap = 3;
constexpr int kCostMargin = 4;
constexpr double kOtherCost = 0.55; ///< Ground in the bars that are not the cheapest.

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

QColor textColor(const QModelIndex& index, const Palette& palette)
{
    const QVariant tone = index.data(ToneRole);
    if (!tone.isValid()) {
        return palette.text;
    }
    switch (static_cast<CellTone>(tone.toInt())) {
    case CellTone::Secondary:
        return palette.secondaryText;
    case CellTone::Ok:
        return palette.ok;
    case CellTone::Warning:
        return palette.warning;
    case CellTone::Accent:
        return palette.accent;
    case CellTone::Strong:
        break;
    }
    return palette.text;
}

bool isStrong(const QModelIndex& index)
{
    const QVariant tone = index.data(ToneRole);
    return tone.isValid() && tone.toInt() == static_cast<int>(CellTone::Strong);
}

/// A bar from the left end of its track: nothing is a thin line.
void paintBar(QPainter& painter, const QRect& cell, double ratio, const Palette& palette)
{
    const int y = cell.center().y() - kBarHeight / 2;
    painter.fillRect(cell.left(), y, kBar, kBarHeight, palette.hairline);
    const int length = std::clamp(static_cast<int>(std::lround(ratio * kBar)), 2, kBar);
    painter.fillRect(cell.left(), y - 2, length, kBarHeight + 4,
                     ratio < 1e-6 ? palette.ok : palette.outline);
}

int costsWidth(const LayerCosts& costs)
{
    return static_cast<int>(costs.types.size()) * (kCost + kCostGap);
}

/// A bar per resource type from the left: the cheapest in its colour, a dash where there is none.
void paintCosts(QPainter& painter, const QRect& cell, const LayerCosts& costs,
                const Palette& palette)
{
    const int room = cell.height() - 2 * kCostMargin;
    const int bottom = cell.top() + kCostMargin + room;
    int x = cell.left();
    for (std::size_t i = 0; i < costs.types.size(); ++i) {
        const TypeCost& cost = costs.types[i];
        if (cost.share > 0) {
            const int height = std::max(2, static_cast<int>(std::lround(cost.share * room)));
            painter.fillRect(x, bottom - height, kCost, height,
                             i == costs.cheapest ? cost.look.color(palette)
                                                 : tinted(cost.look, palette, kOtherCost));
        } else {
            painter.fillRect(x, bottom - 1, kCost, 1, palette.outline);
        }
        x += kCost + kCostGap;
    }
}

/// The width of what stands before the text: swatches, a bar, an icon.
int leadWidth(const QModelIndex& index)
{
    if (index.data(OperationRole).isValid()) {
        return 3 + kGap;
    }
    if (index.data(IconRole).isValid()) {
        return kIcon + kGap;
    }
    if (index.data(GlyphRole).isValid()) {
        return kGlyph + kGap;
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
    const QVariant icon = index.data(IconRole);
    if (icon.isValid()) {
        painter.drawPixmap(rect.left(), rect.center().y() - kIcon / 2 + 1,
                           linePixmap(icon.toString(), textColor(index, palette), kIcon,
                                      painter.device()->devicePixelRatioF()));
        return;
    }
    const QVariant glyph = index.data(GlyphRole);
    if (glyph.isValid()) {
        const auto type = glyph.value<TypeAppearance>();
        drawGlyph(painter, QPointF(rect.left() + kGlyph / 2.0, rect.center().y() + 0.5), kGlyph,
                  type.glyph, type.color(palette));
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
    const QVariant bar = index.data(BarRole);
    if (bar.isValid()) {
        paintBar(*painter, rect, bar.toDouble(), palette);
    }
    const QVariant costs = index.data(CostsRole);
    if (costs.isValid()) {
        paintCosts(*painter, rect, costs.value<LayerCosts>(), palette);
    }
    painter->setPen(textColor(index, palette));
    const QString text = shownText(index);
    if (isNumber(index)) {
        QFont font = fonts::number();
        font.setWeight(isStrong(index) ? QFont::DemiBold : QFont::Normal);
        painter->setFont(font);
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

QWidget* CellDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& /*option*/,
                                    const QModelIndex& index) const
{
    auto* editor = new QLineEdit(parent);
    editor->setObjectName(QStringLiteral("cellEditor"));
    editor->setAlignment(isNumber(index) ? Qt::AlignRight : Qt::AlignLeft);
    editor->setAccessibleName(
        index.model()->headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString());
    return editor;
}

void CellDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                        const QModelIndex& /*index*/) const
{
    editor->setGeometry(option.rect);
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QString text = shownText(index);
    const QVariant costs = index.data(CostsRole);
    const int bar = index.data(BarRole).isValid() ? kBar + 2 * kGap
                    : costs.isValid()             ? costsWidth(costs.value<LayerCosts>()) + kGap
                                                  : 0;
    const int width = isNumber(index)
                          ? bar + tabularWidth(QFontMetrics(fonts::number()), text)
                          : leadWidth(index) + option.fontMetrics.horizontalAdvance(text);
    return {width + 2 * kPadding + 2, kRowHeight};
}

} // namespace hscope::app
