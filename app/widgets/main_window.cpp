// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/main_window.h"

#include "app/models/format.h"
#include "app/widgets/analysis_dock.h"
#include "app/widgets/details_panel.h"
#include "app/widgets/dock_title_bar.h"
#include "app/widgets/failure_page.h"
#include "app/widgets/loading_page.h"
#include "app/widgets/navigation_rail.h"
#include "app/widgets/overlay_card.h"
#include "app/widgets/recent_row.h"
#include "app/widgets/start_page.h"
#include "app/widgets/status_line.h"
#include "app/widgets/table_panel.h"
#include "app/widgets/timeline_view.h"
#include "app/widgets/titled_menu_bar.h"
#include "app/widgets/trace_tool_bar.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
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
    , m_toolBar(new TraceToolBar(m_document, m_actions, this))
    , m_rail(new NavigationRail(theme, this))
    , m_pages(new QStackedWidget(this))
    , m_start(new StartPage(m_recent, theme, this))
    , m_loading(new LoadingPage(this))
    , m_failure(new FailurePage(theme, this))
    , m_status(new StatusLine(m_document, this))
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
    addToolBar(Qt::LeftToolBarArea, m_rail);
    makePages();
    makeDocks();
    makeMenus();
    setStatusBar(m_status);
    connectActions();
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
    setCentralWidget(m_pages);
    m_start->setExampleAvailable(!m_examplePath.isEmpty());
    connect(m_start, &StartPage::openRequested, this, &MainWindow::chooseFile);
    connect(m_start, &StartPage::exampleRequested, this, [this] { openFile(m_examplePath); });
    connect(m_start, &StartPage::fileRequested, this, &MainWindow::openFile);
    connect(m_loading, &LoadingPage::cancelRequested, &m_document, &TraceDocument::cancelLoading);
    connect(m_failure, &FailurePage::openRequested, this, &MainWindow::chooseFile);
    connect(m_failure, &FailurePage::retryRequested, &m_document, &TraceDocument::reload);
    connect(m_failure, &FailurePage::backRequested, &m_document, &TraceDocument::dismissError);
    connect(m_rail, &NavigationRail::requested, this, [this](NavigationRail::Workspace workspace) {
        showPage(workspace == NavigationRail::Workspace::Start ? Page::Start : Page::Trace);
    });
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
    connect(m_status, &StatusLine::diagnosticsClicked, m_analysis, &AnalysisDock::showDiagnostics);
}

void MainWindow::makeMenus()
{
    setMenuBar(m_menuBar);
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addActions({m_actions.open, m_actions.openExample});
    m_recentMenu = file->addMenu(tr("Open &recent"));
    m_recentMenu->setToolTipsVisible(true);
    file->addActions({m_actions.reload, m_actions.close});
    file->addSeparator();
    file->addAction(m_actions.exportImage);
    file->addSeparator();
    file->addAction(m_actions.quit);
    menuBar()->addMenu(tr("&Edit"))->addAction(m_actions.copy);

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
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addActions({m_actions.shortcuts, m_actions.about});

    connect(&m_recent, &RecentFiles::changed, this, &MainWindow::refreshRecentMenu);
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::refreshRecentMenu);
    refreshRecentMenu();
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
    connect(a.shortcuts, &QAction::triggered, this, &MainWindow::showShortcuts);
    connect(a.about, &QAction::triggered, this, &MainWindow::showAbout);
}

void MainWindow::connectDocument()
{
    connect(&m_document, &TraceDocument::stateChanged, this, &MainWindow::onStateChanged);
    connect(&m_document, &TraceDocument::traceChanged, this, &MainWindow::onTraceChanged);
    connect(&m_document, &TraceDocument::progressChanged, this, &MainWindow::onProgress);
    connect(&m_document, &TraceDocument::historyChanged, this, &MainWindow::refreshActions);
    connect(&m_document, &TraceDocument::selectionChanged, this, &MainWindow::refreshActions);
}

void MainWindow::openFile(const QString& path)
{
    const QFileInfo info(path);
    m_settings.setValue(foldersKey(), info.absolutePath());
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

MainWindow::Page MainWindow::page() const
{
    return static_cast<Page>(m_pages->currentIndex());
}

void MainWindow::showPage(Page page)
{
    m_pages->setCurrentIndex(static_cast<int>(page));
    setDocksShown(page == Page::Trace);
    m_toolBar->setTraceShown(page == Page::Trace);
    if (page == Page::Start) {
        m_start->setFocus(); // Not on whatever button comes next in the order.
    }
    m_rail->setCurrent(page == Page::Start ? NavigationRail::Workspace::Start
                                           : NavigationRail::Workspace::Trace);
    refreshActions();
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
        break;
    }
    m_previewBanner->setVisible(m_document.isPreview());
    onTraceChanged();
}

void MainWindow::onTraceChanged()
{
    const auto store = m_document.store();
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
    m_menuBar->setTitle(fileName());
    setWindowTitle(fileName().isEmpty() ? tr("Heteroscope")
                                        : tr("%1 – Heteroscope").arg(fileName()));
    refreshActions();
}

void MainWindow::onProgress(const QString& step, double ratio)
{
    m_loading->setProgress(step, ratio);
    m_previewText->setText(ratio < 0
                               ? tr("This is a preview: %1").arg(step)
                               : tr("This is a preview: %1, %2").arg(step, formatPercent(ratio)));
}

void MainWindow::refreshActions()
{
    const bool onTrace = page() == Page::Trace && m_document.store() != nullptr;
    const bool selected = onTrace && m_document.selection().has_value();
    m_actions.reload->setEnabled(!m_document.path().empty());
    m_actions.close->setEnabled(m_document.state() != TraceDocument::State::Empty);
    m_actions.back->setEnabled(onTrace && m_document.canGoBack());
    m_actions.forward->setEnabled(onTrace && m_document.canGoForward());
    for (QAction* action :
         {m_actions.exportImage, m_actions.zoomIn, m_actions.zoomOut, m_actions.fitTrace}) {
        action->setEnabled(onTrace);
    }
    for (QAction* action :
         {m_actions.fitSelection, m_actions.previousInstance, m_actions.nextInstance}) {
        action->setEnabled(selected);
    }
}

void MainWindow::refreshColors()
{
    setActionIcons(m_actions, m_theme.palette());
    m_timeline->setColors(m_theme.palette());
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

QString MainWindow::fileName() const
{
    return toPathText(m_document.path().filename());
}

void MainWindow::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open trace"), m_settings.value(foldersKey()).toString(),
        tr("Traces (*.json *.json.gz *.gz *.hscope);;All files (*)"));
    if (!path.isEmpty()) {
        openFile(path);
    }
}

void MainWindow::exportImage()
{
    const QString suggestion = QFileInfo(fileName()).baseName() + u".png";
    const QString path = QFileDialog::getSaveFileName(this, tr("Export view as PNG"), suggestion,
                                                      tr("Images (*.png)"));
    if (path.isEmpty()) {
        return;
    }
    const bool saved = m_timeline->grab().save(path, "PNG");
    m_status->tell(saved ? tr("The view was written to %1.").arg(path)
                         : tr("%1 could not be written: choose another place.").arg(path));
}

void MainWindow::copy()
{
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

void MainWindow::showShortcuts()
{
    const auto shortcut = [](const QAction* action) {
        return action->shortcut().toString(QKeySequence::NativeText);
    };
    m_card->toggle(
        tr("Keyboard shortcuts"),
        {{{}, tr("Timeline")},
         {tr("Zoom at the mouse"), tr("wheel")},
         {tr("Pan"), tr("Shift+wheel, drag, A D, ← →")},
         {tr("Zoom"), tr("W S")},
         {tr("Next slice in the row"), tr("Ctrl+← Ctrl+→")},
         {tr("Fit the selected slice"), tr("F, double click")},
         {tr("Fit the trace"), tr("Home, %1").arg(shortcut(m_actions.fitTrace))},
         {tr("Clear the selection"), tr("Esc")},
         {{}, tr("Everywhere")},
         {tr("Back, forward"),
          tr("%1, %2").arg(shortcut(m_actions.back), shortcut(m_actions.forward))},
         {tr("Previous, next iteration"), tr("%1, %2").arg(shortcut(m_actions.previousIteration),
                                                           shortcut(m_actions.nextIteration))},
         {tr("Previous, next instance"), tr("[, ]")},
         {tr("Open a file"), shortcut(m_actions.open)},
         {tr("Reload the file"), shortcut(m_actions.reload)},
         {tr("Copy the slice or the table"), shortcut(m_actions.copy)},
         {tr("Export the view as PNG"), shortcut(m_actions.exportImage)}});
}

void MainWindow::showAbout()
{
    m_card->toggle(tr("Heteroscope %1").arg(QApplication::applicationVersion()),
                   {{tr("Trace analyzer for training on mixed hardware"), QString()},
                    {tr("Licence"), tr("GPL 3.0 or later")},
                    {tr("Qt"), QString::fromLatin1(qVersion())}});
}

} // namespace hscope::app
