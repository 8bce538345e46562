// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/quantity.h"

#include "app/models/cluster_text.h"

#include <QLocale>

#include <array>
#include <cmath>
#include <span>

namespace hscope::app {

namespace {

struct Unit
{
    const char16_t* name;
    int exponent = 0;  ///< Of ten.
    double factor = 1; ///< Beside it.
};

constexpr double kKibi = 1024;

/// Those for showing come first, the largest at the front.
constexpr std::array kByteUnits = {Unit{u"TB", 12},
                                   Unit{u"GB", 9},
                                   Unit{u"MB", 6},
                                   Unit{u"kB", 3},
                                   Unit{u"B", 0},
                                   Unit{u"KB", 3},
                                   Unit{u"KiB", 0, kKibi},
                                   Unit{u"MiB", 0, kKibi* kKibi},
                                   Unit{u"GiB", 0, kKibi* kKibi* kKibi}};
constexpr std::size_t kShownByteUnits = 5;
constexpr std::array kTimeUnits = {Unit{u"s", 0},       Unit{u"ms", -3},  Unit{u"\u00b5s", -6},
                                   Unit{u"ns", -9},     Unit{u"ps", -12}, Unit{u"us", -6},
                                   Unit{u"\u03bcs", -6}};
constexpr std::size_t kShownTimeUnits = 5;

std::span<const Unit> unitsOf(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Bytes:
        return kByteUnits;
    case Quantity::Seconds:
        return kTimeUnits;
    case Quantity::Number:
        break;
    }
    return {};
}

std::span<const Unit> shownUnitsOf(Quantity quantity)
{
    return unitsOf(quantity).first(quantity == Quantity::Bytes     ? kShownByteUnits
                                   : quantity == Quantity::Seconds ? kShownTimeUnits
                                                                   : 0);
}

/// The largest unit of which there is at least one, else the smallest.
const Unit& unitFor(double value, std::span<const Unit> units)
{
    for (const Unit& unit : units) {
        if (std::abs(value) >= std::pow(10.0, unit.exponent) * (1 - 1e-12)) {
            return unit;
        }
    }
    return units.back();
}

/// Digits with a decimal exponent: shifting the exponent instead of multiplying keeps the value.
struct Decimal
{
    QString mantissa;
    int exponent = 0;
};

Decimal decimalOf(const QString& number)
{
    const qsizetype e = number.indexOf(u'e', 0, Qt::CaseInsensitive);
    return e < 0 ? Decimal{number, 0} : Decimal{number.left(e), number.mid(e + 1).toInt()};
}

/// `12.5` of the digits 1.25 and the exponent 1; with an exponent where zeros would not help.
QString written(const Decimal& decimal)
{
    constexpr int kMostZeros = 12;
    const bool isNegative = decimal.mantissa.startsWith(u'-');
    QString digits = decimal.mantissa;
    digits.remove(u'-');
    const qsizetype point = digits.indexOf(u'.');
    digits.remove(u'.');
    const qsizetype whole = (point < 0 ? digits.size() : point) + decimal.exponent;
    if (whole < -kMostZeros || whole > digits.size() + kMostZeros) {
        return decimal.mantissa + u'e' + QString::number(decimal.exponent);
    }
    QString result;
    if (whole <= 0) {
        result = QStringLiteral("0.") + QString(-whole, u'0') + digits;
    } else if (whole >= digits.size()) {
        result = digits + QString(whole - digits.size(), u'0');
    } else {
        result = digits.left(whole) + u'.' + digits.mid(whole);
    }
    return isNegative ? u'-' + result : result;
}

} // namespace

std::optional<double> parseQuantity(const QString& text, Quantity quantity)
{
    QString number = text.trimmed();
    const Unit* unit = nullptr;
    for (const Unit& each : unitsOf(quantity)) {
        const QStringView name(each.name);
        if (number.endsWith(name) &&
            (unit == nullptr || name.size() > QStringView(unit->name).size())) {
            unit = &each;
        }
    }
    if (unit != nullptr) {
        number.chop(QStringView(unit->name).size());
    }
    number.remove(u' ').remove(u'\u2009').remove(u'\u00a0').replace(u',', u'.');
    bool isNumber = false;
    static_cast<void>(QLocale::c().toDouble(number, &isNumber));
    if (!isNumber) {
        return std::nullopt;
    }
    Decimal decimal = decimalOf(number);
    decimal.exponent += unit != nullptr ? unit->exponent : 0;
    const double value =
        QLocale::c().toDouble(decimal.mantissa + u'e' + QString::number(decimal.exponent),
                              &isNumber) *
        (unit != nullptr ? unit->factor : 1);
    return isNumber && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

QString exactQuantity(double value, Quantity quantity)
{
    Decimal decimal = decimalOf(QString::number(value, 'e', QLocale::FloatingPointShortest));
    const std::span<const Unit> units = shownUnitsOf(quantity);
    if (units.empty() || value == 0) {
        return written(decimal) + (units.empty()                 ? QString()
                                   : quantity == Quantity::Bytes ? QStringLiteral(" B")
                                                                 : QStringLiteral(" s"));
    }
    const Unit& unit = unitFor(value, units);
    decimal.exponent -= unit.exponent;
    return written(decimal) + u' ' + QString::fromUtf16(unit.name);
}

QString groupedNumber(double value)
{
    QString text = exactQuantity(value, Quantity::Number);
    const qsizetype point = text.indexOf(u'.');
    if (!text.contains(u'e')) {
        for (qsizetype at = (point < 0 ? text.size() : point) - 3; at > 0; at -= 3) {
            text.insert(at, u'\u2009');
        }
    }
    return text;
}

QString formatBytes(double bytes)
{
    const Unit& unit = unitFor(bytes, shownUnitsOf(Quantity::Bytes));
    return formatShort(bytes / std::pow(10.0, unit.exponent)) + u' ' +
           QString::fromUtf16(unit.name);
}

} // namespace hscope::app
