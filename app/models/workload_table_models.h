// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/table_model.h"
#include "simulator/model/workload_check.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hscope::app {

/// What flows between the layers of a workload. Ends are edited by number or name, bytes as sizes;
/// an edge that was typed is only announced.
class WorkloadEdgeModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        From,
        To,
        Bytes,
        Passes,
        ColumnCount
    };

    explicit WorkloadEdgeModel(QObject* parent = nullptr);

    /// `edges` are those of the workload, or its chain.
    void setEdges(const sim::Workload& workload, const std::vector<sim::Edge>& edges);

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& text, int role) override;

Q_SIGNALS:
    void edgeEdited(int row, const hscope::sim::Edge& edge);
    void refused(const QString& sentence);

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_edges.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;
    [[nodiscard]] QVariant decoration(int row, int column, int role) const override;
    [[nodiscard]] QVariant editText(int row, int column) const override;

private:
    [[nodiscard]] std::optional<std::size_t> layerNamed(const QString& text) const;

    std::vector<TableColumn> m_columns;
    std::vector<sim::Edge> m_edges;
    std::vector<std::string> m_names; ///< Of the layers.
};

/// Problems with what would be done about them.
class WorkloadProblemModel final : public TableModel
{
    Q_OBJECT

public:
    explicit WorkloadProblemModel(QObject* parent = nullptr);
    void setProblems(const sim::Workload& workload, std::span<const sim::WorkloadProblem> problems);

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_problems.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;
    [[nodiscard]] QVariant decoration(int row, int column, int role) const override;

private:
    struct Row
    {
        sim::WorkloadProblem problem;
        QString where;

        bool operator==(const Row&) const = default;
    };

    std::vector<TableColumn> m_columns;
    std::vector<Row> m_problems;
};

} // namespace hscope::app
