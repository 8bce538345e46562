// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/icons.h"

#include <QAction>
#include <QIconEngine>
#include <QPainter>
#include <QString>
#include <QSvgRenderer>

#include <cmath>

namespace hscope::app {

namespace {

/// Renders the drawing at the size and ratio that is asked for, so that it is never scaled as
/// pixels.
class LineIconEngine final : public QIconEngine
{
public:
    LineIconEngine(QString name, const Palette& palette)
        : m_name(std::move(name))
        , m_palette(&palette)
    {
    }

    [[nodiscard]] QIconEngine* clone() const override
    {
        return new LineIconEngine(m_name, *m_palette);
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const int size = std::min(rect.width(), rect.height());
        const QPixmap image =
            linePixmap(m_name, colorOf(mode, state), size, painter->device()->devicePixelRatioF());
        painter->drawPixmap(rect.x() + (rect.width() - size) / 2,
                            rect.y() + (rect.height() - size) / 2, image);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return linePixmap(m_name, colorOf(mode, state), std::min(size.width(), size.height()), 1.0);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state,
                         qreal scale) override
    {
        const double side = std::min(size.width(), size.height()) / scale;
        return linePixmap(m_name, colorOf(mode, state), static_cast<int>(std::lround(side)), scale);
    }

private:
    [[nodiscard]] QColor colorOf(QIcon::Mode mode, QIcon::State state) const
    {
        if (mode == QIcon::Disabled) {
            return m_palette->disabledText;
        }
        if (state == QIcon::On) {
            return m_palette->accent;
        }
        return mode == QIcon::Active ? m_palette->text : m_palette->secondaryText;
    }

    QString m_name;
    const Palette* m_palette; ///< One of the two that live as long as the program.
};

} // namespace

QPixmap linePixmap(const QString& name, const QColor& color, int size, qreal ratio)
{
    const int pixels = static_cast<int>(std::ceil(size * ratio));
    if (pixels <= 0) {
        return {}; // Styles ask for icons where there is no room.
    }
    QPixmap result(pixels, pixels);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    QSvgRenderer(u":/icons/" + name + u".svg").render(&painter);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(result.rect(), color);
    painter.end();
    result.setDevicePixelRatio(ratio);
    return result;
}

QIcon lineIcon(const QString& name, const Palette& palette)
{
    return QIcon(new LineIconEngine(name, palette));
}

void setLineIcon(QAction& action, const char* name, const Palette& palette)
{
    action.setIcon(lineIcon(QString::fromLatin1(name), palette));
    action.setIconVisibleInMenu(false);
}

} // namespace hscope::app
