// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/theme.h"

#include "app/widgets/style_sheet.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QProxyStyle>
#include <QScopedValueRollback>
#include <QSettings>
#include <QStyleFactory>
#include <QStyleOption>

namespace hscope::app {

namespace {

QString settingsKey()
{
    return QStringLiteral("theme");
}

QString modeName(Theme::Mode mode)
{
    switch (mode) {
    case Theme::Mode::Light:
        return QStringLiteral("light");
    case Theme::Mode::Dark:
        return QStringLiteral("dark");
    case Theme::Mode::System:
        break;
    }
    return QStringLiteral("system");
}

Theme::Mode modeOf(const QString& name)
{
    if (name == modeName(Theme::Mode::Light)) {
        return Theme::Mode::Light;
    }
    return name == modeName(Theme::Mode::Dark) ? Theme::Mode::Dark : Theme::Mode::System;
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128;
}

/// Fusion, flat: what a style sheet cannot say.
class FlatStyle final : public QProxyStyle
{
public:
    FlatStyle()
        : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
    {
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returnData) const override
    {
        switch (hint) {
        case SH_EtchDisabledText:
        case SH_ComboBox_Popup:
        case SH_UnderlineShortcut:
            return 0;
        case SH_ToolTip_WakeUpDelay:
            return 400;
        default:
            return QProxyStyle::styleHint(hint, option, widget, returnData);
        }
    }

    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override
    {
        switch (metric) {
        case PM_SmallIconSize:
        case PM_ButtonIconSize:
            return 16;
        case PM_ToolBarIconSize:
            return 20;
        case PM_DockWidgetSeparatorExtent:
            return 1; // Qt widens the area that takes the mouse to 5 pixels.
        default:
            return QProxyStyle::pixelMetric(metric, option, widget);
        }
    }
};

/// The system's family; where there is no desktop to ask, the first good one that is installed.
QString familyName()
{
    const QString family = QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    const QStringList generic = {QString(), QStringLiteral("Sans"), QStringLiteral("Sans Serif"),
                                 QStringLiteral("sans-serif"), QStringLiteral("DejaVu Sans")};
    if (generic.contains(family)) {
        for (const QString& name : {QStringLiteral("Inter"), QStringLiteral("Noto Sans"),
                                    QStringLiteral("Cantarell"), QStringLiteral("Ubuntu")}) {
            if (QFontDatabase::hasFamily(name)) {
                return name;
            }
        }
    }
    return family;
}

QFont sized(int pixels, QFont::Weight weight = QFont::Normal)
{
    QFont font = QApplication::font();
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

} // namespace

Theme::Theme(QSettings& settings, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_mode(modeOf(settings.value(settingsKey()).toString()))
    // Asked before the application gets a palette of ours.
    , m_isSystemDark(isDark(QGuiApplication::palette()))
{
    QFont font(familyName());
    font.setPixelSize(13);
    QApplication::setFont(font);
    QApplication::setStyle(new FlatStyle);
    apply();
    qApp->installEventFilter(this);
}

bool Theme::eventFilter(QObject* watched, QEvent* event)
{
    const bool isChange = event->type() == QEvent::ThemeChange ||
                          (event->type() == QEvent::ApplicationPaletteChange && watched == qApp);
    if (isChange && !m_isApplying) {
        // Later: the application is in the middle of taking the change over.
        QMetaObject::invokeMethod(this, &Theme::readSystem, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

void Theme::readSystem()
{
    // Ours hides the desktop's palette; without ours it shows for a moment in which nothing is
    // painted.
    const QScopedValueRollback guard(m_isApplying, true);
    QApplication::setPalette(QPalette());
    const bool dark = isDark(QGuiApplication::palette());
    QApplication::setPalette(widgetPalette(*m_palette));
    setSystemDark(dark);
}

void Theme::setSystemDark(bool dark)
{
    if (m_isSystemDark != dark) {
        m_isSystemDark = dark;
        if (m_mode == Mode::System) {
            apply();
        }
    }
}

void Theme::setMode(Mode mode)
{
    m_settings.setValue(settingsKey(), modeName(mode));
    overrideMode(mode);
}

void Theme::overrideMode(Mode mode)
{
    if (m_mode != mode) {
        m_mode = mode;
        apply();
    }
}

void Theme::toggle()
{
    setMode(m_palette->dark ? Mode::Light : Mode::Dark);
}

void Theme::apply()
{
    const bool dark = m_mode == Mode::System ? m_isSystemDark : m_mode == Mode::Dark;
    const Palette* palette = dark ? &Palette::darkPalette() : &Palette::lightPalette();
    if (palette != m_palette) {
        const QScopedValueRollback guard(m_isApplying, true);
        m_palette = palette;
        QApplication::setPalette(widgetPalette(*palette));
        qApp->setStyleSheet(styleSheet(*palette));
    }
    Q_EMIT changed();
}

QFont fonts::normal()
{
    return sized(13);
}

QFont fonts::bold()
{
    return sized(13, QFont::DemiBold);
}

QFont fonts::small()
{
    return sized(11);
}

QFont fonts::number()
{
    return sized(12);
}

QFont fonts::title()
{
    return sized(15, QFont::DemiBold);
}

} // namespace hscope::app
