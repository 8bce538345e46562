// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/layer_value.h"
#include "app/models/table_model.h"
#include "app/models/type_prices.h"
#include "simulator/model/workload_check.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace hscope::app {

/// The layers of a workload, one row each: what they are, what they hand on, how long they take and
/// cost on each resource type. Cells are edited as text; what is typed is only announced.
///
/// Rows that are dragged are announced likewise, they do not move by themselves.
class WorkloadLayerModel final : public TableModel
{
    Q_OBJECT

public:
    explicit WorkloadLayerModel(QObject* parent = nullptr);

    /// `cuts` as sim::cutBytes() has them.
    void setWorkload(const sim::Workload& workload, const std::vector<double>& cuts,
                     std::span<const sim::WorkloadProblem> problems);
    void setPrices(const TypePrices& prices);

    [[nodiscard]] const std::vector<std::string>& types() const { return m_types; }

    /// The value that a column shows; none: it is derived.
    [[nodiscard]] std::optional<LayerValue> valueAt(int column) const;
    [[nodiscard]] int columnOf(const LayerValue& value) const;
    [[nodiscard]] int costColumn() const;

    [[nodiscard]] int problemColumn() const { return costColumn() + 1; }

    [[nodiscard]] LayerCosts costsOf(int row) const;
    /// One text per column: how many layers, and sums.
    [[nodiscard]] QStringList totals() const;

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& text, int role) override;
    [[nodiscard]] Qt::DropActions supportedDropActions() const override;
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override;
    bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                         const QModelIndex& parent) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                      const QModelIndex& parent) override;

Q_SIGNALS:
    void textEdited(int layer, const hscope::app::LayerValue& value, const QString& text);
    void moveRequested(const QList<int>& layers, int before);

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_layers.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;
    [[nodiscard]] QVariant decoration(int row, int column, int role) const override;
    [[nodiscard]] QVariant editText(int row, int column) const override;

private:
    void makeColumns();
    [[nodiscard]] TableCell costCell(int row) const;

    [[nodiscard]] const sim::Layer& layerAt(int row) const
    {
        return m_layers[static_cast<std::size_t>(row)];
    }

    std::vector<TableColumn> m_columns;
    std::vector<sim::Layer> m_layers;
    std::vector<std::string> m_types;
    std::vector<double> m_cuts;
    std::map<int, QString> m_problems;
    TypePrices m_prices;
    double m_samples = 0; ///< Of the training.
};

} // namespace hscope::app
