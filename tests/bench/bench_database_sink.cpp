// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// How fast the recorder's writer is by itself: rows per second that DatabaseSink puts into a file,
// in transactions as large as the drain's. Beside it, in the same run and in turns: the same rows
// with one bound statement each, as anybody would insert them. The best of several rounds counts:
// what else runs on the machine only makes it slower. Rates are by the clock and, because of what
// else runs, also by the processor time of the thread, which leaves out waiting for the disk.
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
#include <ctime>
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

struct Rate ///< In million rows per second.
{
    double byClock = 0;
    double byProcessor = 0;

    void keepBest(const Rate& other)
    {
        byClock = std::max(byClock, other.byClock);
        byProcessor = std::max(byProcessor, other.byProcessor);
    }
};

double processorSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

/// Rate of `write`, which gets the rows of one transaction at a time; the time to make
/// them does not count.
Result<Rate> rate(const std::function<Result<void>(const EventRows&)>& write)
{
    using Clock = std::chrono::steady_clock;
    constexpr double kMillions = static_cast<double>(kTransactions * kRowsPerTransaction) / 1e6;
    EventRows rows;
    std::chrono::duration<double> clock{};
    double processor = 0;
    for (std::int64_t transaction = 0; transaction < kTransactions; ++transaction) {
        fill(rows, transaction);
        const auto start = Clock::now();
        const double processorStart = processorSeconds();
        HSCOPE_TRY(write(rows));
        clock += Clock::now() - start;
        processor += processorSeconds() - processorStart;
    }
    return Rate{kMillions / clock.count(), kMillions / processor};
}

Result<Rate> sinkRate(const fs::path& path)
{
    HSCOPE_TRY_ASSIGN(const std::unique_ptr<DatabaseSink> sink, DatabaseSink::create(path, 1, {}));
    return rate([&](const EventRows& rows) { return sink->write(rows, {}, {}); });
}

Result<Rate> plainRate(const fs::path& path)
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
    Rate sink;
    Rate plain;
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
        sink.keepBest(*ours);
        plain.keepBest(*theirs);
    }
    fs::remove_all(folder);
    std::printf("million rows per second   by the clock   by processor time\n");
    std::printf("the recorder's writer     %12.2f   %17.2f\n", sink.byClock, sink.byProcessor);
    std::printf("a statement per row       %12.2f   %17.2f\n", plain.byClock, plain.byProcessor);
    std::printf("ratio                     %12.2f   %17.2f\n", sink.byClock / plain.byClock,
                sink.byProcessor / plain.byProcessor);
    report.add(kRate, sink.byClock);
    return report.exitCode();
}
