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
    auto connection = Connection::open(path, OpenMode::Create);
    if (!connection) {
        return connection;
    }
    auto made = connection->execute("PRAGMA page_size = 16384").and_then([&] {
        return migrate(*connection);
    });
    if (!made) {
        connection = tl::unexpected<Error>(std::move(made).error()); // closes it
        removeDatabase(path);
    }
    return connection;
}

void removeDatabase(const std::filesystem::path& path)
{
    std::error_code ignored;
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
        std::filesystem::remove(path.string() + suffix, ignored);
    }
}

} // namespace hscope::core
