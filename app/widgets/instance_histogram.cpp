// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/instance_histogram.h"

#include "app/models/format.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr int kLabels = 16;     ///< Height of the line below the bars.
constexpr int kShortestBar = 2; ///< One slice among thousands is seen too.

} // namespace

InstanceHistogram::InstanceHistogram(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setFixedHeight(kHeight);
    setAccessibleName(tr("Durations of the instances"));
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

void InstanceHistogram::show(std::shared_ptr<const InstanceStatistics> statistics,
                             core::Duration selected)
{
    m_statistics = std::move(statistics);
    m_selected = selected;
    setCursor(m_statistics ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

QRect InstanceHistogram::barOf(std::size_t bin) const
{
    const auto count = static_cast<int>(m_statistics->bins.size());
    const int left = width() * static_cast<int>(bin) / count;
    const int right = width() * (static_cast<int>(bin) + 1) / count;
    const std::uint32_t slices = m_statistics->bins[bin];
    if (slices == 0) {
        return {left, height() - kLabels, right - left, 0};
    }
    const std::uint32_t most = *std::ranges::max_element(m_statistics->bins);
    const int room = height() - kLabels - 1;
    const double share = most > 1 ? std::log1p(slices) / std::log1p(most) : 1.0;
    const int high = std::max(kShortestBar, static_cast<int>(std::lround(share * room)));
    return {left, height() - kLabels - high, std::max(1, right - left - 1), high};
}

std::optional<std::size_t> InstanceHistogram::binAt(QPoint point) const
{
    if (!m_statistics || m_statistics->bins.empty() || width() <= 0 || point.x() < 0 ||
        point.x() >= width()) {
        return std::nullopt;
    }
    const std::size_t count = m_statistics->bins.size();
    const std::size_t bin = std::min(count - 1, static_cast<std::size_t>(point.x()) * count /
                                                    static_cast<std::size_t>(width()));
    return m_statistics->bins[bin] == 0 ? std::nullopt : std::optional(bin);
}

void InstanceHistogram::paintEvent(QPaintEvent* /*event*/)
{
    const Palette& palette = m_theme.palette();
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - kLabels, width(), 1), palette.hairline);
    if (!m_statistics || m_statistics->bins.empty()) {
        return;
    }
    const std::size_t selected = m_statistics->binOf(m_selected);
    for (std::size_t bin = 0; bin < m_statistics->bins.size(); ++bin) {
        painter.fillRect(barOf(bin), bin == selected ? palette.accent : palette.outline);
    }
    painter.setFont(fonts::small());
    painter.setPen(palette.secondaryText);
    const QRect line(0, height() - kLabels + 1, width(), kLabels - 1);
    if (m_statistics->bins.size() == 1) {
        painter.drawText(line, Qt::AlignCenter, formatDuration(m_statistics->max));
        return;
    }
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, formatDuration(m_statistics->min));
    painter.drawText(line, Qt::AlignHCenter | Qt::AlignVCenter, tr("log scale"));
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, formatDuration(m_statistics->max));
}

void InstanceHistogram::mousePressEvent(QMouseEvent* event)
{
    const auto bin = binAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && bin) {
        Q_EMIT binClicked(*bin);
    }
}

bool InstanceHistogram::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto bin = binAt(help->pos());
    if (!bin) {
        QToolTip::hideText();
        return true;
    }
    const double low =
        std::log(std::max<double>(1, static_cast<double>(m_statistics->min.count())));
    const double high =
        std::log(std::max<double>(1, static_cast<double>(m_statistics->max.count())));
    const auto edge = [&](std::size_t index) {
        const double share =
            static_cast<double>(index) / static_cast<double>(m_statistics->bins.size());
        return formatDuration(core::Duration(std::llround(std::exp(low + (high - low) * share))));
    };
    QToolTip::showText(
        help->globalPos(),
        tr("%1 of %2 to %3")
            .arg(formatCounted(m_statistics->bins[*bin], tr("1 slice"), tr("%1 slices")),
                 edge(*bin), edge(*bin + 1)),
        this);
    return true;
}

} // namespace hscope::app
