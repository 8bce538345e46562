// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/edited_document.h"

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

/// Labelled fields whose changes are edits of a document. What is typed or stepped in one field,
/// until it is left, is one step of undo.
class FieldForm : public QWidget
{
    Q_OBJECT

public:
    FieldForm(EditedDocument& document, QWidget* parent);

Q_SIGNALS:
    void told(const QString& sentence);
    void finished(); ///< Enter in a field: the work goes on elsewhere.

protected:
    [[nodiscard]] QVBoxLayout& column() { return *m_column; }

    /// Fields come into the section that was begun last.
    void beginSection(const QString& title);
    QLineEdit* addText(const QString& label, const std::function<void(const QString&)>& apply);
    QSpinBox* addWhole(const QString& label, int least, int most,
                       const std::function<void(int)>& apply);
    NumberField* addNumber(const QString& label, const QString& suffix, double least,
                           const std::function<void(double)>& apply);
    QComboBox* addChoice(const QString& label, const std::function<void(int)>& apply);
    QLabel* addValue(const QString& label);
    virtual void addRow(const QString& label, QWidget* field);

    /// The gesture that an edit of now belongs to: one as long as it is the work of one field.
    [[nodiscard]] std::optional<int> gesture();

    /// From now on edits of the same field are another gesture.
    void endGesture() { m_gesture.reset(); }

    /// Calls `apply` as the work of `field`.
    void applyFrom(const QObject* field, const std::function<void()>& apply);

    /// True while a form fills its fields: their signals are no edits.
    [[nodiscard]] bool isFilling() const { return m_isFilling; }

    void setFilling(bool filling) { m_isFilling = filling; }

    /// Text for a field, without moving the cursor of who is typing.
    static void setText(QLineEdit& field, const QString& text);

private:
    EditedDocument& m_document;
    QVBoxLayout* m_column;
    QGridLayout* m_grid = nullptr;
    bool m_isFilling = false;
    std::optional<int> m_gesture;
    const QObject* m_gestureField = nullptr; ///< Whose edits merge.
    const QObject* m_field = nullptr;        ///< Whose work is being done.
};

} // namespace hscope::app
