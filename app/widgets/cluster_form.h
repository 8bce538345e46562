// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_document.h"

#include <QWidget>

#include <functional>
#include <optional>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QVBoxLayout;

namespace hscope::app {

class NumberField;

/// One page of the inspector: fields whose changes are edits of the document. What is typed or
/// stepped in one field, until it is left, is one step of undo.
class ClusterForm : public QWidget
{
    Q_OBJECT

public:
    ClusterForm(ClusterDocument& document, QWidget* parent);

    /// Shows an element, which exists.
    virtual void show(const sim::ClusterElement& element) = 0;

    /// The field that naming begins in; null if there is none.
    [[nodiscard]] QLineEdit* nameField() const { return m_name; }

Q_SIGNALS:
    void told(const QString& sentence);
    void canvasRequested(); ///< Enter in a field: the work goes on in the drawing.
    void linkRequested();

protected:
    [[nodiscard]] ClusterDocument& document() { return m_document; }

    [[nodiscard]] const sim::Cluster& cluster() const { return m_document.cluster(); }

    [[nodiscard]] const sim::ClusterElement& element() const { return m_element; }

    void setElement(const sim::ClusterElement& element);

    [[nodiscard]] QVBoxLayout& column() { return *m_column; }

    /// Fields come into the section that was begun last.
    void beginSection(const QString& title);
    /// A field for the id: renames, or says why it cannot.
    void addNameField(const QString& label);
    QLineEdit* addText(const QString& label, const std::function<void(const QString&)>& apply);
    /// The same where a document must have a text: an empty one is taken back.
    QLineEdit* addNeededText(const QString& label, const std::function<void(std::string)>& apply);
    QSpinBox* addWhole(const QString& label, int least, int most,
                       const std::function<void(int)>& apply);
    NumberField* addNumber(const QString& label, const QString& suffix, double least,
                           const std::function<void(double)>& apply);
    QComboBox* addChoice(const QString& label, const std::function<void(int)>& apply);
    QLabel* addValue(const QString& label);
    void addRow(const QString& label, QWidget* field);

    /// One edit; those that one field makes until it is left merge.
    void edit(sim::Cluster after, const QString& text);
    /// Calls `apply` as the work of `field`.
    void applyFrom(const QObject* field, const std::function<void()>& apply);

    /// True while a form fills its fields: their signals are no edits.
    [[nodiscard]] bool isFilling() const { return m_isFilling; }

    void setFilling(bool filling) { m_isFilling = filling; }

    /// Text for a position or price, without moving the cursor of who is typing.
    static void setText(QLineEdit& field, const QString& text);

    /// In a box of racks: none, each, and a new one.
    void fillRacks(QComboBox& box, const std::optional<std::string>& current) const;
    void applyRack(const QComboBox& box, int index, const ClusterElements& places);

private:
    void rename(const QString& text);

    ClusterDocument& m_document;
    sim::ClusterElement m_element;
    QVBoxLayout* m_column;
    QGridLayout* m_grid = nullptr;
    QLineEdit* m_name = nullptr;
    bool m_isFilling = false;
    std::optional<int> m_gesture;
    const QObject* m_gestureField = nullptr; ///< Whose edits merge.
    const QObject* m_field = nullptr;        ///< Whose work is being done.
};

} // namespace hscope::app
