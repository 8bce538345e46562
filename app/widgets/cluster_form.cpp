// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_form.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"

#include <QComboBox>
#include <QLineEdit>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kNameLength = 40;

} // namespace

ClusterForm::ClusterForm(ClusterDocument& document, QWidget* parent)
    : FieldForm(document, parent)
    , m_document(document)
{
}

void ClusterForm::setElement(const sim::ClusterElement& element)
{
    if (element != m_element) {
        m_element = element;
        endGesture();
    }
}

void ClusterForm::addNameField(const QString& label)
{
    m_name = addText(label, [this](const QString& text) { rename(text); });
}

void ClusterForm::rename(const QString& text)
{
    const std::string id = text.trimmed().toStdString();
    if (id == m_element.id) {
        return;
    }
    ClusterEdit renaming = renamed(cluster(), m_element, id);
    if (renaming.elements.contains(m_element)) {
        Q_EMIT told(
            id.empty()
                ? tr("A name is needed: the old one stays.")
                : tr("%1 is taken: choose another name.").arg(elideMiddle(text, kNameLength)));
        setText(*m_name, toText(m_element.id));
        return;
    }
    m_document.edit(std::move(renaming), tr("rename %1").arg(elementName(cluster(), m_element)));
}

QLineEdit* ClusterForm::addNeededText(const QString& label,
                                      const std::function<void(std::string)>& apply)
{
    return addText(label, [this, label, apply](const QString& text) {
        if (text.trimmed().isEmpty()) {
            Q_EMIT told(tr("%1: a text is needed, the old one stays.").arg(label));
            show(m_element);
            return;
        }
        apply(text.trimmed().toStdString());
    });
}

void ClusterForm::edit(const sim::Cluster& after, const QString& text)
{
    m_document.edit(after, text, gesture());
}

void ClusterForm::fillRacks(QComboBox& box, const std::optional<std::string>& current) const
{
    box.clear();
    box.addItem(tr("none"));
    for (const sim::ClusterElement& each : drawnElements(cluster())) {
        if (each.kind == sim::ClusterElement::Kind::Group) {
            box.addItem(elideMiddle(toText(each.id), kNameLength), toText(each.id));
        }
    }
    box.addItem(tr("New rack"));
    box.setCurrentIndex(current ? std::max(0, box.findData(toText(*current))) : 0);
}

void ClusterForm::applyRack(const QComboBox& box, int index, const ClusterElements& places)
{
    const QString text = tr("change rack");
    if (index == box.count() - 1) {
        ClusterEdit made = addGroup(cluster(), "rack-1", places);
        m_document.edit(std::move(made.cluster), text);
        return;
    }
    const QString rack = box.itemData(index).toString();
    m_document.edit(
        grouped(cluster(), places, index == 0 ? std::nullopt : std::optional(rack.toStdString())),
        text);
}

} // namespace hscope::app
