// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulator/model/cluster.h"
#include "simulator/model/cluster_element.h"

#include <QString>

#include <optional>
#include <string_view>

/// What people call the parts of a cluster, and its numbers, the same on the drawing, in tables and
/// beside them.
namespace hscope::app {

/// `19.36`, `0.526`, `2.688`: two decimals, three below ten where they say more.
[[nodiscard]] QString formatUsd(double usd);
/// `$19.36/h`.
[[nodiscard]] QString formatPrice(double usdPerHour);
/// `12.5`, `300`, `0.26`: no more than four digits.
[[nodiscard]] QString formatShort(double value);
/// `12.5 GB/s`.
[[nodiscard]] QString formatBandwidth(double gbPerSecond);

/// Its name, else its id; cut in the middle.
[[nodiscard]] QString typeName(const sim::ResourceType& type);
/// The same of a type of the cluster; an id nobody knows stands for itself.
[[nodiscard]] QString typeName(const sim::Cluster& cluster, std::string_view id);
/// `16 GiB, 15.7 Tflop/s`; what is not known is left out.
[[nodiscard]] QString typeDetail(const sim::ResourceType& type);
/// `8 × V100, 48 × Xeon core`; `no devices`.
[[nodiscard]] QString devicesText(const sim::Cluster& cluster, const sim::Node& node);

/// `Ethernet`.
[[nodiscard]] QString linkKindName(sim::LinkKind kind);
/// `100 GbE`, `NVLink`; ten nodes in one: `10 × 100 GbE`.
[[nodiscard]] QString linkTitle(const sim::Cluster& cluster, const sim::Link& link);
/// How many cables the link stands for: one per copy of its node.
[[nodiscard]] std::int64_t linkCopies(const sim::Cluster& cluster, const sim::Link& link);

/// `gpu-1`, `rack-b`, `sw-0 – gpu-2`; empty for the whole cluster.
[[nodiscard]] QString elementName(const sim::Cluster& cluster, const sim::ClusterElement& element);

} // namespace hscope::app
