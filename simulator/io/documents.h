// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "simulator/model/cluster.h"
#include "simulator/model/placement.h"
#include "simulator/model/workload.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace hscope::sim {

/// All of a text file. Errors: NotFound, InvalidArgument (a folder), Exhausted (over 1 GiB), Io.
[[nodiscard]] core::Result<std::string> readText(const std::filesystem::path& path);

/// What a JSON document says it is.
enum class DocumentKind
{
    Cluster,
    Workload,
    Placement,
};

/// The kind that the field `format` names. Errors: Io, Corrupt (no JSON), InvalidArgument (another
/// format).
[[nodiscard]] core::Result<DocumentKind> documentKind(std::string_view json,
                                                      std::string_view source);

// Strict readers: a missing or unknown field, a wrong kind or an impossible value is an error that
// names `source`, the JSON pointer and what was expected. Errors: Corrupt (no JSON), Unsupported (a
// newer version), InvalidArgument (everything else).

[[nodiscard]] core::Result<Cluster> parseCluster(std::string_view json, std::string_view source);
[[nodiscard]] core::Result<Workload> parseWorkload(std::string_view json, std::string_view source);
[[nodiscard]] core::Result<Placement> parsePlacement(std::string_view json,
                                                     std::string_view source);

// The same from files. Errors: as above, and NotFound, Io.

[[nodiscard]] core::Result<Cluster> readCluster(const std::filesystem::path& path);
[[nodiscard]] core::Result<Workload> readWorkload(const std::filesystem::path& path);
[[nodiscard]] core::Result<Placement> readPlacement(const std::filesystem::path& path);

// Writers: fields in a fixed order, one layer, type, node, link or stage per line, numbers as the
// shortest text that reads back as the same value; so an edit changes only the lines it is about.

[[nodiscard]] std::string toJson(const Cluster& cluster);
[[nodiscard]] std::string toJson(const Workload& workload);
[[nodiscard]] std::string toJson(const Placement& placement);

/// Writes `text` to `path` in one step: either the old content stays or all of the new one is
/// there. Errors: Io.
[[nodiscard]] core::Result<void> writeDocument(const std::filesystem::path& path,
                                               std::string_view text);

} // namespace hscope::sim
