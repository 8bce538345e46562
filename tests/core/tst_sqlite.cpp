// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sqlite/connection.h"
#include "core/sqlite/transaction.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/temp_folder.h"

#include <QTest>

using namespace hscope::core;
using hscope::test::TempFolder;

class tst_Sqlite : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bindsAndReads();
    void rollsBackUnlessCommitted();
    void mapsErrors();
    void allowsOnlyReading_data();
    void allowsOnlyReading();
    void interruptsLongQueries();
    void neverChangesAFileOpenedForReading();
};

void tst_Sqlite::bindsAndReads()
{
    const TempFolder folder;
    auto connection = Connection::open(folder.path("a.db"), OpenMode::Create);
    VERIFY_RESULT(connection);
    VERIFY_RESULT(
        connection->execute("CREATE TABLE t (i INTEGER, r REAL, s TEXT); -- a comment at the end"));
    auto insert = connection->prepare("INSERT INTO t VALUES (?, ?, ?)");
    VERIFY_RESULT(insert);
    insert->bind(0, std::int64_t{1} << 60);
    insert->bind(1, 0.5);
    insert->bind(2, std::string_view("it's \0 text", 11));
    VERIFY_RESULT(insert->run());
    insert->bindNull(0);
    insert->bind(2, std::string_view());
    VERIFY_RESULT(insert->run());
    auto select = connection->prepare("SELECT * FROM t ORDER BY rowid");
    QVERIFY(*select->step());
    QCOMPARE(select->integer(0), std::int64_t{1} << 60);
    QCOMPARE(select->real(1), 0.5);
    QCOMPARE(select->text(2).size(), std::size_t{11});
    QVERIFY(*select->step());
    QVERIFY(!select->optionalInteger(0));
    QVERIFY(select->type(2) == ColumnType::Text);
    QVERIFY(!*select->step());
}

void tst_Sqlite::rollsBackUnlessCommitted()
{
    const TempFolder folder;
    auto connection = Connection::open(folder.path("a.db"), OpenMode::Create);
    VERIFY_RESULT(connection->execute("CREATE TABLE t (i)"));
    {
        auto transaction = Transaction::begin(*connection);
        VERIFY_RESULT(connection->execute("INSERT INTO t VALUES (1)"));
    }
    QCOMPARE(*connection->queryInteger("SELECT count(*) FROM t"), 0);
    auto transaction = Transaction::begin(*connection);
    VERIFY_RESULT(connection->execute("INSERT INTO t VALUES (1)"));
    VERIFY_RESULT(transaction->commit());
    QCOMPARE(*connection->queryInteger("SELECT count(*) FROM t"), 1);
}

void tst_Sqlite::mapsErrors()
{
    const TempFolder folder;
    QVERIFY(!Connection::open(folder.path("none.db"), OpenMode::ReadOnly).has_value());
    const auto text = folder.write("text.db", std::string(2000, 'x'));
    auto noDatabase = Connection::open(text, OpenMode::ReadOnly);
    QVERIFY(noDatabase->queryInteger("SELECT count(*) FROM sqlite_master").error().code ==
            ErrorCode::Corrupt);
    QVERIFY(Connection::open(text, OpenMode::Create).error().code == ErrorCode::AlreadyExists);
    auto connection = Connection::open(folder.path("a.db"), OpenMode::Create);
    QVERIFY(connection->prepare("SELEC 1").error().code == ErrorCode::InvalidArgument);
    QVERIFY(connection->prepare("  -- nothing").error().code == ErrorCode::InvalidArgument);
    QVERIFY(connection->prepareSingle("SELECT 1; SELECT 2").error().code ==
            ErrorCode::InvalidArgument);
    VERIFY_RESULT(connection->prepareSingle("SELECT 1 ; "));
    VERIFY_RESULT(connection->prepareSingle("SELECT 1; -- a comment"));
    VERIFY_RESULT(connection->prepareSingle("SELECT 1; /* two */ ; -- comments\n"));
    VERIFY_RESULT(connection->prepareSingle("SELECT 1; /* open"));
    QVERIFY(connection->prepareSingle("SELECT 1; -- a comment\nSELECT 2").error().code ==
            ErrorCode::InvalidArgument);
    QVERIFY(connection->prepareSingle("SELECT 1; nonsense").error().code ==
            ErrorCode::InvalidArgument);
}

void tst_Sqlite::allowsOnlyReading_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<bool>("allowed");
    const auto row = [](const char* sql, bool allowed) { QTest::newRow(sql) << sql << allowed; };
    row("SELECT count(*) FROM t", true);
    row("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT sum(i) "
        "FROM n",
        true);
    row("SELECT * FROM v", true);
    row("EXPLAIN SELECT * FROM t", true);
    row("PRAGMA table_info(t)", true);
    row("PRAGMA user_version", true);
    row("PRAGMA user_version = 7", false);
    row("PRAGMA journal_mode = WAL", false);
    row("PRAGMA writable_schema = 1", false);
    row("ATTACH 'other.db' AS other", false);
    row("ATTACH '' AS other", false);
    row("DETACH main", false);
    row("VACUUM INTO 'copy.db'", false);
    row("INSERT INTO t VALUES (1)", false);
    row("DELETE FROM t", false);
    row("UPDATE t SET i = 1", false);
    row("DROP TABLE t", false);
    row("CREATE TEMP TABLE x (i)", false);
    row("CREATE TABLE x (i)", false);
    row("SELECT load_extension('x')", false);
    row("BEGIN", false);
}

void tst_Sqlite::allowsOnlyReading()
{
    QFETCH(const QString, sql);
    QFETCH(const bool, allowed);
    const TempFolder folder;
    {
        auto writer = Connection::open(folder.path("a.db"), OpenMode::Create);
        VERIFY_RESULT(writer->execute(
            "CREATE TABLE t (i); INSERT INTO t VALUES (1); CREATE VIEW v AS SELECT i FROM t;"));
    }
    auto connection = Connection::open(folder.path("a.db"), OpenMode::ReadOnly);
    VERIFY_RESULT(connection);
    connection->restrictToReading();
    const std::string text = sql.toStdString();
    auto statement = connection->prepareSingle(text);
    bool done = statement.has_value();
    if (statement) {
        const auto step = statement->step();
        done = step.has_value();
    }
    QCOMPARE(done, allowed);
    QVERIFY(!std::filesystem::exists("copy.db"));
    QVERIFY(!std::filesystem::exists("other.db"));
}

void tst_Sqlite::interruptsLongQueries()
{
    const TempFolder folder;
    auto connection = Connection::open(folder.path("a.db"), OpenMode::Create);
    std::stop_source source;
    connection->cancelOn(source.get_token());
    source.request_stop();
    const auto result = connection->queryInteger(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n");
    QVERIFY(result.error().code == ErrorCode::Cancelled);
}

void tst_Sqlite::neverChangesAFileOpenedForReading()
{
    const TempFolder folder;
    {
        auto writer = Connection::open(folder.path("a.db"), OpenMode::Create);
        VERIFY_RESULT(writer->execute("CREATE TABLE t (i)"));
    }
    auto connection = Connection::open(folder.path("a.db"), OpenMode::ReadOnly);
    QVERIFY(!connection->execute("INSERT INTO t VALUES (1)").has_value());
    QCOMPARE(std::distance(std::filesystem::directory_iterator(folder.path("")), {}),
             std::ptrdiff_t{1});
}

QTEST_APPLESS_MAIN(tst_Sqlite)
#include "tst_sqlite.moc"
