// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/table_model.h"
#include "app/models/type_appearance.h"
#include "simulator/model/cluster.h"
#include "simulator/model/cluster_check.h"
#include "simulator/model/cluster_element.h"

#include <optional>
#include <span>
#include <vector>

namespace hscope::app {

/// A table of parts of a cluster, one row each. Changes of the cluster come as the rows that
/// differ, so that whoever looks at the others keeps selection and place.
class ClusterTableModel : public TableModel
{
    Q_OBJECT

public:
    /// What a row is about.
    [[nodiscard]] const sim::ClusterElement& elementAt(int row) const;
    /// The row of an element; none if the table does not show it.
    [[nodiscard]] std::optional<int> rowOf(const sim::ClusterElement& element) const;

protected:
    struct Row
    {
        sim::ClusterElement element;
        std::vector<TableCell> cells;
        std::optional<TypeAppearance> glyph; ///< Before the text of glyphColumn().
        bool hasProblem = false;             ///< Marks the last column.

        bool operator==(const Row& other) const;
    };

    using TableModel::TableModel;

    void setRows(const std::vector<Row>& rows) { replaceRows(m_rows, rows); }

    [[nodiscard]] virtual int glyphColumn() const { return -1; }

    [[nodiscard]] int rows() const override { return static_cast<int>(m_rows.size()); }

    [[nodiscard]] TableCell cell(int row, int column) const override;
    [[nodiscard]] QVariant decoration(int row, int column, int role) const override;

private:
    std::vector<Row> m_rows;
};

/// Nodes, then switches.
class ClusterNodeModel final : public ClusterTableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        Name,
        Count,
        Group,
        Devices,
        Memory,
        Network,
        UsdEach,
        Usd,
        Problem,
        ColumnCount
    };

    explicit ClusterNodeModel(QObject* parent = nullptr);
    void setCluster(const sim::Cluster& cluster, std::span<const sim::ClusterProblem> problems);

protected:
    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] int glyphColumn() const override { return Devices; }

private:
    std::vector<TableColumn> m_columns;
};

/// Links, in the order of the document.
class ClusterLinkModel final : public ClusterTableModel
{
    Q_OBJECT

public:
    explicit ClusterLinkModel(QObject* parent = nullptr);
    void setCluster(const sim::Cluster& cluster);

protected:
    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

private:
    std::vector<TableColumn> m_columns;
};

/// Problems with what would be done about them.
class ClusterProblemModel final : public ClusterTableModel
{
    Q_OBJECT

public:
    explicit ClusterProblemModel(QObject* parent = nullptr);
    void setProblems(const sim::Cluster& cluster, std::span<const sim::ClusterProblem> problems);

protected:
    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

private:
    std::vector<TableColumn> m_columns;
};

} // namespace hscope::app
