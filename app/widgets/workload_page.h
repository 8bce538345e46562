// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/workload_document.h"
#include "app/models/workload_layer_model.h"
#include "app/widgets/theme.h"
#include "app/widgets/workload_actions.h"

#include <QList>
#include <QUrl>
#include <QWidget>

class QLabel;
class QSettings;

namespace hscope::app {

class NoticeBar;
class TablePanel;
class WorkloadBottom;
class WorkloadForm;
class WorkloadImportBar;
class WorkloadInspector;

/// The Workload workspace: what the workload says about itself, its layers as a table that is
/// edited in place, their edges and problems, and an inspector of the selected ones.
class WorkloadPage final : public QWidget
{
    Q_OBJECT

public:
    /// All must outlive the page.
    WorkloadPage(WorkloadDocument& document, const Theme& theme, QSettings& settings,
                 QWidget* parent = nullptr);

    [[nodiscard]] const WorkloadActions& actions() const { return m_actions; }

    [[nodiscard]] TablePanel* layerTable() const { return m_table; }

    [[nodiscard]] const WorkloadLayerModel& layerModel() const { return m_layers; }

    [[nodiscard]] WorkloadForm* form() const { return m_form; }

    [[nodiscard]] WorkloadInspector* inspector() const { return m_inspector; }

    [[nodiscard]] WorkloadBottom* bottom() const { return m_bottom; }

    [[nodiscard]] WorkloadImportBar* importBar() const { return m_import; }

    [[nodiscard]] NoticeBar* notice() const { return m_notice; }

    void setPrices(const TypePrices& prices);
    /// The keyboard to the layers, the first of them current if none is.
    void focusLayers();
    /// The window's Ctrl+C: the selected layers, or what has the keyboard.
    void copy();

Q_SIGNALS:
    void told(const QString& sentence);
    void filesDropped(const QList<QUrl>& urls);
    void pricesRequested();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeLayout(QSettings& settings);
    void makeTable(QSettings& settings);
    [[nodiscard]] QWidget* makeFoot();
    void connectActions();
    void connectEditing();
    void refresh();
    void refreshSelection();
    void refreshActions();
    void refreshFoot();
    void selectFromTable();
    void showMenu(QPoint position);
    void applyText(std::size_t layer, const LayerValue& value, const QString& text);
    void editAgain(std::size_t layer, const LayerValue& value, const QString& text);
    void addLayer();
    void removeLayers();
    void moveLayers(const LayerSet& layers, std::size_t before);
    void copyLayers();
    void pasteLayers();
    void fitColumnsOnce();
    [[nodiscard]] QString selectionName() const;

    WorkloadDocument& m_document;
    const Theme& m_theme;
    WorkloadActions m_actions;
    WorkloadLayerModel m_layers;
    NoticeBar* m_notice;
    WorkloadImportBar* m_import;
    WorkloadForm* m_form;
    TablePanel* m_table;
    WorkloadBottom* m_bottom;
    WorkloadInspector* m_inspector;
    QLabel* m_foot = nullptr;
    TypePrices m_prices;
    std::vector<std::string> m_fittedTypes; ///< For which the columns have their widths.
    bool m_isSyncing = false; ///< A selection is on its way from one place to the others.
};

} // namespace hscope::app
