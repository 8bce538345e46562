// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/panel_parts.h"

#include "app/widgets/theme.h"

namespace hscope::app {

QLabel* makeHeading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setFont(fonts::bold());
    return label;
}

QLabel* makeRemark(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setFont(fonts::small());
    label->setProperty("secondary", true);
    return label;
}

QWidget* makeRule(Qt::Orientation orientation, QWidget* parent)
{
    auto* rule = new QWidget(parent);
    rule->setObjectName(QStringLiteral("rule"));
    rule->setAttribute(Qt::WA_StyledBackground);
    if (orientation == Qt::Vertical) {
        rule->setFixedWidth(1);
    } else {
        rule->setFixedHeight(1);
    }
    return rule;
}

void makePanel(QWidget& widget)
{
    widget.setObjectName(QStringLiteral("panel"));
    widget.setAttribute(Qt::WA_StyledBackground);
}

} // namespace hscope::app
