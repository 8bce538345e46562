// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/notice_bar.h"

#include "app/widgets/icons.h"
#include "app/widgets/panel_parts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace hscope::app {

NoticeBar::NoticeBar(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_buttons(new QHBoxLayout)
{
    makePanel(*this);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 8, 4);
    layout->setSpacing(8);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addLayout(m_buttons);
    connect(&theme, &Theme::changed, this, &NoticeBar::refreshIcon);
    refreshIcon();
    hide();
}

void NoticeBar::refreshIcon()
{
    m_icon->setPixmap(
        linePixmap(QStringLiteral("warning"), m_theme.palette().warning, 16, devicePixelRatioF()));
}

void NoticeBar::tell(const QString& sentence, std::vector<Choice> choices)
{
    m_text->setText(sentence);
    for (QPushButton* button : std::exchange(m_choices, {})) {
        button->hide();
        button->deleteLater(); // It may be the one that was pressed.
    }
    choices.push_back({tr("Close"), [] {}});
    for (Choice& choice : choices) {
        auto* button = new QPushButton(choice.text, this);
        m_buttons->addWidget(button);
        m_choices.push_back(button);
        connect(button, &QPushButton::clicked, this, [this, apply = std::move(choice.apply)] {
            hide();
            apply();
        });
    }
    show();
}

QString NoticeBar::sentence() const
{
    return isHidden() ? QString() : m_text->text();
}

QPushButton* NoticeBar::button(std::size_t choice) const
{
    return m_choices.at(choice);
}

} // namespace hscope::app
