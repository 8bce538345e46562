// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/time_split_chart.h"

#include "app/models/format.h"
#include "app/widgets/paint_helpers.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kMargin = 12;
constexpr int kLegend = 24;
constexpr int kName = 22;
constexpr int kBar = 12;
constexpr int kRow = 18;
constexpr int kContinued = 14; ///< A further device of the same stage.
constexpr int kHead = 104;     ///< Width of a stage's name.
constexpr int kGlyph = 9;
constexpr int kSwatch = 12;
constexpr int kLeastLabel = 44; ///< Narrower parts have no percentage.

constexpr std::array kAllUses = {TimeUse::Compute, TimeUse::Transfer, TimeUse::WaitingForInput,
                                 TimeUse::WaitingForReceiver, TimeUse::Idle};

double share(core::Duration part, core::Duration whole)
{
    return whole.count() > 0
               ? static_cast<double>(part.count()) / static_cast<double>(whole.count())
               : 0.0;
}

} // namespace

TimeSplitChart::TimeSplitChart(const TimeSplitModel& model, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Where the time of each device goes"));
    setAccessibleDescription(tr("The table beside it has the same numbers"));
    connect(&model, &QAbstractItemModel::modelReset, this, &TimeSplitChart::refresh);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    refresh();
}

void TimeSplitChart::refresh()
{
    m_lines.clear();
    m_longest = core::Duration(1);
    int y = kLegend;
    const std::vector<TimeSplitRow>& rows = m_model.splits();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i == 0 || rows[i].schedule != rows[i - 1].schedule) {
            m_lines.push_back({y, std::nullopt, rows[i].scheduler});
            y += kName;
        } else if (rows[i].replica == 0) {
            y += kRow - kContinued;
        }
        m_lines.push_back({y, i, {}});
        y += kContinued;
        m_longest = std::max(m_longest, rows[i].span());
    }
    m_height = y + kMargin;
    updateGeometry();
    update();
}

QSize TimeSplitChart::sizeHint() const
{
    return {420, m_height};
}

QSize TimeSplitChart::minimumSizeHint() const
{
    return {280, m_height};
}

QRectF TimeSplitChart::barRect(const Line& line) const
{
    const double left = kMargin + kHead;
    const double room = std::max(1.0, width() - left - kMargin);
    const core::Duration span = line.row ? m_model.splits()[*line.row].span() : core::Duration{};
    return {left, static_cast<double>(line.y) + 1, room * share(span, m_longest), kBar};
}

QRectF TimeSplitChart::partRect(const Line& line, TimeUse use) const
{
    const TimeSplitRow& row = m_model.splits()[*line.row];
    const QRectF bar = barRect(line);
    core::Duration before{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(use); ++i) {
        before += row.times[i];
    }
    const core::Duration after = before + row.times[static_cast<std::size_t>(use)];
    const double x0 = std::round(bar.left() + bar.width() * share(before, row.span()));
    const double x1 = std::round(bar.left() + bar.width() * share(after, row.span()));
    return {x0, bar.top(), x1 - x0, bar.height()};
}

std::optional<TimeSplitChart::Part> TimeSplitChart::partAt(QPoint position) const
{
    for (const Line& line : m_lines) {
        if (!line.row || position.y() < line.y || position.y() >= line.y + kContinued) {
            continue;
        }
        for (const TimeUse use : kAllUses) {
            const QRectF rect = partRect(line, use);
            if (position.x() >= rect.left() && position.x() < rect.right()) {
                return Part{*line.row, use};
            }
        }
    }
    return std::nullopt;
}

void TimeSplitChart::paintEvent(QPaintEvent* /*event*/)
{
    const Palette& palette = m_theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), palette.surface);
    paintLegend(painter);
    for (const Line& line : m_lines) {
        if (!line.row) {
            painter.setFont(fonts::bold());
            painter.setPen(palette.text);
            painter.drawText(QRect(kMargin, line.y, width() - 2 * kMargin, kName),
                             Qt::AlignLeft | Qt::AlignVCenter, elideMiddle(line.name, 40));
            continue;
        }
        paintBar(painter, line);
    }
}

void TimeSplitChart::paintLegend(QPainter& painter) const
{
    const Palette& palette = m_theme.palette();
    painter.setFont(fonts::small());
    int x = kMargin;
    for (const TimeUse use : kAllUses) {
        const auto& rows = m_model.splits();
        const bool occurs = std::any_of(rows.begin(), rows.end(), [use](const TimeSplitRow& row) {
            return row.times[static_cast<std::size_t>(use)] > core::Duration{};
        });
        if (!occurs) {
            continue;
        }
        paintPart(painter, QRectF(x, (kLegend - kSwatch) / 2.0, kSwatch, kSwatch), use,
                  palette.secondaryText);
        x += kSwatch + 4;
        painter.setPen(palette.secondaryText);
        const QString name = timeUseName(use);
        painter.drawText(QRect(x, 0, width() - x, kLegend), Qt::AlignLeft | Qt::AlignVCenter, name);
        x += painter.fontMetrics().horizontalAdvance(name) + kMargin;
    }
}

void TimeSplitChart::paintBar(QPainter& painter, const Line& line) const
{
    const Palette& palette = m_theme.palette();
    const TimeSplitRow& row = m_model.splits()[*line.row];
    const QColor color = row.type.color(palette);
    painter.setFont(fonts::small());
    if (row.replica == 0) {
        drawGlyph(painter, QPointF(kMargin + kGlyph / 2.0, line.y + 1 + kBar / 2.0), kGlyph,
                  row.type.glyph, color);
        painter.setPen(palette.text);
        painter.drawText(QRect(kMargin + kGlyph + 6, line.y - 1, kHead - kGlyph - 10, kBar + 4),
                         Qt::AlignLeft | Qt::AlignVCenter, row.layers);
    }
    for (const TimeUse use : kAllUses) {
        const QRectF rect = partRect(line, use);
        if (rect.width() <= 0) {
            continue;
        }
        paintPart(painter, rect, use, color);
        if (rect.width() >= kLeastLabel && use == TimeUse::Compute) {
            painter.setPen(labelColor(tinted(row.type, palette, tints::kSlice)));
            painter.drawText(
                rect, Qt::AlignCenter,
                formatPercent(share(row.times[static_cast<std::size_t>(use)], row.span())));
        }
    }
}

void TimeSplitChart::paintPart(QPainter& painter, const QRectF& rect, TimeUse use,
                               const QColor& color) const
{
    const Palette& palette = m_theme.palette();
    switch (use) {
    case TimeUse::Compute:
        painter.fillRect(rect, blended(color, palette.canvas, tints::kSlice));
        break;
    case TimeUse::Transfer:
        painter.fillRect(rect, blended(color, palette.canvas, tints::kTransfer));
        break;
    case TimeUse::WaitingForInput:
        painter.fillRect(rect, palette.canvas);
        hatch(painter, rect, palette.secondaryText);
        break;
    case TimeUse::WaitingForReceiver:
        painter.fillRect(rect, palette.canvas);
        hatch(painter, rect, palette.warning);
        break;
    case TimeUse::Idle:
        painter.fillRect(rect, palette.canvas);
        painter.setPen(palette.outline);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        break;
    }
}

bool TimeSplitChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const std::optional<Part> part = partAt(help->pos())) {
        const TimeSplitRow& row = m_model.splits()[part->row];
        const core::Duration time = row.times[static_cast<std::size_t>(part->use)];
        QToolTip::showText(
            help->globalPos(),
            toolTipText(tr("%1, %2, device %3: %4 %5 of %6 (%7)")
                            .arg(row.scheduler, row.layers, formatCount(row.replica + 1),
                                 timeUseName(part->use), formatDuration(time),
                                 formatDuration(row.span()),
                                 formatPercent(share(time, row.span())))),
            this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

} // namespace hscope::app
