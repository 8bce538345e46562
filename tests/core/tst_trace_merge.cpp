// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/database/migration.h"
#include "core/import/trace_merge.h"
#include "core/sqlite/connection.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/temp_folder.h"

#include <QTest>

#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace hscope::core;
using namespace hscope::test;
namespace fs = std::filesystem;

namespace {

/// A row of each table, all with id 1 and, where there is a second one, 2: an operation "step" with
/// a slice "work" in it, which a link joins.
constexpr std::string_view kRows =
    "INSERT INTO string VALUES (1, 'main'), (2, 'step'), (3, 'work'), (4, 'loss');"
    "INSERT INTO track VALUES (1, 1, 0, 1, 7, NULL, NULL, 1), (2, 1, 2, 4, NULL, NULL, NULL, 2);"
    "INSERT INTO slice VALUES (1, 1, 100, 50, 2, 11, 0), (2, 1, 110, 20, 3, 1, 0);"
    "INSERT INTO slice_arg VALUES (2, 0, 4, '0.5');"
    "INSERT INTO operation VALUES (1);"
    "INSERT INTO phase VALUES (1, 1, 2, 90, 70);"
    "INSERT INTO iteration VALUES (1, 1, 42, 100, 50, 1);"
    "INSERT INTO instant VALUES (1, 1, 105, 3);"
    "INSERT INTO counter_sample VALUES (2, 120, 0.25, NULL);"
    "INSERT INTO link VALUES (1, 5, 1, 2, 9);"
    "INSERT INTO diagnostic VALUES ('recording_events_lost', 'data_loss', 3, 'first');";

struct Input
{
    const char* name;  ///< Of the process, in string 5.
    const char* facts; ///< As VALUES of table meta; may be empty.
    const char* pid;
};

fs::path writeInput(const TempFolder& folder, const Input& input)
{
    const fs::path path = folder.path(std::string(input.name) + ".hscope");
    auto connection = createDatabase(path).value();
    std::string script(kRows);
    script += std::string("INSERT INTO string VALUES (5, '") + input.name + "');" +
              "INSERT INTO process VALUES (1, NULL, " + input.pid + ", 5, NULL, 1);";
    if (*input.facts != '\0') {
        script += std::string("INSERT INTO meta VALUES ") + input.facts + ";";
    }
    if (const auto written = connection.execute(script); !written) {
        qFatal("%s", written.error().message.c_str());
    }
    return path;
}

constexpr Input kTrainer{
    "trainer", "('boot_id', 'one'), ('realtime_offset_ns', '1000'), ('parent_pid', '1')", "500"};
constexpr Input kWorker{
    "worker", "('boot_id', 'one'), ('realtime_offset_ns', '1003'), ('parent_pid', '500')", "501"};
constexpr Input kFarAway{
    "far", "('boot_id', 'two'), ('realtime_offset_ns', '51000'), ('parent_pid', '500')", "500"};
constexpr Input kClockless{"clockless", "", "900"};

Result<MergeSummary> merge(const std::vector<fs::path>& inputs, const fs::path& output,
                           MergeOptions options = {}, std::stop_token stop = {})
{
    NullProgress progress;
    return mergeTraces(inputs, output, options, progress, std::move(stop));
}

/// The rows of a query, their columns separated by spaces.
QStringList rowsOf(const fs::path& path, std::string_view columns, std::string_view from)
{
    auto connection = Connection::open(path, OpenMode::ReadOnly).value();
    const std::string sql = "SELECT concat FROM (SELECT " + std::string(columns) + " AS concat " +
                            std::string(from) + ") ORDER BY 1";
    auto statement = connection.prepare(sql).value();
    QStringList rows;
    while (statement.step().value()) {
        rows += QString::fromStdString(std::string(statement.text(0)));
    }
    return rows;
}

std::string bytesOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

class tst_TraceMerge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsRowsWithTheSameIdsApart();
    void findsTheParentOfAProcess();
    void alignsTheClocksOfTwoHosts();
    void addsUpDiagnostics();
    void keepsFactsThatContradict();
    void refusesAClockThatIsNotKnown();
    void leavesOutWhatItCannotRead();
    void leavesNothingBehindWhenCancelled();
};

void tst_TraceMerge::keepsRowsWithTheSameIdsApart()
{
    const TempFolder folder;
    const std::array inputs = {writeInput(folder, kTrainer), writeInput(folder, kWorker)};
    const std::string before = bytesOf(inputs[0]);
    const fs::path all = folder.path("all.hscope");
    const auto summary = merge({inputs.begin(), inputs.end()}, all);
    VERIFY_RESULT(summary);
    QCOMPARE(summary->slices, std::uint64_t{4});
    QCOMPARE(summary->operations, std::uint64_t{2});
    QCOMPARE(summary->wall, Duration(50));

    const auto perProcess = [](const char* row) {
        return QStringList{QString("trainer ") + row, QString("worker ") + row};
    };
    const auto both = [&perProcess](const char* first, const char* second) {
        QStringList rows = perProcess(first) + perProcess(second);
        rows.sort();
        return rows;
    };
    QCOMPARE(
        rowsOf(all, "process || ' ' || track || ' ' || name || ' ' || start_ns", "FROM slices"),
        both("main step 100", "main work 110"));
    QCOMPARE(rowsOf(all, "process || ' ' || name", "FROM operations"), perProcess("step"));
    QCOMPARE(rowsOf(all, "s.process || ' ' || s.name || ' ' || a.name || ' ' || a.value",
                    "FROM slice_args a JOIN slices s ON s.id = a.slice_id"),
             perProcess("work loss 0.5"));
    QCOMPARE(rowsOf(all,
                    "f.process || ' ' || f.name || ' ' || t.name || ' ' || (f.track_id = "
                    "t.track_id)",
                    "FROM link l JOIN slices f ON f.id = l.from_slice_id JOIN slices t ON t.id = "
                    "l.to_slice_id"),
             perProcess("step work 1"));
    QCOMPARE(rowsOf(all, "s.process || ' ' || i.number || ' ' || s.name",
                    "FROM iteration i JOIN slices s ON s.id = i.slice_id AND s.process_id = "
                    "i.process_id"),
             perProcess("42 step"));
    QCOMPARE(rowsOf(all, "t.process || ' ' || t.kind || ' ' || t.name || ' ' || c.value",
                    "FROM counter_sample c JOIN tracks t ON t.id = c.track_id"),
             perProcess("counter loss 0.25"));
    QCOMPARE(rowsOf(all, "t.process || ' ' || n.value || ' ' || i.time_ns",
                    "FROM instant i JOIN tracks t ON t.id = i.track_id JOIN string n ON n.id = "
                    "i.name_id"),
             perProcess("work 105"));
    QCOMPARE(rowsOf(all, "n.value || ' ' || m.value || ' ' || f.start_ns",
                    "FROM phase f JOIN process p ON p.id = f.process_id JOIN string n ON n.id = "
                    "p.name_id JOIN string m ON m.id = f.name_id"),
             perProcess("step 90"));
    // A name is stored once.
    QCOMPARE(rowsOf(all, "count(*)", "FROM string WHERE value = 'work'"), QStringList{"1"});
    QVERIFY(bytesOf(inputs[0]) == before);
}

void tst_TraceMerge::findsTheParentOfAProcess()
{
    const TempFolder folder;
    const fs::path trainer = writeInput(folder, kTrainer);
    const fs::path worker = writeInput(folder, kWorker);
    const fs::path far = writeInput(folder, kFarAway);
    // The same whether the parent comes first or last; another boot's pid 500 is not the parent.
    for (const auto& inputs :
         {std::vector{trainer, worker, far}, std::vector{far, worker, trainer}}) {
        const auto summary = merge(inputs, folder.path("all.hscope"), {Overwrite::Yes});
        VERIFY_RESULT(summary);
        for (const MergedProcess& process : summary->processes) {
            QCOMPARE(process.parentPid,
                     process.name == "worker" ? std::optional<std::int64_t>(500) : std::nullopt);
        }
        QCOMPARE(rowsOf(folder.path("all.hscope"), "n.value",
                        "FROM process c JOIN process p ON p.id = c.parent_id JOIN string n ON n.id "
                        "= p.name_id"),
                 QStringList{"trainer"});
    }
}

/// The second host's clock is 50,000 ns behind: the same wall clock time is a smaller trace time.
void tst_TraceMerge::alignsTheClocksOfTwoHosts()
{
    const TempFolder folder;
    const fs::path all = folder.path("all.hscope");
    const auto summary = merge({writeInput(folder, kTrainer), writeInput(folder, kFarAway)}, all);
    VERIFY_RESULT(summary);
    QCOMPARE(summary->diagnostics.countOf(DiagnosticId::MergeClocksAligned), std::uint64_t{1});
    QCOMPARE(summary->wall, Duration(50'050));
    QCOMPARE(rowsOf(all, "process || ' ' || name || ' ' || start_ns || ' ' || duration_ns",
                    "FROM slices"),
             (QStringList{"far step 50100 50", "far work 50110 20", "trainer step 100 50",
                          "trainer work 110 20"}));
    const QStringList shifted{"100", "105", "120", "50100", "50105", "50120", "50090", "90"};
    QStringList expected = shifted;
    expected.sort();
    QCOMPARE(rowsOf(all, "CAST(t AS TEXT)",
                    "FROM (SELECT start_ns AS t FROM iteration UNION ALL SELECT time_ns FROM "
                    "instant UNION ALL SELECT time_ns FROM counter_sample UNION ALL SELECT "
                    "start_ns FROM phase)"),
             expected);
    // Two starts of one boot that read the clock of day a little apart still share a clock.
    const auto same = merge({writeInput(folder, kWorker), folder.path("trainer.hscope")},
                            folder.path("same.hscope"));
    VERIFY_RESULT(same);
    QCOMPARE(same->diagnostics.countOf(DiagnosticId::MergeClocksAligned), std::uint64_t{0});
    QCOMPARE(same->wall, Duration(50));
}

void tst_TraceMerge::addsUpDiagnostics()
{
    const TempFolder folder;
    const auto summary = merge({writeInput(folder, kTrainer), writeInput(folder, kWorker)},
                               folder.path("all.hscope"));
    VERIFY_RESULT(summary);
    QCOMPARE(summary->diagnostics.countOf(DiagnosticId::RecordingEventsLost), std::uint64_t{6});
}

void tst_TraceMerge::keepsFactsThatContradict()
{
    const TempFolder folder;
    const fs::path all = folder.path("all.hscope");
    VERIFY_RESULT(merge({writeInput(folder, kTrainer), writeInput(folder, kWorker)}, all));
    QCOMPARE(rowsOf(all, "key || '=' || value", "FROM meta"),
             (QStringList{"boot_id=one", "parent_pid=1", "process.2.parent_pid=500",
                          "process.2.realtime_offset_ns=1003", "realtime_offset_ns=1000"}));
}

void tst_TraceMerge::refusesAClockThatIsNotKnown()
{
    const TempFolder folder;
    const auto merged = merge({writeInput(folder, kTrainer), writeInput(folder, kClockless)},
                              folder.path("all.hscope"));
    QVERIFY(merged.error().code == ErrorCode::Unsupported);
    QVERIFY(merged.error().message.find("clockless.hscope") != std::string::npos);
    QVERIFY(!fs::exists(folder.path("all.hscope")));
}

void tst_TraceMerge::leavesOutWhatItCannotRead()
{
    const TempFolder folder;
    const fs::path text = folder.write("text.hscope", "no database");
    const fs::path all = folder.path("all.hscope");
    const auto summary = merge({text, writeInput(folder, kTrainer), writeInput(folder, kClockless)},
                               all, {Overwrite::No, Unreadable::LeaveOut});
    VERIFY_RESULT(summary);
    QCOMPARE(summary->leftOut.size(), std::size_t{2});
    QCOMPARE(summary->leftOut[0].path, text);
    QCOMPARE(summary->slices, std::uint64_t{2});
    // Nothing of the one that failed half-way, and the files are the ones that were there.
    QCOMPARE(rowsOf(all, "value", "FROM string WHERE value IN ('trainer', 'clockless')"),
             QStringList{"trainer"});
    const auto none =
        merge({text}, folder.path("none.hscope"), {Overwrite::No, Unreadable::LeaveOut});
    QVERIFY(none.error().code == ErrorCode::Corrupt);
}

void tst_TraceMerge::leavesNothingBehindWhenCancelled()
{
    const TempFolder folder;
    const fs::path input = writeInput(folder, kTrainer);
    std::stop_source source;
    source.request_stop();
    const auto merged = merge({input}, folder.path("all.hscope"), {}, source.get_token());
    QVERIFY(merged.error().code == ErrorCode::Cancelled);
    QCOMPARE(std::distance(fs::directory_iterator(input.parent_path()), fs::directory_iterator()),
             std::ptrdiff_t{1});
}

QTEST_APPLESS_MAIN(tst_TraceMerge)
#include "tst_trace_merge.moc"
