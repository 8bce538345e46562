// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/database/temporary_file.h"
#include "core/store/diagnostics.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace hscope::core {

/// What to do with an input that cannot be read.
enum class Unreadable
{
    Fail,
    LeaveOut
};

struct MergeOptions
{
    Overwrite overwrite = Overwrite::No;
    Unreadable unreadable = Unreadable::Fail;
};

struct MergedProcess
{
    std::optional<std::int64_t> pid;
    std::optional<std::int64_t> parentPid; ///< Of a parent that is in the file, too.
    std::string name;

    friend bool operator==(const MergedProcess&, const MergedProcess&) = default;
};

struct LeftOutInput
{
    std::filesystem::path path;
    std::string reason;
};

/// What the merged file holds.
struct MergeSummary
{
    std::vector<MergedProcess> processes;
    std::uint64_t slices = 0;
    std::uint64_t operations = 0;
    Duration wall{0};        ///< From the first start to the last end.
    Diagnostics diagnostics; ///< Those of all inputs, added up, and the merge's own.
    std::vector<LeftOutInput> leftOut;
};

/// Writes one database with everything that `inputs` hold: the files of the processes of one run.
///
///   100.hscope   process 100: [---------------]                     merged   100 [---------------]
///   101.hscope   process 101 (parent_pid 100):  [------]                     101     [------]
///
/// Ids are shifted, so that keys never collide; names are stored once. A process whose fact
/// `parent_pid` is the pid of another input's process of the same host becomes its child. Facts
/// that contradict those of an input before are stored as `process.ID.KEY`; of two different
/// documents of a simulation the first stays, which is counted.
///
/// Times: inputs with the same fact `boot_id` have the same clock; their times stay. An input of
/// another boot or host is shifted so that its wall clock (fact `realtime_offset_ns`) agrees with
/// the first input's; wall clocks of hosts may differ by milliseconds, so this is counted as a
/// diagnostic. Such an input without that fact is an error.
///
/// The inputs are left as they are; one that was not closed is recovered on a copy. The output
/// appears when it is complete.
/// Cost:   about 1 us per slice; memory does not depend on the number of slices.
/// Errors: InvalidArgument (no input, one of them twice), NotFound, AlreadyExists, Io,
///         Unsupported, Corrupt (with LeaveOut: if no input can be read), Cancelled.
[[nodiscard]] Result<MergeSummary> mergeTraces(std::span<const std::filesystem::path> inputs,
                                               const std::filesystem::path& output,
                                               MergeOptions options, ProgressSink& progress,
                                               std::stop_token stop);

} // namespace hscope::core
