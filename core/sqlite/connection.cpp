// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sqlite/connection.h"

#include <sqlite3.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

namespace hscope::core {

namespace {

ErrorCode codeOf(int primary)
{
    switch (primary) {
    case SQLITE_INTERRUPT:
        return ErrorCode::Cancelled;
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return ErrorCode::Corrupt;
    case SQLITE_AUTH:
    case SQLITE_READONLY:
        return ErrorCode::Unsupported;
    case SQLITE_ERROR:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_RANGE:
        return ErrorCode::InvalidArgument;
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG:
        return ErrorCode::Exhausted;
    default:
        return ErrorCode::Io;
    }
}

/// Pragmas that only tell something about the open database.
bool isHarmlessPragma(std::string_view name, const char* argument)
{
    static constexpr std::array<std::string_view, 4> kWithArgument = {"table_info", "table_xinfo",
                                                                      "index_list", "index_info"};
    static constexpr std::array<std::string_view, 7> kWithoutArgument = {
        "table_list", "application_id", "user_version",  "page_count",
        "page_size",  "encoding",       "schema_version"};
    for (const std::string_view known : kWithArgument) {
        if (name == known) {
            return true;
        }
    }
    for (const std::string_view known : kWithoutArgument) {
        if (name == known) {
            return argument == nullptr;
        }
    }
    return false;
}

int authorize(void* /*context*/, int action, const char* first, const char* second,
              const char* database, const char* /*trigger*/)
{
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_READ: // reading the temporary schema would be harmless, but nothing of ours is
                      // there
        return database == nullptr || std::string_view(database) == "main" ? SQLITE_OK
                                                                           : SQLITE_DENY;
    case SQLITE_FUNCTION:
        return second != nullptr && std::string_view(second) == "load_extension" ? SQLITE_DENY
                                                                                 : SQLITE_OK;
    case SQLITE_PRAGMA:
        return isHarmlessPragma(first, second) ? SQLITE_OK : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

} // namespace

Error lastSqliteError(sqlite3* handle)
{
    const int primary = sqlite3_extended_errcode(handle) & 0xff;
    if (primary == SQLITE_INTERRUPT) {
        return {ErrorCode::Cancelled, "cancelled"};
    }
    return {codeOf(primary), sqlite3_errmsg(handle)};
}

namespace {

/// Creates an empty file, which SQLite takes for an empty database. SQLite itself would open a file
/// that another process created a moment ago.
Result<void> createFile(const std::filesystem::path& path)
{
    std::FILE* const file = std::fopen(path.c_str(), "wx");
    if (file == nullptr) {
        const int error = errno;
        return error == EEXIST
                   ? failure(ErrorCode::AlreadyExists, path.string() + " exists already")
                   : failure(ErrorCode::Io,
                             path.string() + ": " + std::generic_category().message(error));
    }
    std::fclose(file);
    return {};
}

} // namespace

void Connection::Close::operator()(sqlite3* handle) const
{
    sqlite3_close_v2(handle);
}

Connection::Connection(sqlite3* handle)
    : m_handle(handle)
{
}

Result<Connection> Connection::open(const std::filesystem::path& path, OpenMode mode)
{
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    flags |= mode == OpenMode::ReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    if (mode == OpenMode::Create) {
        HSCOPE_TRY(createFile(path));
    }
    sqlite3* raw = nullptr;
    const int status = sqlite3_open_v2(path.c_str(), &raw, flags, nullptr);
    Connection connection(raw);
    if (status != SQLITE_OK) {
        if (mode == OpenMode::Create) {
            std::remove(path.c_str());
        }
        return failure(codeOf(status & 0xff),
                       path.string() + ": " +
                           (raw == nullptr ? "out of memory" : sqlite3_errmsg(raw)));
    }
    sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_busy_timeout(raw, 2000);
    return connection;
}

Result<Statement> Connection::compile(std::string_view sql, std::string_view* rest)
{
    sqlite3_stmt* statement = nullptr;
    const char* tail = nullptr;
    const int status = sqlite3_prepare_v2(m_handle.get(), sql.data(), static_cast<int>(sql.size()),
                                          &statement, &tail);
    if (status != SQLITE_OK) {
        return tl::unexpected<Error>(lastSqliteError(m_handle.get()));
    }
    if (rest != nullptr) {
        *rest = sql.substr(static_cast<std::size_t>(tail - sql.data()));
    }
    if (statement == nullptr && rest == nullptr) {
        return failure(ErrorCode::InvalidArgument, "the SQL holds no statement");
    }
    return Statement(statement);
}

Result<Statement> Connection::prepare(std::string_view sql)
{
    return compile(sql, nullptr);
}

Result<Statement> Connection::prepareSingle(std::string_view sql)
{
    std::string_view rest;
    HSCOPE_TRY_ASSIGN(Statement statement, compile(sql, &rest));
    if (statement.isEmpty()) {
        return failure(ErrorCode::InvalidArgument, "the SQL holds no statement");
    }
    while (rest.find_first_not_of(" \t\r\n;") != std::string_view::npos) {
        const auto more = compile(rest, &rest);
        if (!more || !more->isEmpty()) { // not just a comment
            return failure(ErrorCode::InvalidArgument, "only one statement can be run at a time");
        }
    }
    return statement;
}

Result<void> Connection::execute(std::string_view script)
{
    while (script.find_first_not_of(" \t\r\n;") != std::string_view::npos) {
        std::string_view rest;
        HSCOPE_TRY_ASSIGN(Statement statement, compile(script, &rest));
        if (!statement.isEmpty()) {
            Result<bool> more = true;
            while (more && *more) {
                more = statement.step();
            }
            HSCOPE_TRY(more);
        }
        script = rest;
    }
    return {};
}

Result<std::int64_t> Connection::queryInteger(std::string_view sql)
{
    HSCOPE_TRY_ASSIGN(Statement statement, prepare(sql));
    HSCOPE_TRY_ASSIGN(const bool found, statement.step());
    if (!found) {
        return failure(ErrorCode::NotFound, "no row");
    }
    return statement.integer(0);
}

void Connection::restrictToReading()
{
    sqlite3_set_authorizer(m_handle.get(), authorize, nullptr);
    sqlite3_limit(m_handle.get(), SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(m_handle.get(), SQLITE_LIMIT_LENGTH, 100'000'000);
}

void Connection::cancelOn(std::stop_token stop)
{
    constexpr int kInstructions = 10'000; // well under a millisecond
    m_stop = std::make_unique<std::stop_token>(std::move(stop));
    sqlite3_progress_handler(
        m_handle.get(), kInstructions,
        [](void* token) { return static_cast<std::stop_token*>(token)->stop_requested() ? 1 : 0; },
        m_stop.get());
}

} // namespace hscope::core
