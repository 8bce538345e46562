// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "simulator/model/cluster.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hscope::sim {

/// A resource type one can draw with, and what usually is in one server.
struct LibraryType
{
    ResourceType type;
    std::int64_t devicesPerNode = 1;
    LinkKind insideKind = LinkKind::Pcie; ///< How devices of a server are linked.
    double insideGbPerSecond = 0;         ///< Of a device, in one direction; 0: not known.
    std::string source;                   ///< Where the numbers are from.

    bool operator==(const LibraryType&) const = default;
};

/// A `heteroscope-resource-types` document: the palette of the cluster editor. Users may keep one
/// of their own.
struct TypeLibrary
{
    std::string name;
    std::string pricesAsOf;
    std::vector<LibraryType> types;

    bool operator==(const TypeLibrary&) const = default;
};

/// Strict, as the other documents. Errors: as those of parseCluster().
[[nodiscard]] core::Result<TypeLibrary> parseTypeLibrary(std::string_view json,
                                                         std::string_view source);
[[nodiscard]] core::Result<TypeLibrary> readTypeLibrary(const std::filesystem::path& path);
[[nodiscard]] std::string toJson(const TypeLibrary& library);

} // namespace hscope::sim
