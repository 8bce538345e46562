// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/navigation_rail.h"

#include "app/widgets/icons.h"

#include <QToolButton>

namespace hscope::app {

NavigationRail::NavigationRail(const Theme& theme, QWidget* parent)
    : QToolBar(tr("Workspaces"), parent)
    , m_theme(theme)
    , m_start(addButton(tr("Start"), Workspace::Start))
    , m_trace(addButton(tr("Trace"), Workspace::Trace))
    , m_cluster(addButton(tr("Cluster"), Workspace::Cluster))
    , m_workload(addButton(tr("Workload"), Workspace::Workload))
    , m_schedules(addButton(tr("Schedules"), Workspace::Schedules))
{
    setObjectName(QStringLiteral("rail"));
    setOrientation(Qt::Vertical);
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    connect(&theme, &Theme::changed, this, &NavigationRail::refreshIcons);
    refreshIcons();
    setCurrent(Workspace::Start);
}

QToolButton* NavigationRail::addButton(const QString& text, Workspace workspace)
{
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("railButton"));
    button->setText(text);
    button->setFont(fonts::small());
    button->setIconSize(QSize(24, 24));
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    addWidget(button);
    connect(button, &QToolButton::clicked, this, [this, button, workspace] {
        button->setChecked(true);
        Q_EMIT requested(workspace);
    });
    return button;
}

void NavigationRail::setCurrent(Workspace workspace)
{
    m_start->setChecked(workspace == Workspace::Start);
    m_trace->setChecked(workspace == Workspace::Trace);
    m_cluster->setChecked(workspace == Workspace::Cluster);
    m_workload->setChecked(workspace == Workspace::Workload);
    m_schedules->setChecked(workspace == Workspace::Schedules);
}

void NavigationRail::setTraceEnabled(bool enabled)
{
    m_trace->setEnabled(enabled);
    m_trace->setToolTip(enabled ? QString() : tr("Open a file first"));
}

void NavigationRail::refreshIcons()
{
    m_start->setIcon(lineIcon(QStringLiteral("start"), m_theme.palette()));
    m_trace->setIcon(lineIcon(QStringLiteral("trace"), m_theme.palette()));
    m_cluster->setIcon(lineIcon(QStringLiteral("cluster"), m_theme.palette()));
    m_workload->setIcon(lineIcon(QStringLiteral("workload"), m_theme.palette()));
    m_schedules->setIcon(lineIcon(QStringLiteral("schedules"), m_theme.palette()));
}

} // namespace hscope::app
