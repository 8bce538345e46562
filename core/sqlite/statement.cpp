// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sqlite/statement.h"

#include "core/base/check.h"
#include "core/sqlite/connection.h"

#include <sqlite3.h>

#include <utility>

namespace hscope::core {

Statement::Statement(sqlite3_stmt* handle)
    : m_handle(handle)
{
}

Statement::Statement(Statement&& other) noexcept
    : m_handle(std::exchange(other.m_handle, nullptr))
{
}

Statement& Statement::operator=(Statement&& other) noexcept
{
    std::swap(m_handle, other.m_handle);
    return *this;
}

Statement::~Statement()
{
    sqlite3_finalize(m_handle);
}

void Statement::bind(int parameter, std::int64_t value)
{
    HSCOPE_CHECK(sqlite3_bind_int64(m_handle, parameter + 1, value) == SQLITE_OK);
}

void Statement::bind(int parameter, double value)
{
    HSCOPE_CHECK(sqlite3_bind_double(m_handle, parameter + 1, value) == SQLITE_OK);
}

void Statement::bind(int parameter, std::string_view text)
{
    // A null pointer would bind NULL; an empty view may have one.
    const char* data = text.data() == nullptr ? "" : text.data();
    HSCOPE_CHECK(sqlite3_bind_text64(m_handle, parameter + 1, data, text.size(), SQLITE_STATIC,
                                     SQLITE_UTF8) == SQLITE_OK);
}

void Statement::bindNull(int parameter)
{
    HSCOPE_CHECK(sqlite3_bind_null(m_handle, parameter + 1) == SQLITE_OK);
}

void Statement::bind(int parameter, std::optional<std::int64_t> value)
{
    if (value) {
        bind(parameter, *value);
    } else {
        bindNull(parameter);
    }
}

Result<bool> Statement::step()
{
    switch (sqlite3_step(m_handle)) {
    case SQLITE_ROW:
        return true;
    case SQLITE_DONE:
        return false;
    default:
        return tl::unexpected<Error>(lastSqliteError(sqlite3_db_handle(m_handle)));
    }
}

Result<void> Statement::run()
{
    const auto done = step();
    reset(); // also after a failure: a statement that is not reset cannot be bound
    HSCOPE_TRY(done);
    return {};
}

void Statement::reset()
{
    sqlite3_reset(m_handle);
}

int Statement::columnCount() const
{
    return sqlite3_column_count(m_handle);
}

std::string Statement::columnName(int column) const
{
    const char* name = sqlite3_column_name(m_handle, column);
    return name == nullptr ? std::string() : std::string(name);
}

ColumnType Statement::type(int column) const
{
    switch (sqlite3_column_type(m_handle, column)) {
    case SQLITE_INTEGER:
        return ColumnType::Integer;
    case SQLITE_FLOAT:
        return ColumnType::Real;
    case SQLITE_TEXT:
        return ColumnType::Text;
    case SQLITE_BLOB:
        return ColumnType::Blob;
    default:
        return ColumnType::Null;
    }
}

std::int64_t Statement::integer(int column) const
{
    return sqlite3_column_int64(m_handle, column);
}

double Statement::real(int column) const
{
    return sqlite3_column_double(m_handle, column);
}

std::string_view Statement::text(int column) const
{
    const void* data = sqlite3_column_blob(m_handle, column);
    const int size = sqlite3_column_bytes(m_handle, column);
    return data == nullptr
               ? std::string_view()
               : std::string_view(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

std::optional<std::int64_t> Statement::optionalInteger(int column) const
{
    return type(column) == ColumnType::Null ? std::nullopt : std::optional(integer(column));
}

bool Statement::isReadOnly() const
{
    return sqlite3_stmt_readonly(m_handle) != 0;
}

} // namespace hscope::core
