// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/recording_gate.h"
#include "core/base/result.h"
#include "hscope/collector.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace hscope::collector {

/// What hscope_start() was told, with the environment and the defaults filled in.
struct RecordingConfig
{
    std::filesystem::path path;
    std::string processName;
    std::uint64_t bufferBytes = 0;
    std::uint64_t maxFileBytes = 0; ///< 0: no limit.
    std::chrono::milliseconds delay{};
    std::chrono::milliseconds duration{}; ///< 0: no limit.
    std::chrono::milliseconds last{};     ///< 0: keep everything.
    std::chrono::milliseconds flush{};
    int controlSignal = 0;
    bool startPaused = false;
    std::uint32_t groups = RecordingGate::kAllGroups; ///< A bit for each EventGroup that is wanted.
};

/// The groups that HSCOPE_RECORD_ONLY lists, a bit for each; all without it.
[[nodiscard]] std::uint32_t wantedGroups();

[[nodiscard]] inline bool isGroupWanted(EventGroup group)
{
    return (wantedGroups() >> static_cast<unsigned>(group) & 1U) != 0;
}

/// What a field leaves open the environment says: HSCOPE_ and the words that collector/README.md
/// lists. Errors: InvalidArgument for a configuration of unknown size or values that cannot be.
[[nodiscard]] core::Result<RecordingConfig> makeConfig(const hscope_config* config);

/// Where a forked child of a process that records to `path` records to: run.hscope becomes
/// run.1234.hscope, or run.1234-2.hscope if that is there.
[[nodiscard]] std::filesystem::path childPath(const std::filesystem::path& path, std::int64_t pid);

} // namespace hscope::collector
