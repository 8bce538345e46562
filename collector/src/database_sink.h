// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/disk_reserve.h"
#include "collector/src/event_rows.h"
#include "collector/src/recording_problems.h"
#include "core/base/result.h"
#include "core/sqlite/connection.h"
#include "core/sqlite/integer_rows.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hscope::collector {

using core::Result;

/// A trace database being recorded. Each write() is one transaction, so the file is whole whenever
/// the process dies. Thread: one at a time.
class DatabaseSink
{
public:
    struct Fact
    {
        std::string key;
        std::string value;
    };

    /// Creates the file, with what is known of the process: a process that ends a moment later
    /// without a word still says when and where it was. A failure leaves no file.
    /// Errors: AlreadyExists, Io.
    [[nodiscard]] static Result<std::unique_ptr<DatabaseSink>>
    create(const std::filesystem::path& path, std::int64_t pid, const std::vector<Fact>& facts);

    DatabaseSink(const DatabaseSink&) = delete;
    DatabaseSink& operator=(const DatabaseSink&) = delete;
    ~DatabaseSink() = default;

    void setProcessName(std::int64_t name) { m_processName = name; }

    /// Whether setProcessName() was called since the last write().
    [[nodiscard]] bool hasNewProcessName() const { return m_processName.has_value(); }

    /// Writes rows, facts and how often each problem occurred so far. On an error nothing of it is
    /// in the file. Errors: Io (full disk), Corrupt.
    [[nodiscard]] Result<void> write(const EventRows& rows, const std::vector<Fact>& facts,
                                     const ProblemCounts& problems);

    /// Forgets slices with ids below `slice`, instants and samples that ended before `timeNs`.
    [[nodiscard]] Result<void> forgetBefore(std::int64_t slice, std::int64_t timeNs);

    /// Forgets links with an end that is not there.
    [[nodiscard]] Result<void> forgetBrokenLinks();

    /// Makes room on a full disk for a few rows more: gives up the reserve, and moves what is in
    /// the log into the database, so that the log can be used from its start. Errors: Io.
    [[nodiscard]] Result<void> makeRoom();

    /// Bytes of the database without its log.
    [[nodiscard]] Result<std::int64_t> bytes();

    /// Turns the file into a finished one: no log beside it.
    [[nodiscard]] Result<void> close();

private:
    DatabaseSink(core::Connection connection, const std::filesystem::path& path);

    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] Result<void> writeProcess(std::int64_t pid, const std::vector<Fact>& facts);
    [[nodiscard]] Result<void> writeFacts(const std::vector<Fact>& facts);
    [[nodiscard]] Result<core::Statement*> statement(std::string_view sql);
    [[nodiscard]] Result<void> writeSlices(const EventRows& rows);
    [[nodiscard]] Result<void> writeTracks(const EventRows& rows);
    [[nodiscard]] Result<void> writeContext(const EventRows& rows);
    [[nodiscard]] Result<void> writeSliceDetails(const EventRows& rows);
    [[nodiscard]] Result<void> writePoints(const EventRows& rows);

    /// Runs a statement for each element of `list`, with the values that `bind` gives it.
    template <typename List, typename Bind>
    [[nodiscard]] Result<void> forEach(std::string_view sql, const List& list, Bind bind);

    std::unique_ptr<core::IntegerRows> m_sliceRows; ///< Outlives the connection.
    core::Connection m_connection;
    std::map<std::string_view, core::Statement> m_statements; ///< By their static text.
    std::optional<std::int64_t> m_processName;
    DiskReserve m_reserve;
};

} // namespace hscope::collector
