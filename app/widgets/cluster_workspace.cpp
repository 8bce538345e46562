// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_workspace.h"

#include "app/models/format.h"
#include "app/widgets/cluster_page.h"
#include "app/widgets/cluster_palette.h"
#include "app/widgets/cluster_status.h"
#include "app/widgets/cluster_tool_bar.h"
#include "app/widgets/notice_bar.h"
#include "simulator/io/documents.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QSettings>

#include <algorithm>

namespace hscope::app {

namespace {

QString folderKey()
{
    return QStringLiteral("lastFolder");
}

/// What stands in an error, without the full stop.
QString reasonOf(const core::Error& error)
{
    QString reason = elideMiddle(toText(error.message).trimmed(), kMeasuredLength);
    while (reason.endsWith(u'.')) {
        reason.chop(1);
    }
    return reason;
}

QString openErrorText(const QString& name, const core::Error& error)
{
    return QCoreApplication::translate("ClusterWorkspace",
                                       "%1 cannot be edited, and nothing was changed: %2.")
        .arg(name, reasonOf(error));
}

QString saveErrorText(const QString& path, const core::Error& error)
{
    return QCoreApplication::translate(
               "ClusterWorkspace",
               "%1 could not be written (%2): nothing is lost, choose another place.")
        .arg(path, reasonOf(error));
}

} // namespace

ClusterWorkspace::ClusterWorkspace(QSettings& settings, const Theme& theme,
                                   const WindowActions& actions, QWidget& window)
    : QObject(&window)
    , m_settings(settings)
    , m_window(window)
    , m_page(new ClusterPage(m_document, m_library, theme, settings, &window))
    , m_toolBar(new ClusterToolBar(*m_page, actions, &window))
    , m_status(new ClusterStatus(m_document, &window))
{
    m_document.begin(emptyCluster(m_library));
    const ClusterActions& a = m_page->actions();
    connect(a.newCluster, &QAction::triggered, this, &ClusterWorkspace::begin);
    connect(a.save, &QAction::triggered, this, &ClusterWorkspace::save);
    connect(a.saveAs, &QAction::triggered, this, &ClusterWorkspace::saveAs);
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
    m_recovery = std::make_unique<DocumentRecovery>(m_document, folder / "unsaved");
    connect(m_recovery.get(), &DocumentRecovery::failed, this,
            [this](const QString& sentence) { m_page->notice()->tell(sentence); });
    offerRecovery();
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
    tell(written ? tr("%1 is in your library now.").arg(toText(id))
                 : saveErrorText(toPathText(path), written.error()));
    readLibrary();
}

QString ClusterWorkspace::title() const
{
    const QString name = m_document.title();
    return m_document.isModified() ? tr("%1, edited").arg(name) : name;
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

void ClusterWorkspace::tell(const QString& sentence)
{
    m_status->tell(sentence);
}

bool ClusterWorkspace::open(const QString& path)
{
    if (!mayLeave()) {
        return false;
    }
    const auto opened = m_document.open(toPath(path));
    if (!opened) {
        m_page->notice()->tell(openErrorText(QFileInfo(path).fileName(), opened.error()));
        Q_EMIT shown();
        return false;
    }
    m_page->notice()->hide();
    Q_EMIT shown();
    m_page->canvas()->fitAll();
    return true;
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
    const auto local = std::ranges::find_if(urls, &QUrl::isLocalFile);
    if (local == urls.end()) {
        m_page->notice()->tell(tr("Only files of this computer can be opened: download it first."));
        return;
    }
    const QString path = local->toLocalFile();
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

bool ClusterWorkspace::saveTo(const std::filesystem::path& path)
{
    const auto written = m_document.save(path);
    if (!written) {
        m_page->notice()->tell(saveErrorText(toPathText(path), written.error()),
                               {{tr("Save elsewhere…"), [this] { saveAs(); }}});
        return false;
    }
    tell(tr("Saved to %1.").arg(toPathText(path)));
    Q_EMIT saved(toPathText(path));
    return true;
}

bool ClusterWorkspace::save()
{
    return m_document.path().empty() ? saveAs() : saveTo(m_document.path());
}

bool ClusterWorkspace::saveAs()
{
    const QString folder = m_settings.value(folderKey()).toString();
    QString name = m_document.title();
    if (!name.endsWith(u".json")) {
        name += u".json";
    }
    const QString path = QFileDialog::getSaveFileName(
        &m_window, tr("Save cluster"), folder.isEmpty() ? name : QString(folder + u'/' + name),
        tr("Clusters (*.json)"));
    if (path.isEmpty()) {
        return false;
    }
    m_settings.setValue(folderKey(), QFileInfo(path).absolutePath());
    return saveTo(toPath(path));
}

bool ClusterWorkspace::mayLeave()
{
    if (!m_document.isModified()) {
        return true;
    }
    QMessageBox box(QMessageBox::Question, tr("Save changes?"),
                    tr("%1 has edits that are not saved.").arg(m_document.title()),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        return save();
    case QMessageBox::Discard:
        return true;
    default:
        return false;
    }
}

void ClusterWorkspace::offerRecovery()
{
    const auto found = m_recovery->find();
    if (!found) {
        return;
    }
    const QString name = found->originalPath.empty() ? tr("a new cluster")
                                                     : toPathText(found->originalPath.filename());
    m_page->notice()->tell(
        tr("Heteroscope ended with unsaved edits of %1. They were kept.").arg(name),
        {{tr("Bring them back"),
          [this, found = *found] {
              if (!mayLeave()) {
                  offerRecovery();
                  return;
              }
              const auto recovered = m_recovery->recover(found);
              if (!recovered) {
                  m_page->notice()->tell(
                      openErrorText(toPathText(found.file.filename()), recovered.error()));
                  return;
              }
              Q_EMIT shown();
              m_page->canvas()->fitAll();
          }},
         {tr("Delete them"), [this, found = *found] { m_recovery->discard(found); }}});
}

} // namespace hscope::app
