// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/failure_page.h"

#include "app/models/format.h"
#include "app/widgets/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

constexpr int kColumnWidth = 520;

} // namespace

FailurePage::FailurePage(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_icon(new QLabel(this))
    , m_sentence(new QLabel(this))
    , m_back(new QPushButton(this))
{
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QWidget(this);
    column->setFixedWidth(kColumnWidth);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* open = new QPushButton(tr("Open another file…"), column);
    open->setObjectName(QStringLiteral("primary"));
    auto* retry = new QPushButton(tr("Try again"), column);
    connect(open, &QPushButton::clicked, this, &FailurePage::openRequested);
    connect(retry, &QPushButton::clicked, this, &FailurePage::retryRequested);
    connect(m_back, &QPushButton::clicked, this, &FailurePage::backRequested);
    // The column is as high as the page: only so does the sentence get the height that its width
    // needs.
    auto* outer = new QHBoxLayout(this);
    outer->addStretch(1);
    outer->addWidget(column);
    outer->addStretch(1);
    auto* rows = new QVBoxLayout(column);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addStretch(2);
    auto* layout = new QHBoxLayout;
    layout->setSpacing(12);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    auto* words = new QVBoxLayout;
    words->setSpacing(16);
    words->addWidget(m_sentence);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(open);
    buttons->addWidget(retry);
    buttons->addWidget(m_back);
    buttons->addStretch();
    words->addLayout(buttons);
    layout->addLayout(words, 1);
    rows->addLayout(layout);
    rows->addStretch(3);
    connect(&theme, &Theme::changed, this, &FailurePage::refreshIcon);
    refreshIcon();
}

void FailurePage::show(const QString& sentence, const QString& previous)
{
    m_sentence->setText(sentence);
    m_back->setText(tr("Back to %1").arg(elideMiddle(previous, 24)));
    m_back->setVisible(!previous.isEmpty());
}

QString FailurePage::sentence() const
{
    return m_sentence->text();
}

void FailurePage::refreshIcon()
{
    m_icon->setPixmap(
        linePixmap(QStringLiteral("warning"), m_theme.palette().warning, 24, devicePixelRatioF()));
}

} // namespace hscope::app
