// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/trace_merge.h"

#include "core/base/utf8.h"
#include "core/database/database_recovery.h"
#include "core/database/migration.h"
#include "core/import/byte_source.h"
#include "core/import/native_reader.h"
#include "core/schema/schema_sql.h"
#include "core/sqlite/connection.h"
#include "core/sqlite/transaction.h"

#include <charconv>
#include <fmt/format.h>
#include <initializer_list>
#include <map>
#include <utility>

namespace hscope::core {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kHeadBytes = 16;

/// What has to be added to the ids of one input.
struct Offsets
{
    std::int64_t process;
    std::int64_t track;
    std::int64_t slice;
    std::int64_t phase;
    std::int64_t iteration;
    std::int64_t instant;
    std::int64_t link;
    std::int64_t calibration;
    std::int64_t scheduleResult;
};

/// The clock that the times of an input are of.
struct InputClock
{
    std::string boot; ///< Empty if not known.
    std::optional<std::int64_t> realtimeOffsetNs;
};

std::optional<std::int64_t> toInteger(const std::optional<std::string>& text)
{
    std::int64_t value = 0;
    if (!text ||
        std::from_chars(text->data(), text->data() + text->size(), value).ec != std::errc()) {
        return std::nullopt;
    }
    return value;
}

/// Puts inputs into one database, one after the other.
class TraceMerger
{
public:
    explicit TraceMerger(Connection& connection)
        : m_connection(connection)
    {
    }

    [[nodiscard]] Result<void> prepare() { return m_connection.execute(sql::kMergePrepare); }

    /// Adds one input, all of it or, if that fails, nothing.
    [[nodiscard]] Result<void> add(const fs::path& path);

    /// Stores what all inputs share.
    [[nodiscard]] Result<void> finish();

private:
    struct Waiting ///< A process whose parent may be in another input.
    {
        std::int64_t id;
        std::int64_t parentPid;
        std::string boot;
    };

    [[nodiscard]] Result<void> attach(const OpenableDatabase& place, const fs::path& path);
    [[nodiscard]] Result<void> addAttached(const OpenableDatabase& place, const fs::path& path);
    [[nodiscard]] Result<Offsets> offsets();
    [[nodiscard]] Result<std::optional<std::string>> fact(std::string_view key);
    [[nodiscard]] Result<std::int64_t> shiftFor(const InputClock& clock, const fs::path& path);
    [[nodiscard]] Result<void> copyRows(const Offsets& ids, std::int64_t shift);
    [[nodiscard]] Result<void> copyFacts(const Offsets& ids, const std::string& boot);
    [[nodiscard]] Result<void> noteProcesses(const Offsets& ids, const std::string& boot);
    [[nodiscard]] Result<void> count(DiagnosticId id, std::int64_t cases, std::string_view first);
    [[nodiscard]] Result<void> run(std::string_view sql,
                                   std::initializer_list<std::int64_t> parameters);

    Connection& m_connection;
    std::optional<InputClock> m_clock; ///< Of the first input.
    std::map<std::pair<std::string, std::int64_t>, std::int64_t> m_processes; ///< Boot, pid -> id.
    std::vector<Waiting> m_waiting;
};

Result<void> TraceMerger::run(std::string_view sql, std::initializer_list<std::int64_t> parameters)
{
    HSCOPE_TRY_ASSIGN(Statement statement, m_connection.prepare(sql));
    int position = 0;
    for (const std::int64_t value : parameters) {
        statement.bind(position++, value);
    }
    return statement.run();
}

Result<void> TraceMerger::count(DiagnosticId id, std::int64_t cases, std::string_view first)
{
    const DiagnosticKind& kind = diagnosticKind(id);
    HSCOPE_TRY_ASSIGN(Statement statement, m_connection.prepare(sql::kMergeAddDiagnostic));
    statement.bind(0, kind.name);
    statement.bind(1, severityName(kind.severity));
    statement.bind(2, cases);
    statement.bind(3, first);
    return statement.run();
}

Result<std::optional<std::string>> TraceMerger::fact(std::string_view key)
{
    HSCOPE_TRY_ASSIGN(Statement statement, m_connection.prepare(sql::kMergeReadFact));
    statement.bind(0, key);
    HSCOPE_TRY_ASSIGN(const bool found, statement.step());
    return found ? std::optional(std::string(statement.text(0))) : std::nullopt;
}

Result<Offsets> TraceMerger::offsets()
{
    HSCOPE_TRY_ASSIGN(Statement row, m_connection.prepare(sql::kMergeOffsets));
    HSCOPE_TRY(row.step());
    return Offsets{row.integer(0), row.integer(1), row.integer(2), row.integer(3), row.integer(4),
                   row.integer(5), row.integer(6), row.integer(7), row.integer(8)};
}

Result<std::int64_t> TraceMerger::shiftFor(const InputClock& clock, const fs::path& path)
{
    if (!m_clock || (!clock.boot.empty() && clock.boot == m_clock->boot)) {
        return 0;
    }
    if (!clock.realtimeOffsetNs || !m_clock->realtimeOffsetNs) {
        return failure(ErrorCode::Unsupported,
                       fmt::format("{} has another clock than the first file, and one of them does "
                                   "not say how it relates to the time of day",
                                   path.string()));
    }
    HSCOPE_TRY(count(DiagnosticId::MergeClocksAligned, 1, path.filename().string()));
    return *clock.realtimeOffsetNs - *m_clock->realtimeOffsetNs;
}

Result<void> TraceMerger::copyRows(const Offsets& ids, std::int64_t shift)
{
    HSCOPE_TRY(m_connection.execute(sql::kMergeStrings));
    HSCOPE_TRY(run(sql::kMergeProcess, {ids.process}));
    HSCOPE_TRY(run(sql::kMergeTrack, {ids.process, ids.track}));
    HSCOPE_TRY(run(sql::kMergeSlice, {ids.track, ids.slice, shift}));
    HSCOPE_TRY(run(sql::kMergeSliceArg, {ids.slice}));
    HSCOPE_TRY(run(sql::kMergeOperation, {ids.slice}));
    HSCOPE_TRY(run(sql::kMergePhase, {ids.process, ids.phase, shift}));
    HSCOPE_TRY(run(sql::kMergeIteration, {ids.process, ids.iteration, ids.slice, shift}));
    HSCOPE_TRY(run(sql::kMergeInstant, {ids.track, ids.instant, shift}));
    HSCOPE_TRY(run(sql::kMergeCounterSample, {ids.track, shift}));
    HSCOPE_TRY(run(sql::kMergeLink, {ids.slice, ids.link}));
    HSCOPE_TRY(run(sql::kMergeCalibration, {ids.calibration}));
    return run(sql::kMergeScheduleResult, {ids.scheduleResult});
}

Result<void> TraceMerger::noteProcesses(const Offsets& ids, const std::string& boot)
{
    HSCOPE_TRY_ASSIGN(const auto parentFact, fact("parent_pid"));
    const std::optional<std::int64_t> parentPid = toInteger(parentFact);
    HSCOPE_TRY_ASSIGN(Statement row, m_connection.prepare(sql::kMergeReadProcesses));
    bool isFirst = true;
    while (true) {
        HSCOPE_TRY_ASSIGN(const bool more, row.step());
        if (!more) {
            return {};
        }
        const std::int64_t id = row.integer(0) + ids.process;
        if (const auto pid = row.optionalInteger(2)) {
            m_processes.emplace(std::pair(boot, *pid), id);
        }
        // The fact is about the process that wrote the file, its first.
        if (isFirst && parentPid && !row.optionalInteger(1)) {
            m_waiting.push_back({id, *parentPid, boot});
        }
        isFirst = false;
    }
}

Result<void> TraceMerger::copyFacts(const Offsets& ids, const std::string& boot)
{
    HSCOPE_TRY(m_connection.execute(sql::kMergeDiagnostic));
    {
        HSCOPE_TRY_ASSIGN(Statement left, m_connection.prepare(sql::kMergeLeftOutDocuments));
        HSCOPE_TRY(left.step());
        if (left.integer(0) > 0) {
            HSCOPE_TRY(count(DiagnosticId::MergeDocumentLeftOut, left.integer(0), left.text(1)));
        }
    }
    HSCOPE_TRY(m_connection.execute(sql::kMergeDocument));
    HSCOPE_TRY_ASSIGN(const std::int64_t firstProcess,
                      m_connection.queryInteger("SELECT coalesce(min(id), 0) FROM source.process"));
    HSCOPE_TRY(run(sql::kMergeMeta, {firstProcess + ids.process}));
    return noteProcesses(ids, boot);
}

Result<void> TraceMerger::addAttached(const OpenableDatabase& place, const fs::path& path)
{
    HSCOPE_TRY_ASSIGN(Transaction transaction, Transaction::begin(m_connection));
    HSCOPE_TRY_ASSIGN(const auto boot, fact("boot_id"));
    HSCOPE_TRY_ASSIGN(const auto realtime, fact("realtime_offset_ns"));
    const InputClock clock{boot.value_or(std::string()), toInteger(realtime)};
    HSCOPE_TRY_ASSIGN(const std::int64_t shift, shiftFor(clock, path));
    HSCOPE_TRY_ASSIGN(const Offsets ids, offsets());
    HSCOPE_TRY(copyRows(ids, shift));
    HSCOPE_TRY(copyFacts(ids, clock.boot));
    if (place.recovered) {
        HSCOPE_TRY(count(DiagnosticId::JournalRecovered, 1, place.reason));
    }
    HSCOPE_TRY(transaction.commit());
    if (!m_clock) {
        m_clock = clock;
    }
    return {};
}

Result<void> TraceMerger::attach(const OpenableDatabase& place, const fs::path& path)
{
    HSCOPE_TRY_ASSIGN(Connection input, Connection::open(place.path, OpenMode::ReadOnly));
    HSCOPE_TRY(checkDatabaseKind(input, path.string()));
    HSCOPE_TRY_ASSIGN(Statement attach, m_connection.prepare(sql::kMergeAttach));
    const std::string name = fs::absolute(place.path).string();
    attach.bind(0, std::string_view(name));
    return attach.run();
}

Result<void> TraceMerger::add(const fs::path& path)
{
    HSCOPE_TRY_ASSIGN(const std::string head, readHead(path, kHeadBytes));
    if (!isSqliteFile(head)) {
        return failure(ErrorCode::Unsupported,
                       path.string() + " is no .hscope database; turn it into one with import");
    }
    HSCOPE_TRY_ASSIGN(const OpenableDatabase place, makeOpenable(path));
    auto added = attach(place, path);
    if (added) {
        added = addAttached(place, path);
        auto detached = m_connection.execute(sql::kMergeDetach);
        if (added) {
            return detached;
        }
    }
    Error error = std::move(added).error();
    // A statement of ours that does not fit means that the input is not as it should be.
    const bool isDamage =
        (error.code == ErrorCode::Corrupt || error.code == ErrorCode::InvalidArgument) &&
        !error.message.starts_with(path.string());
    return isDamage ? failure(ErrorCode::Corrupt,
                              fmt::format("{} is damaged: {}", path.string(), error.message))
                    : tl::unexpected<Error>(std::move(error));
}

Result<void> TraceMerger::finish()
{
    for (const Waiting& child : m_waiting) {
        const auto parent = m_processes.find({child.boot, child.parentPid});
        if (parent != m_processes.end() && parent->second != child.id) {
            HSCOPE_TRY(run(sql::kUpdateProcessParent, {parent->second, child.id}));
        }
    }
    return m_connection.execute(sql::kMergeFinish);
}

Result<MergeSummary> summaryOf(Connection& connection)
{
    MergeSummary summary;
    {
        HSCOPE_TRY_ASSIGN(Statement row, connection.prepare(sql::kMergeReadSummary));
        HSCOPE_TRY(row.step());
        summary.slices = static_cast<std::uint64_t>(row.integer(0));
        summary.operations = static_cast<std::uint64_t>(row.integer(1));
        summary.wall = Duration(row.integer(3) - row.integer(2)); // NULL reads as 0
    }
    HSCOPE_TRY_ASSIGN(Statement process, connection.prepare(sql::kMergeReadResultProcesses));
    while (true) {
        HSCOPE_TRY_ASSIGN(const bool more, process.step());
        if (!more) {
            break;
        }
        summary.processes.push_back(
            {process.optionalInteger(0), process.optionalInteger(1), toValidUtf8(process.text(2))});
    }
    HSCOPE_TRY_ASSIGN(Statement entry, connection.prepare(sql::kReadDiagnostic));
    while (true) {
        HSCOPE_TRY_ASSIGN(const bool more, entry.step());
        if (!more) {
            return summary;
        }
        summary.diagnostics.add(
            {toValidUtf8(entry.text(0)), findSeverity(entry.text(1)).value_or(Severity::Notice),
             static_cast<std::uint64_t>(entry.integer(2)), toValidUtf8(entry.text(3))});
    }
}

Result<void> checkInputs(std::span<const fs::path> inputs, const fs::path& output)
{
    if (inputs.empty()) {
        return failure(ErrorCode::InvalidArgument, "there is nothing to merge");
    }
    std::error_code ignored;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (fs::equivalent(inputs[i], output, ignored)) {
            return failure(ErrorCode::InvalidArgument,
                           output.string() + " is one of the inputs; choose another name");
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (fs::equivalent(inputs[i], inputs[j], ignored)) {
                return failure(ErrorCode::InvalidArgument, inputs[i].string() + " is given twice");
            }
        }
    }
    return {};
}

} // namespace

Result<MergeSummary> mergeTraces(std::span<const fs::path> inputs, const fs::path& output,
                                 MergeOptions options, ProgressSink& progress, std::stop_token stop)
{
    HSCOPE_TRY(checkInputs(inputs, output));
    HSCOPE_TRY(checkTarget(output, options.overwrite));
    HSCOPE_TRY(checkRegular(output));
    TemporaryFile temporary(output);
    MergeSummary summary;
    {
        HSCOPE_TRY_ASSIGN(Connection connection, createDatabase(temporary.path()));
        // The file is renamed into place when it is complete; until then a journal in memory is
        // enough to take back an input that turns out to be damaged.
        HSCOPE_TRY(connection.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;"
                                      "PRAGMA cache_size = -65536;"));
        connection.cancelOn(stop);
        TraceMerger merger(connection);
        HSCOPE_TRY(merger.prepare());
        std::vector<LeftOutInput> leftOut;
        std::size_t done = 0;
        for (const fs::path& input : inputs) {
            if (stop.stop_requested()) { // small inputs never get far enough to notice it
                return failure(ErrorCode::Cancelled, "cancelled");
            }
            progress.report("Merging", done++, inputs.size());
            auto added = merger.add(input);
            if (!added && (options.unreadable == Unreadable::Fail ||
                           added.error().code == ErrorCode::Cancelled)) {
                return tl::unexpected<Error>(std::move(added).error());
            }
            if (!added) {
                leftOut.push_back({input, added.error().message});
            }
        }
        if (leftOut.size() == inputs.size()) {
            return failure(ErrorCode::Corrupt, "no input can be read: " + leftOut.front().reason);
        }
        HSCOPE_TRY(merger.finish());
        HSCOPE_TRY_ASSIGN(summary, summaryOf(connection));
        summary.leftOut = std::move(leftOut);
        HSCOPE_TRY(connection.execute("PRAGMA journal_mode = DELETE"));
    }
    HSCOPE_TRY(temporary.moveTo(output));
    return summary;
}

} // namespace hscope::core
