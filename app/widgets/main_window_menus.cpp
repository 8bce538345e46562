// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menus of the main window; everything else about it is in main_window.cpp.
#include "app/models/format.h"
#include "app/widgets/analysis_dock.h"
#include "app/widgets/cluster_workspace.h"
#include "app/widgets/main_window.h"
#include "app/widgets/titled_menu_bar.h"
#include "app/widgets/workload_workspace.h"

#include <QActionGroup>
#include <QFileInfo>

namespace hscope::app {

void MainWindow::makeMenus()
{
    setMenuBar(m_menuBar);
    m_fileMenu = menuBar()->addMenu(tr("&File"));
    m_recentMenu = new QMenu(tr("Open &recent"), this);
    m_recentMenu->setToolTipsVisible(true);
    m_editMenu = menuBar()->addMenu(tr("&Edit"));
    refreshEditMenus();

    QMenu* view = menuBar()->addMenu(tr("&View"));
    view->addActions(
        {m_actions.zoomIn, m_actions.zoomOut, m_actions.fitTrace, m_actions.fitSelection});
    view->addSeparator();
    view->addActions({m_actions.back, m_actions.forward, m_actions.previousIteration,
                      m_actions.nextIteration, m_actions.previousInstance, m_actions.nextInstance});
    view->addSeparator();
    view->addActions({m_detailsDock->toggleViewAction(), m_analysis->toggleViewAction()});
    view->addSeparator();
    makeThemeMenu(*view);
    makeClusterMenu();
    makeWorkloadMenu();
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addActions({m_actions.guide, m_actions.shortcuts, m_actions.about});

    connect(&m_recent, &RecentFiles::changed, this, &MainWindow::refreshRecentMenu);
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::refreshRecentMenu);
    refreshRecentMenu();
}

void MainWindow::refreshEditMenus()
{
    const bool isWorkload = page() == Page::Workload;
    m_fileMenu->clear();
    m_fileMenu->addActions({m_actions.open, m_actions.openExample});
    m_fileMenu->addMenu(m_recentMenu);
    m_fileMenu->addActions({m_actions.reload, m_actions.close});
    m_fileMenu->addSeparator();
    if (isWorkload) {
        m_workload->addFileActions(*m_fileMenu);
    } else if (page() == Page::Cluster) {
        m_cluster->addFileActions(*m_fileMenu);
    }
    m_fileMenu->addAction(m_actions.exportImage);
    m_fileMenu->addSeparator();
    m_fileMenu->addAction(m_actions.quit);
    m_editMenu->clear();
    m_editMenu->addAction(m_actions.copy);
    m_editMenu->addSeparator();
    if (isWorkload) {
        m_workload->addEditActions(*m_editMenu);
    } else {
        m_cluster->addEditActions(*m_editMenu);
    }
}

void MainWindow::makeThemeMenu(QMenu& view)
{
    QMenu* menu = view.addMenu(tr("&Theme"));
    menu->addActions(m_actions.themes->actions());
    const auto refresh = [this] {
        for (QAction* action : m_actions.themes->actions()) {
            action->setChecked(action->data().toInt() == static_cast<int>(m_theme.mode()));
        }
    };
    connect(m_actions.themes, &QActionGroup::triggered, this, [this](const QAction* action) {
        m_theme.setMode(static_cast<Theme::Mode>(action->data().toInt()));
    });
    connect(&m_theme, &Theme::changed, menu, refresh);
    refresh();
}

void MainWindow::refreshRecentMenu()
{
    m_recentMenu->clear();
    for (const QString& path : m_recent.files()) {
        const bool exists = QFileInfo::exists(path);
        QString name = elideMiddle(QFileInfo(path).fileName(), 60);
        name.replace(u'&', QStringLiteral("&&"));
        QAction* action =
            m_recentMenu->addAction(exists ? name : tr("%1 (no longer there)").arg(name));
        action->setToolTip(toolTipText(path));
        action->setEnabled(exists);
        connect(action, &QAction::triggered, this, [this, path] { openFile(path); });
    }
    m_recentMenu->addSeparator();
    QAction* clear = m_recentMenu->addAction(tr("Forget these files"));
    connect(clear, &QAction::triggered, &m_recent, &RecentFiles::clear);
    m_recentMenu->setEnabled(!m_recent.files().isEmpty());
}

} // namespace hscope::app
