// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/recent_row.h"

#include "app/models/format.h"
#include "app/widgets/icons.h"

#include <QDir>
#include <QFileInfo>
#include <QPainter>

#include <utility>

namespace hscope::app {

namespace {

constexpr int kHeight = 44;
constexpr int kMargin = 8;
constexpr int kIcon = 20;

} // namespace

RecentRow::RecentRow(const QString& path, RecentFiles::Thumbnails thumbnails, const Theme& theme,
                     QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
    , m_path(path)
    , m_thumbnails(std::move(thumbnails))
{
    const QFileInfo info(path);
    const QString folder = QDir::toNativeSeparators(info.absolutePath());
    setText(info.fileName());
    setEnabled(info.exists());
    m_folder = isEnabled() ? folder : tr("no longer in %1").arg(folder);
    setAccessibleName(isEnabled() ? text() : tr("%1, no longer there").arg(text()));
    setToolTip(toolTipText(path));
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setMinimumWidth(200);
}

QSize RecentRow::sizeHint() const
{
    return {320, kHeight};
}

void RecentRow::paintEvent(QPaintEvent* /*event*/)
{
    const Palette& palette = m_theme.palette();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (isEnabled() && (underMouse() || isDown())) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette.selection);
        painter.drawRoundedRect(rect(), 4, 4);
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(palette.accent);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    painter.drawPixmap(
        kMargin, (height() - kIcon) / 2,
        linePixmap(QStringLiteral("file"), palette.secondaryText, kIcon, devicePixelRatioF()));
    const int left = kMargin + kIcon + 8;
    int width = rect().width() - left - kMargin;
    const QImage& thumbnail = palette.dark ? m_thumbnails.dark : m_thumbnails.light;
    if (!thumbnail.isNull() && isEnabled()) {
        width -= kThumbnail.width() + kMargin;
        const QRect place(QPoint(rect().width() - kMargin - kThumbnail.width(),
                                 (height() - kThumbnail.height()) / 2),
                          kThumbnail);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(place, thumbnail);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(palette.hairline);
        painter.drawRect(QRectF(place).adjusted(-0.5, -0.5, 0.5, 0.5));
    }
    painter.setFont(fonts::normal());
    painter.setPen(isEnabled() ? palette.text : palette.secondaryText);
    painter.drawText(QRect(left, 5, width, 18), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, width));
    painter.setFont(fonts::small());
    painter.setPen(isEnabled() ? palette.secondaryText : palette.warning);
    painter.drawText(QRect(left, 23, width, 16), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_folder, Qt::ElideMiddle, width));
}

} // namespace hscope::app
