// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/inspector_head.h"

#include "app/widgets/elided_label.h"
#include "app/widgets/icons.h"
#include "app/widgets/paint_helpers.h"
#include "app/widgets/panel_parts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

constexpr int kTile = 36;
constexpr double kGlyph = 14;

/// The tile beside the title: a type's glyph in its tint, or a line icon.
QPixmap tile(const std::optional<TypeAppearance>& look, const QString& icon, const Palette& palette,
             double ratio)
{
    QPixmap result(QSize(kTile, kTile) * ratio);
    result.setDevicePixelRatio(ratio);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look ? tinted(*look, palette, 0.88)
                          : blended(palette.outline, palette.surface, 0.8));
    painter.drawRoundedRect(0, 0, kTile, kTile, 4, 4);
    if (look) {
        drawGlyph(painter, {kTile / 2.0, kTile / 2.0}, kGlyph, look->glyph, look->color(palette));
    } else {
        painter.drawPixmap((kTile - 20) / 2, (kTile - 20) / 2,
                           linePixmap(icon, palette.text, 20, ratio));
    }
    return result;
}

} // namespace

InspectorHead::InspectorHead(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_tile(new QLabel(this))
    , m_title(new ElidedLabel(this))
    , m_subtitle(new ElidedLabel(this))
{
    m_title->setFont(fonts::title());
    m_subtitle->setFont(fonts::small());
    m_subtitle->setProperty("secondary", true);
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(m_title);
    words->addWidget(m_subtitle);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 8, 12, 8);
    head->setSpacing(12);
    head->addWidget(m_tile);
    head->addLayout(words, 1);
    auto* caption = makeRemark(tr("Inspector"), this);
    caption->setContentsMargins(12, 8, 12, 0);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(caption);
    layout->addLayout(head);
    connect(&theme, &Theme::changed, this, &InspectorHead::refreshTile);
}

void InspectorHead::show(const std::optional<TypeAppearance>& look, const QString& icon,
                         const QString& title, const QString& subtitle)
{
    m_look = look;
    m_icon = icon;
    m_title->setText(title);
    m_subtitle->setText(subtitle);
    refreshTile();
}

void InspectorHead::refreshTile()
{
    m_tile->setPixmap(tile(m_look, m_icon, m_theme.palette(), devicePixelRatioF()));
}

} // namespace hscope::app
