// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/database/migration.h"
#include "core/import/slice_read_ahead.h"
#include "core/sqlite/connection.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/temp_folder.h"

#include <QTest>

#include <limits>

using namespace hscope::core;
using namespace hscope::test;

namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kSmallest = std::numeric_limits<std::int64_t>::min();

/// A database with slices of these ids; each starts at a time that tells its place in the list.
std::filesystem::path makeSlices(const TempFolder& folder, const std::vector<std::int64_t>& ids)
{
    const auto path = folder.path("t.hscope");
    Connection connection = createDatabase(path).value();
    if (!connection.execute("PRAGMA foreign_keys = OFF; BEGIN")) {
        qFatal("the database could not be written");
    }
    Statement insert =
        connection
            .prepare("INSERT INTO slice (id, track_id, start_ns, duration_ns, name_id, category, "
                     "flags) VALUES (?, 1, ?, 5, 2, 3, 0)")
            .value();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        insert.bind(0, ids[i]);
        insert.bind(1, static_cast<std::int64_t>(i));
        if (!insert.run()) {
            qFatal("the database could not be written");
        }
    }
    if (!connection.execute("COMMIT")) {
        qFatal("the database could not be written");
    }
    return path;
}

std::vector<std::int64_t> readIds(const std::filesystem::path& path, SliceIdRange range,
                                  unsigned readers)
{
    std::vector<std::int64_t> ids;
    SliceReadAhead ahead(path, range, readers);
    while (true) {
        const auto rows = ahead.next().value();
        if (rows.empty()) {
            return ids;
        }
        for (const StoredSlice& row : rows) {
            ids.push_back(row.id);
        }
    }
}

} // namespace

class tst_SliceReadAhead : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesEveryRowInOrder_data();
    void givesEveryRowInOrder();
    void readsAllColumns();
    void staysInsideTheRange();
    void stopsWhenNobodyWantsMore();
    void reportsADamagedFile();
};

void tst_SliceReadAhead::givesEveryRowInOrder_data()
{
    QTest::addColumn<unsigned>("readers");
    QTest::newRow("one reader") << 1U;
    QTest::newRow("three readers") << 3U;
}

void tst_SliceReadAhead::givesEveryRowInOrder()
{
    QFETCH(const unsigned, readers);
    const TempFolder folder;
    std::vector<std::int64_t> ids{kSmallest, -70'000, -5};
    for (std::int64_t id = 1; id <= 100'000; ++id) {
        ids.push_back(id);
    }
    for (const std::int64_t id : {std::int64_t{1} << 40, kLargest - 1, kLargest}) {
        ids.push_back(id);
    }
    const auto path = makeSlices(folder, ids);
    QVERIFY(readIds(path, {kSmallest, kLargest}, readers) == ids);
    QVERIFY(readIds(makeSlices(TempFolder(), {}), {}, readers).empty());
}

void tst_SliceReadAhead::readsAllColumns()
{
    const TempFolder folder;
    SliceReadAhead ahead(makeSlices(folder, {7, 9}), {1, 100}, 2);
    const auto rows = ahead.next().value();
    QCOMPARE(rows.size(), std::size_t{2});
    const StoredSlice& row = rows[1];
    QCOMPARE(row.id, 9);
    QCOMPARE(row.track, 1);
    QCOMPARE(row.startNs, 1);
    QCOMPARE(row.durationNs, 5);
    QCOMPARE(row.name, 2);
    QCOMPARE(row.category, 3);
    QCOMPARE(row.flags, 0);
}

void tst_SliceReadAhead::staysInsideTheRange()
{
    const TempFolder folder;
    const auto path = makeSlices(folder, {1, 2, 3, 4, 5});
    QVERIFY(readIds(path, {2, 4}, 2) == (std::vector<std::int64_t>{2, 3, 4}));
    QVERIFY(readIds(path, {6, kLargest}, 2).empty());
    QVERIFY(readIds(path, {4, 2}, 2).empty());
}

void tst_SliceReadAhead::stopsWhenNobodyWantsMore()
{
    const TempFolder folder;
    std::vector<std::int64_t> ids(1'000'000);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        ids[i] = static_cast<std::int64_t>(i);
    }
    const auto path = makeSlices(folder, ids);
    SliceReadAhead ahead(path, {0, kLargest}, 2);
    QVERIFY(!ahead.next().value().empty()); // and its readers, full of blocks, end with it
}

void tst_SliceReadAhead::reportsADamagedFile()
{
    const TempFolder folder;
    SliceReadAhead text(folder.write("no.hscope", "this is no database at all, only some text"),
                        {0, 10}, 2);
    QVERIFY(!text.next());
    SliceReadAhead missing(folder.path("missing.hscope"), {0, 10}, 2);
    QVERIFY(!missing.next());
}

QTEST_APPLESS_MAIN(tst_SliceReadAhead)
#include "tst_slice_read_ahead.moc"
