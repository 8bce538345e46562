// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the actions of the page do; how it is laid out is in workload_page.cpp.
#include "app/commands/workload_text.h"
#include "app/models/format.h"
#include "app/widgets/table_panel.h"
#include "app/widgets/workload_bottom.h"
#include "app/widgets/workload_form.h"
#include "app/widgets/workload_import_bar.h"
#include "app/widgets/workload_inspector.h"
#include "app/widgets/workload_page.h"

#include <QAbstractProxyModel>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QTableView>

namespace hscope::app {

namespace {

constexpr int kNameLength = 40;

} // namespace

void WorkloadPage::connectActions()
{
    const WorkloadActions& a = m_actions;
    const auto on = [this](QAction* action, auto apply) {
        connect(action, &QAction::triggered, this, apply);
    };
    on(a.undo, [this] { m_document.undoStack().undo(); });
    on(a.redo, [this] { m_document.undoStack().redo(); });
    on(a.cut, [this] {
        copyLayers();
        removeLayers();
    });
    on(a.copy, [this] { copyLayers(); });
    on(a.paste, [this] { pasteLayers(); });
    on(a.duplicate, [this] {
        m_document.edit(duplicated(m_document.workload(), m_document.selection()),
                        tr("duplicate %1").arg(selectionName()));
    });
    on(a.remove, [this] { removeLayers(); });
    on(a.selectAll, [this] {
        LayerSet all;
        for (std::size_t i = 0; i < m_document.workload().layers.size(); ++i) {
            all.insert(all.end(), i);
        }
        m_document.select(std::move(all));
    });
    on(a.add, [this] { addLayer(); });
    on(a.moveUp, [this] {
        const LayerSet& layers = m_document.selection();
        moveLayers(layers, layers.empty() || *layers.begin() == 0 ? 0 : *layers.begin() - 1);
    });
    on(a.moveDown, [this] {
        const LayerSet& layers = m_document.selection();
        moveLayers(layers, layers.empty() ? 0 : *layers.rbegin() + 2);
    });
    on(a.find, [this] {
        m_table->filterField()->setFocus();
        m_table->filterField()->selectAll();
    });
}

void WorkloadPage::connectEditing()
{
    connect(m_form, &FieldForm::told, this, &WorkloadPage::told);
    connect(m_form, &FieldForm::finished, this, &WorkloadPage::focusLayers);
    connect(m_bottom, &WorkloadBottom::told, this, &WorkloadPage::told);
    connect(m_inspector, &WorkloadInspector::told, this, &WorkloadPage::told);
    connect(m_inspector, &WorkloadInspector::finished, this, &WorkloadPage::focusLayers);
    connect(m_inspector, &WorkloadInspector::pricesRequested, this, &WorkloadPage::pricesRequested);
    connect(m_import, &WorkloadImportBar::refused, this, &WorkloadPage::told);
    connect(m_import, &WorkloadImportBar::closed, this, &WorkloadPage::focusLayers);
    connect(&m_layers, &WorkloadLayerModel::textEdited, this,
            [this](int layer, const LayerValue& value, const QString& text) {
                applyText(static_cast<std::size_t>(layer), value, text);
            });
    connect(&m_layers, &WorkloadLayerModel::moveRequested, this,
            [this](const QList<int>& rows, int before) {
                LayerSet layers;
                for (const int row : rows) {
                    layers.insert(static_cast<std::size_t>(row));
                }
                moveLayers(layers, static_cast<std::size_t>(before));
            });
}

QString WorkloadPage::selectionName() const
{
    const LayerSet& selection = m_document.selection();
    return selection.size() == 1
               ? elideMiddle(toText(m_document.workload().layers[*selection.begin()].name),
                             kNameLength)
               : formatCounted(std::ssize(selection), tr("1 layer"), tr("%1 layers"));
}

void WorkloadPage::applyText(std::size_t layer, const LayerValue& value, const QString& text)
{
    const auto after = withText(m_document.workload(), {layer}, value, text);
    if (!after) {
        Q_EMIT told(toText(after.error().message));
        editAgain(layer, value, text);
        return;
    }
    m_document.edit(*after, tr("change %1 of %2")
                                .arg(isOfType(value.field) ? documentName(value)
                                                           : fieldTitle(value.field).toLower(),
                                     elideMiddle(toText(after->layers[layer].name), kNameLength)));
}

/// What was refused is not lost: the editor opens once more with it, Escape leaves.
void WorkloadPage::editAgain(std::size_t layer, const LayerValue& value, const QString& text)
{
    const auto reopen = [this, layer, value, text] {
        const auto* proxy = qobject_cast<const QAbstractProxyModel*>(m_table->view()->model());
        const QModelIndex index =
            proxy->mapFromSource(m_layers.index(static_cast<int>(layer), m_layers.columnOf(value)));
        if (!index.isValid() || !m_table->isVisible()) {
            return;
        }
        m_table->view()->setCurrentIndex(index);
        m_table->view()->edit(index);
        if (auto* editor = qobject_cast<QLineEdit*>(m_table->view()->indexWidget(index))) {
            editor->setText(text);
        }
    };
    QMetaObject::invokeMethod(this, reopen, Qt::QueuedConnection);
}

void WorkloadPage::addLayer()
{
    const sim::Workload& workload = m_document.workload();
    const std::size_t before = m_document.selection().empty()
                                   ? workload.layers.size()
                                   : *m_document.selection().rbegin() + 1;
    m_document.edit(inserted(workload, before, {nextLayer(workload, before)}), tr("add layer"));
    m_inspector->beginRename();
}

void WorkloadPage::removeLayers()
{
    const LayerSet& selection = m_document.selection();
    if (selection.empty()) {
        return;
    }
    const QString text = tr("delete %1").arg(selectionName());
    const std::size_t next = *selection.begin();
    sim::Workload after = removed(m_document.workload(), selection);
    LayerSet selected;
    if (!after.layers.empty()) {
        selected.insert(std::min(next, after.layers.size() - 1));
    }
    m_document.edit(WorkloadEdit{std::move(after), std::move(selected)}, text);
}

void WorkloadPage::moveLayers(const LayerSet& layers, std::size_t before)
{
    if (layers.empty()) {
        return;
    }
    auto after = moved(m_document.workload(), layers, before);
    if (!after) {
        Q_EMIT told(toText(after.error().message));
        return;
    }
    m_document.edit(std::move(*after), tr("move %1").arg(selectionName()));
}

void WorkloadPage::copy()
{
    if (m_bottom->copy()) {
        return;
    }
    copyLayers();
}

void WorkloadPage::copyLayers()
{
    if (!m_document.selection().empty()) {
        QApplication::clipboard()->setText(
            layersText(m_document.workload(), m_document.selection()));
        Q_EMIT told(tr("%1 copied: paste them here or into a spreadsheet.").arg(selectionName()));
    }
}

void WorkloadPage::pasteLayers()
{
    const QString text = QApplication::clipboard()->text();
    if (text.trimmed().isEmpty()) {
        Q_EMIT told(tr("Nothing that can be pasted is on the clipboard."));
        return;
    }
    const sim::Workload& workload = m_document.workload();
    if (isLayersText(text)) {
        auto layers = layersFromText(text);
        if (!layers) {
            Q_EMIT told(toText(layers.error().message));
            return;
        }
        const std::size_t before = m_document.selection().empty()
                                       ? workload.layers.size()
                                       : *m_document.selection().rbegin() + 1;
        const QString name =
            formatCounted(std::ssize(*layers), tr("paste a layer"), tr("paste %1 layers"));
        m_document.edit(inserted(workload, before, std::move(*layers)), name);
        return;
    }
    // Cells of a spreadsheet go where the keyboard is.
    const auto* proxy = qobject_cast<const QAbstractProxyModel*>(m_table->view()->model());
    const QModelIndex current = proxy->mapToSource(m_table->view()->currentIndex());
    const QHeaderView& header = *m_table->view()->horizontalHeader();
    std::vector<LayerValue> columns;
    for (int visual = current.isValid() ? header.visualIndex(current.column()) : header.count();
         visual < header.count(); ++visual) {
        const int column = header.logicalIndex(visual);
        if (const auto value = m_layers.valueAt(column); value && !header.isSectionHidden(column)) {
            columns.push_back(*value);
        }
    }
    if (columns.empty()) {
        Q_EMIT told(tr("Go to the cell where the first value belongs, then paste."));
        return;
    }
    auto after = cellsPasted(workload, static_cast<std::size_t>(current.row()), columns, text);
    if (!after) {
        Q_EMIT told(toText(after.error().message));
        return;
    }
    m_document.edit(std::move(*after), tr("paste cells"));
}

void WorkloadPage::showMenu(QPoint position)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions({m_actions.add, m_actions.duplicate, m_actions.moveUp, m_actions.moveDown});
    menu->addSeparator();
    menu->addActions({m_actions.cut, m_actions.copy, m_actions.paste, m_actions.remove});
    menu->popup(m_table->view()->viewport()->mapToGlobal(position));
}

} // namespace hscope::app
