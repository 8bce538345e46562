// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/palette.h"

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace hscope::app {

namespace {

QColor rgb(QRgb value)
{
    return QColor::fromRgb(value);
}

Palette makeDark()
{
    Palette p;
    p.window = rgb(0x202328);
    p.surface = rgb(0x1b1e22);
    p.canvas = rgb(0x141619);
    p.field = rgb(0x15171a);
    p.alternateRow = rgb(0x1f2227);
    p.hairline = rgb(0x2f333a);
    p.gridLine = rgb(0x24282d);
    p.outline = rgb(0x6a7380);
    p.text = rgb(0xe4e7eb);
    p.secondaryText = rgb(0xa4acb8);
    p.disabledText = rgb(0x6f7782);
    p.accent = rgb(0x62a8ff);
    p.selection = rgb(0x23384f);
    p.ok = rgb(0x58b97c);
    p.warning = rgb(0xe0a63a);
    p.error = rgb(0xf0685f);
    p.categories = {rgb(0x849ab4), rgb(0x5f6c78), rgb(0xf69b51), rgb(0x477ed4),
                    rgb(0xe6c35f), rgb(0xc09d78), rgb(0x54b674), rgb(0x32958f),
                    rgb(0xa3dcd4), rgb(0x8c60ce), rgb(0xf05751), rgb(0x8d96a3)};
    p.resources = {rgb(0x5bb4d1), rgb(0xee9650), rgb(0xdd82b8), rgb(0xabb94f), rgb(0xa594f2)};
    p.learning = {rgb(0xa594f2), rgb(0xdd82b8)};
    p.utilization = {rgb(0x2b241d), rgb(0x653a1e), rgb(0xb0651f), rgb(0xeda640), rgb(0xffe9ac)};
    p.floor = p.error;
    p.guide = rgb(0xf07ab6);
    p.cable = rgb(0x98a2af);
    p.overheadHatch = rgb(0xff9a92);
    p.overheadFill = rgb(0x8e2b28);
    p.dark = true;
    return p;
}

Palette makeLight()
{
    Palette p;
    p.window = rgb(0xf3f4f6);
    p.surface = rgb(0xfafbfc);
    p.canvas = rgb(0xffffff);
    p.field = rgb(0xffffff);
    p.alternateRow = rgb(0xf6f7f9);
    p.hairline = rgb(0xd9dde3);
    p.gridLine = rgb(0xe8ebef);
    p.outline = rgb(0x818a97);
    p.text = rgb(0x1b1f24);
    p.secondaryText = rgb(0x56606c);
    p.disabledText = rgb(0x929aa5);
    p.accent = rgb(0x1c6bd0);
    p.selection = rgb(0xdce9fb);
    p.ok = rgb(0x1f7f49);
    p.warning = rgb(0x9a6200);
    p.error = rgb(0xc5302b);
    p.categories = {rgb(0x60738a), rgb(0x404a56), rgb(0xc5752f), rgb(0x285aa9),
                    rgb(0xb08f2e), rgb(0x967655), rgb(0x2a8a4e), rgb(0x02726d),
                    rgb(0x669a93), rgb(0x6b40a5), rgb(0xc73836), rgb(0x6b7480)};
    p.resources = {rgb(0x1d7896), rgb(0xb9570f), rgb(0xa23a7a), rgb(0x687711), rgb(0x6a51c7)};
    p.learning = {rgb(0x5b4bc4), rgb(0xb0568a)};
    p.utilization = {rgb(0xfbf3de), rgb(0xf6d48c), rgb(0xe49a3c), rgb(0xb55c1c), rgb(0x662410)};
    p.floor = p.error;
    p.guide = rgb(0xc2307f);
    p.cable = rgb(0x5b6673);
    p.overheadHatch = rgb(0xff9a92);
    p.overheadFill = rgb(0x8e2b28);
    p.dark = false;
    return p;
}

double toLinear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double fromLinear(double channel)
{
    const double c = std::clamp(channel, 0.0, 1.0);
    return c <= 0.0031308 ? c * 12.92 : 1.055 * std::pow(c, 1.0 / 2.4) - 0.055;
}

double luminance(const QColor& color)
{
    return 0.2126 * toLinear(color.redF()) + 0.7152 * toLinear(color.greenF()) +
           0.0722 * toLinear(color.blueF());
}

struct Oklch
{
    double lightness;
    double chroma;
    double hueDegrees;
};

/// Björn Ottosson's Oklab, to sRGB; channels outside the gamut are clipped.
QColor toColor(Oklch color)
{
    const double angle = color.hueDegrees * std::numbers::pi / 180.0;
    const double a = color.chroma * std::cos(angle);
    const double b = color.chroma * std::sin(angle);
    const double l = std::pow(color.lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(color.lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(color.lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    const auto channel = [](double linear) {
        return static_cast<int>(std::lround(255.0 * fromLinear(linear)));
    };
    return {channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

constexpr double kGoldenAngle = 137.50776405003785;

/// Which step of the golden angle a name takes: FNV-1a of its UTF-8, so the same in every run and
/// on every machine.
std::uint32_t hueStep(QStringView name)
{
    std::uint32_t hash = 2166136261U;
    for (const char byte : name.toUtf8()) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619U;
    }
    return hash % 4096;
}

} // namespace

const Palette& Palette::darkPalette()
{
    static const Palette palette = makeDark();
    return palette;
}

const Palette& Palette::lightPalette()
{
    static const Palette palette = makeLight();
    return palette;
}

OperationColors operationColors(QStringView name, const Palette& palette)
{
    if (name.startsWith(u'(')) { // "(outside)" and the like are no operations: no hue.
        return palette.dark ? OperationColors{toColor({0.42, 0, 0}), toColor({0.72, 0, 0})}
                            : OperationColors{toColor({0.90, 0, 0}), toColor({0.55, 0, 0})};
    }
    const double hue = std::fmod(hueStep(name) * kGoldenAngle, 360.0);
    if (palette.dark) {
        return {toColor({0.42, 0.075, hue}), toColor({0.72, 0.10, hue})};
    }
    return {toColor({0.90, 0.045, hue}), toColor({0.55, 0.11, hue})};
}

QColor hashedResourceColor(QStringView id, const Palette& palette)
{
    const double hue = std::fmod(hueStep(id) * kGoldenAngle, 360.0);
    return toColor(palette.dark ? Oklch{0.73, 0.11, hue} : Oklch{0.53, 0.12, hue});
}

QColor utilizationColor(double ratio, const Palette& palette)
{
    const double steps = static_cast<double>(palette.utilization.size() - 1);
    const double at = std::clamp(ratio, 0.0, 1.0) * steps;
    const auto below = static_cast<std::size_t>(std::min(std::floor(at), steps - 1));
    return blended(palette.utilization[below], palette.utilization[below + 1],
                   at - static_cast<double>(below));
}

QColor blended(const QColor& color, const QColor& towards, double ratio)
{
    const auto mix = [ratio](int from, int to) {
        return static_cast<int>(std::lround(from + (to - from) * ratio));
    };
    return {mix(color.red(), towards.red()), mix(color.green(), towards.green()),
            mix(color.blue(), towards.blue())};
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QColor labelColor(const QColor& ground)
{
    const QColor black(0, 0, 0);
    const QColor white(255, 255, 255);
    return contrastRatio(black, ground) >= contrastRatio(white, ground) ? black : white;
}

QPalette widgetPalette(const Palette& palette)
{
    QPalette result;
    result.setColor(QPalette::Window, palette.window);
    result.setColor(QPalette::WindowText, palette.text);
    result.setColor(QPalette::Base, palette.field);
    result.setColor(QPalette::AlternateBase, palette.alternateRow);
    result.setColor(QPalette::Text, palette.text);
    result.setColor(QPalette::Button, palette.window);
    result.setColor(QPalette::ButtonText, palette.text);
    result.setColor(QPalette::BrightText, palette.error);
    result.setColor(QPalette::ToolTipBase, palette.surface);
    result.setColor(QPalette::ToolTipText, palette.text);
    result.setColor(QPalette::PlaceholderText, palette.secondaryText);
    result.setColor(QPalette::Highlight, palette.selection);
    result.setColor(QPalette::HighlightedText, palette.text);
    result.setColor(QPalette::Link, palette.accent);
    result.setColor(QPalette::LinkVisited, palette.accent);
    result.setColor(QPalette::Light, palette.surface);
    result.setColor(QPalette::Midlight, palette.hairline);
    result.setColor(QPalette::Mid, palette.hairline);
    result.setColor(QPalette::Dark, palette.outline);
    result.setColor(QPalette::Shadow, palette.canvas);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText}) {
        result.setColor(QPalette::Disabled, role, palette.disabledText);
    }
    return result;
}

} // namespace hscope::app
