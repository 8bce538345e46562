// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// How fast the recorder's writer is by itself: rows per second that DatabaseSink puts into a file,
// in transactions as large as the drain's. Beside it, in the same run and in turns: the same rows
// with one bound statement each, as anybody would insert them. The best of several rounds counts:
// what else runs on the machine only makes it slower.
//
//   bench_database_sink                       two figures, their ratio, and the budget
//   bench_database_sink --budget-factor=2     fails if the rate is less than half of its budget
#include "collector/src/database_sink.h"
#include "core/database/migration.h"
#include "core/schema/schema_sql.h"
#include "core/sqlite/transaction.h"
#include "tests/bench/budget_report.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using hscope::collector::DatabaseSink;
using hscope::collector::EventRows;
using hscope::core::Connection;
using hscope::core::Result;
using hscope::core::Statement;
using hscope::core::Transaction;

constexpr std::int64_t kRowsPerTransaction = 1 << 15;
constexpr std::int64_t kTransactions = 61; // two million rows
constexpr int kRounds = 5;
constexpr hscope::bench::Budget kRate{"sink_rate", 2, "Mrows/s", hscope::bench::Better::Higher};
constexpr const char* kPragmas = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                                 "PRAGMA wal_autocheckpoint = 2000; PRAGMA cache_size = -8192;"
                                 "PRAGMA foreign_keys = OFF;"; // as the sink has them

/// Slices as a training has them: nested, of a few microseconds, with a hundred names.
void fill(EventRows& rows, std::int64_t transaction)
{
    rows.clear();
    for (std::int64_t i = 1; i <= kRowsPerTransaction; ++i) {
        const std::int64_t id = transaction * kRowsPerTransaction + i;
        const std::int64_t start = 5'000'000'000'000 + id * 1700;
        rows.slices.push_back({id, 1 + id % 3, start, 900 + id % 5 * 4000, id % 100, 3, 0});
    }
}

/// Rows per second of `write`, which gets the rows of one transaction at a time; the time to make
/// them does not count.
Result<double> rate(const std::function<Result<void>(const EventRows&)>& write)
{
    using Clock = std::chrono::steady_clock;
    EventRows rows;
    Clock::duration spent{};
    for (std::int64_t transaction = 0; transaction < kTransactions; ++transaction) {
        fill(rows, transaction);
        const auto start = Clock::now();
        HSCOPE_TRY(write(rows));
        spent += Clock::now() - start;
    }
    return static_cast<double>(kTransactions * kRowsPerTransaction) /
           std::chrono::duration<double>(spent).count();
}

Result<double> sinkRate(const fs::path& path)
{
    HSCOPE_TRY_ASSIGN(const std::unique_ptr<DatabaseSink> sink, DatabaseSink::create(path, 1, {}));
    return rate([&](const EventRows& rows) { return sink->write(rows, {}, {}); });
}

Result<double> plainRate(const fs::path& path)
{
    HSCOPE_TRY_ASSIGN(Connection connection, hscope::core::createDatabase(path));
    HSCOPE_TRY(connection.execute(kPragmas));
    HSCOPE_TRY_ASSIGN(Statement insert, connection.prepare(hscope::core::sql::kInsertSlice));
    return rate([&](const EventRows& rows) -> Result<void> {
        HSCOPE_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection));
        for (const EventRows::SliceRow& row : rows.slices) {
            int column = 0;
            for (const std::int64_t value : row) {
                insert.bind(column++, value);
            }
            HSCOPE_TRY(insert.run());
        }
        return transaction.commit();
    });
}

} // namespace

int main(int argc, char** argv)
{
    hscope::bench::BudgetReport report(argc, argv);
    std::array<char, 64> name{"/tmp/bench_database_sink.XXXXXX"};
    const fs::path folder = mkdtemp(name.data());
    const fs::path path = folder / "rows.hscope";
    double sink = 0;
    double plain = 0;
    for (int round = 0; round < kRounds; ++round) {
        const auto ours = sinkRate(path);
        hscope::core::removeDatabase(path);
        const auto theirs = plainRate(path);
        hscope::core::removeDatabase(path);
        if (!ours || !theirs) {
            std::fprintf(stderr, "%s\n", (ours ? theirs : ours).error().message.c_str());
            fs::remove_all(folder);
            return 1;
        }
        sink = std::max(sink, *ours);
        plain = std::max(plain, *theirs);
    }
    fs::remove_all(folder);
    std::printf("the recorder's writer %6.2f M rows/s\n", sink / 1e6);
    std::printf("a statement per row   %6.2f M rows/s\n", plain / 1e6);
    std::printf("ratio                 %6.2f\n", plain > 0 ? sink / plain : 0);
    report.add(kRate, sink / 1e6);
    return report.exitCode();
}
