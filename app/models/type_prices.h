// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/type_appearance.h"
#include "simulator/io/type_library.h"
#include "simulator/model/cluster.h"
#include "simulator/model/workload.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hscope::app {

/// What units of resource types cost, and where that is from.
struct TypePrices
{
    QString source; ///< Name of the cluster; empty: the library of types.
    QString asOf;
    std::vector<sim::ResourceType> types;

    [[nodiscard]] const sim::ResourceType* find(std::string_view id) const;
    /// None: nobody knows.
    [[nodiscard]] std::optional<double> usdPerHour(std::string_view id) const;
    [[nodiscard]] TypeAppearance appearance(std::string_view id) const;
    /// `prices of paper-like, as of 2021-11`.
    [[nodiscard]] QString sentence() const;

    bool operator==(const TypePrices&) const = default;
};

/// The types of `cluster`, which may be null, then those of the library that it does not have.
[[nodiscard]] TypePrices typePrices(const sim::Cluster* cluster, const sim::TypeLibrary& library);

/// What a layer costs on the fewest units of a type that can run it, for all samples of the
/// training. None: the price is not known.
[[nodiscard]] std::optional<double> trainingUsd(double samples, const sim::LayerProfile& profile,
                                                std::optional<double> usdPerHour);

/// One bar of a layer's costs.
struct TypeCost
{
    TypeAppearance look;
    std::optional<double> usd; ///< None: it cannot run there, or the price is not known.
    double share = 0;          ///< Of the dearest type of the layer, 0 to 1.

    bool operator==(const TypeCost&) const = default;
};

/// The costs of a layer by resource type.
struct LayerCosts
{
    std::vector<TypeCost> types;
    std::optional<std::size_t> cheapest;

    bool operator==(const LayerCosts&) const = default;
};

} // namespace hscope::app
