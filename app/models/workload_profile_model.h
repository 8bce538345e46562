// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/layer_value.h"
#include "app/models/table_model.h"
#include "app/models/type_prices.h"

#include <optional>
#include <string>
#include <vector>

namespace hscope::app {

/// The profiles of some layers, one column per resource type, below them what a unit of it costs.
/// Where the layers differ, a cell says so; what is typed is for all of them, and only announced.
///
///              cpu-core     v100
///   Compute    6.465 µs     1.603 µs
///   Transfer   various      0 s
///   Price      $0.04/h      $2.42/h
class WorkloadProfileModel final : public TableModel
{
    Q_OBJECT

public:
    enum Row : int
    {
        FirstField,
        Price = 7,
        Cost,
        RowCount
    };

    explicit WorkloadProfileModel(QObject* parent = nullptr);

    /// `types` are the columns; `samples` those of the training.
    void setLayers(std::vector<sim::Layer> layers, const std::vector<std::string>& types,
                   const TypePrices& prices, double samples);

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& text, int role) override;

Q_SIGNALS:
    void textEdited(const hscope::app::LayerValue& value, const QString& text);

protected:
    [[nodiscard]] int rows() const override { return m_layers.empty() ? 0 : RowCount; }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;
    [[nodiscard]] QVariant decoration(int row, int column, int role) const override;
    [[nodiscard]] QVariant editText(int row, int column) const override;

private:
    [[nodiscard]] std::optional<LayerValue> valueAt(int row, int column) const;

    [[nodiscard]] const std::string& typeAt(int column) const
    {
        return m_types[static_cast<std::size_t>(column - 1)];
    }

    [[nodiscard]] std::optional<double> costOf(const std::string& type) const;
    [[nodiscard]] bool isCheapest(int column) const;

    std::vector<TableColumn> m_columns;
    std::vector<sim::Layer> m_layers;
    std::vector<std::string> m_types;
    TypePrices m_prices;
    double m_samples = 0;
};

} // namespace hscope::app
