// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/workload_table_models.h"

#include "app/models/format.h"
#include "app/models/quantity.h"

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kNameLength = 40;

} // namespace

WorkloadEdgeModel::WorkloadEdgeModel(QObject* parent)
    : TableModel(parent)
    , m_columns{{tr("From"), {}, Qt::AlignLeft, tr("Layer that hands data on")},
                {tr("To"), {}, Qt::AlignLeft, tr("The last layer that needs it")},
                {tr("Bytes"), QStringLiteral("bytes"), Qt::AlignRight, tr("Per sample")},
                {tr("Passes by"), {}, Qt::AlignRight, tr("Layers in between")}}
{
}

void WorkloadEdgeModel::setEdges(const sim::Workload& workload, const std::vector<sim::Edge>& edges)
{
    m_names.clear();
    for (const sim::Layer& layer : workload.layers) {
        m_names.push_back(layer.name);
    }
    replaceRows(m_edges, edges);
    if (!m_edges.empty()) {
        Q_EMIT dataChanged(index(0, From), index(rows() - 1, To)); // Names may be others.
    }
}

std::optional<std::size_t> WorkloadEdgeModel::layerNamed(const QString& text) const
{
    const auto found = std::ranges::find(m_names, text.trimmed().toStdString());
    if (found != m_names.end()) {
        return static_cast<std::size_t>(found - m_names.begin());
    }
    bool isNumber = false;
    const std::size_t number = text.trimmed().toULongLong(&isNumber);
    return isNumber && number >= 1 && number <= m_names.size() ? std::optional(number - 1)
                                                               : std::nullopt;
}

TableCell WorkloadEdgeModel::cell(int row, int column) const
{
    const sim::Edge& edge = m_edges[static_cast<std::size_t>(row)];
    const auto layerCell = [this](std::size_t layer) {
        const QString whole = layer < m_names.size() ? toText(m_names[layer]) : QString();
        return TableCell{
            tr("%1  %2").arg(QString::number(layer + 1), elideMiddle(whole, kNameLength)),
            static_cast<double>(layer), whole, whole};
    };
    switch (column) {
    case From:
        return layerCell(edge.from);
    case To:
        return layerCell(edge.to);
    case Bytes:
        return {formatBytes(edge.bytes), edge.bytes, exactQuantity(edge.bytes, Quantity::Number),
                exactQuantity(edge.bytes, Quantity::Bytes)};
    default:
        break;
    }
    const std::size_t passed = edge.to - edge.from - 1;
    return {passed == 0 ? QStringLiteral("–") : formatCount(static_cast<std::int64_t>(passed)),
            static_cast<double>(passed),
            {},
            {}};
}

QVariant WorkloadEdgeModel::decoration(int /*row*/, int column, int role) const
{
    return column == Passes && role == ToneRole ? QVariant(static_cast<int>(CellTone::Secondary))
                                                : QVariant();
}

QVariant WorkloadEdgeModel::editText(int row, int column) const
{
    const sim::Edge& edge = m_edges[static_cast<std::size_t>(row)];
    switch (column) {
    case From:
        return toText(m_names[edge.from]);
    case To:
        return toText(m_names[edge.to]);
    case Bytes:
        return exactQuantity(edge.bytes, Quantity::Bytes);
    default:
        break;
    }
    return {};
}

Qt::ItemFlags WorkloadEdgeModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = TableModel::flags(index);
    return index.isValid() && index.column() != Passes ? flags | Qt::ItemIsEditable : flags;
}

bool WorkloadEdgeModel::setData(const QModelIndex& index, const QVariant& text, int role)
{
    if (role != Qt::EditRole || index.column() == Passes ||
        text == editText(index.row(), index.column())) {
        return false;
    }
    sim::Edge edge = m_edges[static_cast<std::size_t>(index.row())];
    const QString shown = elideMiddle(text.toString().trimmed(), kNameLength);
    if (index.column() == Bytes) {
        const auto bytes = parseQuantity(text.toString(), Quantity::Bytes);
        if (!bytes || *bytes < 0) {
            Q_EMIT refused(tr("“%1” is no size: write one such as 10.24 kB.").arg(shown));
            return false;
        }
        edge.bytes = *bytes;
    } else {
        const auto layer = layerNamed(text.toString());
        if (!layer) {
            Q_EMIT refused(tr("There is no layer “%1”: write its name or its number.").arg(shown));
            return false;
        }
        (index.column() == From ? edge.from : edge.to) = *layer;
    }
    Q_EMIT edgeEdited(index.row(), edge);
    return true;
}

WorkloadProblemModel::WorkloadProblemModel(QObject* parent)
    : TableModel(parent)
    , m_columns{{tr("Where"), {}, Qt::AlignLeft},
                {tr("What to do"), {}, Qt::AlignLeft},
                {tr("Problem"), {}, Qt::AlignLeft}}
{
}

void WorkloadProblemModel::setProblems(const sim::Workload& workload,
                                       std::span<const sim::WorkloadProblem> problems)
{
    std::vector<Row> rows;
    rows.reserve(problems.size());
    for (const sim::WorkloadProblem& problem : problems) {
        rows.push_back({problem, problem.layer ? toText(workload.layers[*problem.layer].name)
                                               : tr("workload")});
    }
    replaceRows(m_problems, rows);
}

TableCell WorkloadProblemModel::cell(int row, int column) const
{
    const Row& source = m_problems[static_cast<std::size_t>(row)];
    switch (column) {
    case 0:
        return {elideMiddle(source.where, kNameLength), {}, source.where, {}};
    case 1:
        return {toText(source.problem.fixText), {}, {}, {}};
    default:
        break;
    }
    return {toText(source.problem.text), {}, {}, {}};
}

QVariant WorkloadProblemModel::decoration(int /*row*/, int column, int role) const
{
    if (column == 2 && role == IconRole) {
        return QStringLiteral("warning");
    }
    return column == 2 && role == ToneRole ? QVariant(static_cast<int>(CellTone::Warning))
                                           : QVariant();
}

} // namespace hscope::app
