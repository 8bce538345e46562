// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/table_header.h"

#include "app/widgets/cell_delegate.h"
#include "app/widgets/icons.h"
#include "app/widgets/paint_helpers.h"

#include <QPainter>

namespace hscope::app {

namespace {

constexpr int kChevron = 12;
constexpr int kHeaderHeight = 26;

bool isRight(const QVariant& alignment)
{
    return (alignment.toInt() & Qt::AlignRight) != 0;
}

} // namespace

TableHeader::TableHeader(const Theme& theme, QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
    , m_theme(theme)
{
    setSectionsClickable(true);
    setHighlightSections(false);
    setMinimumSectionSize(24);
}

int TableHeader::neededWidth(int section) const
{
    const QString title = model()->headerData(section, Qt::Horizontal).toString();
    return QFontMetrics(fonts::number()).horizontalAdvance(title) + 2 * CellDelegate::kPadding +
           kChevron - CellDelegate::kPadding / 2;
}

QSize TableHeader::sectionSizeFromContents(int section) const
{
    return {neededWidth(section), kHeaderHeight};
}

void TableHeader::paintSection(QPainter* painter, const QRect& rect, int section) const
{
    const Palette& palette = m_theme.palette();
    painter->save();
    painter->fillRect(rect, palette.surface);
    painter->fillRect(rect.left(), rect.bottom(), rect.width(), 1, palette.hairline);
    const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == section;
    painter->setFont(fonts::number());
    painter->setPen(sorted ? palette.text : palette.secondaryText);
    const QString title = model()->headerData(section, Qt::Horizontal).toString();
    const bool right = isRight(model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole));
    const QRect inner = rect.adjusted(CellDelegate::kPadding, 0, -CellDelegate::kPadding, -1);
    painter->drawText(
        inner, Qt::AlignVCenter | static_cast<int>(right ? Qt::AlignRight : Qt::AlignLeft), title);
    if (sorted) {
        const int width = painter->fontMetrics().horizontalAdvance(title);
        const int x = right ? inner.right() - width - kChevron : inner.left() + width + 1;
        const QString icon = sortIndicatorOrder() == Qt::AscendingOrder
                                 ? QStringLiteral("chevron_up")
                                 : QStringLiteral("chevron_down");
        painter->drawPixmap(x, inner.center().y() - kChevron / 2 + 1,
                            linePixmap(icon, palette.accent, kChevron, devicePixelRatioF()));
    }
    painter->restore();
}

TableFooter::TableFooter(const Theme& theme, QHeaderView& header, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_header(header)
{
    setFixedHeight(kHeaderHeight);
    const auto repaint = [this] { update(); };
    connect(&header, &QHeaderView::sectionResized, this, repaint);
    connect(&header, &QHeaderView::geometriesChanged, this, repaint);
    connect(&header, &QHeaderView::sectionMoved, this, repaint);
}

void TableFooter::setTexts(const QStringList& texts)
{
    m_texts = texts;
    setAccessibleName(texts.join(u' ').simplified());
    update();
}

void TableFooter::paintEvent(QPaintEvent* /*event*/)
{
    const Palette& palette = m_theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), palette.surface);
    painter.fillRect(0, 0, width(), 1, palette.hairline);
    for (int section = 0; section < m_texts.size() && section < m_header.count(); ++section) {
        const QString& text = m_texts[section];
        const bool right =
            isRight(m_header.model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole));
        QRect cell(m_header.sectionViewportPosition(section), 1, m_header.sectionSize(section),
                   height() - 1);
        if (m_header.isSectionHidden(section)) {
            continue;
        }
        for (int visual = m_header.visualIndex(section) + 1; !right && visual < m_header.count();
             ++visual) {
            const int next = m_header.logicalIndex(visual);
            if (next >= m_texts.size() || !m_texts[next].isEmpty()) {
                break;
            }
            cell.setWidth(cell.width() + m_header.sectionSize(next));
        }
        cell.adjust(CellDelegate::kPadding, 0, -CellDelegate::kPadding, 0);
        painter.setPen(section == 0 || right ? palette.text : palette.secondaryText);
        if (right) {
            painter.setFont(fonts::number());
            drawTabular(painter, cell, Qt::AlignRight, text);
        } else {
            painter.setFont(section == 0 ? fonts::bold() : fonts::normal());
            painter.drawText(cell, Qt::AlignVCenter | Qt::AlignLeft,
                             painter.fontMetrics().elidedText(text, Qt::ElideRight, cell.width()));
        }
    }
}

} // namespace hscope::app
