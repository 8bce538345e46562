// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sqlite/statement.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string_view>

struct sqlite3;

namespace hscope::core {

enum class OpenMode
{
    ReadOnly,  ///< Never changes the file; the file must not have a journal beside it.
    ReadWrite, ///< The file must exist.
    Create,    ///< The file must not exist; of several at the same moment one creates it.
};

/// An open SQLite database. The only place where SQLite is spoken to; its errors become Error here.
///
/// Thread: one at a time.
class Connection
{
public:
    [[nodiscard]] static Result<Connection> open(const std::filesystem::path& path, OpenMode mode);

    Connection(Connection&&) noexcept = default;
    Connection& operator=(Connection&&) noexcept = default;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() = default;

    /// Prepares the first statement of `sql`. Errors: InvalidArgument for SQL that does not
    /// compile.
    [[nodiscard]] Result<Statement> prepare(std::string_view sql);

    /// Prepares exactly one statement; more text after it is an error.
    [[nodiscard]] Result<Statement> prepareSingle(std::string_view sql);

    /// Runs every statement of a script.
    [[nodiscard]] Result<void> execute(std::string_view script);

    /// A value of a statement that gives one integer, such as a pragma.
    [[nodiscard]] Result<std::int64_t> queryInteger(std::string_view sql);

    /// From now on allows nothing but reading this database: no ATTACH, no writes, only harmless
    /// pragmas.
    void restrictToReading();

    /// Makes running statements fail with Cancelled once a stop is requested.
    void cancelOn(std::stop_token stop);

private:
    friend class IntegerRows;

    struct Close
    {
        void operator()(sqlite3* handle) const;
    };

    explicit Connection(sqlite3* handle);

    [[nodiscard]] Result<Statement> compile(std::string_view sql, std::string_view* rest);

    std::unique_ptr<std::stop_token> m_stop; ///< On the heap: SQLite keeps a pointer to it.
    std::unique_ptr<sqlite3, Close> m_handle;
};

/// What SQLite says went wrong last, as our kind of error.
[[nodiscard]] Error lastSqliteError(sqlite3* handle);

} // namespace hscope::core
