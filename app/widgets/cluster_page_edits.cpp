// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the actions of the page do; how it is laid out is in cluster_page.cpp.
#include "app/drawing/arrangement.h"
#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/widgets/cluster_connect_panel.h"
#include "app/widgets/cluster_inspector.h"
#include "app/widgets/cluster_page.h"
#include "app/widgets/table_panel.h"
#include "simulator/io/documents.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>

#include <algorithm>

namespace hscope::app {

namespace {

using Kind = sim::ClusterElement::Kind;

} // namespace

QString ClusterPage::selectionName() const
{
    const ClusterElements& selection = m_document.selection();
    return selection.size() == 1
               ? elementName(m_document.cluster(), *selection.begin())
               : formatCounted(std::ssize(selection), tr("1 element"), tr("%1 elements"));
}

void ClusterPage::removeSelection()
{
    if (m_document.selection().empty()) {
        return;
    }
    const QString text = tr("delete %1").arg(selectionName());
    sim::Cluster after = removed(m_document.cluster(), m_document.selection());
    m_document.edit(ClusterEdit{std::move(after), {}}, text);
}

void ClusterPage::copy()
{
    for (QWidget* widget = QApplication::focusWidget(); widget != nullptr;
         widget = widget->parentWidget()) {
        if (const auto* table = qobject_cast<TablePanel*>(widget)) {
            table->copy();
            return;
        }
        if (widget == m_json) {
            if (m_json->textCursor().hasSelection()) {
                m_json->copy();
            } else {
                QApplication::clipboard()->setText(m_json->toPlainText());
            }
            return;
        }
    }
    copySelection();
}

void ClusterPage::copySelection()
{
    if (placesOf(m_document.cluster(), m_document.selection()).empty()) {
        return;
    }
    const sim::Cluster part =
        excerpt(placed(m_document.cluster(), m_canvas->shownPositions()), m_document.selection());
    const QByteArray json = QByteArray::fromStdString(sim::toJson(part));
    auto* mime = new QMimeData;
    mime->setData(QLatin1String(kClusterMime), json);
    mime->setText(QString::fromUtf8(json));
    QApplication::clipboard()->setMimeData(mime);
}

void ClusterPage::pasteClipboard()
{
    const QMimeData* mime = QApplication::clipboard()->mimeData();
    if (mime == nullptr || !(mime->hasFormat(QLatin1String(kClusterMime)) || mime->hasText())) {
        Q_EMIT told(tr("Nothing that can be drawn is on the clipboard."));
        return;
    }
    const QByteArray json = mime->hasFormat(QLatin1String(kClusterMime))
                                ? mime->data(QLatin1String(kClusterMime))
                                : mime->text().toUtf8();
    const auto part = sim::parseCluster(json.toStdString(), "clipboard");
    if (!part) {
        Q_EMIT told(tr("The clipboard holds no part of a cluster: copy servers in a drawing "
                       "first."));
        return;
    }
    m_canvas->paste(*part);
}

void ClusterPage::addRack()
{
    const ClusterElements places = placesOf(m_document.cluster(), m_document.selection());
    if (places.empty()) {
        m_canvas->addCard({ClusterCard::Kind::Rack, {}});
        return;
    }
    m_document.edit(
        addGroup(placed(m_document.cluster(), m_canvas->shownPositions()), "rack-1", places),
        tr("put %1 into a rack").arg(selectionName()));
}

void ClusterPage::connectTo()
{
    if (!m_connect->begin()) {
        Q_EMIT told(tr("Select a server or switch to connect first."));
    }
}

void ClusterPage::addType()
{
    sim::ResourceType type;
    type.kind = sim::DeviceKind::Gpu;
    type.name = tr("New type").toStdString();
    type.priceUsdPerHour = 1;
    int number = 1;
    do {
        type.id = "type-" + std::to_string(number++);
    } while (findType(m_document.cluster(), type.id) != nullptr);
    m_document.edit(hscope::app::addType(m_document.cluster(), type), tr("add resource type"));
    m_inspector->beginRename();
}

void ClusterPage::editType(const ClusterCard& card)
{
    if (card.kind != ClusterCard::Kind::Type) {
        return;
    }
    if (findType(m_document.cluster(), card.id) == nullptr) {
        const auto types = drawableTypes(m_document.cluster(), m_library);
        const auto found = std::ranges::find(types, card.id, &sim::ResourceType::id);
        m_document.edit(hscope::app::addType(m_document.cluster(), *found),
                        tr("add resource type %1").arg(typeName(*found)));
    }
    m_document.select({typeElement(card.id)});
    m_inspector->setFocus();
}

void ClusterPage::alignSelection(const QAction& action)
{
    const std::vector<sim::ClusterElement> elements(m_document.selection().begin(),
                                                    m_document.selection().end());
    m_document.edit(
        aligned(m_document.cluster(), elements, static_cast<Alignment>(action.data().toInt())),
        tr("align %1").arg(selectionName()));
}

void ClusterPage::distributeSelection(const QAction& action)
{
    const std::vector<sim::ClusterElement> elements(m_document.selection().begin(),
                                                    m_document.selection().end());
    m_document.edit(distributed(m_document.cluster(), elements,
                                static_cast<Qt::Orientation>(action.data().toInt())),
                    tr("distribute %1").arg(selectionName()));
}

void ClusterPage::showMenu(QPoint globalPosition)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions({m_actions.rename, m_actions.connectTo, m_actions.rack});
    menu->addSeparator();
    menu->addActions(
        {m_actions.cut, m_actions.copy, m_actions.paste, m_actions.duplicate, m_actions.remove});
    menu->addSeparator();
    QMenu* align = menu->addMenu(tr("&Align"));
    for (QAction* action : m_actions.align) {
        align->addAction(action);
    }
    align->addSeparator();
    for (QAction* action : m_actions.distribute) {
        align->addAction(action);
    }
    menu->addActions({m_actions.fitSelection, m_actions.fitAll});
    menu->popup(globalPosition);
}

void ClusterPage::selectMatching(const QString& text)
{
    const QString wanted = text.trimmed();
    ClusterElements found;
    const sim::Cluster& cluster = m_document.cluster();
    const auto matches = [&wanted](const std::string& name) {
        return toText(name).contains(wanted, Qt::CaseInsensitive);
    };
    for (const sim::Node& node : cluster.nodes) {
        const bool hasType = std::ranges::any_of(node.devices, [&](const auto& devices) {
            return matches(devices.type) ||
                   typeName(cluster, devices.type).contains(wanted, Qt::CaseInsensitive);
        });
        if (!wanted.isEmpty() && (hasType || matches(node.id))) {
            found.insert(nodeElement(node.id));
        }
    }
    for (const sim::Switch& networkSwitch : cluster.switches) {
        if (!wanted.isEmpty() && matches(networkSwitch.id)) {
            found.insert(switchElement(networkSwitch.id));
        }
    }
    if (!wanted.isEmpty()) {
        Q_EMIT told(found.empty() ? tr("Nothing is called that.")
                                  : formatCounted(std::ssize(found), tr("1 element found"),
                                                  tr("%1 elements found")));
    }
    m_document.select(std::move(found));
    if (!m_document.selection().empty()) {
        m_canvas->showElement(*m_document.selection().begin());
    }
}

} // namespace hscope::app
