// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/recent_files.h"
#include "app/models/schedule_session.h"
#include "app/models/trace_document.h"
#include "app/widgets/theme.h"
#include "app/widgets/window_actions.h"

#include <QMainWindow>
#include <QUrl>

#include <filesystem>

class QLabel;
class QMenu;
class QSettings;
class QStackedWidget;

namespace hscope::app {

class AnalysisDock;
class ClusterWorkspace;
class DetailsPanel;
class FailurePage;
class GuideBar;
class LoadingPage;
class NavigationRail;
class OverlayCard;
class ScheduleStatus;
class SchedulingGuide;
class SchedulesPage;
class SchedulesToolBar;
class StartPage;
class StatusLine;
class TimelineView;
class TitledMenuBar;
class TraceToolBar;
class WorkloadWorkspace;

/// The one window: workspaces in the middle, details and analyses in docks around the trace.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    enum class Page
    {
        Start,
        Loading,
        Failure,
        Trace,
        Cluster,
        Workload,
        Schedules
    };

    /// `settings` and `theme` must outlive the window. An empty `examplePath` means there is no
    /// example.
    MainWindow(QSettings& settings, Theme& theme, const QString& examplePath,
               QWidget* parent = nullptr);
    ~MainWindow() override;

    /// To be called before anything is opened.
    void setBundled(const BundledFiles& files);
    /// Where unsaved edits and the user's own resource types are kept; without it they are not.
    void setUserFolder(const QString& folder);

    /// Opens a trace or one of the simulator's documents; which it is, its content says.
    void openFile(const QString& path);
    void openExampleScenario();
    void startGuide();
    /// Opens the first local file; says in the status bar if there are more. False if there is
    /// none.
    bool openUrls(const QList<QUrl>& urls);

    [[nodiscard]] Page page() const;
    void showPage(Page page);
    /// Gives the docks the sizes that suit the window, as before anybody moved them.
    void arrangeDocks();

    [[nodiscard]] TraceDocument& document() { return m_document; }

    [[nodiscard]] ScheduleSession& session() { return m_session; }

    [[nodiscard]] GuideBar* guideBar() const { return m_guideBar; }

    [[nodiscard]] SchedulesPage* schedulesPage() const { return m_schedules; }

    [[nodiscard]] SchedulesToolBar* schedulesToolBar() const { return m_scheduleBar; }

    [[nodiscard]] ClusterWorkspace& cluster() const { return *m_cluster; }

    [[nodiscard]] WorkloadWorkspace& workload() const { return *m_workload; }

    [[nodiscard]] RecentFiles& recentFiles() { return m_recent; }

    [[nodiscard]] const WindowActions& actions() const { return m_actions; }

    [[nodiscard]] TraceToolBar* toolBar() const { return m_toolBar; }

    [[nodiscard]] AnalysisDock* analysisDock() const { return m_analysis; }

    [[nodiscard]] DetailsPanel* detailsPanel() const { return m_details; }

    [[nodiscard]] FailurePage* failurePage() const { return m_failure; }

    [[nodiscard]] TimelineView* timeline() const { return m_timeline; }

    [[nodiscard]] StatusLine* statusLine() const { return m_status; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makePages();
    [[nodiscard]] QWidget* makeTracePage();
    [[nodiscard]] QWidget* makeEmptyNote();
    void makeDocks();
    void makeMenus();
    void makeThemeMenu(QMenu& view);
    void connectActions();
    void connectDocument();
    void makeGuide();
    void makeClusterMenu();
    void connectCluster();
    void editScheduledCluster();
    void makeWorkloadMenu();
    void connectWorkload();
    /// False if the file is neither a document nor can be made one.
    bool openDocument(const QString& path);
    [[nodiscard]] QWidget& shownView() const;
    void restoreLayout();
    void saveLayout();
    void setDocksShown(bool shown);

    void onStateChanged();
    void onTraceChanged();
    void onSessionChanged();
    void refreshTitle();
    void onProgress(const QString& step, double ratio);
    void refreshActions();
    void refreshColors();
    void refreshRecentMenu();
    void refreshEditMenus();
    void chooseFile();
    void chooseMissing();
    void exportImage();
    void copy();
    void zoom(double factor);
    [[nodiscard]] QString fileName() const;

    QSettings& m_settings;
    Theme& m_theme;
    QString m_examplePath;
    RecentFiles m_recent;
    TraceDocument m_document;
    ScheduleSession m_session;
    WindowActions m_actions;
    TraceToolBar* m_toolBar;
    ClusterWorkspace* m_cluster;
    WorkloadWorkspace* m_workload;
    SchedulesToolBar* m_scheduleBar;
    NavigationRail* m_rail;
    QStackedWidget* m_pages;
    SchedulesPage* m_schedules;
    StartPage* m_start;
    LoadingPage* m_loading;
    FailurePage* m_failure;
    TimelineView* m_timeline = nullptr;
    QWidget* m_previewBanner = nullptr;
    QLabel* m_emptyText = nullptr;
    QWidget* m_emptyNote = nullptr; ///< In the timeline's place when there is nothing to draw.
    QLabel* m_previewText = nullptr;
    QDockWidget* m_detailsDock = nullptr;
    DetailsPanel* m_details = nullptr;
    AnalysisDock* m_analysis = nullptr;
    StatusLine* m_status;
    ScheduleStatus* m_scheduleStatus;
    OverlayCard* m_card;
    std::filesystem::path m_scenarios; ///< Folder of those that come with the program.
    SchedulingGuide* m_guide = nullptr;
    GuideBar* m_guideBar = nullptr;
    QMenu* m_recentMenu = nullptr;
    QMenu* m_clusterMenu = nullptr;
    QMenu* m_fileMenu = nullptr;
    QMenu* m_editMenu = nullptr;
    TitledMenuBar* m_menuBar;
    bool m_showsDetails = true; ///< What the user chose; docks are hidden outside the trace page.
    bool m_showsAnalysis = true;
    bool m_docksShown = false;
};

} // namespace hscope::app
