// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/database_arguments.h"

#include "core/schema/schema_sql.h"
#include "core/sqlite/connection.h"

namespace hscope::core {

DatabaseArguments::DatabaseArguments(OpenableDatabase database)
    : m_database(std::move(database))
{
}

Result<std::vector<Argument>> DatabaseArguments::argumentsOf(std::uint64_t source)
{
    if (!std::filesystem::exists(m_database.path)) {
        return failure(ErrorCode::NotFound,
                       m_database.path.string() +
                           " has vanished: arguments are read from it when they are asked for");
    }
    HSCOPE_TRY_ASSIGN(Connection connection, Connection::open(m_database.path, OpenMode::ReadOnly));
    HSCOPE_TRY_ASSIGN(Statement statement, connection.prepare(sql::kReadSliceArg));
    statement.bind(0, static_cast<std::int64_t>(source));
    std::vector<Argument> result;
    while (true) {
        HSCOPE_TRY_ASSIGN(const bool more, statement.step());
        if (!more) {
            return result;
        }
        result.push_back({std::string(statement.text(0)), std::string(statement.text(1))});
    }
}

Result<void> DatabaseArguments::forEach(std::span<const std::uint64_t> sources,
                                        const Visitor& visit, std::stop_token stop)
{
    HSCOPE_TRY_ASSIGN(Connection connection, Connection::open(m_database.path, OpenMode::ReadOnly));
    connection.cancelOn(stop);
    HSCOPE_TRY_ASSIGN(Statement statement, connection.prepare(sql::kReadAllSliceArgs));
    HSCOPE_TRY_ASSIGN(bool more, statement.step());
    std::vector<Argument> arguments;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        arguments.clear();
        while (more && static_cast<std::uint64_t>(statement.integer(0)) <= sources[i]) {
            if (static_cast<std::uint64_t>(statement.integer(0)) == sources[i]) {
                arguments.push_back(
                    {std::string(statement.text(1)), std::string(statement.text(2))});
            }
            HSCOPE_TRY_ASSIGN(more, statement.step());
        }
        if (!arguments.empty()) {
            HSCOPE_TRY(visit(i, arguments));
        }
    }
    return {};
}

} // namespace hscope::core
