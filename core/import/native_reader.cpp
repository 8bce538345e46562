// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/native_reader.h"

#include "core/base/utf8.h"
#include "core/database/database_recovery.h"
#include "core/database/migration.h"
#include "core/import/database_arguments.h"
#include "core/import/simulation_reader.h"
#include "core/import/slice_read_ahead.h"
#include "core/schema/schema.h"
#include "core/schema/schema_sql.h"
#include "core/sqlite/connection.h"
#include "core/store/trace_builder.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>
#include <unordered_map>
#include <vector>

namespace hscope::core {

namespace {

constexpr std::int64_t kTimeLimit = std::int64_t{1} << 61; // as in decimal_time.h
constexpr unsigned kMostReaders = 4;
constexpr std::int64_t kPreviewFrom = 1'000'000; // smaller databases load fast enough
constexpr std::int64_t kPreviewGroups = 400;
constexpr std::int64_t kPreviewGroupRows = 250;

/// From ids of the file to ours; ids are usually dense, then a look-up is an index.
template <typename Value>
class IdMap
{
public:
    void insert(std::int64_t id, Value value)
    {
        constexpr std::int64_t kSlack = 1 << 16;
        const auto dense = static_cast<std::int64_t>(m_dense.size());
        if (id >= 0 && id < dense + kSlack) {
            if (id >= dense) {
                m_dense.resize(static_cast<std::size_t>(id) + 1);
            }
            m_dense[static_cast<std::size_t>(id)] = Entry{value, true};
        } else {
            m_sparse[id] = value;
        }
    }

    [[nodiscard]] const Value* find(std::int64_t id) const
    {
        if (id >= 0 && static_cast<std::size_t>(id) < m_dense.size()) {
            const Entry& entry = m_dense[static_cast<std::size_t>(id)];
            if (entry.used) {
                return &entry.value;
            }
        }
        const auto found = m_sparse.find(id);
        return found == m_sparse.end() ? nullptr : &found->second;
    }

private:
    struct Entry
    {
        Value value{};
        bool used = false;
    };

    std::vector<Entry> m_dense;
    std::unordered_map<std::int64_t, Value> m_sparse;
};

/// Loads one database, or a part of it, into a builder.
class NativeReader
{
public:
    NativeReader(Connection& connection, ProgressSink& progress, std::stop_token stop)
        : m_connection(connection)
        , m_progress(progress)
        , m_stop(std::move(stop))
    {
    }

    [[nodiscard]] Result<void> readNames();
    /// All slices of the database in `path`.
    [[nodiscard]] Result<void> readSlices(const std::filesystem::path& path);
    [[nodiscard]] Result<void> readSlices(SliceIdRange range);
    [[nodiscard]] Result<void> readRest();
    [[nodiscard]] Result<SliceIdRange> sliceIds();

    [[nodiscard]] TraceBuilder& builder() { return m_builder; }

private:
    /// Runs a statement and hands each row to `take`.
    template <typename Take>
    [[nodiscard]] Result<void> forEachRow(std::string_view sql, Take take);

    [[nodiscard]] Result<void> readProcesses();
    [[nodiscard]] Result<void> readTracks();
    [[nodiscard]] Result<void> readMarks();
    [[nodiscard]] Result<void> readLinks();
    void takeSlice(const StoredSlice& row);
    void takeMarkedSlice(std::int64_t id, TrackId track, const SliceRow& slice);
    [[nodiscard]] StringId stringOf(std::int64_t id);
    void missing(std::string_view what, std::int64_t id);
    /// A range from the file; counts and gives none if it is out of bounds.
    [[nodiscard]] std::optional<TimeRange> rangeOf(std::int64_t startNs, std::int64_t durationNs);

    Connection& m_connection;
    ProgressSink& m_progress;
    std::stop_token m_stop;
    TraceBuilder m_builder;
    IdMap<StringId> m_strings;
    IdMap<ProcessId> m_processes;
    IdMap<TrackId> m_tracks;
    IdMap<SliceHandle> m_slices; ///< Filled only if links need it.
    bool m_hasLinks = false;
    std::vector<std::int64_t> m_operations; ///< Slice ids, ascending.
    std::size_t m_nextOperation = 0;
    std::unordered_map<std::int64_t, std::int64_t> m_iterationOf; ///< Slice id -> iteration number.
};

template <typename Take>
Result<void> NativeReader::forEachRow(std::string_view sql, Take take)
{
    HSCOPE_TRY_ASSIGN(Statement statement, m_connection.prepare(sql));
    while (true) {
        HSCOPE_TRY_ASSIGN(const bool more, statement.step());
        if (!more) {
            return {};
        }
        take(statement);
    }
}

void NativeReader::missing(std::string_view what, std::int64_t id)
{
    m_builder.diagnostics().count(DiagnosticId::ReferenceMissing,
                                  [&] { return fmt::format("{} {}", what, id); });
}

StringId NativeReader::stringOf(std::int64_t id)
{
    if (const StringId* known = m_strings.find(id)) {
        return *known;
    }
    missing("string", id);
    const StringId made = m_builder.strings().intern(fmt::format("<string {}>", id));
    m_strings.insert(id, made);
    return made;
}

std::optional<TimeRange> NativeReader::rangeOf(std::int64_t startNs, std::int64_t durationNs)
{
    if (startNs > kTimeLimit || startNs < -kTimeLimit || durationNs > kTimeLimit) {
        m_builder.diagnostics().count(DiagnosticId::EventTimeOutOfRange, [&] {
            return fmt::format("start {} ns, duration {} ns", startNs, durationNs);
        });
        return std::nullopt;
    }
    if (durationNs < 0) {
        m_builder.diagnostics().count(DiagnosticId::NegativeDuration, [&] {
            return fmt::format("start {} ns, duration {} ns", startNs, durationNs);
        });
        durationNs = 0;
    }
    return TimeRange{traceTime(startNs), traceTime(startNs + durationNs)};
}

Result<void> NativeReader::readProcesses()
{
    std::vector<std::pair<ProcessId, std::int64_t>> parents;
    HSCOPE_TRY(forEachRow(sql::kReadProcess, [&](const Statement& row) {
        Process process;
        process.pid = row.optionalInteger(2);
        process.name = stringOf(row.integer(3));
        process.rank = row.optionalInteger(4);
        process.sortIndex = static_cast<std::int32_t>(row.integer(5));
        const ProcessId id = m_builder.addProcess(process);
        m_processes.insert(row.integer(0), id);
        if (const auto parent = row.optionalInteger(1)) {
            parents.emplace_back(id, *parent);
        }
    }));
    for (const auto& [child, parent] : parents) {
        if (const ProcessId* known = m_processes.find(parent)) {
            m_builder.process(child).parent = *known;
        } else {
            missing("process", parent);
        }
    }
    return {};
}

Result<void> NativeReader::readTracks()
{
    return forEachRow(sql::kReadTrack, [&](const Statement& row) {
        const ProcessId* const process = m_processes.find(row.integer(1));
        const std::int64_t kind = row.integer(2);
        if (process == nullptr || kind < 0 || kind > static_cast<std::int64_t>(TrackKind::Marker)) {
            missing(process == nullptr ? "process" : "track kind",
                    process == nullptr ? row.integer(1) : kind);
            return;
        }
        Track track;
        track.process = *process;
        track.kind = static_cast<TrackKind>(kind);
        track.name = stringOf(row.integer(3));
        track.tid = row.optionalInteger(4);
        track.device = row.optionalInteger(5);
        track.stream = row.optionalInteger(6);
        track.sortIndex = static_cast<std::int32_t>(row.integer(7));
        m_tracks.insert(row.integer(0), m_builder.addTrack(track));
    });
}

/// Which slices are operations or iterations.
Result<void> NativeReader::readMarks()
{
    HSCOPE_TRY(forEachRow(sql::kReadOperation,
                          [&](const Statement& row) { m_operations.push_back(row.integer(0)); }));
    return forEachRow(sql::kReadIteration, [&](const Statement& row) {
        if (const auto slice = row.optionalInteger(4)) {
            m_iterationOf[*slice] = row.integer(1);
            return;
        }
        const ProcessId* const process = m_processes.find(row.integer(0));
        const auto range = rangeOf(row.integer(2), row.integer(3));
        if (process == nullptr) {
            missing("process", row.integer(0));
        } else if (range) {
            m_builder.addIteration({*process, row.integer(1), *range, std::nullopt});
        }
    });
}

Result<void> NativeReader::readNames()
{
    HSCOPE_TRY(forEachRow(sql::kReadString, [&](const Statement& row) {
        m_strings.insert(row.integer(0), m_builder.strings().intern(toValidUtf8(row.text(1))));
    }));
    HSCOPE_TRY(readProcesses());
    HSCOPE_TRY(readTracks());
    HSCOPE_TRY(readMarks());
    HSCOPE_TRY_ASSIGN(const std::int64_t links,
                      m_connection.queryInteger("SELECT EXISTS (SELECT 1 FROM link)"));
    m_hasLinks = links != 0;
    return {};
}

Result<SliceIdRange> NativeReader::sliceIds()
{
    HSCOPE_TRY_ASSIGN(Statement statement, m_connection.prepare(sql::kReadSliceIds));
    HSCOPE_TRY(statement.step());
    const auto first = statement.optionalInteger(0);
    return first ? SliceIdRange{*first, statement.integer(1)} : SliceIdRange{};
}

void NativeReader::takeSlice(const StoredSlice& row)
{
    const TrackId* const track = m_tracks.find(row.track);
    if (track == nullptr || row.category < 0 || row.category >= kCategoryCount) {
        missing(track == nullptr ? "track" : "category",
                track == nullptr ? row.track : row.category);
        return;
    }
    const auto range = rangeOf(row.startNs, row.durationNs);
    if (!range) {
        return;
    }
    SliceRow slice;
    slice.startNs = toNs(range->start);
    slice.endNs = toNs(range->end);
    slice.name = stringOf(row.name);
    slice.category = static_cast<Category>(row.category);
    slice.flags =
        static_cast<std::uint8_t>(row.flags & (kSliceUnfinished | kSlicePseudo | kSliceHookMask));
    slice.source = static_cast<std::uint64_t>(row.id);
    takeMarkedSlice(row.id, *track, slice);
}

void NativeReader::takeMarkedSlice(std::int64_t id, TrackId track, const SliceRow& slice)
{
    while (m_nextOperation < m_operations.size() && m_operations[m_nextOperation] < id) {
        ++m_nextOperation;
    }
    const bool operation =
        m_nextOperation < m_operations.size() && m_operations[m_nextOperation] == id;
    SliceHandle handle;
    if (operation) {
        handle = m_builder.addOperation(track, slice);
    } else if (const auto iteration = m_iterationOf.find(id); iteration != m_iterationOf.end()) {
        handle = m_builder.addIterationSlice(track, iteration->second, slice);
    } else {
        handle = m_builder.addSlice(track, slice);
    }
    if (m_hasLinks) {
        m_slices.insert(id, handle);
    }
}

Result<void> NativeReader::readSlices(SliceIdRange range)
{
    HSCOPE_TRY_ASSIGN(const std::vector<StoredSlice> rows, readSliceRows(m_connection, range));
    for (const StoredSlice& row : rows) {
        takeSlice(row);
    }
    return {};
}

Result<void> NativeReader::readSlices(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(const SliceIdRange ids, sliceIds());
    SliceReadAhead ahead(path, ids,
                         std::clamp(std::thread::hardware_concurrency(), 1U, kMostReaders));
    const auto total = static_cast<std::uint64_t>(ids.last) - static_cast<std::uint64_t>(ids.first);
    while (true) {
        HSCOPE_TRY_ASSIGN(const std::vector<StoredSlice> rows, ahead.next());
        if (rows.empty()) {
            return {};
        }
        for (const StoredSlice& row : rows) {
            takeSlice(row);
        }
        if (m_stop.stop_requested()) {
            return failure(ErrorCode::Cancelled, "loading was cancelled");
        }
        const auto done =
            static_cast<std::uint64_t>(rows.back().id) - static_cast<std::uint64_t>(ids.first);
        m_progress.report("Loading slices", done, total);
    }
}

Result<void> NativeReader::readLinks()
{
    return forEachRow(sql::kReadLink, [&](const Statement& row) {
        const SliceHandle* const from = m_slices.find(row.integer(1));
        const SliceHandle* const to = m_slices.find(row.integer(2));
        const std::int64_t kind = row.integer(0);
        if (from == nullptr || to == nullptr || kind < 0 ||
            kind > static_cast<std::int64_t>(LinkKind::Flow)) {
            missing("link between slices", from == nullptr ? row.integer(1) : row.integer(2));
            return;
        }
        m_builder.addLink(static_cast<LinkKind>(kind), *from, *to, row.optionalInteger(3));
    });
}

Result<void> NativeReader::readRest()
{
    HSCOPE_TRY(readLinks());
    HSCOPE_TRY(forEachRow(sql::kReadPhase, [&](const Statement& row) {
        const ProcessId* const process = m_processes.find(row.integer(0));
        const auto range = rangeOf(row.integer(2), row.integer(3));
        if (process != nullptr && range) {
            m_builder.addPhase({*process, stringOf(row.integer(1)), *range});
        }
    }));
    HSCOPE_TRY(forEachRow(sql::kReadInstant, [&](const Statement& row) {
        const TrackId* const track = m_tracks.find(row.integer(0));
        if (track != nullptr && !rangeOf(row.integer(1), 0)) {
            return; // counted
        }
        if (track != nullptr) {
            m_builder.addInstant({*track, traceTime(row.integer(1)), stringOf(row.integer(2))});
        } else {
            missing("track", row.integer(0));
        }
    }));
    HSCOPE_TRY(forEachRow(sql::kReadCounterSample, [&](const Statement& row) {
        const TrackId* const track = m_tracks.find(row.integer(0));
        if (track == nullptr) {
            missing("track", row.integer(0));
            return;
        }
        if (!rangeOf(row.integer(1), 0)) {
            return; // counted
        }
        const bool hasTotal = row.type(3) != ColumnType::Null;
        m_builder.addCounterSample({*track, traceTime(row.integer(1)), row.real(2),
                                    hasTotal ? std::optional(row.real(3)) : std::nullopt});
    }));
    HSCOPE_TRY(forEachRow(sql::kReadCalibration, [&](const Statement& row) {
        const bool hasName = row.type(2) != ColumnType::Null;
        m_builder.addCalibration({toValidUtf8(row.text(1)),
                                  hasName ? std::optional(stringOf(row.integer(2))) : std::nullopt,
                                  row.real(3), row.real(4), row.real(5), row.integer(6)});
    }));
    HSCOPE_TRY(forEachRow(sql::kReadMeta, [&](const Statement& row) {
        m_builder.addMeta(toValidUtf8(row.text(0)), toValidUtf8(row.text(1)));
    }));
    return forEachRow(sql::kReadDiagnostic, [&](const Statement& row) {
        const Severity severity = findSeverity(row.text(1)).value_or(Severity::Notice);
        const auto count = static_cast<std::uint64_t>(row.integer(2));
        m_builder.diagnostics().add(
            {toValidUtf8(row.text(0)), severity, count, toValidUtf8(row.text(3))});
    });
}

/// A database that is checked, recovered and migrated as needed, ready to read.
struct ReadyDatabase
{
    Connection connection;
    OpenableDatabase place;
};

Error inFile(Error error, const std::string& name)
{
    // A statement of ours that does not compile means that a table is missing.
    return error.code == ErrorCode::Corrupt || error.code == ErrorCode::InvalidArgument
               ? Error(ErrorCode::Corrupt, fmt::format("{} is damaged: {}", name, error.message))
               : std::move(error);
}

Result<ReadyDatabase> prepareDatabase(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(OpenableDatabase place, makeOpenable(path));
    HSCOPE_TRY_ASSIGN(Connection connection, Connection::open(place.path, OpenMode::ReadOnly));
    HSCOPE_TRY(connection.execute("PRAGMA mmap_size = 1073741824"));
    if (auto checked = checkDatabaseKind(connection, path.string()); !checked) {
        return tl::unexpected<Error>(inFile(std::move(checked).error(), path.string()));
    }
    return ReadyDatabase{std::move(connection), std::move(place)};
}

} // namespace

Result<void> checkDatabaseKind(Connection& connection, const std::string& name)
{
    HSCOPE_TRY_ASSIGN(const std::int64_t application,
                      connection.queryInteger("PRAGMA application_id"));
    HSCOPE_TRY_ASSIGN(const std::int64_t version, connection.queryInteger("PRAGMA user_version"));
    if (application != kApplicationId) {
        HSCOPE_TRY_ASSIGN(
            const std::int64_t nsys,
            connection.queryInteger("SELECT count(*) FROM sqlite_master WHERE name = 'StringIds'"));
        return failure(
            ErrorCode::Unsupported,
            nsys > 0 ? name + " is an Nsight Systems export, which this version does not read yet"
                     : name + " is an SQLite database, but not one of Heteroscope's");
    }
    if (version > kSchemaVersion) {
        return failure(
            ErrorCode::Unsupported,
            fmt::format(
                "{} has format version {}, but this program knows versions up to {}: a newer "
                "Heteroscope is needed to open it",
                name, version, kSchemaVersion));
    }
    if (version < kSchemaVersion) {
        return failure(ErrorCode::Corrupt,
                       name + " holds no trace: it was given up before its tables were made");
    }
    return {};
}

bool isSqliteFile(std::string_view head)
{
    return head.starts_with(std::string_view("SQLite format 3\0", 16));
}

Result<LoadedTrace> readDatabase(const std::filesystem::path& path, ProgressSink& progress,
                                 std::stop_token stop)
{
    HSCOPE_TRY_ASSIGN(ReadyDatabase database, prepareDatabase(path));
    NativeReader reader(database.connection, progress, std::move(stop));
    if (database.place.recovered) {
        reader.builder().diagnostics().count(DiagnosticId::JournalRecovered,
                                             [&] { return database.place.reason; });
    }
    const auto load = [&]() -> Result<SimulationTables> {
        HSCOPE_TRY(reader.readNames());
        HSCOPE_TRY(reader.readSlices(database.place.path));
        HSCOPE_TRY(reader.readRest());
        return readSimulationTables(database.connection);
    };
    auto simulation = load();
    if (!simulation) {
        return tl::unexpected<Error>(inFile(std::move(simulation).error(), path.string()));
    }
    progress.report("Sorting", 1, 1);
    return LoadedTrace{reader.builder().finish(),
                       std::make_shared<DatabaseArguments>(database.place), std::move(*simulation)};
}

Result<std::shared_ptr<const TraceStore>> readDatabasePreview(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(ReadyDatabase database, prepareDatabase(path));
    NullProgress progress;
    NativeReader reader(database.connection, progress, {});
    HSCOPE_TRY_ASSIGN(const SliceIdRange ids, reader.sliceIds());
    if (ids.last - ids.first < kPreviewFrom) {
        return std::shared_ptr<const TraceStore>();
    }
    HSCOPE_TRY(reader.readNames());
    const std::int64_t step = (ids.last - ids.first) / kPreviewGroups;
    for (std::int64_t group = 0; group < kPreviewGroups; ++group) {
        const std::int64_t first = ids.first + group * step;
        HSCOPE_TRY(reader.readSlices({first, first + kPreviewGroupRows - 1}));
    }
    HSCOPE_TRY(reader.readSlices({ids.last, ids.last}));
    return reader.builder().finish();
}

} // namespace hscope::core
