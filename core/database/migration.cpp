// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/database/migration.h"

#include "core/schema/schema.h"
#include "core/schema/schema_sql.h"
#include "core/sqlite/transaction.h"

#include <array>
#include <fmt/format.h>

namespace hscope::core {

std::span<const std::string_view> schemaScripts()
{
    static constexpr std::array<std::string_view, kSchemaVersion> kScripts = {sql::kM0001Initial};
    return kScripts;
}

Result<void> migrate(Connection& connection, std::span<const std::string_view> scripts)
{
    HSCOPE_TRY_ASSIGN(const std::int64_t version, connection.queryInteger("PRAGMA user_version"));
    const auto newest = static_cast<std::int64_t>(scripts.size());
    if (version < 0 || version > newest) {
        return failure(
            ErrorCode::Unsupported,
            fmt::format("the database has version {}, but this program knows versions up to {}",
                        version, newest));
    }
    if (version == newest) {
        return {};
    }
    HSCOPE_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection));
    for (std::int64_t next = version; next < newest; ++next) {
        if (auto done = connection.execute(scripts[static_cast<std::size_t>(next)]); !done) {
            return tl::unexpected<Error>(std::move(done).error().with(
                fmt::format("while migrating to version {}", next + 1)));
        }
    }
    // Pragmas take no parameters; both numbers are ours.
    HSCOPE_TRY(connection.execute(fmt::format(
        "PRAGMA application_id = {}; PRAGMA user_version = {};", kApplicationId, newest)));
    return transaction.commit();
}

Result<Connection> createDatabase(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(Connection connection, Connection::open(path, OpenMode::Create));
    HSCOPE_TRY(connection.execute("PRAGMA page_size = 16384"));
    HSCOPE_TRY(migrate(connection));
    return connection;
}

} // namespace hscope::core
