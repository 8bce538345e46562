// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

namespace hscope::app {

/// A number with as few decimals as say it, and without buttons where a step means little.
class NumberField final : public QDoubleSpinBox
{
    Q_OBJECT

public:
    NumberField(double least, double most, QWidget* parent = nullptr);

    [[nodiscard]] QString textFromValue(double value) const override;
    [[nodiscard]] double valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
};

} // namespace hscope::app
