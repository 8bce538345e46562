// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What joins the Workload workspace with the rest of the window; everything else about the window
// is in main_window.cpp.
#include "app/models/format.h"
#include "app/widgets/cluster_workspace.h"
#include "app/widgets/main_window.h"
#include "app/widgets/workload_workspace.h"

#include <QFile>
#include <QMenuBar>

namespace hscope::app {

void MainWindow::makeWorkloadMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Workload"));
    m_workload->addWorkloadActions(*menu);
    menu->addSeparator();
    const QAction* edit = menu->addAction(tr("&Edit the scheduled workload"));
    connect(edit, &QAction::triggered, this, [this] {
        if (m_session.scenario().isEmpty()) {
            showPage(Page::Workload);
        } else {
            m_workload->edit(*m_session.scenario().workload);
        }
    });
}

void MainWindow::connectWorkload()
{
    connect(m_workload, &WorkloadWorkspace::shown, this, [this] { showPage(Page::Workload); });
    connect(m_workload, &WorkloadWorkspace::titleChanged, this, &MainWindow::refreshTitle);
    connect(m_workload, &WorkloadWorkspace::saved, &m_recent, &RecentFiles::add);
    connect(m_workload, &WorkloadWorkspace::otherFileRequested, this, &MainWindow::openFile);
    connect(m_workload, &WorkloadWorkspace::pricesRequested, this,
            &MainWindow::editScheduledCluster);
    connect(m_workload, &WorkloadWorkspace::scheduleRequested, this,
            [this](const std::shared_ptr<const sim::Workload>& workload) {
                m_session.openEdited(workload, nullptr);
                showPage(Page::Schedules);
            });
    connect(&m_session, &ScheduleSession::scenarioChanged, this,
            [this] { m_workload->setCluster(m_session.scenario().cluster); });
}

bool MainWindow::openDocument(const QString& path)
{
    if (isPipedreamGraph(toPath(path))) {
        m_workload->importGraph(path);
        return true;
    }
    if (!isScenarioDocument(toPath(path))) {
        return false;
    }
    QFile file(path);
    const QByteArray json = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    const auto kind = sim::documentKind(json.toStdString(), "document");
    if (kind && *kind == sim::DocumentKind::Workload) {
        if (m_workload->open(path)) {
            m_recent.add(path);
            m_session.open(toPath(path)); // With the cluster that belongs to it, if there is one.
        }
        return true;
    }
    if (kind && *kind == sim::DocumentKind::Cluster) {
        if (m_cluster->open(path)) {
            m_recent.add(path);
            m_session.open(toPath(path)); // With a workload that can run on it, likewise.
        }
        return true;
    }
    m_session.open(toPath(path));
    showPage(Page::Schedules);
    return true;
}

} // namespace hscope::app
