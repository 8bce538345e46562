// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/database/database_recovery.h"
#include "core/database/migration.h"
#include "core/export/database_writer.h"
#include "core/import/open_trace.h"
#include "core/import/simulation_reader.h"
#include "core/schema/schema.h"
#include "core/sqlite/connection.h"
#include "tests/support/model_printer.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/temp_folder.h"
#include "tests/support/trace_literal.h"

#include <QTest>

#include <array>
#include <fstream>

using namespace hscope::core;
using namespace hscope::test;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kTrace =
    "process trainer\nops main: train[0,100) step[10,40)\niterations main: 7[0,50) 8[50,100)\n"
    "thread main: python[0,100) gpu_api[18,28)#1 backend:fwd[30,35)#2\n"
    "thread autograd: backend:bwd[50,60)<2 native[55,58)\n"
    "gpu 0/7: gpu_kernel[25,44)@1 gpu_kernel[30,50)\nphase warm_up[0,30)\n"
    "marker spans: annotation[0,200)!\n"
    "process env\nthread main: simulator[20,90) simulator[90,90)\n";

Result<LoadedTrace> open(const fs::path& path)
{
    NullProgress progress;
    return openTrace(path, progress, {});
}

Result<void> save(const TraceStore& trace, const fs::path& path,
                  Overwrite overwrite = Overwrite::No)
{
    NullProgress progress;
    return writeDatabase(trace, nullptr, path, overwrite, progress, {});
}

std::vector<std::string> filesIn(const fs::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string bytesOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

class tst_Database : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void readsBackWhatItWrote();
    void keepsArgumentsOfImportedTraces();
    void keepsWhatASimulationKnows();
    void isOneFileThatOpeningLeavesAlone();
    void doesNotOverwriteUnasked();
    void leavesNothingBehindOnFailure();
    void recoversAJournalOnACopy();
    void recoversADatabaseLeftInWalMode();
    void removesRecoveredCopies();
    void refusesOtherDatabases();
    void refusesNewerVersions();
    void reportsDamage();
    void countsBrokenReferences();
    void migratesInOneTransaction();
    void namesThingsInViews();

private:
    TempFolder m_cache;
};

void tst_Database::initTestCase()
{
    qputenv("XDG_CACHE_HOME", m_cache.path("").string().c_str());
}

void tst_Database::readsBackWhatItWrote()
{
    const TempFolder folder;
    const auto trace = traceFromLiteral(kTrace);
    VERIFY_RESULT(save(*trace, folder.path("t.hscope")));
    const auto loaded = open(folder.path("t.hscope"));
    VERIFY_RESULT(loaded);
    QStringList before = printTrace(*trace);
    QStringList after = printTrace(*loaded->store);
    before.sort(); // tracks that exist in memory only come last after a round trip
    after.sort();
    QCOMPARE(after, before);
    QVERIFY(loaded->store->wallRange() == trace->wallRange());

    // A second round trip keeps even the order.
    VERIFY_RESULT(save(*loaded->store, folder.path("u.hscope")));
    QCOMPARE(printTrace(*open(folder.path("u.hscope"))->store), printTrace(*loaded->store));
}

void tst_Database::keepsArgumentsOfImportedTraces()
{
    const TempFolder folder;
    const auto json = open(folder.write(
        "t.json", R"([{"ph":"X","name":"b","pid":1,"tid":1,"ts":30,"dur":1,"args":{"x":[1]}},
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":3,"dur":1,"args":{"name":"v","a":2}},
        {"ph":"X","cat":"user_annotation","name":"op","pid":1,"tid":1,"ts":1,"dur":40,"args":{"batch":64}}])"));
    VERIFY_RESULT(json);
    NullProgress progress;
    VERIFY_RESULT(writeDatabase(*json->store, json->arguments.get(), folder.path("t.hscope"),
                                Overwrite::No, progress, {}));
    const auto loaded = open(folder.path("t.hscope"));
    const auto& slices = loaded->store->slices();
    const auto of = [&](std::size_t slice) {
        return *loaded->arguments->argumentsOf(slices.source[slice]);
    };
    QVERIFY(of(0) == (std::vector<Argument>{{"name", "\"v\""}, {"a", "2"}}));
    QVERIFY(of(1) == (std::vector<Argument>{{"x", "[1]"}}));
    QVERIFY(of(2) == (std::vector<Argument>{{"batch", "64"}}));

    // From database to database, too.
    VERIFY_RESULT(writeDatabase(*loaded->store, loaded->arguments.get(), folder.path("u.hscope"),
                                Overwrite::No, progress, {}));
    const auto again = open(folder.path("u.hscope"));
    QVERIFY(*again->arguments->argumentsOf(again->store->slices().source[2]) ==
            (std::vector<Argument>{{"batch", "64"}}));
}

void tst_Database::keepsWhatASimulationKnows()
{
    const TempFolder folder;
    const auto trace = traceFromLiteral(kTrace);
    const SimulationTables tables{
        {{"cluster", "pair", "{\"name\": \"pair\"}\n"}, {"placement", "", "{}"}},
        {{"exact", 7, "analytic", true, 1.5, 0.25, 4.0, 1e-9, 12, true},
         {"rl-lstm", -1, "network", false, {}, {}, {}, {}, {}, {}}}};
    NullProgress progress;
    VERIFY_RESULT(writeDatabase(DatabaseContent{*trace, nullptr, &tables}, folder.path("t.hscope"),
                                Overwrite::No, progress, {}));
    QVERIFY(*readSimulationTables(folder.path("t.hscope")) == tables);
    QCOMPARE(printTrace(*open(folder.path("t.hscope"))->store).size(), printTrace(*trace).size());

    VERIFY_RESULT(save(*trace, folder.path("u.hscope")));
    QVERIFY(*readSimulationTables(folder.path("u.hscope")) == SimulationTables{});
    QVERIFY(readSimulationTables(folder.write("v.json", "[]")).error().code ==
            ErrorCode::Unsupported);
}

void tst_Database::isOneFileThatOpeningLeavesAlone()
{
    const TempFolder folder;
    VERIFY_RESULT(save(*traceFromLiteral(kTrace), folder.path("t.hscope")));
    const std::string before = bytesOf(folder.path("t.hscope"));
    fs::permissions(folder.path("t.hscope"), fs::perms::owner_read);
    VERIFY_RESULT(open(folder.path("t.hscope")));
    QVERIFY(bytesOf(folder.path("t.hscope")) == before);
    QVERIFY(filesIn(folder.path("")) == std::vector<std::string>{"t.hscope"});
}

void tst_Database::doesNotOverwriteUnasked()
{
    const TempFolder folder;
    const auto path = folder.write("t.hscope", "precious");
    const auto trace = traceFromLiteral(kTrace);
    QVERIFY(save(*trace, path).error().code == ErrorCode::AlreadyExists);
    QVERIFY(bytesOf(path) == "precious");
    VERIFY_RESULT(save(*trace, path, Overwrite::Yes));
    VERIFY_RESULT(open(path));
}

void tst_Database::leavesNothingBehindOnFailure()
{
    const TempFolder folder;
    const auto trace = traceFromLiteral(kTrace);
    std::stop_source source;
    source.request_stop();
    NullProgress progress;
    const auto cancelled = writeDatabase(*trace, nullptr, folder.path("t.hscope"), Overwrite::No,
                                         progress, source.get_token());
    QVERIFY(cancelled.error().code == ErrorCode::Cancelled);
    QVERIFY(filesIn(folder.path("")).empty());
    const auto unwritable = save(*trace, folder.path("no/such/folder/t.hscope"));
    QVERIFY(!unwritable.has_value());
    QVERIFY(QString::fromStdString(unwritable.error().message)
                .contains(QStringLiteral("no/such/folder/t.hscope")));
}

void tst_Database::recoversAJournalOnACopy()
{
    const TempFolder folder;
    const TempFolder live;
    VERIFY_RESULT(save(*traceFromLiteral("thread main: python[0,10)"), live.path("t.hscope")));
    auto writer = Connection::open(live.path("t.hscope"), OpenMode::ReadWrite);
    VERIFY_RESULT(writer->execute(
        "PRAGMA journal_mode = WAL; INSERT INTO slice VALUES (2, 1, 50, 10, 1, 0, 0);"));
    // The recorder dies here: what is on disk is the database without the row, and the row in the
    // journal.
    fs::copy_file(live.path("t.hscope"), folder.path("t.hscope"));
    fs::copy_file(live.path("t.hscope-wal"), folder.path("t.hscope-wal"));
    const std::string before = bytesOf(folder.path("t.hscope"));

    const auto loaded = open(folder.path("t.hscope"));
    VERIFY_RESULT(loaded);
    QCOMPARE(loaded->store->slices().size(), std::size_t{2});
    QCOMPARE(loaded->store->diagnostics().countOf(DiagnosticId::JournalRecovered),
             std::uint64_t{1});
    QVERIFY(bytesOf(folder.path("t.hscope")) == before);
    QVERIFY((filesIn(folder.path("")) == std::vector<std::string>{"t.hscope", "t.hscope-wal"}));
}

void tst_Database::recoversADatabaseLeftInWalMode()
{
    const TempFolder folder;
    VERIFY_RESULT(save(*traceFromLiteral("thread main: python[0,10)"), folder.path("t.hscope")));
    {
        auto writer = Connection::open(folder.path("t.hscope"), OpenMode::ReadWrite);
        VERIFY_RESULT(writer->execute("PRAGMA journal_mode = WAL;"));
    }
    const auto loaded = open(folder.path("t.hscope"));
    VERIFY_RESULT(loaded);
    QCOMPARE(loaded->store->slices().size(), std::size_t{1});
    QVERIFY(filesIn(folder.path("")) == std::vector<std::string>{"t.hscope"});
}

/// Two programs that open the same file, or one that opens it twice, must not write one copy; and
/// copies are as large as traces.
void tst_Database::removesRecoveredCopies()
{
    const TempFolder folder;
    const TempFolder cache;
    const QByteArray before = qgetenv("XDG_CACHE_HOME");
    qputenv("XDG_CACHE_HOME", QByteArray::fromStdString(cache.path("").string()));
    const fs::path copies = cacheFolder() / "recovered";
    const auto made = [&copies] {
        std::size_t count = 0;
        for (const auto& entry : fs::directory_iterator(copies)) {
            count += entry.is_directory() ? 1U : 0U;
        }
        return count;
    };
    VERIFY_RESULT(save(*traceFromLiteral("thread main: python[0,10)"), folder.path("t.hscope")));
    {
        auto writer = Connection::open(folder.path("t.hscope"), OpenMode::ReadWrite);
        VERIFY_RESULT(writer->execute("PRAGMA journal_mode = WAL;"));
    }
    fs::create_directories(copies / "died");
    std::ofstream(copies / "died" / "t.hscope") << "left by a program that died";
    std::ofstream(copies / "old.hscope") << "left by an older version";
    {
        const auto first = open(folder.path("t.hscope"));
        VERIFY_RESULT(first);
        QVERIFY(!fs::exists(copies / "died"));
        QVERIFY(!fs::exists(copies / "old.hscope"));
        QCOMPARE(made(), std::size_t{1});
        const auto second = open(folder.path("t.hscope"));
        VERIFY_RESULT(second);
        QCOMPARE(made(), std::size_t{2});
        VERIFY_RESULT(first->arguments->argumentsOf(1));
        VERIFY_RESULT(second->arguments->argumentsOf(1));
    }
    QCOMPARE(made(), std::size_t{0});
    qputenv("XDG_CACHE_HOME", before);
}

void tst_Database::refusesOtherDatabases()
{
    const TempFolder folder;
    {
        auto other = Connection::open(folder.path("other.db"), OpenMode::Create);
        VERIFY_RESULT(other->execute("CREATE TABLE t (i)"));
        auto nsys = Connection::open(folder.path("nsys.sqlite"), OpenMode::Create);
        VERIFY_RESULT(nsys->execute("CREATE TABLE StringIds (id INTEGER, value TEXT)"));
    }
    QVERIFY(open(folder.path("other.db")).error().code == ErrorCode::Unsupported);
    QVERIFY(open(folder.path("nsys.sqlite")).error().message.find("Nsight") != std::string::npos);
}

void tst_Database::refusesNewerVersions()
{
    const TempFolder folder;
    VERIFY_RESULT(save(*traceFromLiteral(kTrace), folder.path("t.hscope")));
    {
        auto writer = Connection::open(folder.path("t.hscope"), OpenMode::ReadWrite);
        VERIFY_RESULT(writer->execute("PRAGMA user_version = 99"));
    }
    const auto loaded = open(folder.path("t.hscope"));
    QVERIFY(loaded.error().code == ErrorCode::Unsupported);
    QVERIFY(loaded.error().message.find("99") != std::string::npos);
    QVERIFY(loaded.error().message.find("newer") != std::string::npos);
}

void tst_Database::reportsDamage()
{
    const TempFolder folder;
    VERIFY_RESULT(save(*traceFromLiteral(kTrace), folder.path("t.hscope")));
    const std::string whole = bytesOf(folder.path("t.hscope"));
    const auto cut = open(folder.write("cut.hscope", whole.substr(0, whole.size() / 2)));
    QVERIFY(cut.error().code == ErrorCode::Corrupt);
    QVERIFY(cut.error().message.find("cut.hscope") != std::string::npos);
    QVERIFY(!open(folder.write("head.hscope", whole.substr(0, 18))).has_value());
    QVERIFY(!open(folder.write("page.hscope", whole.substr(0, 100))).has_value());
}

void tst_Database::countsBrokenReferences()
{
    const TempFolder folder;
    VERIFY_RESULT(save(*traceFromLiteral("thread main: python[0,10)"), folder.path("t.hscope")));
    {
        auto writer = Connection::open(folder.path("t.hscope"), OpenMode::ReadWrite);
        VERIFY_RESULT(
            writer->execute("INSERT INTO slice VALUES (7, 99, 50, 10, 1, 0, 0), (8, 1, 20, -5, 1, "
                            "0, 0), (9, 1, 30, 5, 777, 0, 0),"
                            " (10, 1, 9223372036854775807, 5, 1, 0, 0), (11, 1, 40, 1, 1, 55, 0);"
                            "INSERT INTO link VALUES (1, 0, 1, 12345, NULL);"));
    }
    const auto loaded = open(folder.path("t.hscope"));
    VERIFY_RESULT(loaded);
    QCOMPARE(loaded->store->slices().size(), std::size_t{3});
    QCOMPARE(loaded->store->diagnostics().countOf(DiagnosticId::ReferenceMissing),
             std::uint64_t{4});
    QCOMPARE(loaded->store->diagnostics().countOf(DiagnosticId::NegativeDuration),
             std::uint64_t{1});
    QCOMPARE(loaded->store->diagnostics().countOf(DiagnosticId::EventTimeOutOfRange),
             std::uint64_t{1});
}

void tst_Database::migratesInOneTransaction()
{
    const TempFolder folder;
    auto connection = Connection::open(folder.path("a.db"), OpenMode::Create);
    constexpr std::array<std::string_view, 3> kScripts = {
        "CREATE TABLE a (i)", "ALTER TABLE a ADD COLUMN j; INSERT INTO a VALUES (1, 2)",
        "SELEC nonsense"};
    const std::span<const std::string_view> all(kScripts);
    VERIFY_RESULT(migrate(*connection, all.first(1)));
    QCOMPARE(*connection->queryInteger("PRAGMA user_version"), 1);
    VERIFY_RESULT(migrate(*connection, all.first(2)));
    QCOMPARE(*connection->queryInteger("SELECT j FROM a"), 2);
    VERIFY_RESULT(migrate(*connection, all.first(2))); // nothing left to do
    QVERIFY(!migrate(*connection, all).has_value());
    QCOMPARE(*connection->queryInteger("PRAGMA user_version"), 2); // unchanged
    QVERIFY(migrate(*connection, all.first(1)).error().code == ErrorCode::Unsupported);
}

void tst_Database::namesThingsInViews()
{
    const TempFolder folder;
    VERIFY_RESULT(save(*traceFromLiteral(kTrace), folder.path("t.hscope")));
    auto connection = Connection::open(folder.path("t.hscope"), OpenMode::ReadOnly);
    QCOMPARE(*connection->queryInteger("PRAGMA application_id"), std::int64_t{kApplicationId});
    QCOMPARE(*connection->queryInteger("SELECT count(*) FROM slices"), 14);
    QCOMPARE(*connection->queryInteger(
                 "SELECT sum(duration_ns) FROM operations WHERE track = 'main' AND name = 'step'"),
             30);
    QCOMPARE(*connection->queryInteger("SELECT count(*) FROM slices WHERE category = 'gpu_kernel' "
                                       "AND device = 0 AND stream = 7"),
             2);
    QCOMPARE(*connection->queryInteger(
                 "SELECT count(*) FROM links WHERE kind = 'launch' AND from_name = 'gpu_api'"),
             1);
    QCOMPARE(*connection->queryInteger(
                 "SELECT count(*) FROM tracks WHERE kind = 'gpu_stream' AND process = 'trainer'"),
             1);
}

QTEST_APPLESS_MAIN(tst_Database)
#include "tst_database.moc"
