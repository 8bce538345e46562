// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_form.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/widgets/number_field.h"
#include "app/widgets/panel_parts.h"
#include "app/widgets/theme.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kLabelWidth = 92;
constexpr double kLargest = 1e9;
constexpr int kNameLength = 40;

} // namespace

ClusterForm::ClusterForm(ClusterDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(12, 4, 12, 12);
    m_column->setSpacing(8);
    m_column->setAlignment(Qt::AlignTop);
}

void ClusterForm::setElement(const sim::ClusterElement& element)
{
    if (element != m_element) {
        m_element = element;
        m_gesture.reset();
    }
}

void ClusterForm::beginSection(const QString& title)
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

void ClusterForm::addRow(const QString& label, QWidget* field)
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

QLineEdit* ClusterForm::addText(const QString& label,
                                const std::function<void(const QString&)>& apply)
{
    auto* field = new QLineEdit(this);
    field->setAcceptDrops(false); // Cards that are dropped are for the canvas.
    addRow(label, field);
    connect(field, &QLineEdit::editingFinished, this, [this, field, apply] {
        if (!m_isFilling && field->isModified()) {
            field->setModified(false);
            apply(field->text());
        }
    });
    connect(field, &QLineEdit::returnPressed, this, &ClusterForm::canvasRequested);
    return field;
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

QSpinBox* ClusterForm::addWhole(const QString& label, int least, int most,
                                const std::function<void(int)>& apply)
{
    auto* field = new QSpinBox(this);
    field->setRange(least, most);
    addRow(label, field);
    connect(field, &QSpinBox::valueChanged, this,
            [this, field, apply](int value) { applyFrom(field, [&] { apply(value); }); });
    connect(field, &QSpinBox::editingFinished, this, [this] { m_gesture.reset(); });
    return field;
}

NumberField* ClusterForm::addNumber(const QString& label, const QString& suffix, double least,
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
    connect(field, &QDoubleSpinBox::editingFinished, this, [this] { m_gesture.reset(); });
    return field;
}

QComboBox* ClusterForm::addChoice(const QString& label, const std::function<void(int)>& apply)
{
    auto* field = new QComboBox(this);
    field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    field->setMinimumContentsLength(6);
    addRow(label, field);
    connect(field, &QComboBox::activated, this, [apply](int index) { apply(index); });
    return field;
}

QLabel* ClusterForm::addValue(const QString& label)
{
    auto* value = new QLabel(this);
    value->setTextFormat(Qt::PlainText);
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    value->setFont(fonts::number());
    addRow(label, value);
    return value;
}

void ClusterForm::applyFrom(const QObject* field, const std::function<void()>& apply)
{
    if (!m_isFilling) {
        m_field = field;
        apply();
        m_field = nullptr;
    }
}

void ClusterForm::edit(sim::Cluster after, const QString& text)
{
    if (m_field == nullptr || m_field != m_gestureField || !m_gesture) {
        m_gesture = m_field != nullptr ? std::optional(m_document.newGesture()) : std::nullopt;
        m_gestureField = m_field;
    }
    m_document.edit(std::move(after), text, m_gesture);
}

void ClusterForm::setText(QLineEdit& field, const QString& text)
{
    if (field.text() != text && !field.isModified()) {
        field.setText(text);
    } else if (!field.hasFocus()) {
        field.setText(text);
    }
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
