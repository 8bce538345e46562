// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/dock_title_bar.h"

#include "app/widgets/icons.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace hscope::app {

namespace {

constexpr int kHeight = 32;

} // namespace

DockTitleBar::DockTitleBar(QDockWidget& dock, const Theme& theme, QWidget* content)
    : QWidget(&dock)
    , m_dock(dock)
    , m_theme(theme)
    , m_float(new QToolButton(this))
    , m_close(new QToolButton(this))
{
    setObjectName(QStringLiteral("titleBar"));
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(content == nullptr ? 12 : 0, 0, 8, 0);
    layout->setSpacing(4);
    if (content == nullptr) {
        auto* title = new QLabel(dock.windowTitle(), this);
        title->setTextFormat(Qt::PlainText);
        title->setProperty("secondary", true);
        layout->addWidget(title);
    } else {
        layout->addWidget(content);
    }
    layout->addStretch();
    m_float->setToolTip(tr("Detach or attach"));
    m_float->setAccessibleName(tr("Detach or attach %1").arg(dock.windowTitle()));
    m_close->setToolTip(tr("Close; the View menu brings it back"));
    m_close->setAccessibleName(tr("Close %1").arg(dock.windowTitle()));
    for (QToolButton* button : {m_float, m_close}) {
        button->setIconSize(QSize(16, 16));
        layout->addWidget(button);
    }
    connect(m_float, &QToolButton::clicked, &dock,
            [&dock] { dock.setFloating(!dock.isFloating()); });
    connect(m_close, &QToolButton::clicked, &dock, &QDockWidget::close);
    connect(&theme, &Theme::changed, this, &DockTitleBar::refreshIcons);
    refreshIcons();
}

QSize DockTitleBar::sizeHint() const
{
    return {QWidget::sizeHint().width(), kHeight};
}

QSize DockTitleBar::minimumSizeHint() const
{
    return {QWidget::minimumSizeHint().width(), kHeight};
}

void DockTitleBar::refreshIcons()
{
    m_float->setIcon(lineIcon(QStringLiteral("float"), m_theme.palette()));
    m_close->setIcon(lineIcon(QStringLiteral("close"), m_theme.palette()));
}

} // namespace hscope::app
