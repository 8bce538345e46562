// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sqlite/integer_rows.h"

#include <sqlite3.h>

#include <string>

namespace hscope::core {

namespace {

struct Table
{
    sqlite3_vtab base;
    const IntegerRows* rows;
};

struct Cursor
{
    sqlite3_vtab_cursor base;
    const std::int64_t* row;
    const std::int64_t* end;
    int columns;
};

// SQLite hands back the pointers to the first members that it was given.
Table* tableOf(sqlite3_vtab* base)
{
    return reinterpret_cast<Table*>(base);
}

Cursor* cursorOf(sqlite3_vtab_cursor* base)
{
    return reinterpret_cast<Cursor*>(base);
}

int connectTable(sqlite3* database, void* context, int /*argc*/, const char* const* /*argv*/,
                 sqlite3_vtab** result, char** /*error*/)
{
    const auto* rows = static_cast<const IntegerRows*>(context);
    std::string declaration = "CREATE TABLE x(";
    for (int column = 0; column < rows->columns(); ++column) {
        declaration += (column == 0 ? "c" : ", c") + std::to_string(column) + " INTEGER";
    }
    declaration += ")";
    const int status = sqlite3_declare_vtab(database, declaration.c_str());
    if (status == SQLITE_OK) {
        *result = &(new Table{{}, rows})->base;
    }
    return status;
}

int disconnectTable(sqlite3_vtab* base)
{
    delete tableOf(base);
    return SQLITE_OK;
}

int bestIndex(sqlite3_vtab* base, sqlite3_index_info* info)
{
    const IntegerRows* rows = tableOf(base)->rows;
    info->estimatedCost = static_cast<double>(rows->values().size());
    return SQLITE_OK;
}

int openCursor(sqlite3_vtab* /*base*/, sqlite3_vtab_cursor** result)
{
    *result = &(new Cursor{})->base;
    return SQLITE_OK;
}

int closeCursor(sqlite3_vtab_cursor* base)
{
    delete cursorOf(base);
    return SQLITE_OK;
}

int filter(sqlite3_vtab_cursor* base, int /*index*/, const char* /*name*/, int /*argc*/,
           sqlite3_value** /*argv*/)
{
    Cursor* cursor = cursorOf(base);
    const IntegerRows* rows = tableOf(base->pVtab)->rows;
    cursor->row = rows->values().data();
    cursor->end = cursor->row + rows->values().size();
    cursor->columns = rows->columns();
    return SQLITE_OK;
}

int nextRow(sqlite3_vtab_cursor* base)
{
    cursorOf(base)->row += cursorOf(base)->columns;
    return SQLITE_OK;
}

int isAtEnd(sqlite3_vtab_cursor* base)
{
    return cursorOf(base)->row >= cursorOf(base)->end ? 1 : 0;
}

int columnValue(sqlite3_vtab_cursor* base, sqlite3_context* context, int column)
{
    sqlite3_result_int64(context, cursorOf(base)->row[column]);
    return SQLITE_OK;
}

int rowId(sqlite3_vtab_cursor* base, sqlite3_int64* id)
{
    *id = *cursorOf(base)->row;
    return SQLITE_OK;
}

constexpr sqlite3_module makeModule()
{
    sqlite3_module module{};
    module.xConnect = connectTable; // without xCreate the table exists without being created
    module.xBestIndex = bestIndex;
    module.xDisconnect = disconnectTable;
    module.xOpen = openCursor;
    module.xClose = closeCursor;
    module.xFilter = filter;
    module.xNext = nextRow;
    module.xEof = isAtEnd;
    module.xColumn = columnValue;
    module.xRowid = rowId;
    return module;
}

constexpr sqlite3_module kModule = makeModule();

} // namespace

Result<std::unique_ptr<IntegerRows>> IntegerRows::create(Connection& connection, const char* name,
                                                         int columns)
{
    auto rows = std::unique_ptr<IntegerRows>(new IntegerRows(columns));
    if (sqlite3_create_module_v2(connection.m_handle.get(), name, &kModule, rows.get(), nullptr) !=
        SQLITE_OK) {
        return tl::unexpected<Error>(lastSqliteError(connection.m_handle.get()));
    }
    return rows;
}

} // namespace hscope::core
