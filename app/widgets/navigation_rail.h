// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QToolBar>

class QToolButton;

namespace hscope::app {

/// The workspaces, one button each, at the left edge of the window.
class NavigationRail : public QToolBar
{
    Q_OBJECT

public:
    enum class Workspace
    {
        Start,
        Trace,
        Cluster,
        Workload,
        Schedules
    };

    explicit NavigationRail(const Theme& theme, QWidget* parent = nullptr);

    void setCurrent(Workspace workspace);
    void setTraceEnabled(bool enabled);

Q_SIGNALS:
    void requested(hscope::app::NavigationRail::Workspace workspace);

private:
    QToolButton* addButton(const QString& text, Workspace workspace);
    void refreshIcons();

    const Theme& m_theme;
    QToolButton* m_start;
    QToolButton* m_trace;
    QToolButton* m_cluster;
    QToolButton* m_workload;
    QToolButton* m_schedules;
};

} // namespace hscope::app
