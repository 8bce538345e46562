// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

namespace hscope::app {

/// A rate with thousands separated, in steps that suit its size.
class FloorSpinBox final : public QDoubleSpinBox
{
    Q_OBJECT

public:
    explicit FloorSpinBox(QWidget* parent = nullptr);

    [[nodiscard]] QString textFromValue(double value) const override;
    [[nodiscard]] double valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
    void stepBy(int steps) override;
    [[nodiscard]] QSize sizeHint() const override;
};

} // namespace hscope::app
