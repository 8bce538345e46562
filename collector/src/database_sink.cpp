// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/database_sink.h"

#include "core/database/migration.h"
#include "core/schema/schema_sql.h"
#include "core/sqlite/transaction.h"

#include <utility>

namespace hscope::collector {

using core::Connection;
using core::Statement;
namespace sql = core::sql;

namespace {

constexpr std::int64_t kProcess = 1; ///< A recording has one process.

} // namespace

DatabaseSink::DatabaseSink(Connection connection, const std::filesystem::path& path)
    : m_connection(std::move(connection))
    , m_reserve(path.parent_path())
{
}

Result<std::unique_ptr<DatabaseSink>> DatabaseSink::create(const std::filesystem::path& path,
                                                           std::int64_t pid,
                                                           const std::vector<Fact>& facts)
{
    HSCOPE_TRY_ASSIGN(Connection connection, core::createDatabase(path));
    auto sink = std::unique_ptr<DatabaseSink>(new DatabaseSink(std::move(connection), path));
    auto begun = sink->prepare().and_then([&] { return sink->writeProcess(pid, facts); });
    if (!begun) {
        sink.reset();
        core::removeDatabase(path);
        return tl::unexpected<core::Error>(std::move(begun).error());
    }
    return sink;
}

Result<void> DatabaseSink::writeProcess(std::int64_t pid, const std::vector<Fact>& facts)
{
    HSCOPE_TRY_ASSIGN(core::Transaction transaction, core::Transaction::begin(m_connection));
    HSCOPE_TRY_ASSIGN(Statement * process, statement(sql::kInsertProcess));
    process->bind(0, kProcess);
    process->bindNull(1);
    process->bind(2, pid);
    process->bind(3, std::int64_t{0});
    process->bindNull(4);
    process->bind(5, std::int64_t{0});
    HSCOPE_TRY(process->run());
    HSCOPE_TRY_ASSIGN(Statement * noName, statement(sql::kInsertString));
    noName->bind(0, std::int64_t{0});
    noName->bind(1, std::string_view("process"));
    HSCOPE_TRY(noName->run());
    HSCOPE_TRY(writeFacts(facts));
    return transaction.commit();
}

Result<void> DatabaseSink::prepare()
{
    // A log keeps what was written when the process dies. Waiting for the disk only at checkpoints
    // is enough for that; after a power failure the last transactions may be missing.
    HSCOPE_TRY(m_connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                                    "PRAGMA wal_autocheckpoint = 2000; PRAGMA cache_size = -8192;"
                                    "PRAGMA foreign_keys = OFF;"));
    const auto columns = static_cast<int>(EventRows::SliceRow().size());
    HSCOPE_TRY_ASSIGN(m_sliceRows,
                      core::IntegerRows::create(m_connection, "recorded_slices", columns));
    return {};
}

Result<Statement*> DatabaseSink::statement(std::string_view sql)
{
    auto known = m_statements.find(sql);
    if (known == m_statements.end()) {
        HSCOPE_TRY_ASSIGN(Statement made, m_connection.prepare(sql));
        known = m_statements.emplace(sql, std::move(made)).first;
    }
    return &known->second;
}

template <typename List, typename Bind>
Result<void> DatabaseSink::forEach(std::string_view sql, const List& list, Bind bind)
{
    if (list.empty()) {
        return {};
    }
    HSCOPE_TRY_ASSIGN(Statement * row, statement(sql));
    for (const auto& element : list) {
        bind(*row, element);
        HSCOPE_TRY(row->run());
    }
    return {};
}

Result<void> DatabaseSink::writeSlices(const EventRows& rows)
{
    if (!rows.slices.empty()) {
        m_sliceRows->show(
            {rows.slices.front().data(), rows.slices.size() * rows.slices.front().size()});
        HSCOPE_TRY_ASSIGN(Statement * insert, statement(sql::kInsertRecordedSlices));
        auto done = insert->run();
        m_sliceRows->show({});
        HSCOPE_TRY(done);
    }
    return forEach(sql::kUpdateSliceEnd, rows.sliceEnds,
                   [](Statement& row, const EventRows::SliceEnd& end) {
                       row.bind(0, end.durationNs);
                       row.bind(1, end.id);
                   });
}

Result<void> DatabaseSink::writeTracks(const EventRows& rows)
{
    HSCOPE_TRY(forEach(sql::kInsertString, rows.strings,
                       [](Statement& row, const EventRows::StringRow& string) {
                           row.bind(0, string.id);
                           row.bind(1, std::string_view(string.value));
                       }));
    HSCOPE_TRY(forEach(sql::kInsertTrack, rows.tracks,
                       [](Statement& row, const EventRows::TrackRow& track) {
                           row.bind(0, track.id);
                           row.bind(1, kProcess);
                           row.bind(2, track.kind);
                           row.bind(3, track.name);
                           row.bind(4, track.tid);
                           row.bind(5, track.device);
                           row.bind(6, track.stream);
                           row.bind(7, track.id);
                       }));
    HSCOPE_TRY(forEach(sql::kUpdateTrackName, rows.trackNames,
                       [](Statement& row, const EventRows::NewTrackName& track) {
                           row.bind(0, track.name);
                           row.bind(1, track.track);
                       }));
    if (m_processName) {
        HSCOPE_TRY_ASSIGN(Statement * row, statement(sql::kUpdateProcessName));
        row->bind(0, *m_processName);
        row->bind(1, kProcess);
        HSCOPE_TRY(row->run());
    }
    return {};
}

Result<void> DatabaseSink::writeContext(const EventRows& rows)
{
    HSCOPE_TRY(forEach(sql::kUpsertIteration, rows.iterations,
                       [](Statement& row, const EventRows::IterationRow& iteration) {
                           row.bind(0, iteration.id);
                           row.bind(1, kProcess);
                           row.bind(2, iteration.number);
                           row.bind(3, iteration.startNs);
                           row.bind(4, iteration.durationNs);
                           row.bind(5, iteration.slice);
                       }));
    return forEach(sql::kUpsertPhase, rows.phases,
                   [](Statement& row, const EventRows::PhaseRow& phase) {
                       row.bind(0, phase.id);
                       row.bind(1, kProcess);
                       row.bind(2, phase.name);
                       row.bind(3, phase.startNs);
                       row.bind(4, phase.durationNs);
                   });
}

Result<void> DatabaseSink::writeSliceDetails(const EventRows& rows)
{
    HSCOPE_TRY(forEach(sql::kInsertOperation, rows.operations,
                       [](Statement& row, std::int64_t slice) { row.bind(0, slice); }));
    HSCOPE_TRY(forEach(sql::kInsertSliceArg, rows.arguments,
                       [](Statement& row, const EventRows::ArgumentRow& argument) {
                           row.bind(0, argument.slice);
                           row.bind(1, argument.position);
                           row.bind(2, argument.name);
                           row.bind(3, std::string_view(argument.json));
                       }));
    return forEach(sql::kInsertLink, rows.links,
                   [](Statement& row, const EventRows::LinkRow& link) {
                       row.bind(0, link.id);
                       row.bind(1, link.kind);
                       row.bind(2, link.from);
                       row.bind(3, link.to);
                       row.bind(4, link.correlation);
                   });
}

Result<void> DatabaseSink::writePoints(const EventRows& rows)
{
    HSCOPE_TRY(forEach(sql::kInsertInstant, rows.instants,
                       [](Statement& row, const EventRows::InstantRow& instant) {
                           row.bind(0, instant.id);
                           row.bind(1, instant.track);
                           row.bind(2, instant.timeNs);
                           row.bind(3, instant.name);
                       }));
    HSCOPE_TRY(forEach(sql::kInsertCalibration, rows.calibrations,
                       [](Statement& row, const EventRows::CalibrationRow& cost) {
                           row.bind(0, std::string_view(cost.kind));
                           row.bindNull(1);
                           row.bind(2, cost.meanNs);
                           row.bind(3, cost.lowNs);
                           row.bind(4, cost.highNs);
                           row.bind(5, cost.samples);
                       }));
    return forEach(sql::kInsertCounterSample, rows.counters,
                   [](Statement& row, const EventRows::CounterRow& sample) {
                       row.bind(0, sample.track);
                       row.bind(1, sample.timeNs);
                       row.bind(2, sample.value);
                       if (sample.total) {
                           row.bind(3, *sample.total);
                       } else {
                           row.bindNull(3);
                       }
                   });
}

Result<void> DatabaseSink::write(const EventRows& rows, const std::vector<Fact>& facts,
                                 const ProblemCounts& problems)
{
    HSCOPE_TRY_ASSIGN(core::Transaction transaction, core::Transaction::begin(m_connection));
    HSCOPE_TRY(writeTracks(rows));
    HSCOPE_TRY(writeSlices(rows));
    HSCOPE_TRY(writeContext(rows));
    HSCOPE_TRY(writeSliceDetails(rows));
    HSCOPE_TRY(writePoints(rows));
    HSCOPE_TRY(writeFacts(facts));
    for (const RecordingProblemKind& kind : recordingProblemKinds()) {
        if (const std::uint64_t count = problems[kind.problem]; count > 0) {
            HSCOPE_TRY_ASSIGN(Statement * row, statement(sql::kUpsertDiagnostic));
            row->bind(0, kind.id);
            row->bind(1, kind.severity);
            row->bind(2, static_cast<std::int64_t>(count));
            const bool hasOwn = kind.problem == RecordingProblem::GpuNotRecorded;
            row->bind(3, hasOwn ? std::string_view(problems.gpuRefusal) : kind.first);
            HSCOPE_TRY(row->run());
        }
    }
    HSCOPE_TRY(transaction.commit());
    m_processName.reset();
    return {};
}

Result<void> DatabaseSink::writeFacts(const std::vector<Fact>& facts)
{
    return forEach(sql::kUpsertMeta, facts, [](Statement& row, const Fact& fact) {
        row.bind(0, std::string_view(fact.key));
        row.bind(1, std::string_view(fact.value));
    });
}

Result<void> DatabaseSink::makeRoom()
{
    m_reserve.release();
    return m_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

Result<void> DatabaseSink::forgetBefore(std::int64_t slice, std::int64_t timeNs)
{
    HSCOPE_TRY_ASSIGN(core::Transaction transaction, core::Transaction::begin(m_connection));
    for (const std::string_view sql :
         {sql::kDeleteSlicesBefore, sql::kDeleteSliceArgsBefore, sql::kDeleteOperationsBefore,
          sql::kDeleteIterationsBefore, sql::kDeleteInstantsBefore,
          sql::kDeleteCounterSamplesBefore}) {
        const bool isByTime =
            sql == sql::kDeleteInstantsBefore || sql == sql::kDeleteCounterSamplesBefore;
        HSCOPE_TRY_ASSIGN(Statement * row, statement(sql));
        row->bind(0, isByTime ? timeNs : slice);
        if (sql == sql::kDeleteSlicesBefore) {
            row->bind(1, timeNs);
        }
        HSCOPE_TRY(row->run());
    }
    HSCOPE_TRY(forgetBrokenLinks());
    return transaction.commit();
}

Result<void> DatabaseSink::forgetBrokenLinks()
{
    HSCOPE_TRY_ASSIGN(Statement * links, statement(sql::kDeleteBrokenLinks));
    return links->run();
}

Result<std::int64_t> DatabaseSink::bytes()
{
    HSCOPE_TRY_ASSIGN(const std::int64_t pages, m_connection.queryInteger("PRAGMA page_count"));
    HSCOPE_TRY_ASSIGN(const std::int64_t size, m_connection.queryInteger("PRAGMA page_size"));
    return pages * size;
}

Result<void> DatabaseSink::close()
{
    m_statements.clear();
    return m_connection.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;");
}

} // namespace hscope::collector
