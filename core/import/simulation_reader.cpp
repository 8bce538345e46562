// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/simulation_reader.h"

#include "core/base/utf8.h"
#include "core/database/database_recovery.h"
#include "core/import/native_reader.h"
#include "core/schema/schema_sql.h"
#include "core/sqlite/connection.h"

#include <array>
#include <fstream>

namespace hscope::core {

namespace {

Result<void> checkIsDatabase(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        return failure(ErrorCode::NotFound, path.string() + ": there is no such file");
    }
    std::array<char, 16> head{};
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), head.size());
    return isSqliteFile(std::string_view(head.data(), static_cast<std::size_t>(file.gcount())))
               ? Result<void>()
               : failure(ErrorCode::Unsupported, path.string() + " is no .hscope database");
}

std::optional<double> optionalReal(const Statement& row, int column)
{
    return row.type(column) == ColumnType::Null ? std::nullopt : std::optional(row.real(column));
}

ScheduleResult resultFrom(const Statement& row)
{
    ScheduleResult result;
    result.scheduler = toValidUtf8(row.text(0));
    result.seed = row.integer(1);
    result.semantics = toValidUtf8(row.text(2));
    result.feasible = row.integer(3) != 0;
    result.makespanSeconds = optionalReal(row, 4);
    result.periodSeconds = optionalReal(row, 5);
    result.throughput = optionalReal(row, 6);
    result.costUsd = optionalReal(row, 7);
    result.events = row.optionalInteger(8);
    if (const auto extrapolated = row.optionalInteger(9)) {
        result.extrapolated = *extrapolated != 0;
    }
    return result;
}

} // namespace

Result<SimulationTables> readSimulationTables(const std::filesystem::path& path)
{
    HSCOPE_TRY(checkIsDatabase(path));
    HSCOPE_TRY_ASSIGN(const OpenableDatabase place, makeOpenable(path));
    HSCOPE_TRY_ASSIGN(Connection connection, Connection::open(place.path, OpenMode::ReadOnly));
    HSCOPE_TRY(checkDatabaseKind(connection, path.string()));
    return readSimulationTables(connection);
}

Result<SimulationTables> readSimulationTables(Connection& connection)
{
    SimulationTables tables;
    HSCOPE_TRY_ASSIGN(Statement document, connection.prepare(sql::kReadDocument));
    while (true) {
        HSCOPE_TRY_ASSIGN(const bool more, document.step());
        if (!more) {
            break;
        }
        tables.documents.push_back({toValidUtf8(document.text(0)), toValidUtf8(document.text(1)),
                                    toValidUtf8(document.text(2))});
    }
    HSCOPE_TRY_ASSIGN(Statement result, connection.prepare(sql::kReadScheduleResult));
    while (true) {
        HSCOPE_TRY_ASSIGN(const bool more, result.step());
        if (!more) {
            return tables;
        }
        tables.results.push_back(resultFrom(result));
    }
}

} // namespace hscope::core
