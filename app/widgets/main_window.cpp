// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/main_window.h"

#include "app/models/format.h"
#include "app/widgets/analysis_dock.h"
#include "app/widgets/cluster_page.h"
#include "app/widgets/cluster_tool_bar.h"
#include "app/widgets/cluster_workspace.h"
#include "app/widgets/details_panel.h"
#include "app/widgets/dock_title_bar.h"
#include "app/widgets/document_status.h"
#include "app/widgets/failure_page.h"
#include "app/widgets/loading_page.h"
#include "app/widgets/navigation_rail.h"
#include "app/widgets/overlay_card.h"
#include "app/widgets/recent_row.h"
#include "app/widgets/schedule_notice.h"
#include "app/widgets/schedule_status.h"
#include "app/widgets/schedules_page.h"
#include "app/widgets/schedules_tool_bar.h"
#include "app/widgets/start_page.h"
#include "app/widgets/status_line.h"
#include "app/widgets/timeline_view.h"
#include "app/widgets/titled_menu_bar.h"
#include "app/widgets/trace_tool_bar.h"
#include "app/widgets/window_cards.h"
#include "app/widgets/workload_page.h"
#include "app/widgets/workload_tool_bar.h"
#include "app/widgets/workload_workspace.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

/// Raised when docks are added or renamed: an older layout is ignored then.
constexpr int kLayoutVersion = 1;
constexpr int kDetailsWidth = 280;
constexpr int kLeastAnalysisHeight = 280;
constexpr int kMostAnalysisHeight = 480;

QString geometryKey()
{
    return QStringLiteral("window/geometry");
}

QString layoutKey()
{
    return QStringLiteral("window/layout");
}

QString foldersKey()
{
    return QStringLiteral("lastFolder");
}

} // namespace

MainWindow::MainWindow(QSettings& settings, Theme& theme, const QString& examplePath,
                       QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_theme(theme)
    , m_examplePath(examplePath)
    , m_recent(settings)
    , m_actions(makeWindowActions(*this))
    , m_toolBar(new TraceToolBar(m_document, m_actions, settings, this))
    , m_cluster(new ClusterWorkspace(settings, theme, m_actions, *this))
    , m_workload(new WorkloadWorkspace(settings, theme, m_actions, *this))
    , m_scheduleBar(new SchedulesToolBar(m_session, theme, m_actions, this))
    , m_rail(new NavigationRail(theme, this))
    , m_pages(new QStackedWidget(this))
    , m_schedules(new SchedulesPage(m_session, theme, settings, this))
    , m_start(new StartPage(m_recent, theme, this))
    , m_loading(new LoadingPage(this))
    , m_failure(new FailurePage(theme, this))
    , m_status(new StatusLine(m_document, this))
    , m_scheduleStatus(new ScheduleStatus(m_session, m_status))
    , m_card(new OverlayCard(theme, *this))
    , m_menuBar(new TitledMenuBar(theme, this))
{
    setAcceptDrops(true);
    setWindowIcon(QIcon(QStringLiteral(":/icons/heteroscope.svg")));
    setContextMenuPolicy(Qt::NoContextMenu);
    setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
    addToolBar(Qt::TopToolBarArea, m_toolBar);
    addToolBar(Qt::TopToolBarArea, m_cluster->toolBar());
    addToolBar(Qt::TopToolBarArea, m_workload->toolBar());
    addToolBar(Qt::TopToolBarArea, m_scheduleBar);
    addToolBar(Qt::LeftToolBarArea, m_rail);
    makePages();
    makeDocks();
    makeMenus();
    setStatusBar(m_status);
    m_status->addWorkspace(m_scheduleStatus);
    m_status->addWorkspace(m_cluster->status());
    m_status->addWorkspace(m_workload->status());
    connectActions();
    connectCluster();
    connectWorkload();
    connectDocument();
    resize(1440, 900);
    restoreLayout();
    connect(&theme, &Theme::changed, this, &MainWindow::refreshColors);
    refreshColors();
    showPage(Page::Start);
    onTraceChanged();
}

MainWindow::~MainWindow()
{
    // Widgets that watch the document must not hear of its end while they go themselves.
    m_document.disconnect();
}

void MainWindow::makePages()
{
    // In the order of Page.
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_loading);
    m_pages->addWidget(m_failure);
    m_pages->addWidget(makeTracePage());
    m_pages->addWidget(m_cluster->page());
    m_pages->addWidget(m_workload->page());
    m_pages->addWidget(m_schedules);
    makeGuide();
    m_start->setExampleAvailable(!m_examplePath.isEmpty());
    m_start->setScenariosAvailable(false);
    connect(m_start, &StartPage::workloadRequested, this, [this] { showPage(Page::Workload); });
    connect(m_start, &StartPage::guideRequested, this, &MainWindow::startGuide);
    connect(m_start, &StartPage::told, m_status, &StatusLine::tell);
    connect(m_start, &StartPage::openRequested, this, &MainWindow::chooseFile);
    connect(m_start, &StartPage::exampleRequested, this, [this] { openFile(m_examplePath); });
    connect(m_start, &StartPage::fileRequested, this, &MainWindow::openFile);
    connect(m_loading, &LoadingPage::cancelRequested, &m_document, &TraceDocument::cancelLoading);
    connect(m_failure, &FailurePage::openRequested, this, &MainWindow::chooseFile);
    connect(m_failure, &FailurePage::retryRequested, &m_document, &TraceDocument::reload);
    connect(m_failure, &FailurePage::backRequested, &m_document, &TraceDocument::dismissError);
    connect(m_rail, &NavigationRail::requested, this, [this](NavigationRail::Workspace workspace) {
        showPage(workspace == NavigationRail::Workspace::Start      ? Page::Start
                 : workspace == NavigationRail::Workspace::Trace    ? Page::Trace
                 : workspace == NavigationRail::Workspace::Cluster  ? Page::Cluster
                 : workspace == NavigationRail::Workspace::Workload ? Page::Workload
                                                                    : Page::Schedules);
    });
    connect(m_start, &StartPage::scenarioRequested, this, &MainWindow::openExampleScenario);
    const ScheduleNotice* notice = m_schedules->notice();
    connect(notice, &ScheduleNotice::exampleRequested, this, &MainWindow::openExampleScenario);
    connect(notice, &ScheduleNotice::openRequested, this, &MainWindow::chooseFile);
    connect(notice, &ScheduleNotice::supplyRequested, this, &MainWindow::chooseMissing);
    connect(notice, &ScheduleNotice::backRequested, &m_session, &ScheduleSession::dismiss);
}

QWidget* MainWindow::makeTracePage()
{
    auto* page = new QWidget(this);
    m_timeline = new TimelineView(&m_document, m_theme.palette(), page);
    m_previewBanner = new QWidget(page);
    m_previewBanner->setObjectName(QStringLiteral("panel"));
    m_previewBanner->setAttribute(Qt::WA_StyledBackground);
    m_previewText = new QLabel(m_previewBanner);
    m_previewText->setTextFormat(Qt::PlainText);
    auto* cancel = new QPushButton(tr("Cancel"), m_previewBanner);
    connect(cancel, &QPushButton::clicked, &m_document, &TraceDocument::cancelLoading);
    auto* bannerLayout = new QHBoxLayout(m_previewBanner);
    bannerLayout->setContentsMargins(12, 4, 12, 4);
    bannerLayout->addWidget(m_previewText, 1);
    bannerLayout->addWidget(cancel);
    m_previewBanner->hide();
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_previewBanner);
    layout->addWidget(m_timeline, 1);
    layout->addWidget(makeEmptyNote(), 1);
    connect(m_timeline, &TimelineView::cursorTimeChanged, m_status, &StatusLine::setCursor);
    return page;
}

QWidget* MainWindow::makeEmptyNote()
{
    m_emptyNote = new QWidget(this);
    m_emptyNote->setObjectName(QStringLiteral("page"));
    m_emptyNote->setAttribute(Qt::WA_StyledBackground);
    m_emptyText = new QLabel(m_emptyNote);
    m_emptyText->setWordWrap(true);
    m_emptyText->setAlignment(Qt::AlignCenter);
    auto* open = new QPushButton(tr("Open another file…"), m_emptyNote);
    open->setObjectName(QStringLiteral("primary"));
    connect(open, &QPushButton::clicked, this, &MainWindow::chooseFile);
    auto* layout = new QVBoxLayout(m_emptyNote);
    layout->setContentsMargins(24, 12, 24, 12);
    layout->setSpacing(16);
    layout->addStretch(2);
    layout->addWidget(m_emptyText);
    layout->addWidget(open, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    return m_emptyNote;
}

void MainWindow::makeDocks()
{
    m_detailsDock = new QDockWidget(tr("Details"), this);
    m_detailsDock->setObjectName(QStringLiteral("detailsDock"));
    m_details = new DetailsPanel(m_document, m_theme, m_detailsDock);
    m_details->setMinimumWidth(240);
    m_detailsDock->setWidget(m_details);
    m_detailsDock->setTitleBarWidget(new DockTitleBar(*m_detailsDock, m_theme, nullptr));
    m_analysis = new AnalysisDock(m_document, m_theme, m_settings, this);
    addDockWidget(Qt::RightDockWidgetArea, m_detailsDock);
    addDockWidget(Qt::BottomDockWidgetArea, m_analysis);
    const auto tell = [this](const QString& sentence) { m_status->tell(sentence); };
    connect(m_analysis, &AnalysisDock::exportFailed, this, tell);
    connect(m_schedules, &SchedulesPage::exportFailed, this, tell);
    connect(m_status, &StatusLine::diagnosticsClicked, m_analysis, &AnalysisDock::showDiagnostics);
}

void MainWindow::connectActions()
{
    const WindowActions& a = m_actions;
    a.openExample->setEnabled(!m_examplePath.isEmpty());
    connect(a.open, &QAction::triggered, this, &MainWindow::chooseFile);
    connect(a.openExample, &QAction::triggered, this, [this] { openFile(m_examplePath); });
    connect(a.reload, &QAction::triggered, &m_document, &TraceDocument::reload);
    connect(a.close, &QAction::triggered, &m_document, &TraceDocument::close);
    connect(a.exportImage, &QAction::triggered, this, &MainWindow::exportImage);
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    connect(a.copy, &QAction::triggered, this, &MainWindow::copy);
    connect(a.back, &QAction::triggered, &m_document, &TraceDocument::goBack);
    connect(a.forward, &QAction::triggered, &m_document, &TraceDocument::goForward);
    connect(a.zoomIn, &QAction::triggered, this, [this] { zoom(0.5); });
    connect(a.zoomOut, &QAction::triggered, this, [this] { zoom(2.0); });
    connect(a.fitTrace, &QAction::triggered, &m_document, &TraceDocument::fitTrace);
    connect(a.fitSelection, &QAction::triggered, &m_document, &TraceDocument::fitSelection);
    connect(a.previousInstance, &QAction::triggered, m_details,
            &DetailsPanel::goToPreviousInstance);
    connect(a.nextInstance, &QAction::triggered, m_details, &DetailsPanel::goToNextInstance);
    connect(a.toggleTheme, &QAction::triggered, &m_theme, &Theme::toggle);
    connect(a.shortcuts, &QAction::triggered, this, [this] { showShortcuts(*m_card, m_actions); });
    connect(a.about, &QAction::triggered, this, [this] { showAbout(*m_card); });
}

void MainWindow::connectDocument()
{
    connect(&m_document, &TraceDocument::stateChanged, this, &MainWindow::onStateChanged);
    connect(&m_document, &TraceDocument::traceChanged, this, &MainWindow::onTraceChanged);
    connect(&m_document, &TraceDocument::progressChanged, this, &MainWindow::onProgress);
    connect(&m_document, &TraceDocument::historyChanged, this, &MainWindow::refreshActions);
    connect(&m_document, &TraceDocument::selectionChanged, this, &MainWindow::refreshActions);
    connect(&m_session, &ScheduleSession::stateChanged, this, &MainWindow::onSessionChanged);
    connect(&m_session, &ScheduleSession::scenarioChanged, this, &MainWindow::refreshTitle);
}

void MainWindow::openFile(const QString& path)
{
    const QFileInfo info(path);
    m_settings.setValue(foldersKey(), info.absolutePath());
    if (openDocument(info.absoluteFilePath())) {
        return;
    }
    m_loading->begin(info.fileName());
    m_document.open(toPath(info.absoluteFilePath()));
}

bool MainWindow::openUrls(const QList<QUrl>& urls)
{
    QStringList files;
    for (const QUrl& url : urls) {
        if (url.isLocalFile()) {
            files.append(url.toLocalFile());
        }
    }
    if (files.isEmpty()) {
        m_status->tell(tr("Only files of this computer can be opened: download it first."));
        return false;
    }
    openFile(files.first());
    if (files.size() > 1) {
        m_status->tell(tr("%1 files were dropped; the first one opens, the others were left alone.")
                           .arg(files.size()));
    }
    return true;
}

void MainWindow::arrangeDocks()
{
    resizeDocks({m_detailsDock}, {kDetailsWidth}, Qt::Horizontal);
    const int height =
        std::clamp(this->height() * 2 / 5, kLeastAnalysisHeight, kMostAnalysisHeight);
    resizeDocks({m_analysis}, {height}, Qt::Vertical);
}

void MainWindow::setDocksShown(bool shown)
{
    m_detailsDock->toggleViewAction()->setEnabled(shown);
    m_analysis->toggleViewAction()->setEnabled(shown);
    if (m_docksShown == shown) {
        return;
    }
    if (!shown) {
        m_showsDetails = !m_detailsDock->isHidden();
        m_showsAnalysis = !m_analysis->isHidden();
    }
    m_docksShown = shown;
    m_detailsDock->setVisible(shown && m_showsDetails);
    m_analysis->setVisible(shown && m_showsAnalysis);
    if (shown && !m_settings.contains(layoutKey())) {
        arrangeDocks();
    }
}

void MainWindow::onStateChanged()
{
    switch (m_document.state()) {
    case TraceDocument::State::Empty:
        showPage(Page::Start);
        break;
    case TraceDocument::State::Loading:
        m_loading->begin(fileName());
        showPage(Page::Loading);
        break;
    case TraceDocument::State::Failed:
        m_failure->show(m_document.errorText(),
                        m_document.store() ? tr("the open trace") : QString());
        showPage(Page::Failure);
        break;
    case TraceDocument::State::Ready:
        showPage(Page::Trace);
        m_timeline->setFocus();
        m_recent.add(toPathText(m_document.path()));
        m_recent.setThumbnails(
            toPathText(m_document.path()),
            {m_timeline->thumbnail(2 * RecentRow::kThumbnail, Palette::lightPalette()),
             m_timeline->thumbnail(2 * RecentRow::kThumbnail, Palette::darkPalette())});
        if (!m_document.simulation().documents.empty()) {
            m_session.openSimulation(m_document.path(), m_document.simulation(),
                                     m_document.store());
            showPage(Page::Schedules);
        }
        break;
    }
    m_previewBanner->setVisible(m_document.isPreview());
    onTraceChanged();
}

void MainWindow::onTraceChanged()
{
    const auto store = m_document.loadedStore();
    const bool hasTrace = store != nullptr;
    const bool isEmpty = hasTrace && store->slices().size() == 0 && store->wallRange().isEmpty();
    m_timeline->setVisible(!isEmpty);
    m_emptyNote->setVisible(isEmpty);
    m_emptyText->setText(
        hasTrace && !store->diagnostics().list().empty()
            ? tr("No event of this file could be read: the diagnostics below say why.")
            : tr("This file has no events: nothing was recorded in it, or it holds only names of "
                 "processes and threads."));
    if (m_document.isPreview()) {
        showPage(Page::Trace);
    }
    m_previewBanner->setVisible(m_document.isPreview());
    m_rail->setTraceEnabled(hasTrace || m_document.state() != TraceDocument::State::Empty);
    refreshTitle();
    refreshActions();
}

void MainWindow::onSessionChanged()
{
    if (m_session.state() == ScheduleSession::State::Ready && !m_session.path().empty()) {
        m_recent.add(toPathText(m_session.path()));
    }
    refreshTitle();
    refreshActions();
}

void MainWindow::setBundled(const BundledFiles& files)
{
    m_session.setBundled(files.scenarios, files.policies);
    m_cluster->setBundled(files);
    m_workload->setBundled(files);
    m_scenarios = files.scenarios;
    m_start->setScenariosAvailable(!files.scenarios.empty());
    m_actions.guide->setEnabled(!files.scenarios.empty());
}

void MainWindow::openExampleScenario()
{
    m_session.openBundled(toText(kExampleWorkload), toText(kExampleCluster));
    showPage(Page::Schedules);
}

void MainWindow::chooseMissing()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Choose the document"),
                                                      m_settings.value(foldersKey()).toString(),
                                                      tr("Documents (*.json);;All files (*)"));
    if (!path.isEmpty()) {
        m_session.supply(toPath(path));
    }
}

void MainWindow::onProgress(const QString& step, double ratio)
{
    m_loading->setProgress(step, ratio);
    m_previewText->setText(ratio < 0
                               ? tr("This is a preview: %1").arg(step)
                               : tr("This is a preview: %1, %2").arg(step, formatPercent(ratio)));
}

void MainWindow::refreshColors()
{
    setActionIcons(m_actions, m_theme.palette());
    m_timeline->setColors(m_theme.palette());
}

QString MainWindow::fileName() const
{
    return toPathText(m_document.path().filename());
}

void MainWindow::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open file"), m_settings.value(foldersKey()).toString(),
        tr("Traces and documents (*.json *.json.gz *.gz *.hscope);;All files (*)"));
    if (!path.isEmpty()) {
        openFile(path);
    }
}

void MainWindow::zoom(double factor)
{
    const core::TimeRange range = m_document.visibleRange();
    const double length = static_cast<double>(range.length().count());
    const core::Duration change(std::llround(length * (factor - 1.0) / 2.0));
    m_document.setVisibleRange({range.start - change, range.end + change});
}

void MainWindow::restoreLayout()
{
    restoreGeometry(m_settings.value(geometryKey()).toByteArray());
    restoreState(m_settings.value(layoutKey()).toByteArray(), kLayoutVersion);
    m_showsDetails = !m_detailsDock->isHidden();
    m_showsAnalysis = !m_analysis->isHidden();
    m_detailsDock->hide();
    m_analysis->hide();
}

void MainWindow::saveLayout()
{
    m_settings.setValue(geometryKey(), saveGeometry());
    // Docks that only the start page hides are shown in the saved layout.
    setDocksShown(true);
    m_settings.setValue(layoutKey(), saveState(kLayoutVersion));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_cluster->mayLeave() || !m_workload->mayLeave()) {
        event->ignore();
        return;
    }
    saveLayout();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    if (openUrls(event->mimeData()->urls())) {
        event->acceptProposedAction();
    }
}

} // namespace hscope::app
