// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_document.h"
#include "app/commands/document_recovery.h"
#include "app/models/scenario_files.h"
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
class ClusterStatus;
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

    [[nodiscard]] ClusterStatus* status() const { return m_status; }

    /// `paper-drawn.json, edited`.
    [[nodiscard]] QString title() const;

    void addEditActions(QMenu& menu) const;
    void addClusterActions(QMenu& menu) const;

    /// Opens a cluster's file in the editor; says in a notice if that cannot be. Asks first if
    /// something is not saved.
    bool open(const QString& path);
    /// Edits a cluster that has no file of its own.
    bool edit(const sim::Cluster& cluster);
    void begin();
    /// False if it was not saved.
    bool save();
    bool saveAs();
    /// Asks what to do with edits that are not saved; false: nothing, stay.
    [[nodiscard]] bool mayLeave();

Q_SIGNALS:
    void titleChanged();
    void shown(); ///< Something was opened: the workspace wants to be seen.
    void saved(const QString& path);
    /// A file that is no cluster was dropped, and is to be opened nevertheless.
    void otherFileRequested(const QString& path);
    void scheduleRequested(std::shared_ptr<const sim::Cluster> cluster);

private:
    void openDropped(const QList<QUrl>& urls);
    void offerRecovery();
    void keepType(const std::string& id);
    void readLibrary();
    bool saveTo(const std::filesystem::path& path);
    void tell(const QString& sentence);

    QSettings& m_settings;
    QWidget& m_window;
    sim::TypeLibrary m_library;
    std::filesystem::path m_bundledLibrary;
    std::filesystem::path m_userFolder;
    ClusterDocument m_document;
    std::unique_ptr<DocumentRecovery> m_recovery;
    ClusterPage* m_page;
    ClusterToolBar* m_toolBar;
    ClusterStatus* m_status;
};

} // namespace hscope::app
