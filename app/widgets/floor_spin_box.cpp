// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/floor_spin_box.h"

#include "app/models/format.h"

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

constexpr double kMost = 1e12;
constexpr int kDecimals = 3;

} // namespace

FloorSpinBox::FloorSpinBox(QWidget* parent)
    : QDoubleSpinBox(parent)
{
    setRange(0, kMost);
    setDecimals(kDecimals);
    setSuffix(tr(" samples/s"));
    setKeyboardTracking(false);
    setAlignment(Qt::AlignRight);
    setAccessibleName(tr("Throughput floor, samples per second"));
}

QString FloorSpinBox::textFromValue(double value) const
{
    int decimals = 0;
    for (double scaled = value; decimals < kDecimals && scaled != std::round(scaled);
         scaled *= 10) {
        ++decimals;
    }
    return formatDecimals(value, decimals);
}

double FloorSpinBox::valueFromText(const QString& text) const
{
    QString digits = text;
    digits.remove(suffix());
    digits.removeIf([](QChar character) { return character.isSpace() || character == u'\''; });
    return digits.replace(u',', u'.').toDouble();
}

QValidator::State FloorSpinBox::validate(QString& text, int& /*position*/) const
{
    QString digits = text;
    digits.remove(suffix().trimmed());
    digits.removeIf([](QChar character) { return character.isSpace() || character == u'\''; });
    if (digits.isEmpty()) {
        return QValidator::Intermediate;
    }
    bool isNumber = false;
    const double value = digits.replace(u',', u'.').toDouble(&isNumber);
    return isNumber && value >= minimum() && value <= maximum() ? QValidator::Acceptable
                                                                : QValidator::Invalid;
}

void FloorSpinBox::stepBy(int steps)
{
    // A twentieth of the value's power of ten and more: some dozens of steps double it.
    const double power = value() > 0 ? std::pow(10.0, std::floor(std::log10(value()))) : 1000;
    const double step = power / 10;
    setValue(std::max(0.0, std::round(value() / step + steps) * step));
}

QSize FloorSpinBox::sizeHint() const
{
    const int text = fontMetrics().horizontalAdvance(formatDecimals(9999999, 0) + suffix());
    return {text + 56, QDoubleSpinBox::sizeHint().height()};
}

} // namespace hscope::app
