// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which workspace shows, and what the window's actions mean in it; everything else about the window
// is in main_window.cpp.
#include "app/models/format.h"
#include "app/widgets/cluster_page.h"
#include "app/widgets/cluster_tool_bar.h"
#include "app/widgets/cluster_workspace.h"
#include "app/widgets/details_panel.h"
#include "app/widgets/export_button.h"
#include "app/widgets/main_window.h"
#include "app/widgets/navigation_rail.h"
#include "app/widgets/schedule_status.h"
#include "app/widgets/schedules_page.h"
#include "app/widgets/schedules_tool_bar.h"
#include "app/widgets/start_page.h"
#include "app/widgets/status_line.h"
#include "app/widgets/table_panel.h"
#include "app/widgets/timeline_view.h"
#include "app/widgets/titled_menu_bar.h"
#include "app/widgets/trace_tool_bar.h"
#include "app/widgets/workload_page.h"
#include "app/widgets/workload_tool_bar.h"
#include "app/widgets/workload_workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QStackedWidget>

namespace hscope::app {

MainWindow::Page MainWindow::page() const
{
    return static_cast<Page>(m_pages->currentIndex());
}

void MainWindow::showPage(Page page)
{
    // The window need only be as large as the page that shows.
    for (int i = 0; i < m_pages->count(); ++i) {
        const auto policy =
            i == static_cast<int>(page) ? QSizePolicy::Preferred : QSizePolicy::Ignored;
        m_pages->widget(i)->setSizePolicy(policy, policy);
    }
    m_pages->setCurrentIndex(static_cast<int>(page));
    setDocksShown(page == Page::Trace);
    m_toolBar->setTraceShown(page == Page::Trace);
    const bool schedules = page == Page::Schedules;
    const bool cluster = page == Page::Cluster;
    const bool workload = page == Page::Workload;
    m_toolBar->setVisible(!schedules && !cluster && !workload);
    m_scheduleBar->setVisible(schedules);
    m_cluster->toolBar()->setVisible(cluster);
    m_workload->toolBar()->setVisible(workload);
    m_status->showWorkspace(schedules  ? static_cast<QWidget*>(m_scheduleStatus)
                            : cluster  ? m_cluster->status()
                            : workload ? m_workload->status()
                                       : nullptr);
    if (page == Page::Start) {
        m_start->setFocus(); // Not on whatever button comes next in the order.
    }
    if (cluster) {
        m_cluster->page()->canvas()->setFocus();
    }
    if (workload) {
        m_workload->page()->focusLayers();
    }
    m_rail->setCurrent(page == Page::Start ? NavigationRail::Workspace::Start
                       : schedules         ? NavigationRail::Workspace::Schedules
                       : cluster           ? NavigationRail::Workspace::Cluster
                       : workload          ? NavigationRail::Workspace::Workload
                                           : NavigationRail::Workspace::Trace);
    refreshEditMenus();
    refreshTitle();
    refreshActions();
}

QWidget& MainWindow::shownView() const
{
    switch (page()) {
    case Page::Schedules:
        return *m_schedules;
    case Page::Cluster:
        return *m_cluster->page()->canvas();
    case Page::Workload:
        return *m_workload->page();
    default:
        return *m_timeline;
    }
}

void MainWindow::refreshTitle()
{
    const QString title = page() == Page::Schedules  ? m_session.title()
                          : page() == Page::Cluster  ? m_cluster->title()
                          : page() == Page::Workload ? m_workload->title()
                                                     : fileName();
    m_menuBar->setTitle(title);
    setWindowTitle(title.isEmpty() ? tr("Heteroscope") : tr("%1 – Heteroscope").arg(title));
}

void MainWindow::refreshActions()
{
    const bool onTrace = page() == Page::Trace && m_document.store() != nullptr;
    const bool selected = onTrace && m_document.selection().has_value();
    m_actions.reload->setEnabled(!m_document.path().empty());
    m_actions.close->setEnabled(m_document.state() != TraceDocument::State::Empty);
    m_actions.back->setEnabled(onTrace && m_document.canGoBack());
    m_actions.forward->setEnabled(onTrace && m_document.canGoForward());
    const bool onSchedules = page() == Page::Schedules;
    m_actions.exportImage->setEnabled(onTrace || page() == Page::Cluster ||
                                      page() == Page::Workload ||
                                      (onSchedules && !m_session.scenario().isEmpty()));
    for (QAction* action : {m_actions.zoomIn, m_actions.zoomOut, m_actions.fitTrace}) {
        action->setEnabled(onTrace);
    }
    for (QAction* action :
         {m_actions.fitSelection, m_actions.previousInstance, m_actions.nextInstance}) {
        action->setEnabled(selected);
    }
}

void MainWindow::exportImage()
{
    const QString name = page() == Page::Schedules  ? m_session.title()
                         : page() == Page::Cluster  ? m_cluster->document().title()
                         : page() == Page::Workload ? m_workload->document().title()
                                                    : QFileInfo(fileName()).baseName();
    const QString suggestion = name + u".png";
    const QString path = QFileDialog::getSaveFileName(this, tr("Export view"), suggestion,
                                                      tr("Images (*.png *.svg)"));
    if (path.isEmpty()) {
        return;
    }
    const bool saved = saveView(shownView(), path);
    m_status->tell(saved ? tr("The view was written to %1.").arg(path)
                         : tr("%1 could not be written: choose another place.").arg(path));
}

void MainWindow::copy()
{
    if (page() == Page::Cluster) {
        m_cluster->page()->copy();
        return;
    }
    if (page() == Page::Workload) {
        m_workload->page()->copy();
        return;
    }
    QString text;
    for (QWidget* widget = QApplication::focusWidget(); widget != nullptr && text.isEmpty();
         widget = widget->parentWidget()) {
        if (const auto* table = qobject_cast<TablePanel*>(widget)) {
            text = table->copyText();
        }
    }
    if (text.isEmpty()) {
        text = m_details->copyText();
    }
    if (!text.isEmpty()) {
        QApplication::clipboard()->setText(text);
    }
}

} // namespace hscope::app
