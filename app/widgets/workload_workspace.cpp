// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/workload_workspace.h"

#include "app/models/format.h"
#include "app/models/type_prices.h"
#include "app/widgets/notice_bar.h"
#include "app/widgets/workload_import_bar.h"
#include "app/widgets/workload_page.h"
#include "app/widgets/workload_tool_bar.h"
#include "simulator/io/documents.h"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QSettings>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kNameLength = 60;

QString folderKey()
{
    return QStringLiteral("lastFolder");
}

} // namespace

WorkloadWorkspace::WorkloadWorkspace(QSettings& settings, const Theme& theme,
                                     const WindowActions& actions, QWidget& window)
    : QObject(&window)
    , m_settings(settings)
    , m_window(window)
    , m_page(new WorkloadPage(m_document, theme, settings, &window))
    , m_toolBar(new WorkloadToolBar(m_page->actions(), actions, &window))
    , m_status(new DocumentStatus(
          m_document, [this] { return statusTexts(); }, &window))
    , m_files(m_document, {tr("Save workload"), tr("Workloads (*.json)"), tr("a new workload")},
              settings, *m_page->notice(), window)
{
    m_document.begin(emptyWorkload());
    const WorkloadActions& a = m_page->actions();
    connect(a.newWorkload, &QAction::triggered, this, &WorkloadWorkspace::begin);
    connect(a.open, &QAction::triggered, this, &WorkloadWorkspace::chooseFile);
    connect(a.importGraph, &QAction::triggered, this, &WorkloadWorkspace::chooseGraph);
    connect(a.save, &QAction::triggered, &m_files, &DocumentFiles::save);
    connect(a.saveAs, &QAction::triggered, &m_files, &DocumentFiles::saveAs);
    connect(a.schedule, &QAction::triggered, this,
            [this] { Q_EMIT scheduleRequested(m_document.snapshot()); });
    connect(&m_files, &DocumentFiles::told, this, &WorkloadWorkspace::tell);
    connect(&m_files, &DocumentFiles::saved, this, &WorkloadWorkspace::saved);
    connect(&m_files, &DocumentFiles::opened, this, &WorkloadWorkspace::shown);
    connect(&m_document, &WorkloadDocument::stateChanged, this, &WorkloadWorkspace::titleChanged);
    connect(m_toolBar, &WorkloadToolBar::exampleRequested, this, &WorkloadWorkspace::openExample);
    connect(m_page, &WorkloadPage::told, this, &WorkloadWorkspace::tell);
    connect(m_page, &WorkloadPage::filesDropped, this, &WorkloadWorkspace::openDropped);
    connect(m_page, &WorkloadPage::pricesRequested, this, &WorkloadWorkspace::pricesRequested);
    connect(m_page->importBar(), &WorkloadImportBar::accepted, this,
            &WorkloadWorkspace::takeImported);
    refreshPrices();
}

WorkloadWorkspace::~WorkloadWorkspace()
{
    // Widgets that watch the document must not hear of its end while they go themselves.
    m_document.disconnect();
    m_document.undoStack().disconnect();
    delete m_page;
    delete m_toolBar;
    delete m_status;
}

void WorkloadWorkspace::setBundled(const BundledFiles& files)
{
    if (files.scenarios.empty()) {
        return;
    }
    m_examples = files.scenarios / "workloads";
    m_toolBar->setExamples(documentNames(m_examples));
    if (const auto library = sim::readTypeLibrary(files.scenarios.parent_path() / "library" /
                                                  "resource_types.json")) {
        m_library = *library;
    }
    refreshPrices();
}

void WorkloadWorkspace::setUserFolder(const std::filesystem::path& folder)
{
    m_files.keepIn(folder / "unsaved-workloads");
}

void WorkloadWorkspace::setCluster(const std::shared_ptr<const sim::Cluster>& cluster)
{
    if (cluster != m_cluster) {
        m_cluster = cluster;
        refreshPrices();
    }
}

void WorkloadWorkspace::refreshPrices()
{
    const TypePrices prices = typePrices(m_cluster.get(), m_library);
    m_priceText = prices.sentence();
    m_page->setPrices(prices);
    m_status->refresh();
}

void WorkloadWorkspace::addFileActions(QMenu& menu) const
{
    const WorkloadActions& a = m_page->actions();
    menu.addActions({a.save, a.saveAs});
}

void WorkloadWorkspace::addEditActions(QMenu& menu) const
{
    const WorkloadActions& a = m_page->actions();
    menu.addActions({a.undo, a.redo});
    menu.addSeparator();
    menu.addActions({a.cut, a.paste, a.duplicate, a.remove, a.selectAll});
    menu.addSeparator();
    menu.addAction(a.find);
}

void WorkloadWorkspace::addWorkloadActions(QMenu& menu) const
{
    const WorkloadActions& a = m_page->actions();
    menu.addActions({a.newWorkload, a.open, a.importGraph, a.save, a.saveAs});
    menu.addSeparator();
    menu.addActions({a.add, a.moveUp, a.moveDown});
    menu.addSeparator();
    menu.addActions({a.addEdge, a.removeEdges, a.chain});
    menu.addSeparator();
    menu.addAction(a.schedule);
}

DocumentStatus::Texts WorkloadWorkspace::statusTexts() const
{
    const LayerSet& selection = m_document.selection();
    return {selection.empty() ? tr("nothing selected")
                              : formatCounted(std::ssize(selection), tr("1 layer selected"),
                                              tr("%1 layers selected")),
            m_priceText, std::ssize(m_document.problems())};
}

void WorkloadWorkspace::tell(const QString& sentence)
{
    m_status->tell(sentence);
}

bool WorkloadWorkspace::edit(const sim::Workload& workload)
{
    if (!mayLeave()) {
        return false;
    }
    m_document.begin(workload);
    m_page->notice()->hide();
    Q_EMIT shown();
    return true;
}

void WorkloadWorkspace::begin()
{
    edit(emptyWorkload());
}

void WorkloadWorkspace::openExample(const QString& name)
{
    const auto workload = sim::readWorkload(m_examples / toPath(name + u".json"));
    if (workload) {
        edit(*workload);
    } else {
        m_page->notice()->tell(tr("%1 cannot be read: %2.").arg(name, reasonOf(workload.error())));
    }
}

void WorkloadWorkspace::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(&m_window, tr("Open workload"),
                                                      m_settings.value(folderKey()).toString(),
                                                      tr("Workloads (*.json);;All files (*)"));
    if (!path.isEmpty()) {
        openDropped({QUrl::fromLocalFile(path)});
    }
}

void WorkloadWorkspace::chooseGraph()
{
    const QString path = QFileDialog::getOpenFileName(
        &m_window, tr("Import PipeDream graph"), m_settings.value(folderKey()).toString(),
        tr("PipeDream graphs (*.txt);;All files (*)"));
    if (!path.isEmpty()) {
        m_settings.setValue(folderKey(), QFileInfo(path).absolutePath());
        importGraph(path);
    }
}

void WorkloadWorkspace::importGraph(const QString& path)
{
    Q_EMIT shown();
    const std::filesystem::path file = toPath(path);
    const auto text = sim::readText(file);
    const auto graph = text ? sim::parsePipedreamGraph(*text, file.filename().string())
                            : core::Result<sim::PipedreamGraph>(tl::unexpected(text.error()));
    if (!graph) {
        m_page->notice()->tell(tr("%1 cannot be imported, and nothing was changed: %2.")
                                   .arg(elideMiddle(QFileInfo(path).fileName(), kNameLength),
                                        reasonOf(graph.error())));
        return;
    }
    m_page->notice()->hide();
    m_page->importBar()->ask(*graph, toText(sim::pipedreamName(file)));
}

void WorkloadWorkspace::takeImported(const sim::ImportedWorkload& imported)
{
    const QString name = elideMiddle(toText(imported.workload.name), kNameLength);
    m_document.replace(imported.workload, tr("import %1").arg(name));
    QStringList sentences{
        tr("%1: %2.").arg(name, formatCounted(std::ssize(imported.workload.layers),
                                              tr("1 layer imported"), tr("%1 layers imported")))};
    if (imported.workload.edges) {
        const std::int64_t passing =
            std::ranges::count_if(*imported.workload.edges,
                                  [](const sim::Edge& edge) { return edge.to > edge.from + 1; });
        sentences.append(formatCounted(passing,
                                       tr("One branch was put in line, its data flows on "
                                          "as an edge."),
                                       tr("%1 branches were put in line, their data flows on as "
                                          "edges.")));
    }
    for (const std::string& remark : imported.remarks) {
        sentences.append(toText(remark) + u'.');
    }
    m_page->notice()->tell(sentences.join(u' '));
}

void WorkloadWorkspace::openDropped(const QList<QUrl>& urls)
{
    const auto local = m_files.localFile(urls);
    if (!local) {
        return;
    }
    const QString& path = *local;
    const QString name = elideMiddle(QFileInfo(path).fileName(), kNameLength);
    const NoticeBar::Choice openIt{tr("Open it there"),
                                   [this, path] { Q_EMIT otherFileRequested(path); }};
    if (isPipedreamGraph(toPath(path))) {
        importGraph(path);
        return;
    }
    if (!isScenarioDocument(toPath(path))) {
        m_page->notice()->tell(tr("%1 is no workload and no PipeDream graph: nothing was changed. "
                                  "A trace opens in its own workspace.")
                                   .arg(name),
                               {openIt});
        return;
    }
    QFile file(path);
    const QByteArray json = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    const auto kind =
        sim::documentKind(json.toStdString(), QFileInfo(path).fileName().toStdString());
    if (kind && *kind != sim::DocumentKind::Workload) {
        m_page->notice()->tell(
            tr("%1 is a %2, not a workload: nothing was changed.").arg(name, kindName(*kind)),
            {openIt});
        return;
    }
    open(path);
}

} // namespace hscope::app
