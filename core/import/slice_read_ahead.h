// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace hscope::core {

class Connection;

/// Ids of slices, both ends included; empty if `last` is before `first`.
struct SliceIdRange
{
    std::int64_t first = 0;
    std::int64_t last = -1;
};

/// A row of table `slice`, unchecked.
struct StoredSlice
{
    std::int64_t id;
    std::int64_t track;
    std::int64_t startNs;
    std::int64_t durationNs;
    std::int64_t name;
    std::int64_t category;
    std::int64_t flags;
};

/// The slices of a range in the order of their ids. Errors: Io, Corrupt.
[[nodiscard]] Result<std::vector<StoredSlice>> readSliceRows(Connection& connection,
                                                             SliceIdRange range);

/// Reads table `slice` ahead of its caller. SQLite's decoding of rows is most of what loading
/// costs, so readers with a connection each decode blocks side by side; the blocks are handed out
/// in the order of their ids.
///
///   reader 1  [block 0][block 2   ][block 5]
///   reader 2  [block 1  ][block 3][block 4]      at most kBlocksPerReader each wait to be taken
///   next()            0 1         2 3      4 5
class SliceReadAhead
{
public:
    SliceReadAhead(std::filesystem::path path, SliceIdRange range, unsigned readers);
    SliceReadAhead(const SliceReadAhead&) = delete;
    SliceReadAhead& operator=(const SliceReadAhead&) = delete;
    /// Stops the readers, within one block.
    ~SliceReadAhead();

    /// The next rows; none at the end of the table. Errors: Io, Corrupt; no rows follow an error.
    [[nodiscard]] Result<std::vector<StoredSlice>> next();

private:
    struct Claim
    {
        std::uint64_t number;
        SliceIdRange range;
    };

    void read(const std::stop_token& stop);
    /// The next block that nobody reads, once there is room for it; none at the end.
    [[nodiscard]] Result<std::optional<Claim>> claim(Connection& connection,
                                                     const std::stop_token& stop);
    void deliver(std::uint64_t number, Result<std::vector<StoredSlice>> rows);

    const std::filesystem::path m_path;
    const std::uint64_t m_room; ///< Blocks that may be claimed and not yet taken.

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    SliceIdRange m_left;         ///< Ids that nobody has claimed.
    std::uint64_t m_claimed = 0; ///< Blocks.
    std::uint64_t m_taken = 0;   ///< Blocks.
    unsigned m_working = 0;      ///< Readers that may still deliver.
    std::map<std::uint64_t, Result<std::vector<StoredSlice>>> m_blocks; ///< By number.

    std::vector<std::jthread> m_readers; ///< Last, so that they end before what they use.
};

} // namespace hscope::core
