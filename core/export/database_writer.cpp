// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/export/database_writer.h"

#include "core/database/migration.h"
#include "core/schema/schema_sql.h"
#include "core/sqlite/connection.h"
#include "core/sqlite/transaction.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <unordered_map>

namespace hscope::core {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kRowsPerReport = 1 << 15;

/// Ids in the file count from 1.
std::int64_t fileId(std::uint32_t value)
{
    return std::int64_t{value} + 1;
}

std::optional<std::int64_t> fileId(std::optional<ProcessId> id)
{
    return id ? std::optional(fileId(id->value())) : std::nullopt;
}

/// Writes one store's tables through prepared statements.
class DatabaseWriter
{
public:
    DatabaseWriter(const TraceStore& trace, Connection& connection, ProgressSink& progress,
                   std::stop_token stop)
        : m_trace(trace)
        , m_connection(connection)
        , m_progress(progress)
        , m_stop(std::move(stop))
    {
    }

    [[nodiscard]] Result<void> writeTables();
    [[nodiscard]] Result<void> writeArguments(ArgumentSource& arguments);
    [[nodiscard]] Result<void> writeSimulation(const SimulationTables& tables);

private:
    [[nodiscard]] Result<void> writeStrings();
    [[nodiscard]] Result<void> writeProcesses();
    [[nodiscard]] Result<void> writeTracks();
    [[nodiscard]] Result<void> writeSlices();
    [[nodiscard]] Result<void> writeMarks();
    [[nodiscard]] Result<void> writePoints();
    [[nodiscard]] Result<void> writeFacts();
    /// The track of the file for a track of the store: operations go back to their thread.
    [[nodiscard]] std::int64_t fileTrack(std::uint32_t track) const;

    const TraceStore& m_trace;
    Connection& m_connection;
    ProgressSink& m_progress;
    std::stop_token m_stop;
};

std::int64_t DatabaseWriter::fileTrack(std::uint32_t track) const
{
    const Track& description = m_trace.tracks()[track];
    return fileId(description.thread ? description.thread->value() : track);
}

Result<void> DatabaseWriter::writeStrings()
{
    HSCOPE_TRY_ASSIGN(Statement insert, m_connection.prepare(sql::kInsertString));
    for (std::uint32_t i = 0; i < m_trace.strings().size(); ++i) {
        insert.bind(0, fileId(i));
        insert.bind(1, m_trace.text(StringId(i)));
        HSCOPE_TRY(insert.run());
    }
    return {};
}

Result<void> DatabaseWriter::writeProcesses()
{
    HSCOPE_TRY_ASSIGN(Statement insert, m_connection.prepare(sql::kInsertProcess));
    for (std::uint32_t i = 0; i < m_trace.processes().size(); ++i) {
        const Process& process = m_trace.processes()[i];
        insert.bind(0, fileId(i));
        insert.bind(1, fileId(process.parent));
        insert.bind(2, process.pid);
        insert.bind(3, fileId(process.name.value()));
        insert.bind(4, process.rank);
        insert.bind(5, std::int64_t{process.sortIndex});
        HSCOPE_TRY(insert.run());
    }
    HSCOPE_TRY_ASSIGN(Statement phase, m_connection.prepare(sql::kInsertPhase));
    for (std::size_t i = 0; i < m_trace.phases().size(); ++i) {
        const Phase& row = m_trace.phases()[i];
        phase.bind(0, static_cast<std::int64_t>(i + 1));
        phase.bind(1, fileId(row.process.value()));
        phase.bind(2, fileId(row.name.value()));
        phase.bind(3, toNs(row.range.start));
        phase.bind(4, std::int64_t{row.range.length().count()});
        HSCOPE_TRY(phase.run());
    }
    return {};
}

Result<void> DatabaseWriter::writeTracks()
{
    HSCOPE_TRY_ASSIGN(Statement insert, m_connection.prepare(sql::kInsertTrack));
    for (std::uint32_t i = 0; i < m_trace.tracks().size(); ++i) {
        const Track& track = m_trace.tracks()[i];
        if (track.kind == TrackKind::Operations || track.kind == TrackKind::Iterations) {
            continue;
        }
        insert.bind(0, fileId(i));
        insert.bind(1, fileId(track.process.value()));
        insert.bind(2, static_cast<std::int64_t>(track.kind));
        insert.bind(3, fileId(track.name.value()));
        insert.bind(4, track.tid);
        insert.bind(5, track.device);
        insert.bind(6, track.stream);
        insert.bind(7, std::int64_t{track.sortIndex});
        HSCOPE_TRY(insert.run());
    }
    return {};
}

Result<void> DatabaseWriter::writeSlices()
{
    HSCOPE_TRY_ASSIGN(Statement insert, m_connection.prepare(sql::kInsertSlice));
    const SliceColumns& slices = m_trace.slices();
    for (std::uint32_t t = 0; t < m_trace.tracks().size(); ++t) {
        const Track& track = m_trace.tracks()[t];
        const std::int64_t fileTrackId = fileTrack(t);
        for (std::size_t i = track.firstSlice; i < std::size_t{track.firstSlice} + track.sliceCount;
             ++i) {
            insert.bind(0, static_cast<std::int64_t>(i + 1));
            insert.bind(1, fileTrackId);
            insert.bind(2, slices.startNs[i]);
            insert.bind(3, slices.endNs[i] - slices.startNs[i]);
            insert.bind(4, fileId(slices.name[i].value()));
            insert.bind(5, static_cast<std::int64_t>(slices.category[i]));
            insert.bind(6, std::int64_t{slices.flags[i]});
            HSCOPE_TRY(insert.run());
            if (i % kRowsPerReport == 0) {
                if (m_stop.stop_requested()) {
                    return failure(ErrorCode::Cancelled, "writing was cancelled");
                }
                m_progress.report("Writing slices", i, slices.size());
            }
        }
    }
    return {};
}

Result<void> DatabaseWriter::writeMarks()
{
    HSCOPE_TRY_ASSIGN(Statement operation, m_connection.prepare(sql::kInsertOperation));
    for (const Track& track : m_trace.tracks()) {
        for (std::uint32_t i = 0; track.kind == TrackKind::Operations && i < track.sliceCount;
             ++i) {
            operation.bind(0, fileId(track.firstSlice + i));
            HSCOPE_TRY(operation.run());
        }
    }
    HSCOPE_TRY_ASSIGN(Statement iteration, m_connection.prepare(sql::kInsertIteration));
    for (std::size_t i = 0; i < m_trace.iterations().size(); ++i) {
        const Iteration& row = m_trace.iterations()[i];
        iteration.bind(0, static_cast<std::int64_t>(i + 1));
        iteration.bind(1, fileId(row.process.value()));
        iteration.bind(2, row.number);
        iteration.bind(3, toNs(row.range.start));
        iteration.bind(4, std::int64_t{row.range.length().count()});
        iteration.bind(5, row.slice ? std::optional(fileId(row.slice->value())) : std::nullopt);
        HSCOPE_TRY(iteration.run());
    }
    HSCOPE_TRY_ASSIGN(Statement link, m_connection.prepare(sql::kInsertLink));
    for (std::size_t i = 0; i < m_trace.links().size(); ++i) {
        const Link& row = m_trace.links()[i];
        link.bind(0, static_cast<std::int64_t>(i + 1));
        link.bind(1, static_cast<std::int64_t>(row.kind));
        link.bind(2, fileId(row.from.value()));
        link.bind(3, fileId(row.to.value()));
        link.bind(4, row.correlation);
        HSCOPE_TRY(link.run());
    }
    return {};
}

Result<void> DatabaseWriter::writePoints()
{
    HSCOPE_TRY_ASSIGN(Statement instant, m_connection.prepare(sql::kInsertInstant));
    for (std::size_t i = 0; i < m_trace.instants().size(); ++i) {
        const Instant& row = m_trace.instants()[i];
        instant.bind(0, static_cast<std::int64_t>(i + 1));
        instant.bind(1, fileTrack(row.track.value()));
        instant.bind(2, toNs(row.time));
        instant.bind(3, fileId(row.name.value()));
        HSCOPE_TRY(instant.run());
    }
    HSCOPE_TRY_ASSIGN(Statement sample, m_connection.prepare(sql::kInsertCounterSample));
    for (const CounterSample& row : m_trace.counterSamples()) {
        sample.bind(0, fileId(row.track.value()));
        sample.bind(1, toNs(row.time));
        sample.bind(2, row.value);
        if (row.total) {
            sample.bind(3, *row.total);
        } else {
            sample.bindNull(3);
        }
        HSCOPE_TRY(sample.run());
    }
    return {};
}

Result<void> DatabaseWriter::writeFacts()
{
    HSCOPE_TRY_ASSIGN(Statement meta, m_connection.prepare(sql::kInsertMeta));
    std::unordered_map<std::string_view, std::string_view>
        facts; // the last value of a repeated key holds
    for (const MetaEntry& entry : m_trace.meta()) {
        facts[entry.key] = entry.value;
    }
    for (const MetaEntry& entry : m_trace.meta()) {
        const auto found = facts.find(entry.key);
        if (found == facts.end()) {
            continue;
        }
        meta.bind(0, std::string_view(entry.key));
        meta.bind(1, found->second);
        HSCOPE_TRY(meta.run());
        facts.erase(found);
    }
    HSCOPE_TRY_ASSIGN(Statement calibration, m_connection.prepare(sql::kInsertCalibration));
    for (const CalibrationEntry& entry : m_trace.calibration()) {
        calibration.bind(0, std::string_view(entry.kind));
        if (entry.name) {
            calibration.bind(1, fileId(entry.name->value()));
        } else {
            calibration.bindNull(1);
        }
        calibration.bind(2, entry.meanNs);
        calibration.bind(3, entry.lowNs);
        calibration.bind(4, entry.highNs);
        calibration.bind(5, entry.samples);
        HSCOPE_TRY(calibration.run());
    }
    HSCOPE_TRY_ASSIGN(Statement diagnostic, m_connection.prepare(sql::kInsertDiagnostic));
    for (const Diagnostic& entry : m_trace.diagnostics().list()) {
        const auto known = findDiagnostic(entry.name);
        if (known == DiagnosticId::SlicesCross || known == DiagnosticId::TimesFarOutside) {
            continue; // found anew by every load
        }
        diagnostic.bind(0, std::string_view(entry.name));
        diagnostic.bind(1, severityName(entry.severity));
        diagnostic.bind(2, static_cast<std::int64_t>(entry.count));
        diagnostic.bind(3, std::string_view(entry.first));
        HSCOPE_TRY(diagnostic.run());
    }
    return {};
}

Result<void> DatabaseWriter::writeTables()
{
    HSCOPE_TRY(writeStrings());
    HSCOPE_TRY(writeProcesses());
    HSCOPE_TRY(writeTracks());
    HSCOPE_TRY(writeSlices());
    HSCOPE_TRY(writeMarks());
    HSCOPE_TRY(writePoints());
    return writeFacts();
}

Result<void> DatabaseWriter::writeArguments(ArgumentSource& arguments)
{
    const SliceColumns& slices = m_trace.slices();
    std::vector<std::uint32_t> order(slices.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&slices](std::uint32_t a, std::uint32_t b) {
        return slices.source[a] < slices.source[b];
    });
    std::vector<std::uint64_t> sources;
    sources.reserve(order.size());
    for (const std::uint32_t i : order) {
        sources.push_back(slices.source[i]);
    }
    HSCOPE_TRY_ASSIGN(Statement insertName, m_connection.prepare(sql::kInsertString));
    HSCOPE_TRY_ASSIGN(Statement insert, m_connection.prepare(sql::kInsertSliceArg));
    std::unordered_map<std::string, std::int64_t>
        names; // argument names that no slice has as its name
    const auto nameId = [&](const std::string& name) -> Result<std::int64_t> {
        if (const auto known = m_trace.strings().find(name)) {
            return fileId(known->value());
        }
        const auto next = static_cast<std::int64_t>(m_trace.strings().size() + names.size() + 1);
        const auto [entry, isNew] = names.emplace(name, next);
        if (isNew) {
            insertName.bind(0, next);
            insertName.bind(1, std::string_view(name));
            HSCOPE_TRY(insertName.run());
        }
        return entry->second;
    };
    return arguments.forEach(
        sources,
        [&](std::size_t index, const std::vector<Argument>& list) -> Result<void> {
            for (std::size_t position = 0; position < list.size(); ++position) {
                HSCOPE_TRY_ASSIGN(const std::int64_t name, nameId(list[position].name));
                insert.bind(0, fileId(order[index]));
                insert.bind(1, static_cast<std::int64_t>(position));
                insert.bind(2, name);
                insert.bind(3, std::string_view(list[position].value));
                HSCOPE_TRY(insert.run());
            }
            if (index % kRowsPerReport == 0) {
                m_progress.report("Writing arguments", index, sources.size());
            }
            return {};
        },
        m_stop);
}

void bindReal(Statement& statement, int parameter, std::optional<double> value)
{
    if (value) {
        statement.bind(parameter, *value);
    } else {
        statement.bindNull(parameter);
    }
}

Result<void> DatabaseWriter::writeSimulation(const SimulationTables& tables)
{
    HSCOPE_TRY_ASSIGN(Statement document, m_connection.prepare(sql::kInsertDocument));
    for (const StoredDocument& row : tables.documents) {
        document.bind(0, std::string_view(row.kind));
        document.bind(1, std::string_view(row.name));
        document.bind(2, std::string_view(row.content));
        HSCOPE_TRY(document.run());
    }
    HSCOPE_TRY_ASSIGN(Statement result, m_connection.prepare(sql::kInsertScheduleResult));
    for (std::size_t i = 0; i < tables.results.size(); ++i) {
        const ScheduleResult& row = tables.results[i];
        result.bind(0, static_cast<std::int64_t>(i + 1));
        result.bind(1, std::string_view(row.scheduler));
        result.bind(2, row.seed);
        result.bind(3, std::string_view(row.semantics));
        result.bind(4, std::int64_t{row.feasible ? 1 : 0});
        bindReal(result, 5, row.makespanSeconds);
        bindReal(result, 6, row.periodSeconds);
        bindReal(result, 7, row.throughput);
        bindReal(result, 8, row.costUsd);
        result.bind(9, row.events);
        result.bind(10, row.extrapolated ? std::optional<std::int64_t>(*row.extrapolated ? 1 : 0)
                                         : std::nullopt);
        HSCOPE_TRY(result.run());
    }
    return {};
}

Result<void> writeInto(const fs::path& path, const DatabaseContent& content, ProgressSink& progress,
                       std::stop_token stop)
{
    HSCOPE_TRY_ASSIGN(Connection connection, createDatabase(path));
    // The file is renamed into place when it is complete, so it needs no journal of its own.
    HSCOPE_TRY(connection.execute(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;"));
    HSCOPE_TRY_ASSIGN(Transaction transaction, Transaction::begin(connection));
    DatabaseWriter writer(content.trace, connection, progress, std::move(stop));
    HSCOPE_TRY(writer.writeTables());
    if (content.arguments != nullptr) {
        HSCOPE_TRY(writer.writeArguments(*content.arguments));
    }
    if (content.simulation != nullptr) {
        HSCOPE_TRY(writer.writeSimulation(*content.simulation));
    }
    HSCOPE_TRY(transaction.commit());
    return connection.execute("PRAGMA journal_mode = DELETE");
}

} // namespace

Result<void> writeDatabase(const DatabaseContent& content, const fs::path& path,
                           Overwrite overwrite, ProgressSink& progress, std::stop_token stop)
{
    HSCOPE_TRY(checkTarget(path, overwrite));
    HSCOPE_TRY(checkRegular(path));
    TemporaryFile temporary(path);
    if (auto written = writeInto(temporary.path(), content, progress, std::move(stop)); !written) {
        return tl::unexpected<Error>(
            std::move(written).error().with("cannot write " + path.string()));
    }
    return temporary.moveTo(path);
}

Result<void> writeDatabase(const TraceStore& trace, ArgumentSource* arguments, const fs::path& path,
                           Overwrite overwrite, ProgressSink& progress, std::stop_token stop)
{
    return writeDatabase(DatabaseContent{trace, arguments, nullptr}, path, overwrite, progress,
                         std::move(stop));
}

} // namespace hscope::core
