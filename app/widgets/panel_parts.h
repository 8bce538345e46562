// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QString>

class QWidget;

/// What panels are made of, so that all look alike.
namespace hscope::app {

/// 13 px, semi-bold.
[[nodiscard]] QLabel* makeHeading(const QString& text, QWidget* parent);
/// 11 px, secondary.
[[nodiscard]] QLabel* makeRemark(const QString& text, QWidget* parent);
/// A hairline.
[[nodiscard]] QWidget* makeRule(Qt::Orientation orientation, QWidget* parent);
/// Gives a widget the ground of panels.
void makePanel(QWidget& widget);

} // namespace hscope::app
