// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_document.h"
#include "app/widgets/field_form.h"

namespace hscope::app {

/// One page of the inspector.
class ClusterForm : public FieldForm
{
    Q_OBJECT

public:
    ClusterForm(ClusterDocument& document, QWidget* parent);

    /// Shows an element, which exists.
    virtual void show(const sim::ClusterElement& element) = 0;

    /// The field that naming begins in; null if there is none.
    [[nodiscard]] QLineEdit* nameField() const { return m_name; }

Q_SIGNALS:
    void linkRequested();

protected:
    [[nodiscard]] ClusterDocument& document() { return m_document; }

    [[nodiscard]] const sim::Cluster& cluster() const { return m_document.cluster(); }

    [[nodiscard]] const sim::ClusterElement& element() const { return m_element; }

    void setElement(const sim::ClusterElement& element);

    /// A field for the id: renames, or says why it cannot.
    void addNameField(const QString& label);
    /// The same where a document must have a text: an empty one is taken back.
    QLineEdit* addNeededText(const QString& label, const std::function<void(std::string)>& apply);
    /// One edit; those that one field makes until it is left merge.
    void edit(const sim::Cluster& after, const QString& text);
    /// In a box of racks: none, each, and a new one.
    void fillRacks(QComboBox& box, const std::optional<std::string>& current) const;
    void applyRack(const QComboBox& box, int index, const ClusterElements& places);

private:
    void rename(const QString& text);

    ClusterDocument& m_document;
    sim::ClusterElement m_element;
    QLineEdit* m_name = nullptr;
};

} // namespace hscope::app
