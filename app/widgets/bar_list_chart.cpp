// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/bar_list_chart.h"

#include "app/models/format.h"
#include "app/widgets/paint_helpers.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hscope::app {

namespace {

constexpr int kMargin = 12;
constexpr int kGap = 8;
constexpr int kTitle = 22;
constexpr int kLegend = 18;
constexpr int kRow = 18;
constexpr int kBar = 12;
constexpr int kBeside = 4;
constexpr int kGroupGap = 8;
constexpr int kSwatch = 10;
constexpr double kTitleShare = 0.38; ///< Of the width, at most.
constexpr double kLeastPart = 1;     ///< Nothing that there is vanishes.

std::vector<PartLook> looksOf(const BarGroup& group)
{
    std::vector<PartLook> looks;
    const auto add = [&](const PartLook& look) {
        if (std::ranges::find(looks, look) == looks.end()) {
            looks.push_back(look);
        }
    };
    for (const BarRow& row : group.rows) {
        std::ranges::for_each(row.parts, [&](const BarPart& part) { add(part.look); });
    }
    for (const BarRow& row : group.rows) {
        if (row.beside) {
            add(row.beside->look);
        }
    }
    std::ranges::sort(looks);
    return looks;
}

} // namespace

BarListChart::BarListChart(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setMinimumWidth(240);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    setAccessibleDescription(tr("The table beside it has the same numbers"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void BarListChart::setBars(BarList bars)
{
    m_bars = std::move(bars);
    measureColumns();
    layOut();
    update();
}

void BarListChart::setSelected(const std::optional<BarKey>& key)
{
    m_selected = key;
    update();
}

void BarListChart::measureColumns()
{
    const QFontMetrics names(fonts::small());
    const QFontMetrics numbers(fonts::number());
    m_titleWidth = 0;
    m_valueWidth = 0;
    for (const BarGroup& group : m_bars) {
        for (const BarRow& row : group.rows) {
            m_titleWidth = std::max(
                m_titleWidth, names.horizontalAdvance(elideMiddle(row.title, kMeasuredLength)));
            m_valueWidth = std::max(m_valueWidth, tabularWidth(numbers, row.value));
        }
    }
}

void BarListChart::layOut()
{
    m_lines.clear();
    int y = 0;
    const auto add = [&](Line::Kind kind, int height, std::size_t group, std::size_t row) {
        m_lines.push_back({kind, y, height, group, row});
        y += height;
    };
    for (std::size_t group = 0; group < m_bars.size(); ++group) {
        y += group == 0 ? 0 : kGroupGap;
        if (!m_bars[group].title.isEmpty()) {
            add(Line::Kind::Title, kTitle, group, 0);
        }
        if (group == 0 || looksOf(m_bars[group]) != looksOf(m_bars[group - 1])) {
            add(Line::Kind::Legend, layOutLegend(group, y, nullptr), group, 0);
        }
        for (std::size_t row = 0; row < m_bars[group].rows.size(); ++row) {
            const bool hasBeside = m_bars[group].rows[row].beside.has_value();
            add(Line::Kind::Bar, kRow + (hasBeside ? kBeside : 0), group, row);
        }
        if (!m_bars[group].remark.isEmpty()) {
            add(Line::Kind::Remark, kLegend, group, 0);
        }
    }
    setMinimumHeight(y + kGap);
}

const BarRow& BarListChart::rowOf(const Line& line) const
{
    return m_bars[line.group].rows[line.row];
}

double BarListChart::xOf(const Line& line, double value) const
{
    const int title = std::min(m_titleWidth, static_cast<int>(width() * kTitleShare));
    const double left = kMargin + title + kGap;
    const double room = std::max(8.0, width() - left - kGap - m_valueWidth - kMargin);
    return left + value * room / m_bars[line.group].scale;
}

std::vector<BarListChart::Area> BarListChart::areasOf(const Line& line) const
{
    const BarRow& row = rowOf(line);
    const double left = xOf(line, 0);
    const double scale = xOf(line, 1) - left;
    const double top = line.y + (kRow - kBar) / 2.0;
    std::vector<Area> areas;
    double before = 0;
    double end = left;
    for (const BarPart& part : row.parts) {
        const double start = std::max(end, left + std::round(before * scale));
        before += part.value;
        end = std::max(left + std::round(before * scale), start + kLeastPart);
        areas.push_back({QRectF(start, top, end - start, kBar), &part});
    }
    if (row.beside) {
        const double length = std::max(kLeastPart, std::round(row.beside->value * scale));
        areas.push_back({QRectF(left, top + kBar + 1, length, kBeside), &*row.beside});
    }
    return areas;
}

const BarPart* BarListChart::partAt(QPoint point) const
{
    for (const Line& line : m_lines) {
        if (line.kind != Line::Kind::Bar || point.y() < line.y ||
            point.y() >= line.y + line.height) {
            continue;
        }
        for (const Area& area : areasOf(line)) {
            // Thin parts are hit from a pixel away.
            if (area.rect.adjusted(-1, -1, 1, 1).contains(point)) {
                return area.part;
            }
        }
    }
    return nullptr;
}

std::optional<BarKey> BarListChart::keyAt(QPoint point) const
{
    const BarPart* part = partAt(point);
    return part == nullptr ? std::nullopt : std::optional(part->key);
}

int BarListChart::layOutLegend(std::size_t group, int y, QPainter* painter) const
{
    const QFontMetrics metrics(fonts::small());
    const Palette& palette = m_theme.palette();
    int x = kMargin;
    int line = y;
    for (const PartLook& look : looksOf(m_bars[group])) {
        const QString name = lookName(look);
        const int needed = kSwatch + 4 + metrics.horizontalAdvance(name);
        if (x > kMargin && x + needed > width() - kMargin) {
            x = kMargin;
            line += kLegend;
        }
        if (painter != nullptr) {
            paintLook(*painter, QRectF(x, line + (kLegend - kSwatch) / 2.0, kSwatch, kSwatch),
                      look);
            painter->setPen(palette.secondaryText);
            painter->drawText(QRect(x + kSwatch + 4, line, needed, kLegend),
                              Qt::AlignLeft | Qt::AlignVCenter, name);
        }
        x += needed + kMargin;
    }
    return line + kLegend - y;
}

void BarListChart::paintLook(QPainter& painter, const QRectF& rect, const PartLook& look) const
{
    const Palette& palette = m_theme.palette();
    if (const auto* category = std::get_if<core::Category>(&look)) {
        fillCategory(painter, rect, *category, palette);
        return;
    }
    const auto outline = [&](const QColor& color) {
        painter.setPen(color);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    };
    switch (std::get<BarLook>(look)) {
    case BarLook::CpuOnly:
        painter.fillRect(rect, palette.category(core::Category::Python));
        break;
    case BarLook::CpuAndGpu: {
        painter.fillRect(rect, palette.category(core::Category::Python));
        const double strip = std::round(rect.height() / 2);
        painter.fillRect(QRectF(rect.left(), rect.bottom() - strip, rect.width(), strip),
                         palette.category(core::Category::GpuKernel));
        break;
    }
    case BarLook::Busy:
    case BarLook::GpuOnly:
        painter.fillRect(rect, palette.category(core::Category::GpuKernel));
        break;
    case BarLook::AsynchronousGpu: {
        // Thin in the legend too.
        const double height = std::min<double>(rect.height(), kBeside);
        painter.fillRect(QRectF(rect.left(), rect.bottom() - height, rect.width(), height),
                         palette.category(core::Category::GpuKernel));
        break;
    }
    case BarLook::Idle:
        painter.fillRect(rect, palette.canvas);
        outline(palette.outline);
        break;
    case BarLook::Sampled:
        painter.fillRect(rect, palette.canvas);
        hatch(painter, rect, palette.secondaryText);
        outline(palette.outline);
        break;
    case BarLook::HostWait:
        painter.fillRect(rect, palette.category(core::Category::GpuApi));
        break;
    case BarLook::KernelWait:
        painter.fillRect(rect, palette.category(core::Category::GpuMemset));
        break;
    case BarLook::OtherWait:
        painter.fillRect(rect, palette.outline);
        break;
    }
}

void BarListChart::paintBar(QPainter& painter, const Line& line) const
{
    const Palette& palette = m_theme.palette();
    const BarRow& row = rowOf(line);
    const int title = std::min(m_titleWidth, static_cast<int>(width() * kTitleShare));
    painter.setFont(fonts::small());
    painter.setPen(palette.text);
    painter.drawText(QRect(kMargin, line.y, title, kRow), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(elideMiddle(row.title, kMeasuredLength),
                                                      Qt::ElideMiddle, title));
    std::optional<QRectF> selected;
    for (const Area& area : areasOf(line)) {
        paintLook(painter, area.rect, area.part->look);
        if (area.part->key == m_selected) {
            selected = selected ? selected->united(area.rect) : area.rect;
        }
    }
    if (row.low != row.high) {
        const double y = line.y + kRow / 2.0;
        paintWhiskers(painter, std::round(xOf(line, row.low)), std::round(xOf(line, row.high)), y,
                      palette);
    }
    if (selected) {
        painter.setPen(QPen(palette.text, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(selected->adjusted(-1, -1, 1, 1));
    }
    painter.setFont(fonts::number());
    painter.setPen(palette.text);
    drawTabular(painter, QRect(width() - kMargin - m_valueWidth, line.y, m_valueWidth, kRow),
                Qt::AlignRight, row.value);
}

void BarListChart::paintLine(QPainter& painter, const Line& line) const
{
    const Palette& palette = m_theme.palette();
    const BarGroup& group = m_bars[line.group];
    const QRect rect(kMargin, line.y, width() - 2 * kMargin, line.height);
    switch (line.kind) {
    case Line::Kind::Title:
        painter.setFont(fonts::bold());
        painter.setPen(palette.text);
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(elideMiddle(group.title, kMeasuredLength),
                                                          Qt::ElideMiddle, rect.width()));
        break;
    case Line::Kind::Legend:
        painter.setFont(fonts::small());
        layOutLegend(line.group, line.y, &painter);
        break;
    case Line::Kind::Bar:
        paintBar(painter, line);
        break;
    case Line::Kind::Remark:
        painter.setFont(fonts::small());
        painter.setPen(palette.secondaryText);
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, group.remark);
        break;
    }
}

void BarListChart::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.palette().surface);
    for (const Line& line : m_lines) {
        paintLine(painter, line);
    }
}

void BarListChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void BarListChart::mousePressEvent(QMouseEvent* event)
{
    const auto key = keyAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && key) {
        Q_EMIT clicked(*key);
    }
}

void BarListChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto key = keyAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && key) {
        Q_EMIT doubleClicked(*key);
    }
}

bool BarListChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    for (const Line& line : m_lines) {
        if (line.kind != Line::Kind::Bar || help->pos().y() < line.y ||
            help->pos().y() >= line.y + line.height) {
            continue;
        }
        const BarPart* part = partAt(help->pos());
        const QString name = rowOf(line).title;
        QToolTip::showText(help->globalPos(),
                           toolTipText(part == nullptr ? name
                                                       : elideMiddle(name, kMeasuredLength / 2) +
                                                             u'\n' + part->toolTip),
                           this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

} // namespace hscope::app
