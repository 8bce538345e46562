// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_inspector.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/widgets/cluster_forms.h"
#include "app/widgets/cluster_node_form.h"
#include "app/widgets/cluster_type_form.h"
#include "app/widgets/inspector_head.h"
#include "app/widgets/number_field.h"
#include "app/widgets/panel_parts.h"
#include "simulator/model/cluster_totals.h"

#include <QLineEdit>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

using Kind = sim::ClusterElement::Kind;

constexpr int kWidth = 296;

QString iconName(Kind kind)
{
    switch (kind) {
    case Kind::Switch:
        return QStringLiteral("switch");
    case Kind::Group:
        return QStringLiteral("rack");
    case Kind::Link:
        return QStringLiteral("link");
    case Kind::Node:
        return QStringLiteral("server");
    case Kind::Cluster:
    case Kind::Type:
        break;
    }
    return QStringLiteral("cluster");
}

} // namespace

ClusterInspector::ClusterInspector(ClusterDocument& document, const sim::TypeLibrary& library,
                                   const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_head(new InspectorHead(theme, this))
    , m_stack(new QStackedWidget(this))
{
    makePanel(*this);
    setFixedWidth(kWidth);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_head);
    layout->addWidget(m_stack, 1);
    m_forms[Kind::Node] = addForm(new ClusterNodeForm(document, library, theme, this));
    m_forms[Kind::Switch] = addForm(new ClusterSwitchForm(document, theme, this));
    m_forms[Kind::Group] = addForm(new ClusterRackForm(document, this));
    m_forms[Kind::Link] = addForm(new ClusterLinkForm(document, this));
    auto* type = addForm(new ClusterTypeForm(document, this));
    m_forms[Kind::Type] = type;
    connect(type, &ClusterTypeForm::keepRequested, this, &ClusterInspector::keepTypeRequested);
    m_several = addForm(new ClusterSeveralForm(document, this));
    m_whole = addForm(new ClusterWholeForm(document, theme, this));
    connect(&document, &ClusterDocument::changed, this, &ClusterInspector::refresh);
    connect(&document, &ClusterDocument::selectionChanged, this, &ClusterInspector::refresh);
    refresh();
}

template <typename Form>
Form* ClusterInspector::addForm(Form* form)
{
    makePanel(*form);
    auto* scroll = new QScrollArea(m_stack);
    scroll->setWidget(form);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    m_stack->addWidget(scroll);
    connect(form, &ClusterForm::told, this, &ClusterInspector::told);
    connect(form, &ClusterForm::finished, this, &ClusterInspector::canvasRequested);
    connect(form, &ClusterForm::linkRequested, this, &ClusterInspector::linkRequested);
    return form;
}

void ClusterInspector::refresh()
{
    const ClusterElements& selection = m_document.selection();
    const sim::ClusterElement element =
        selection.size() == 1 ? *selection.begin() : sim::ClusterElement{};
    m_form = selection.empty()      ? m_whole
             : selection.size() > 1 ? m_several
                                    : m_forms.at(element.kind);
    if (!contains(m_document.cluster(), element)) {
        return; // Between an edit and the selection that comes with it.
    }
    m_form->show(element);
    m_stack->setCurrentWidget(m_form->parentWidget()->parentWidget());
    refreshHead();
}

void ClusterInspector::refreshHead()
{
    const ClusterElements& selection = m_document.selection();
    const sim::Cluster& cluster = m_document.cluster();
    if (selection.size() > 1) {
        m_head->show({}, QStringLiteral("cluster"),
                     tr("%1 selected").arg(formatCount(std::ssize(selection))),
                     tr("what is changed here is changed for all"));
        return;
    }
    const sim::ClusterElement element =
        selection.empty() ? sim::ClusterElement{} : *selection.begin();
    std::optional<TypeAppearance> look;
    if (element.kind == Kind::Type) {
        look = appearanceOf(cluster, element.id);
    } else if (const sim::Node* node =
                   element.kind == Kind::Node ? findNode(cluster, element.id) : nullptr;
               node != nullptr && !node->devices.empty()) {
        look = appearanceOf(cluster, node->devices.front().type);
    }
    m_head->show(look, iconName(element.kind),
                 selection.empty() ? elideMiddle(toText(cluster.name), 60)
                                   : elementName(cluster, element),
                 subtitle(element));
}

QString ClusterInspector::subtitle(const sim::ClusterElement& element) const
{
    const sim::Cluster& cluster = m_document.cluster();
    switch (element.kind) {
    case Kind::Node: {
        const sim::Node* node = findNode(cluster, element.id);
        if (node == nullptr) {
            return {};
        }
        const QString devices = formatCounted(sim::nodeTotals(cluster, *node).devices,
                                              tr("1 device"), tr("%1 devices"));
        return node->group ? tr("server in %1, %2").arg(toText(*node->group), devices)
                           : tr("server, %1").arg(devices);
    }
    case Kind::Switch:
        return tr("switch");
    case Kind::Group:
        return tr("rack");
    case Kind::Link: {
        const sim::Link* link = findLink(cluster, element);
        return link != nullptr ? tr("link, %1").arg(linkTitle(cluster, *link)) : QString();
    }
    case Kind::Type:
        return tr("resource type, prices as of %1")
            .arg(elideMiddle(toText(cluster.pricesAsOf), 20));
    case Kind::Cluster:
        break;
    }
    return tr("nothing is selected");
}

void ClusterInspector::beginRename()
{
    QLineEdit* field = m_form == m_whole ? m_whole->titleField() : m_form->nameField();
    if (field != nullptr) {
        field->setFocus(Qt::OtherFocusReason);
        field->selectAll();
    }
}

void ClusterInspector::beginStorage()
{
    m_document.select({});
    refresh();
    m_whole->storageField()->setFocus(Qt::OtherFocusReason);
    m_whole->storageField()->selectAll();
}

} // namespace hscope::app
