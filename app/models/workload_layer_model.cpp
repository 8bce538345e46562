// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/workload_layer_model.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/models/quantity.h"

#include <QDataStream>
#include <QIODevice>
#include <QMimeData>

#include <algorithm>
#include <array>
#include <set>

namespace hscope::app {

namespace {

constexpr int kNumberColumn = 0;
/// The columns between the number and what flows to the next layer.
constexpr std::array kFields = {
    LayerField::Name,       LayerField::Kind,        LayerField::Shape,
    LayerField::InputBytes, LayerField::OutputBytes, LayerField::WeightBytes,
    LayerField::PullBytes,  LayerField::PushBytes,   LayerField::ActivationBytes};
constexpr std::array kTypeFields = {LayerField::Compute, LayerField::Communication};
constexpr int kCutColumn = 1 + static_cast<int>(kFields.size());
constexpr int kFirstTypeColumn = kCutColumn + 1;
constexpr int kPerType = static_cast<int>(kTypeFields.size());
constexpr const char* kRowsMime = "application/x-heteroscope-layer-rows";
constexpr int kNameLength = 40;

bool isNumber(LayerField field)
{
    return field >= LayerField::InputBytes;
}

QString usdText(double usd)
{
    return usd >= 0.01 || usd == 0 ? formatUsd(usd) : QString::number(usd, 'g', 2);
}

} // namespace

WorkloadLayerModel::WorkloadLayerModel(QObject* parent)
    : TableModel(parent)
{
    makeColumns();
}

void WorkloadLayerModel::makeColumns()
{
    m_columns = {{tr("#"), QStringLiteral("#"), Qt::AlignRight, tr("Place of the layer, from 1")}};
    for (const LayerField field : kFields) {
        m_columns.push_back({fieldTitle(field), documentName({field, {}}),
                             isNumber(field) ? Qt::AlignRight : Qt::AlignLeft, fieldHelp(field)});
    }
    m_columns.push_back({tr("To next"), tr("bytes to the next layer"), Qt::AlignRight,
                         tr("Bytes per sample that cross the cut behind the layer, also those of "
                            "edges that pass it by")});
    for (const std::string& type : m_types) {
        const QString name = elideMiddle(toText(type), kNameLength);
        for (const LayerField field : kTypeFields) {
            m_columns.push_back({field == LayerField::Compute ? name : tr("%1 net").arg(name),
                                 documentName({field, type}), Qt::AlignRight,
                                 tr("%1: %2").arg(name, fieldHelp(field))});
        }
    }
    m_columns.push_back({tr("Cost, USD"), tr("least cost, USD"), Qt::AlignRight,
                         tr("Cost of all samples of the training, the layer alone on one unit of "
                            "each type: bars compare them, the cheapest in its colour.")});
    m_columns.push_back({tr("Problem"), {}, Qt::AlignLeft});
}

std::optional<LayerValue> WorkloadLayerModel::valueAt(int column) const
{
    if (column > kNumberColumn && column < kCutColumn) {
        return LayerValue{kFields[static_cast<std::size_t>(column - 1)], {}};
    }
    if (column >= kFirstTypeColumn && column < costColumn()) {
        const int place = column - kFirstTypeColumn;
        return LayerValue{kTypeFields[static_cast<std::size_t>(place % kPerType)],
                          m_types[static_cast<std::size_t>(place / kPerType)]};
    }
    return std::nullopt;
}

int WorkloadLayerModel::columnOf(const LayerValue& value) const
{
    for (int column = 0; column < columnCount(); ++column) {
        if (valueAt(column) == value) {
            return column;
        }
    }
    return -1;
}

int WorkloadLayerModel::costColumn() const
{
    return kFirstTypeColumn + kPerType * static_cast<int>(m_types.size());
}

void WorkloadLayerModel::setWorkload(const sim::Workload& workload, const std::vector<double>& cuts,
                                     std::span<const sim::WorkloadProblem> problems)
{
    m_samples = workload.samplesPerEpoch * workload.epochs;
    std::vector<std::string> types = profiledTypes(workload.layers);
    if (types != m_types) {
        beginResetModel();
        m_types = std::move(types);
        m_layers = workload.layers;
        makeColumns();
        endResetModel();
    } else {
        replaceRows(m_layers, workload.layers);
    }
    m_cuts = cuts;
    m_problems.clear();
    for (const sim::WorkloadProblem& problem : problems) {
        if (problem.layer) {
            QString& text = m_problems[static_cast<int>(*problem.layer)];
            text += text.isEmpty() ? toText(problem.text) : u"; " + toText(problem.text);
        }
    }
    // What is derived may be another in all rows.
    if (!m_layers.empty()) {
        Q_EMIT dataChanged(index(0, kCutColumn), index(rows() - 1, kCutColumn));
        Q_EMIT dataChanged(index(0, costColumn()), index(rows() - 1, problemColumn()));
    }
}

void WorkloadLayerModel::setPrices(const TypePrices& prices)
{
    m_prices = prices;
    if (!m_layers.empty()) {
        Q_EMIT dataChanged(index(0, costColumn()), index(rows() - 1, costColumn()));
    }
}

LayerCosts WorkloadLayerModel::costsOf(int row) const
{
    LayerCosts costs;
    const sim::Layer& layer = layerAt(row);
    double most = 0;
    for (const std::string& type : m_types) {
        TypeCost cost{m_prices.appearance(type), std::nullopt, 0};
        const auto profile = layer.profile.find(type);
        if (profile != layer.profile.end()) {
            cost.usd = trainingUsd(m_samples, profile->second, m_prices.usdPerHour(type));
        }
        most = std::max(most, cost.usd.value_or(0));
        if (cost.usd && (!costs.cheapest || *cost.usd < *costs.types[*costs.cheapest].usd)) {
            costs.cheapest = costs.types.size();
        }
        costs.types.push_back(std::move(cost));
    }
    for (TypeCost& cost : costs.types) {
        cost.share = most > 0 ? cost.usd.value_or(0) / most : 0;
    }
    return costs;
}

TableCell WorkloadLayerModel::costCell(int row) const
{
    const LayerCosts costs = costsOf(row);
    QStringList lines;
    for (std::size_t i = 0; i < costs.types.size(); ++i) {
        const TypeCost& cost = costs.types[i];
        const QString name = cost.look.id;
        lines.append(
            !layerAt(row).profile.contains(m_types[i]) ? tr("%1: cannot run there").arg(name)
            : !cost.usd                                ? tr("%1: price not known").arg(name)
            : i == costs.cheapest
                ? tr("%1: %2 USD, the cheapest").arg(name, QString::number(*cost.usd, 'g', 6))
                : tr("%1: %2 USD").arg(name, QString::number(*cost.usd, 'g', 6)));
    }
    const QString all = lines.join(u'\n');
    if (!costs.cheapest) {
        return {QStringLiteral("–"), -1.0, {}, all};
    }
    const double least = *costs.types[*costs.cheapest].usd;
    return {usdText(least), least, QString::number(least, 'g', 17), all};
}

TableCell WorkloadLayerModel::cell(int row, int column) const
{
    if (const std::optional<LayerValue> value = valueAt(column)) {
        const sim::Layer& layer = layerAt(row);
        if (!isNumber(value->field)) {
            const QString whole = plainText(layer, *value);
            return {elideMiddle(whole, kNameLength),
                    {},
                    whole,
                    whole.size() > kNameLength ? whole : QString()};
        }
        const QString shown = shownText(layer, *value);
        return {shown.isEmpty() ? QStringLiteral("–") : shown, sortNumber(layer, *value),
                plainText(layer, *value), exactText(layer, *value)};
    }
    if (column == kNumberColumn) {
        return {QString::number(row + 1), row, {}, {}};
    }
    if (column == kCutColumn) {
        const auto cut = static_cast<std::size_t>(row) + 1;
        const double bytes = cut < m_cuts.size() ? m_cuts[cut] : 0;
        return row + 1 == rows()
                   ? TableCell{QStringLiteral("–"), -1.0, {}, {}}
                   : TableCell{formatBytes(bytes), bytes, exactQuantity(bytes, Quantity::Number),
                               exactQuantity(bytes, Quantity::Bytes)};
    }
    if (column == costColumn()) {
        return costCell(row);
    }
    const auto problem = m_problems.find(row);
    const QString text = problem == m_problems.end() ? QString() : problem->second;
    return {text, {}, {}, text};
}

QVariant WorkloadLayerModel::decoration(int row, int column, int role) const
{
    if (column == costColumn() && role == CostsRole) {
        return QVariant::fromValue(costsOf(row));
    }
    if (column == problemColumn() && m_problems.contains(row)) {
        if (role == IconRole) {
            return QStringLiteral("warning");
        }
        if (role == ToneRole) {
            return static_cast<int>(CellTone::Warning);
        }
    }
    const bool isQuiet = column == kNumberColumn || column == kCutColumn ||
                         valueAt(column) == LayerValue{LayerField::Shape, {}};
    const std::optional<LayerValue> value = valueAt(column);
    const bool isNothing = value && isNumber(value->field) && sortNumber(layerAt(row), *value) <= 0;
    if (role == ToneRole && (isQuiet || isNothing)) {
        return static_cast<int>(CellTone::Secondary);
    }
    return {};
}

QVariant WorkloadLayerModel::editText(int row, int column) const
{
    const std::optional<LayerValue> value = valueAt(column);
    return value ? QVariant(exactText(layerAt(row), *value)) : QVariant();
}

QStringList WorkloadLayerModel::totals() const
{
    QStringList texts(columnCount());
    texts[1] = formatCounted(rows(), tr("1 layer"), tr("%1 layers"));
    double leastUsd = 0;
    for (int column = 2; column < costColumn(); ++column) {
        const std::optional<LayerValue> value = valueAt(column);
        const bool isSum =
            value &&
            (value->field == LayerField::WeightBytes || value->field == LayerField::PullBytes ||
             value->field == LayerField::PushBytes || value->field == LayerField::ActivationBytes ||
             isOfType(value->field));
        if (!isSum) {
            continue;
        }
        double sum = 0;
        for (const sim::Layer& layer : m_layers) {
            sum += std::max(0.0, sortNumber(layer, *value));
        }
        texts[column] = !isOfType(value->field) ? formatBytes(sum)
                        : sum == 0              ? QStringLiteral("0 s")
                                                : formatSeconds(sum);
    }
    for (const sim::Layer& layer : m_layers) {
        std::optional<double> least;
        for (const auto& [type, profile] : layer.profile) {
            if (const auto usd = trainingUsd(m_samples, profile, m_prices.usdPerHour(type))) {
                least = std::min(least.value_or(*usd), *usd);
            }
        }
        leastUsd += least.value_or(0);
    }
    texts[costColumn()] = usdText(leastUsd);
    return texts;
}

Qt::ItemFlags WorkloadLayerModel::flags(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return Qt::ItemIsDropEnabled; // Between rows.
    }
    const Qt::ItemFlags flags = TableModel::flags(index) | Qt::ItemIsDragEnabled;
    return valueAt(index.column()) ? flags | Qt::ItemIsEditable : flags;
}

bool WorkloadLayerModel::setData(const QModelIndex& index, const QVariant& text, int role)
{
    const std::optional<LayerValue> value = valueAt(index.column());
    if (role != Qt::EditRole || !value || text == editText(index.row(), index.column())) {
        return false;
    }
    Q_EMIT textEdited(index.row(), *value, text.toString());
    return true;
}

Qt::DropActions WorkloadLayerModel::supportedDropActions() const
{
    return Qt::MoveAction;
}

QStringList WorkloadLayerModel::mimeTypes() const
{
    return {QLatin1String(kRowsMime)};
}

QMimeData* WorkloadLayerModel::mimeData(const QModelIndexList& indexes) const
{
    std::set<int> layers;
    for (const QModelIndex& index : indexes) {
        layers.insert(index.row());
    }
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << QList<int>(layers.begin(), layers.end());
    auto* data = new QMimeData;
    data->setData(QLatin1String(kRowsMime), bytes);
    return data;
}

bool WorkloadLayerModel::canDropMimeData(const QMimeData* data, Qt::DropAction /*action*/,
                                         int /*row*/, int /*column*/,
                                         const QModelIndex& /*parent*/) const
{
    return data->hasFormat(QLatin1String(kRowsMime));
}

bool WorkloadLayerModel::dropMimeData(const QMimeData* data, Qt::DropAction /*action*/, int row,
                                      int /*column*/, const QModelIndex& parent)
{
    QByteArray bytes = data->data(QLatin1String(kRowsMime));
    QDataStream stream(&bytes, QIODevice::ReadOnly);
    QList<int> layers;
    stream >> layers;
    const int before = row >= 0 ? row : parent.isValid() ? parent.row() : rows();
    const bool exists =
        std::ranges::all_of(layers, [this](int layer) { return layer >= 0 && layer < rows(); });
    if (layers.isEmpty() || !exists) {
        return false;
    }
    Q_EMIT moveRequested(layers, before);
    return false; // Rows are not inserted: they move in the document.
}

} // namespace hscope::app
