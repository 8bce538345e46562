// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/field_form.h"

#include "app/widgets/number_field.h"
#include "app/widgets/panel_parts.h"
#include "app/widgets/theme.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

constexpr int kLabelWidth = 92;
constexpr double kLargest = 1e9;

} // namespace

FieldForm::FieldForm(EditedDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(12, 4, 12, 12);
    m_column->setSpacing(8);
    m_column->setAlignment(Qt::AlignTop);
}

void FieldForm::beginSection(const QString& title)
{
    if (m_grid != nullptr) {
        m_column->addSpacing(4);
        m_column->addWidget(makeRule(Qt::Horizontal, this));
    }
    if (!title.isEmpty()) {
        m_column->addWidget(makeHeading(title, this));
    }
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(6);
    m_grid->setColumnMinimumWidth(0, kLabelWidth);
    m_grid->setColumnStretch(1, 1);
    m_column->addLayout(m_grid);
}

void FieldForm::addRow(const QString& label, QWidget* field)
{
    const int row = m_grid->rowCount();
    auto* caption = new QLabel(label, this);
    caption->setBuddy(field);
    caption->setProperty("secondary", true);
    m_grid->addWidget(caption, row, 0);
    m_grid->addWidget(field, row, 1);
    if (field->accessibleName().isEmpty()) {
        field->setAccessibleName(label);
    }
}

QLineEdit* FieldForm::addText(const QString& label,
                              const std::function<void(const QString&)>& apply)
{
    auto* field = new QLineEdit(this);
    field->setAcceptDrops(false); // What is dropped is for the workspace.
    addRow(label, field);
    connect(field, &QLineEdit::editingFinished, this, [this, field, apply] {
        if (!m_isFilling && field->isModified()) {
            field->setModified(false);
            apply(field->text());
        }
    });
    connect(field, &QLineEdit::returnPressed, this, &FieldForm::finished);
    return field;
}

QSpinBox* FieldForm::addWhole(const QString& label, int least, int most,
                              const std::function<void(int)>& apply)
{
    auto* field = new QSpinBox(this);
    field->setRange(least, most);
    addRow(label, field);
    connect(field, &QSpinBox::valueChanged, this,
            [this, field, apply](int value) { applyFrom(field, [&] { apply(value); }); });
    connect(field, &QSpinBox::editingFinished, this, [this] { endGesture(); });
    return field;
}

NumberField* FieldForm::addNumber(const QString& label, const QString& suffix, double least,
                                  const std::function<void(double)>& apply)
{
    auto* field = new NumberField(least, kLargest, this);
    if (!suffix.isEmpty()) {
        field->setSuffix(u' ' + suffix);
        field->setAccessibleName(label + u", " + suffix);
    }
    addRow(label, field);
    connect(field, &QDoubleSpinBox::valueChanged, this,
            [this, field, apply](double value) { applyFrom(field, [&] { apply(value); }); });
    connect(field, &QDoubleSpinBox::editingFinished, this, [this] { endGesture(); });
    return field;
}

QComboBox* FieldForm::addChoice(const QString& label, const std::function<void(int)>& apply)
{
    auto* field = new QComboBox(this);
    field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    field->setMinimumContentsLength(6);
    addRow(label, field);
    connect(field, &QComboBox::activated, this, [apply](int index) { apply(index); });
    return field;
}

QLabel* FieldForm::addValue(const QString& label)
{
    auto* value = new QLabel(this);
    value->setTextFormat(Qt::PlainText);
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    value->setFont(fonts::number());
    addRow(label, value);
    return value;
}

void FieldForm::applyFrom(const QObject* field, const std::function<void()>& apply)
{
    if (!m_isFilling) {
        m_field = field;
        apply();
        m_field = nullptr;
    }
}

void FieldForm::setText(QLineEdit& field, const QString& text)
{
    if (field.text() != text && !field.isModified()) {
        field.setText(text);
    } else if (!field.hasFocus()) {
        field.setText(text);
    }
}

std::optional<int> FieldForm::gesture()
{
    if (m_field == nullptr || m_field != m_gestureField || !m_gesture) {
        m_gesture = m_field != nullptr ? std::optional(m_document.newGesture()) : std::nullopt;
        m_gestureField = m_field;
    }
    return m_gesture;
}

} // namespace hscope::app
