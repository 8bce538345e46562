// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/workload_profile_model.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kNameLength = 24;

LayerField fieldAt(int row)
{
    return static_cast<LayerField>(static_cast<int>(LayerField::Compute) + row);
}

} // namespace

WorkloadProfileModel::WorkloadProfileModel(QObject* parent)
    : TableModel(parent)
    , m_columns{{tr("On one unit"), {}, Qt::AlignLeft}}
{
}

void WorkloadProfileModel::setLayers(std::vector<sim::Layer> layers,
                                     const std::vector<std::string>& types,
                                     const TypePrices& prices, double samples)
{
    const bool isOther = types != m_types || layers.empty() != m_layers.empty();
    if (isOther) {
        beginResetModel();
    }
    m_layers = std::move(layers);
    m_prices = prices;
    m_samples = samples;
    if (isOther) {
        m_types = types;
        m_columns.resize(1);
        for (const std::string& type : m_types) {
            m_columns.push_back({elideMiddle(toText(type), kNameLength), toText(type),
                                 Qt::AlignRight, toText(type)});
        }
        endResetModel();
    } else if (rows() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rows() - 1, columnCount() - 1));
    }
}

std::optional<LayerValue> WorkloadProfileModel::valueAt(int row, int column) const
{
    return column > 0 && row < Price ? std::optional(LayerValue{fieldAt(row), typeAt(column)})
                                     : std::nullopt;
}

std::optional<double> WorkloadProfileModel::costOf(const std::string& type) const
{
    double sum = 0;
    for (const sim::Layer& layer : m_layers) {
        const auto profile = layer.profile.find(type);
        const auto usd = profile == layer.profile.end()
                             ? std::nullopt
                             : trainingUsd(m_samples, profile->second, m_prices.usdPerHour(type));
        if (!usd) {
            return std::nullopt;
        }
        sum += *usd;
    }
    return sum;
}

bool WorkloadProfileModel::isCheapest(int column) const
{
    const std::optional<double> own = costOf(typeAt(column));
    return own && std::ranges::all_of(m_types, [&](const std::string& type) {
               return costOf(type).value_or(*own) >= *own;
           });
}

TableCell WorkloadProfileModel::cell(int row, int column) const
{
    if (column == 0) {
        if (row == Price) {
            return {tr("Price"), {}, {}, m_prices.sentence()};
        }
        if (row == Cost) {
            return {tr("Cost, USD"), {}, {}, tr("Of all samples of the training, on one unit")};
        }
        return {fieldTitle(fieldAt(row)), {}, {}, fieldHelp(fieldAt(row))};
    }
    const QString none = QStringLiteral("–");
    if (row == Price) {
        const auto usd = m_prices.usdPerHour(typeAt(column));
        return usd ? TableCell{formatPrice(*usd), *usd, {}, m_prices.sentence()}
                   : TableCell{tr("not known"), {}, {}, m_prices.sentence()};
    }
    if (row == Cost) {
        const auto usd = costOf(typeAt(column));
        return usd ? TableCell{QString::number(*usd, 'g', 3), *usd, {}, {}}
                   : TableCell{none, {}, {}, {}};
    }
    const LayerValue value = *valueAt(row, column);
    const sim::Layer& first = m_layers.front();
    if (!std::ranges::all_of(
            m_layers, [&](const sim::Layer& layer) { return isSame(layer, first, value); })) {
        return {tr("various"), {}, {}, tr("The selected layers differ; what is typed is for all")};
    }
    const QString shown = shownText(first, value);
    return shown.isEmpty() ? TableCell{none, {}, {}, fieldHelp(value.field)}
                           : TableCell{shown, {}, plainText(first, value), exactText(first, value)};
}

QVariant WorkloadProfileModel::decoration(int row, int column, int role) const
{
    if (role != ToneRole) {
        return {};
    }
    if (column == 0 || row == Price || cell(row, column).text == tr("various")) {
        return static_cast<int>(CellTone::Secondary);
    }
    return row == Cost && isCheapest(column) ? QVariant(static_cast<int>(CellTone::Strong))
                                             : QVariant();
}

QVariant WorkloadProfileModel::editText(int row, int column) const
{
    const std::optional<LayerValue> value = valueAt(row, column);
    if (!value) {
        return {};
    }
    return cell(row, column).text == tr("various") ? QString()
                                                   : exactText(m_layers.front(), *value);
}

Qt::ItemFlags WorkloadProfileModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = TableModel::flags(index);
    return index.isValid() && valueAt(index.row(), index.column()) ? flags | Qt::ItemIsEditable
                                                                   : flags;
}

bool WorkloadProfileModel::setData(const QModelIndex& index, const QVariant& text, int role)
{
    const std::optional<LayerValue> value = valueAt(index.row(), index.column());
    if (role != Qt::EditRole || !value || text == editText(index.row(), index.column())) {
        return false;
    }
    Q_EMIT textEdited(*value, text.toString());
    return true;
}

} // namespace hscope::app
