// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/cluster_table_models.h"
#include "app/widgets/cluster_actions.h"
#include "app/widgets/cluster_canvas.h"
#include "app/widgets/cluster_totals_bar.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QSettings;
class QStackedWidget;
class QTabBar;

namespace hscope::app {

class ClusterConnectPanel;
class ClusterInspector;
class NoticeBar;
class ClusterPalette;
class ClusterTotalsBar;
class TablePanel;

/// The Cluster workspace: cards, drawing, inspector, and below them the same cluster as tables and
/// as text. What is selected in one place is selected in all.
class ClusterPage final : public QWidget
{
    Q_OBJECT

public:
    /// All must outlive the page.
    ClusterPage(ClusterDocument& document, const sim::TypeLibrary& library, const Theme& theme,
                QSettings& settings, QWidget* parent = nullptr);

    [[nodiscard]] const ClusterActions& actions() const { return m_actions; }

    [[nodiscard]] ClusterCanvas* canvas() const { return m_canvas; }

    [[nodiscard]] ClusterPalette* cards() const { return m_cards; }

    [[nodiscard]] ClusterInspector* inspector() const { return m_inspector; }

    [[nodiscard]] NoticeBar* notice() const { return m_notice; }

    [[nodiscard]] ClusterConnectPanel* connectPanel() const { return m_connect; }

    [[nodiscard]] TablePanel* nodeTable() const { return m_nodeTable; }

    [[nodiscard]] TablePanel* problemTable() const { return m_problemTable; }

    [[nodiscard]] const ClusterNodeModel& nodeModel() const { return m_nodes; }

    [[nodiscard]] QPushButton* scheduleButton() const { return m_totals->button(); }

    [[nodiscard]] QTabBar* tabs() const { return m_tabs; }

    /// The window's Ctrl+C: what is selected, or the table that has the keyboard.
    void copy();
    /// Selects what has the text in its name or among its types.
    void selectMatching(const QString& text);

Q_SIGNALS:
    void told(const QString& sentence);
    void filesDropped(const QList<QUrl>& urls);
    void keepTypeRequested(const std::string& id);
    void scheduleRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Tab : int
    {
        NodeTab,
        ProblemTab,
        LinkTab,
        JsonTab
    };

    void makeLayout(QSettings& settings);
    [[nodiscard]] QWidget* makeBottom(QSettings& settings);
    TablePanel* makeTable(ClusterTableModel& model, const QString& subject,
                          const QString& accessibleName, QSettings& settings);
    void connectActions();
    void connectEditing();
    void refresh();
    void refreshSelection();
    void refreshActions();
    void showTab(int tab);
    void selectFromTable(const TablePanel& table, const ClusterTableModel& model);
    void showInTable(TablePanel& table, const ClusterTableModel& model);
    void showMenu(QPoint globalPosition);
    void addRack();
    void connectTo();
    void removeSelection();
    void copySelection();
    void pasteClipboard();
    void addType();
    void editType(const ClusterCard& card);
    void alignSelection(const QAction& action);
    void distributeSelection(const QAction& action);
    [[nodiscard]] QString selectionName() const;

    ClusterDocument& m_document;
    const sim::TypeLibrary& m_library;
    const Theme& m_theme;
    ClusterActions m_actions;
    ClusterNodeModel m_nodes;
    ClusterLinkModel m_links;
    ClusterProblemModel m_problems;
    ClusterPalette* m_cards;
    ClusterCanvas* m_canvas;
    ClusterInspector* m_inspector;
    NoticeBar* m_notice;
    ClusterConnectPanel* m_connect;
    QTabBar* m_tabs = nullptr;
    QStackedWidget* m_tables = nullptr;
    TablePanel* m_nodeTable = nullptr;
    TablePanel* m_linkTable = nullptr;
    TablePanel* m_problemTable = nullptr;
    QPlainTextEdit* m_json = nullptr;
    ClusterTotalsBar* m_totals = nullptr;
    bool m_isSyncing = false; ///< A selection is on its way from one place to the others.
};

} // namespace hscope::app
