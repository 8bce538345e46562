// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/type_prices.h"

#include "app/models/format.h"
#include "app/models/layer_value.h"

#include <QCoreApplication>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr double kSecondsPerHour = 3600;

QString tr(const char* text)
{
    return QCoreApplication::translate("TypePrices", text);
}

} // namespace

const sim::ResourceType* TypePrices::find(std::string_view id) const
{
    const auto found = std::ranges::find(types, id, &sim::ResourceType::id);
    return found == types.end() ? nullptr : &*found;
}

std::optional<double> TypePrices::usdPerHour(std::string_view id) const
{
    const sim::ResourceType* type = find(id);
    return type != nullptr && type->priceUsdPerHour > 0 ? std::optional(type->priceUsdPerHour)
                                                        : std::nullopt;
}

TypeAppearance TypePrices::appearance(std::string_view id) const
{
    const sim::ResourceType* type = find(id);
    sim::ResourceType unknown;
    unknown.id = id;
    return appearanceOf(type != nullptr ? *type : unknown);
}

QString TypePrices::sentence() const
{
    const QString date = elideMiddle(asOf, 20);
    if (source.isEmpty()) {
        return date.isEmpty() ? tr("no prices are known")
                              : tr("prices of the type library, as of %1").arg(date);
    }
    return tr("prices of %1, as of %2").arg(elideMiddle(source, 30), date);
}

TypePrices typePrices(const sim::Cluster* cluster, const sim::TypeLibrary& library)
{
    TypePrices prices;
    prices.asOf = toText(library.pricesAsOf);
    if (cluster != nullptr) {
        prices = {toText(cluster->name), toText(cluster->pricesAsOf), cluster->resourceTypes};
    }
    for (const sim::LibraryType& entry : library.types) {
        if (prices.find(entry.type.id) == nullptr) {
            prices.types.push_back(entry.type);
        }
    }
    return prices;
}

std::optional<double> trainingUsd(double samples, const sim::LayerProfile& profile,
                                  std::optional<double> usdPerHour)
{
    return usdPerHour
               ? std::optional(samples * unitSeconds(profile) / kSecondsPerHour * *usdPerHour)
               : std::nullopt;
}

} // namespace hscope::app
