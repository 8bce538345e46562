// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_document.h"
#include "app/models/scenario_files.h"
#include "app/widgets/document_files.h"
#include "app/widgets/document_status.h"
#include "app/widgets/theme.h"
#include "simulator/io/type_library.h"

#include <QList>
#include <QObject>
#include <QUrl>

#include <filesystem>
#include <memory>
#include <string>

class QMenu;
class QSettings;
class QWidget;

namespace hscope::app {

class ClusterPage;
class ClusterToolBar;
struct WindowActions;

/// The Cluster workspace of a window: its document, its page, and how files come and go.
class ClusterWorkspace final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive the workspace; `window` is the parent of its widgets.
    ClusterWorkspace(QSettings& settings, const Theme& theme, const WindowActions& actions,
                     QWidget& window);
    ~ClusterWorkspace() override;

    /// Reads the resource types that come with the program. To be called before anything is drawn.
    void setBundled(const BundledFiles& files);
    /// Where unsaved edits and the user's own types are kept; offers what a crash left there.
    void setUserFolder(const std::filesystem::path& folder);

    [[nodiscard]] ClusterDocument& document() { return m_document; }

    [[nodiscard]] ClusterPage* page() const { return m_page; }

    [[nodiscard]] ClusterToolBar* toolBar() const { return m_toolBar; }

    [[nodiscard]] DocumentStatus* status() const { return m_status; }

    /// `paper-drawn.json, edited`.
    [[nodiscard]] QString title() const { return m_files.title(); }

    void addFileActions(QMenu& menu) const;
    void addEditActions(QMenu& menu) const;
    void addClusterActions(QMenu& menu) const;

    /// Opens a cluster's file in the editor; says in a notice if that cannot be. Asks first if
    /// something is not saved.
    bool open(const QString& path) { return m_files.open(path); }

    /// Edits a cluster that has no file of its own.
    bool edit(const sim::Cluster& cluster);
    void begin();

    /// Asks what to do with edits that are not saved; false: nothing, stay.
    [[nodiscard]] bool mayLeave() { return m_files.mayLeave(); }

Q_SIGNALS:
    void titleChanged();
    void shown(); ///< Something was opened: the workspace wants to be seen.
    void saved(const QString& path);
    /// A file that is no cluster was dropped, and is to be opened nevertheless.
    void otherFileRequested(const QString& path);
    void scheduleRequested(std::shared_ptr<const sim::Cluster> cluster);

private:
    void openDropped(const QList<QUrl>& urls);
    void keepType(const std::string& id);
    void readLibrary();
    [[nodiscard]] DocumentStatus::Texts statusTexts() const;
    void tell(const QString& sentence);

    sim::TypeLibrary m_library;
    std::filesystem::path m_bundledLibrary;
    std::filesystem::path m_userFolder;
    ClusterDocument m_document;
    ClusterPage* m_page;
    ClusterToolBar* m_toolBar;
    DocumentStatus* m_status;
    DocumentFiles m_files;
};

} // namespace hscope::app
