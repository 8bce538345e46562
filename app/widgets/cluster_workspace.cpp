// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_workspace.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/widgets/cluster_page.h"
#include "app/widgets/cluster_palette.h"
#include "app/widgets/cluster_tool_bar.h"
#include "app/widgets/document_status.h"
#include "app/widgets/notice_bar.h"
#include "simulator/io/documents.h"

#include <QAction>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>

namespace hscope::app {

ClusterWorkspace::ClusterWorkspace(QSettings& settings, const Theme& theme,
                                   const WindowActions& actions, QWidget& window)
    : QObject(&window)
    , m_page(new ClusterPage(m_document, m_library, theme, settings, &window))
    , m_toolBar(new ClusterToolBar(*m_page, actions, &window))
    , m_status(new DocumentStatus(
          m_document, [this] { return statusTexts(); }, &window))
    , m_files(m_document, {tr("Save cluster"), tr("Clusters (*.json)"), tr("a new cluster")},
              settings, *m_page->notice(), window)
{
    m_document.begin(emptyCluster(m_library));
    const ClusterActions& a = m_page->actions();
    connect(a.newCluster, &QAction::triggered, this, &ClusterWorkspace::begin);
    connect(a.save, &QAction::triggered, &m_files, &DocumentFiles::save);
    connect(a.saveAs, &QAction::triggered, &m_files, &DocumentFiles::saveAs);
    connect(&m_files, &DocumentFiles::told, this, &ClusterWorkspace::tell);
    connect(&m_files, &DocumentFiles::saved, this, &ClusterWorkspace::saved);
    connect(&m_files, &DocumentFiles::opened, this, [this] {
        Q_EMIT shown();
        m_page->canvas()->fitAll();
    });
    connect(&m_document, &ClusterDocument::stateChanged, this, &ClusterWorkspace::titleChanged);
    connect(m_page, &ClusterPage::told, this, &ClusterWorkspace::tell);
    connect(m_page, &ClusterPage::filesDropped, this, &ClusterWorkspace::openDropped);
    connect(m_page, &ClusterPage::keepTypeRequested, this, &ClusterWorkspace::keepType);
    connect(m_page, &ClusterPage::scheduleRequested, this,
            [this] { Q_EMIT scheduleRequested(m_document.snapshot()); });
}

ClusterWorkspace::~ClusterWorkspace()
{
    // Widgets that watch the document must not hear of its end while they go themselves.
    m_document.disconnect();
    m_document.undoStack().disconnect();
    delete m_page;
    delete m_toolBar;
    delete m_status;
}

void ClusterWorkspace::setBundled(const BundledFiles& files)
{
    if (!files.scenarios.empty()) {
        m_bundledLibrary = files.scenarios.parent_path() / "library" / "resource_types.json";
    }
    readLibrary();
}

void ClusterWorkspace::setUserFolder(const std::filesystem::path& folder)
{
    m_userFolder = folder;
    readLibrary();
    m_files.keepIn(folder / "unsaved");
}

void ClusterWorkspace::readLibrary()
{
    m_library = {};
    if (const auto bundled = sim::readTypeLibrary(m_bundledLibrary)) {
        m_library = *bundled;
    }
    if (const auto own = m_userFolder.empty()
                             ? core::Result<sim::TypeLibrary>(sim::TypeLibrary{})
                             : sim::readTypeLibrary(m_userFolder / "resource_types.json")) {
        for (const sim::LibraryType& entry : own->types) { // The user's own win.
            std::erase_if(m_library.types, [&entry](const sim::LibraryType& each) {
                return each.type.id == entry.type.id;
            });
            m_library.types.push_back(entry);
        }
    }
    if (!m_document.isModified() && m_document.path().empty() &&
        m_document.cluster().nodes.empty()) {
        m_document.begin(emptyCluster(m_library));
    }
    m_page->cards()->refresh();
}

void ClusterWorkspace::keepType(const std::string& id)
{
    const sim::ResourceType* type = findType(m_document.cluster(), id);
    if (m_userFolder.empty() || type == nullptr) {
        return;
    }
    const std::filesystem::path path = m_userFolder / "resource_types.json";
    sim::TypeLibrary own;
    if (const auto known = sim::readTypeLibrary(path)) {
        own = *known;
    }
    own.name = tr("My types").toStdString();
    own.pricesAsOf = m_document.cluster().pricesAsOf;
    const auto old = std::ranges::find_if(
        m_library.types, [&id](const sim::LibraryType& each) { return each.type.id == id; });
    sim::LibraryType entry = old == m_library.types.end() ? sim::LibraryType{} : *old;
    entry.type = *type;
    std::erase_if(own.types, [&id](const sim::LibraryType& each) { return each.type.id == id; });
    own.types.push_back(std::move(entry));
    std::error_code ignored; // The write says it.
    std::filesystem::create_directories(m_userFolder, ignored);
    const auto written = sim::writeDocument(path, sim::toJson(own));
    tell(written
             ? tr("%1 is in your library now.").arg(toText(id))
             : tr("%1 could not be written: %2.").arg(toPathText(path), reasonOf(written.error())));
    readLibrary();
}

void ClusterWorkspace::addFileActions(QMenu& menu) const
{
    const ClusterActions& a = m_page->actions();
    menu.addActions({a.save, a.saveAs});
}

void ClusterWorkspace::addEditActions(QMenu& menu) const
{
    const ClusterActions& a = m_page->actions();
    menu.addActions({a.undo, a.redo});
    menu.addSeparator();
    menu.addActions({a.cut, a.paste, a.duplicate, a.remove, a.selectAll});
    menu.addSeparator();
    menu.addAction(a.find);
}

void ClusterWorkspace::addClusterActions(QMenu& menu) const
{
    const ClusterActions& a = m_page->actions();
    menu.addActions({a.newCluster, a.save, a.saveAs});
    menu.addSeparator();
    menu.addActions({a.select, a.link, a.connectTo, a.rack, a.rename});
    menu.addSeparator();
    QMenu* align = menu.addMenu(tr("&Align"));
    for (QAction* action : a.align) {
        align->addAction(action);
    }
    align->addSeparator();
    for (QAction* action : a.distribute) {
        align->addAction(action);
    }
    menu.addActions({a.snap, a.arrange});
    menu.addSeparator();
    menu.addActions({a.zoomIn, a.zoomOut, a.fitAll, a.fitSelection});
    menu.addSeparator();
    menu.addActions({a.validate, a.schedule});
}

DocumentStatus::Texts ClusterWorkspace::statusTexts() const
{
    const ClusterElements& selection = m_document.selection();
    return {
        selection.empty() ? tr("nothing selected")
        : selection.size() == 1
            ? tr("%1 selected").arg(elementName(m_document.cluster(), *selection.begin()))
            : tr("%1 elements selected").arg(formatCount(std::ssize(selection))),
        tr("USD, prices as of %1").arg(elideMiddle(toText(m_document.cluster().pricesAsOf), 20)),
        std::ssize(m_document.problems())};
}

void ClusterWorkspace::tell(const QString& sentence)
{
    m_status->tell(sentence);
}

bool ClusterWorkspace::edit(const sim::Cluster& cluster)
{
    if (!mayLeave()) {
        return false;
    }
    m_document.begin(cluster);
    Q_EMIT shown();
    m_page->canvas()->fitAll();
    return true;
}

void ClusterWorkspace::begin()
{
    edit(emptyCluster(m_library));
}

void ClusterWorkspace::openDropped(const QList<QUrl>& urls)
{
    const auto local = m_files.localFile(urls);
    if (!local) {
        return;
    }
    const QString& path = *local;
    const QString name = elideMiddle(QFileInfo(path).fileName(), 60);
    const NoticeBar::Choice openIt{tr("Open it there"),
                                   [this, path] { Q_EMIT otherFileRequested(path); }};
    if (!isScenarioDocument(toPath(path))) {
        m_page->notice()->tell(
            tr("%1 is no cluster: nothing was changed. A trace opens in its own workspace.")
                .arg(name),
            {openIt});
        return;
    }
    QFile file(path);
    const QByteArray json = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    const auto kind =
        sim::documentKind(json.toStdString(), QFileInfo(path).fileName().toStdString());
    if (kind && *kind != sim::DocumentKind::Cluster) {
        m_page->notice()->tell(
            tr("%1 is a %2, not a cluster: nothing was changed.").arg(name, kindName(*kind)),
            {openIt});
        return;
    }
    open(path);
}

} // namespace hscope::app
