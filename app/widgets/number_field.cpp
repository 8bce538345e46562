// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/number_field.h"

#include <QLocale>

namespace hscope::app {

namespace {

constexpr int kDecimals = 6;
constexpr int kShownDigits = 12;

} // namespace

NumberField::NumberField(double least, double most, QWidget* parent)
    : QDoubleSpinBox(parent)
{
    setDecimals(kDecimals);
    setRange(least, most);
    setButtonSymbols(NoButtons);
    setMinimumWidth(64);
}

QString NumberField::textFromValue(double value) const
{
    return QLocale::c().toString(value, 'g', kShownDigits);
}

double NumberField::valueFromText(const QString& text) const
{
    QString digits = text;
    digits.remove(suffix());
    return digits.trimmed().replace(u',', u'.').toDouble();
}

QValidator::State NumberField::validate(QString& text, int& /*position*/) const
{
    QString digits = text;
    digits.remove(suffix().trimmed());
    digits = digits.trimmed().replace(u',', u'.');
    if (text == specialValueText() && !text.isEmpty()) {
        return QValidator::Acceptable;
    }
    if (digits.isEmpty() || digits == u"-") {
        return QValidator::Intermediate;
    }
    bool isNumber = false;
    const double value = digits.toDouble(&isNumber);
    if (!isNumber) {
        return QValidator::Invalid;
    }
    return value < minimum() || value > maximum() ? QValidator::Intermediate
                                                  : QValidator::Acceptable;
}

} // namespace hscope::app
