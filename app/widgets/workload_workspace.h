// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/workload_document.h"
#include "app/models/scenario_files.h"
#include "app/widgets/document_files.h"
#include "app/widgets/document_status.h"
#include "simulator/io/pipedream_graph.h"
#include "simulator/io/type_library.h"

#include <QObject>

#include <filesystem>
#include <memory>

class QMenu;
class QSettings;
class QWidget;

namespace hscope::app {

class Theme;
class WorkloadPage;
class WorkloadToolBar;
struct WindowActions;

/// The Workload workspace of a window: its document, its page, and how files come and go.
class WorkloadWorkspace final : public QObject
{
    Q_OBJECT

public:
    /// All must outlive the workspace; `window` is the parent of its widgets.
    WorkloadWorkspace(QSettings& settings, const Theme& theme, const WindowActions& actions,
                      QWidget& window);
    ~WorkloadWorkspace() override;

    /// Where the example workloads and the library of types are.
    void setBundled(const BundledFiles& files);
    /// Where unsaved edits are kept; offers what a crash left there.
    void setUserFolder(const std::filesystem::path& folder);
    /// The cluster whose prices count; null: those of the library.
    void setCluster(const std::shared_ptr<const sim::Cluster>& cluster);

    [[nodiscard]] WorkloadDocument& document() { return m_document; }

    [[nodiscard]] WorkloadPage* page() const { return m_page; }

    [[nodiscard]] WorkloadToolBar* toolBar() const { return m_toolBar; }

    [[nodiscard]] DocumentStatus* status() const { return m_status; }

    /// `CTRDNN.json, edited`.
    [[nodiscard]] QString title() const { return m_files.title(); }

    void addFileActions(QMenu& menu) const;
    void addEditActions(QMenu& menu) const;
    void addWorkloadActions(QMenu& menu) const;

    /// Opens a workload's file in the editor; says in a notice if that cannot be. Asks first if
    /// something is not saved.
    bool open(const QString& path) { return m_files.open(path); }

    /// Edits a workload that has no file of its own.
    bool edit(const sim::Workload& workload);
    void openExample(const QString& name);
    /// Asks what the profile does not say, then makes a workload of it: one step that undo takes
    /// back.
    void importGraph(const QString& path);

    /// Asks what to do with edits that are not saved; false: nothing, stay.
    [[nodiscard]] bool mayLeave() { return m_files.mayLeave(); }

Q_SIGNALS:
    void titleChanged();
    void shown(); ///< Something was opened: the workspace wants to be seen.
    void saved(const QString& path);
    /// A file that is no workload was dropped, and is to be opened nevertheless.
    void otherFileRequested(const QString& path);
    void scheduleRequested(std::shared_ptr<const sim::Workload> workload);
    void pricesRequested(); ///< They are to be edited.

private:
    void begin();
    void chooseFile();
    void chooseGraph();
    void takeImported(const sim::ImportedWorkload& imported);
    void openDropped(const QList<QUrl>& urls);
    void refreshPrices();
    [[nodiscard]] DocumentStatus::Texts statusTexts() const;
    void tell(const QString& sentence);

    QSettings& m_settings;
    QWidget& m_window;
    std::filesystem::path m_examples;
    sim::TypeLibrary m_library;
    std::shared_ptr<const sim::Cluster> m_cluster;
    QString m_priceText;
    WorkloadDocument m_document;
    WorkloadPage* m_page;
    WorkloadToolBar* m_toolBar;
    DocumentStatus* m_status;
    DocumentFiles m_files;
};

} // namespace hscope::app
