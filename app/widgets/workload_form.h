// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/workload_document.h"
#include "app/widgets/field_form.h"

#include <vector>

class QCheckBox;
class QHBoxLayout;

namespace hscope::app {

/// What a workload says about itself: one line of fields above its layers.
class WorkloadForm final : public FieldForm
{
    Q_OBJECT

public:
    WorkloadForm(WorkloadDocument& document, QWidget* parent = nullptr);

    [[nodiscard]] QSpinBox* batchField() const { return m_batch; }

    [[nodiscard]] QSpinBox* microbatchField() const { return m_microbatches; }

    [[nodiscard]] QLineEdit* floorField() const { return m_floor; }

    [[nodiscard]] QLineEdit* nameField() const { return m_name; }

protected:
    void addRow(const QString& label, QWidget* field) override;

private:
    QLineEdit* addQuantity(const QString& label, double sim::Workload::* member, bool mayBeZero);
    void refresh();
    void edit(const sim::Workload& after, const QString& label);

    WorkloadDocument& m_document;
    QHBoxLayout* m_row;
    QLineEdit* m_name;
    QSpinBox* m_batch;
    QSpinBox* m_microbatches;
    QLineEdit* m_samples;
    QLineEdit* m_epochs;
    QLineEdit* m_floor;
    QCheckBox* m_charges;
};

/// The values of the selected layers: what is typed is for all of them.
class LayerForm final : public FieldForm
{
    Q_OBJECT

public:
    LayerForm(WorkloadDocument& document, QWidget* parent = nullptr);

    void refresh();

    [[nodiscard]] QLineEdit* field(LayerField field) const
    {
        return m_fields[static_cast<std::size_t>(field)];
    }

private:
    void apply(LayerField field, const QString& text);

    WorkloadDocument& m_document;
    std::vector<QLineEdit*> m_fields; ///< By LayerField.
};

} // namespace hscope::app
