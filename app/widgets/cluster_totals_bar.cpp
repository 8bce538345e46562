// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_totals_bar.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/models/type_appearance.h"
#include "app/widgets/paint_helpers.h"
#include "app/widgets/panel_parts.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace hscope::app {

namespace {

constexpr int kHeight = 36;
constexpr int kMargin = 12;
constexpr int kGap = 6;
constexpr double kGlyph = 9;
constexpr std::size_t kMostTypes = 6; ///< More have no room beside the other numbers.

/// Draws from left to right and remembers where it is.
class Line
{
public:
    Line(QPainter& painter, QSize room, const Palette& palette)
        : m_painter(painter)
        , m_room(room)
        , m_palette(palette)
    {
    }

    void word(const QString& text, const QFont& font, const QColor& color)
    {
        m_painter.setFont(font);
        m_painter.setPen(color);
        const int width = m_painter.fontMetrics().horizontalAdvance(text);
        if (m_x + width > m_room.width()) {
            return; // The tool tip has it.
        }
        m_painter.drawText(QRect(m_x, 0, width + 1, m_room.height()),
                           Qt::AlignLeft | Qt::AlignVCenter, text);
        m_x += width + kGap;
    }

    void glyph(const TypeAppearance& look)
    {
        drawGlyph(m_painter, {m_x + kGlyph / 2, m_room.height() / 2.0}, kGlyph, look.glyph,
                  look.color(m_palette));
        m_x += static_cast<int>(kGlyph) + 4;
    }

    void rule()
    {
        m_x += kGap;
        m_painter.fillRect(m_x, m_room.height() / 2 - 8, 1, 16, m_palette.hairline);
        m_x += 2 * kGap;
    }

private:
    QPainter& m_painter;
    QSize m_room; ///< Words that would leave it are left out.
    const Palette& m_palette;
    int m_x = kMargin;
};

} // namespace

ClusterTotalsBar::ClusterTotalsBar(ClusterDocument& document, const Theme& theme, QAction& schedule,
                                   QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_theme(theme)
    , m_schedule(new QPushButton(schedule.text(), this))
{
    makePanel(*this);
    setFixedHeight(kHeight);
    m_schedule->setObjectName(QStringLiteral("primary"));
    connect(m_schedule, &QPushButton::clicked, &schedule, &QAction::trigger);
    connect(&schedule, &QAction::changed, this, [this, &schedule] {
        m_schedule->setEnabled(schedule.isEnabled());
        m_schedule->setToolTip(schedule.isEnabled() ? QString() : schedule.toolTip());
    });
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kMargin, 0, kMargin, 0);
    layout->addStretch();
    layout->addWidget(m_schedule);
    connect(&document, &ClusterDocument::changed, this, &ClusterTotalsBar::refresh);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    refresh();
}

QSize ClusterTotalsBar::sizeHint() const
{
    return {400, kHeight};
}

QString ClusterTotalsBar::devicesText() const
{
    const sim::ClusterTotals& totals = m_document.totals();
    QStringList parts{formatCounted(totals.devices, tr("1 device"), tr("%1 devices"))};
    for (std::size_t i = 0; i < totals.devicesOfType.size(); ++i) {
        if (totals.devicesOfType[i] > 0) {
            parts.append(tr("%1 %2").arg(formatCount(totals.devicesOfType[i]),
                                         typeName(m_document.cluster().resourceTypes[i])));
        }
    }
    return parts.join(QStringLiteral(", "));
}

void ClusterTotalsBar::refresh()
{
    const sim::ClusterTotals& totals = m_document.totals();
    QStringList parts{devicesText(), tr("%1 USD per hour").arg(formatUsd(totals.usdPerHour))};
    if (totals.bisectionGbPerSecond) {
        parts.append(
            tr("bisection bandwidth %1").arg(formatBandwidth(*totals.bisectionGbPerSecond)));
    }
    setAccessibleName(parts.join(QStringLiteral("; ")));
    setToolTip(toolTipText(
        tr("Devices by type; cost per hour with the fixed cost; the least bandwidth between two "
           "halves of the connected servers, over all ways to halve them.")));
    update();
}

void ClusterTotalsBar::paintEvent(QPaintEvent* /*event*/)
{
    const Palette& palette = m_theme.palette();
    const sim::Cluster& cluster = m_document.cluster();
    const sim::ClusterTotals& totals = m_document.totals();
    QPainter painter(this);
    painter.fillRect(rect(), palette.surface);
    Line line(painter, QSize(m_schedule->x() - kMargin, height()), palette);
    const QColor& secondary = palette.secondaryText;
    line.word(tr("Devices"), fonts::normal(), secondary);
    line.word(formatCount(totals.devices), fonts::bold(), palette.text);
    std::size_t shown = 0;
    for (std::size_t i = 0; i < totals.devicesOfType.size() && shown < kMostTypes; ++i) {
        if (totals.devicesOfType[i] > 0) {
            line.glyph(appearanceOf(cluster.resourceTypes[i]));
            line.word(formatCount(totals.devicesOfType[i]), fonts::number(), palette.text);
            ++shown;
        }
    }
    line.rule();
    line.word(tr("USD/h"), fonts::normal(), secondary);
    line.word(formatUsd(totals.usdPerHour), fonts::bold(), palette.text);
    line.word(tr("prices as of %1").arg(elideMiddle(toText(cluster.pricesAsOf), 20)),
              fonts::small(), secondary);
    line.rule();
    line.word(tr("Bisection GB/s"), fonts::normal(), secondary);
    line.word(totals.bisectionGbPerSecond ? formatShort(*totals.bisectionGbPerSecond)
                                          : QStringLiteral("–"),
              fonts::bold(), palette.text);
    if (!totals.isBisectionExact) {
        line.word(tr("at most"), fonts::small(), secondary);
    }
    line.word(totals.nodes > 0
                  ? tr("%1 of %2 nodes connected")
                        .arg(formatCount(totals.connectedNodes), formatCount(totals.nodes))
                  : tr("nothing is drawn yet"),
              fonts::small(), secondary);
}

} // namespace hscope::app
