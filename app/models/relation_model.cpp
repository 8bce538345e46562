// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/relation_model.h"

#include "app/models/format.h"

namespace hscope::app {

RelationModel::RelationModel(QObject* parent)
    : TableModel(parent)
    , m_columns{{tr("Slice"), {}, Qt::AlignLeft},
                {tr("Relation"), {}, Qt::AlignLeft},
                {tr("Offset"), tr("Offset, ns"), Qt::AlignRight}}
{
}

void RelationModel::setRelations(std::vector<app::Relation> relations)
{
    beginResetModel();
    m_relations = std::move(relations);
    endResetModel();
}

TableCell RelationModel::cell(int row, int column) const
{
    const app::Relation& relation = relationAt(row);
    switch (column) {
    case Name:
        return {relation.name, {}, {}, relation.name};
    case Relation:
        return {relation.text, {}, {}, {}};
    default:
        return {formatOffset(relation.offset), QVariant::fromValue<qint64>(relation.offset.count()),
                QString::number(relation.offset.count()),
                tr("%1 ns").arg(formatExactNs(relation.offset.count()))};
    }
}

} // namespace hscope::app
