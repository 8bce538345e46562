// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What joins the Cluster workspace and the guided example with the rest of the window; everything
// else about the window is in main_window.cpp.
#include "app/models/format.h"
#include "app/widgets/cluster_workspace.h"
#include "app/widgets/guide_bar.h"
#include "app/widgets/main_window.h"
#include "app/widgets/scheduling_guide.h"
#include "app/widgets/start_page.h"
#include "app/widgets/workload_workspace.h"

#include <QAction>
#include <QFile>
#include <QMenuBar>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace hscope::app {

void MainWindow::setUserFolder(const QString& folder)
{
    m_cluster->setUserFolder(toPath(folder));
    m_workload->setUserFolder(toPath(folder));
}

void MainWindow::makeClusterMenu()
{
    m_clusterMenu = menuBar()->addMenu(tr("&Cluster"));
    m_cluster->addClusterActions(*m_clusterMenu);
    m_clusterMenu->addSeparator();
    const QAction* edit = m_clusterMenu->addAction(tr("&Edit the scheduled cluster"));
    connect(edit, &QAction::triggered, this, &MainWindow::editScheduledCluster);
}

void MainWindow::connectCluster()
{
    const auto show = [this] { showPage(Page::Cluster); };
    connect(m_start, &StartPage::clusterRequested, this, show);
    connect(m_cluster, &ClusterWorkspace::shown, this, show);
    connect(m_cluster, &ClusterWorkspace::titleChanged, this, &MainWindow::refreshTitle);
    connect(m_cluster, &ClusterWorkspace::saved, &m_recent, &RecentFiles::add);
    connect(m_cluster, &ClusterWorkspace::otherFileRequested, this, &MainWindow::openFile);
    connect(m_cluster, &ClusterWorkspace::scheduleRequested, this,
            [this](const std::shared_ptr<const sim::Cluster>& cluster) {
                m_session.openEdited(nullptr, cluster);
                showPage(Page::Schedules);
            });
}

void MainWindow::makeGuide()
{
    m_guide = new SchedulingGuide(
        {*m_cluster, m_session, *m_schedules, *m_scheduleBar,
         [this](SchedulingGuide::Place place) {
             showPage(place == SchedulingGuide::Place::Cluster ? Page::Cluster : Page::Schedules);
         }},
        this);
    m_guideBar = new GuideBar(m_guide->guide(), m_theme, *this);
    connect(m_guideBar, &GuideBar::left, this, [this] { m_pages->currentWidget()->setFocus(); });
    auto* central = new QWidget(this);
    auto* column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_guideBar);
    column->addWidget(m_pages, 1);
    setCentralWidget(central);
    m_actions.guide->setEnabled(false); // Until there are bundled scenarios.
    connect(m_actions.guide, &QAction::triggered, this, &MainWindow::startGuide);
}

void MainWindow::startGuide()
{
    m_guide->start(m_scenarios);
}

void MainWindow::editScheduledCluster()
{
    const QString path = toPathText(m_session.path());
    QFile file(path);
    const QByteArray json =
        !path.isEmpty() && isScenarioDocument(m_session.path()) && file.open(QIODevice::ReadOnly)
            ? file.readAll()
            : QByteArray();
    const auto kind = sim::documentKind(json.toStdString(), "document");
    if (kind && *kind == sim::DocumentKind::Cluster) {
        m_cluster->open(path);
    } else if (!m_session.scenario().isEmpty()) {
        m_cluster->edit(*m_session.scenario().cluster);
    } else {
        showPage(Page::Cluster);
    }
}

} // namespace hscope::app
