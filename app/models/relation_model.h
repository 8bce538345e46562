// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/slice_details.h"
#include "app/models/table_model.h"

namespace hscope::app {

/// What a slice is linked with, one row per link.
class RelationModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column : int
    {
        Name,
        Relation,
        Offset
    };

    explicit RelationModel(QObject* parent = nullptr);

    void setRelations(std::vector<app::Relation> relations);

    /// The typed row, for painting.
    [[nodiscard]] const app::Relation& relationAt(int row) const
    {
        return m_relations[static_cast<std::size_t>(row)];
    }

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_relations.size()); }

    [[nodiscard]] const std::vector<TableColumn>& columns() const override { return m_columns; }

    [[nodiscard]] TableCell cell(int row, int column) const override;

private:
    std::vector<app::Relation> m_relations;
    std::vector<TableColumn> m_columns;
};

} // namespace hscope::app
