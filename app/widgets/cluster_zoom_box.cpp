// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_zoom_box.h"

#include "app/widgets/cluster_view.h"
#include "app/widgets/icons.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include <cmath>

namespace hscope::app {

namespace {

constexpr double kStep = 1.25;

} // namespace

ClusterZoomBox::ClusterZoomBox(ClusterView& view, const Theme& theme)
    : QWidget(&view)
    , m_view(view)
    , m_theme(theme)
    , m_out(new QToolButton(this))
    , m_value(new QToolButton(this))
    , m_in(new QToolButton(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    const auto prepare = [&](QToolButton* button, const QString& name) {
        button->setAccessibleName(name);
        button->setToolTip(name);
        button->setIconSize(QSize(16, 16));
        button->setFocusPolicy(Qt::TabFocus);
        layout->addWidget(button);
    };
    prepare(m_out, tr("Zoom out"));
    prepare(m_value, tr("Zoom to 100%"));
    prepare(m_in, tr("Zoom in"));
    m_value->setFont(fonts::small());
    m_value->setFixedWidth(48);
    connect(m_out, &QToolButton::clicked, this, [this] { m_view.zoomBy(1 / kStep); });
    connect(m_in, &QToolButton::clicked, this, [this] { m_view.zoomBy(kStep); });
    connect(m_value, &QToolButton::clicked, this, [this] { m_view.setZoom(1); });
    connect(&theme, &Theme::changed, this, &ClusterZoomBox::refreshIcons);
    refreshIcons();
    refresh();
    adjustSize();
}

void ClusterZoomBox::refresh()
{
    m_value->setText(QStringLiteral("%1%").arg(std::lround(m_view.zoom() * 100)));
}

void ClusterZoomBox::refreshIcons()
{
    m_out->setIcon(lineIcon(QStringLiteral("minus"), m_theme.palette()));
    m_in->setIcon(lineIcon(QStringLiteral("plus"), m_theme.palette()));
    update();
}

void ClusterZoomBox::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_theme.palette().outline);
    painter.setBrush(m_theme.palette().surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

} // namespace hscope::app
