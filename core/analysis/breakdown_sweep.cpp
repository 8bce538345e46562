// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/breakdown_sweep.h"

#include "core/base/check.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace hscope::core {

namespace {

constexpr std::size_t kEventsPerReport = 1 << 17;

struct NumberedRange
{
    TimeRange range;
    std::uint32_t value;
};

/// Flattens ranges sorted by start to changes; where they overlap, the latest started holds.
template <typename Change>
std::vector<Change> flatten(const std::vector<NumberedRange>& ranges)
{
    std::vector<Change> changes;
    std::vector<NumberedRange> open;
    const auto append = [&changes](TraceTime time, std::uint32_t value) {
        if (!changes.empty() && changes.back().startNs == toNs(time)) {
            changes.pop_back();
        }
        changes.push_back({toNs(time), value});
    };
    const auto endBefore = [&](TraceTime time) {
        while (!open.empty() && open.back().range.end <= time) {
            const TraceTime end = open.back().range.end;
            while (!open.empty() && open.back().range.end <= end) {
                open.pop_back();
            }
            append(end, open.empty() ? 0 : open.back().value);
        }
    };
    for (const NumberedRange& next : ranges) {
        if (!next.range.isEmpty()) {
            endBefore(next.range.start);
            open.push_back(next);
            append(next.range.start, next.value);
        }
    }
    endBefore(TraceTime::max());
    return changes;
}

/// Numbers the elements of a list from 1 on.
template <typename Value>
std::uint32_t numberIn(std::span<const Value> list, const Value& element)
{
    return static_cast<std::uint32_t>(&element - list.data()) + 1;
}

} // namespace

/// Rows under construction: one entry per phase, operation, kind and categories.
class RowTable
{
public:
    struct Key
    {
        std::uint32_t phase = 0;
        std::string operation;
        bool asynchronous = false;
        CategorySet categories;

        friend auto operator<=>(const Key&, const Key&) = default;
    };

    void add(Key key, std::int64_t ns) { m_rows[std::move(key)] += ns; }

    [[nodiscard]] const std::map<Key, std::int64_t>& rows() const { return m_rows; }

private:
    std::map<Key, std::int64_t> m_rows;
};

BreakdownSweep::BreakdownSweep(const TraceStore& trace, ProcessId process, Attribution attribution)
    : m_trace(trace)
    , m_process(process)
    , m_attribution(attribution)
    , m_operations(trace, process)
    , m_names(2)
    , m_categoryThreads(kCategoryCount)
    , m_nowNs(toNs(trace.wallRange().start))
{
    addContext();
    addThreads();
    addStreams();
    m_operationThreads.resize(m_names.size());
    m_transitions.resize(m_names.size() * kCategorySlots);
    m_gpuRunning.resize(m_names.size() * kCategorySlots);
    setRootKey(true);
}

std::uint32_t BreakdownSweep::numberOf(std::optional<StringId> name)
{
    if (!name) {
        return kOutsideNumber;
    }
    const auto [entry, isNew] =
        m_numbers.emplace(*name, static_cast<std::uint32_t>(m_names.size()));
    if (isNew) {
        m_names.push_back(name);
        HSCOPE_CHECK(m_names.size() < (std::size_t{1} << kKindShift) / kCategorySlots);
    }
    return entry->second;
}

std::span<const NumberedSegment>
BreakdownSweep::numbered(const std::shared_ptr<const OperationTimeline>& timeline)
{
    std::unique_ptr<std::vector<NumberedSegment>>& known = m_numbered[timeline.get()];
    if (!known) {
        known = std::make_unique<std::vector<NumberedSegment>>();
        for (const OperationSegment& segment : *timeline) {
            known->push_back({segment.startNs, numberOf(segment.name)});
        }
    }
    return *known;
}

void BreakdownSweep::addContext()
{
    std::vector<NumberedRange> phases;
    for (const Phase& phase :
         std::ranges::equal_range(m_trace.phases(), m_process, {}, &Phase::process)) {
        phases.push_back({phase.range, numberIn(m_trace.phases(), phase)});
    }
    std::vector<NumberedRange> iterations;
    for (const Iteration& iteration :
         std::ranges::equal_range(m_trace.iterations(), m_process, {}, &Iteration::process)) {
        iterations.push_back({iteration.range, numberIn(m_trace.iterations(), iteration)});
    }
    m_phases = flatten<Change>(phases);
    m_iterations = flatten<Change>(iterations);
    m_cursors.push_back({Cursor::Type::Phase, 0});
    m_cursors.push_back({Cursor::Type::Iteration, 0});
    m_cursors.push_back({Cursor::Type::Root, 0});
}

void BreakdownSweep::addThreads()
{
    for (const TrackId id : m_trace.tracksOf(m_process)) {
        const Track& track = m_trace.track(id);
        if (track.kind == TrackKind::Thread && track.sliceCount > 0) {
            const auto segments = numbered(m_operations.timelineOf(id));
            m_cursors.push_back(
                {Cursor::Type::Thread, static_cast<std::uint32_t>(m_threads.size())});
            m_threads.emplace_back(m_trace.slices(), track, segments, kOutsideNumber);
        }
    }
    m_rootSegments = numbered(m_operations.root());
}

std::uint32_t BreakdownSweep::launchKey(std::uint32_t slice, std::size_t& nextLink)
{
    const auto links = m_trace.links();
    while (nextLink < links.size() && links[nextLink].to.value() < slice) {
        ++nextLink;
    }
    std::uint32_t operation = kNoLaunchNumber;
    for (std::size_t i = nextLink; i < links.size() && links[i].to.value() == slice; ++i) {
        if (links[i].kind == LinkKind::Launch) {
            const TrackId thread = m_trace.trackOf(links[i].from);
            const std::int64_t launchNs = m_trace.slices().startNs[links[i].from.value()];
            operation = numberOf(m_operations.at(thread, launchNs));
            break;
        }
    }
    return operation * kCategorySlots +
           static_cast<std::uint32_t>(m_trace.slices().category[slice]);
}

void BreakdownSweep::addStreams()
{
    for (const TrackId stream : m_trace.tracksOf(m_process)) {
        const Track& track = m_trace.track(stream);
        if (track.kind != TrackKind::GpuStream || track.sliceCount == 0) {
            continue;
        }
        const auto links = m_trace.links();
        const auto first =
            std::lower_bound(links.begin(), links.end(), SliceId(track.firstSlice),
                             [](const Link& link, SliceId id) { return link.to < id; });
        m_cursors.push_back({Cursor::Type::Stream, static_cast<std::uint32_t>(m_streams.size())});
        m_streams.emplace_back(m_trace.slices(), track,
                               [this, next = static_cast<std::size_t>(first - links.begin())](
                                   std::uint32_t slice) mutable { return launchKey(slice, next); });
    }
}

MergeEntry BreakdownSweep::nextOf(std::uint32_t index) const
{
    const Cursor& cursor = m_cursors[index];
    const auto entry = [index](std::int64_t ns, Order order) {
        return MergeEntry{ns, (static_cast<std::uint64_t>(order) << kOrderShift) | index};
    };
    const auto next = [&entry](std::span<const Change> changes, std::size_t at) {
        return entry(at < changes.size() ? changes[at].startNs : kNever, Order::Context);
    };
    switch (cursor.type) {
    case Cursor::Type::Thread:
        return entry(m_threads[cursor.index].nextNs(), Order::Thread);
    case Cursor::Type::Stream: {
        const StreamCursor& stream = m_streams[cursor.index];
        return entry(stream.nextNs(), stream.nextIsStart() ? Order::GpuStart : Order::GpuEnd);
    }
    case Cursor::Type::Phase:
        return next(m_phases, m_nextPhase);
    case Cursor::Type::Iteration:
        return next(m_iterations, m_nextIteration);
    case Cursor::Type::Root:
        break;
    }
    return entry(m_nextRoot < m_rootSegments.size() ? m_rootSegments[m_nextRoot].startNs : kNever,
                 Order::Context);
}

void BreakdownSweep::changeCount(std::vector<std::uint32_t>& counts, Kind kind, std::uint32_t value,
                                 int by)
{
    const std::uint32_t before = counts[value];
    counts[value] = by > 0 ? before + 1 : before - 1;
    if ((before == 0) != (counts[value] == 0)) {
        toggle(keyOf(kind, value));
    }
}

/// The root's operation counts only while no thread is active; keeping it out otherwise keeps the
/// states few.
void BreakdownSweep::setRootKey(bool wanted)
{
    if (wanted != m_rootKeySet) {
        toggle(keyOf(Kind::Root, m_rootOperation));
        m_rootKeySet = wanted;
    }
}

void BreakdownSweep::countTransition(std::uint32_t operation, std::uint32_t category)
{
    const std::uint32_t slot = operation * kCategorySlots + category;
    if (slot >= m_transitions.size()) {
        m_transitions.resize(slot + std::size_t{kCategorySlots});
    }
    if (m_transitions[slot]++ == 0) {
        m_touched.push_back(slot);
    }
}

void BreakdownSweep::flushTransitions()
{
    std::optional<std::int64_t> number;
    if (m_iteration != 0) {
        number = m_trace.iterations()[m_iteration - 1].number;
    }
    for (const std::uint32_t slot : m_touched) {
        m_transitionRows.push_back({m_process, nameOf(slot / kCategorySlots), number,
                                    static_cast<Category>(slot % kCategorySlots),
                                    m_transitions[slot]});
        m_transitions[slot] = 0;
    }
    m_touched.clear();
}

void BreakdownSweep::applyThread(std::uint32_t index)
{
    ThreadCursor& thread = m_threads[index];
    const int before = thread.category();
    const std::uint32_t operationBefore = thread.operation();
    thread.advance();
    const int after = thread.category();
    if (before != ThreadCursor::kIdle) {
        changeCount(m_categoryThreads, Kind::CpuCategory, static_cast<std::uint32_t>(before), -1);
        changeCount(m_operationThreads, Kind::Operation, operationBefore, -1);
        --m_activeThreads;
    }
    if (after != ThreadCursor::kIdle) {
        changeCount(m_categoryThreads, Kind::CpuCategory, static_cast<std::uint32_t>(after), 1);
        changeCount(m_operationThreads, Kind::Operation, thread.operation(), 1);
        ++m_activeThreads;
        if (after != before) {
            countTransition(thread.operation(), static_cast<std::uint32_t>(after));
        }
    }
    setRootKey(m_activeThreads == 0);
}

void BreakdownSweep::applyStream(std::uint32_t index)
{
    const StreamCursor::Change change = m_streams[index].advance();
    if (change.key >= m_gpuRunning.size()) {
        m_gpuRunning.resize(change.key + std::size_t{kCategorySlots});
    }
    if (change.isStart && m_gpuRunning[change.key] == 0) {
        countTransition(change.key / kCategorySlots, change.key % kCategorySlots);
    }
    changeCount(m_gpuRunning, Kind::Gpu, change.key, change.isStart ? 1 : -1);
}

void BreakdownSweep::apply(std::uint32_t index)
{
    const Cursor& cursor = m_cursors[index];
    switch (cursor.type) {
    case Cursor::Type::Thread:
        applyThread(cursor.index);
        break;
    case Cursor::Type::Stream:
        applyStream(cursor.index);
        break;
    case Cursor::Type::Phase:
        if (m_phase != 0) {
            toggle(keyOf(Kind::Phase, m_phase));
        }
        m_phase = m_phases[m_nextPhase++].value;
        if (m_phase != 0) {
            toggle(keyOf(Kind::Phase, m_phase));
        }
        break;
    case Cursor::Type::Iteration:
        flushTransitions();
        m_iteration = m_iterations[m_nextIteration++].value;
        break;
    case Cursor::Type::Root: {
        const bool set = m_rootKeySet;
        setRootKey(false);
        m_rootOperation = m_rootSegments[m_nextRoot++].operation;
        setRootKey(set);
        break;
    }
    }
}

void BreakdownSweep::advanceTo(std::int64_t ns)
{
    const std::int64_t end = std::min(ns, toNs(m_trace.wallRange().end));
    if (end > m_nowNs) {
        if (m_state >= m_timeNs.size()) {
            m_timeNs.resize(std::max<std::size_t>(m_sets.size(), 2 * m_timeNs.size()));
        }
        m_timeNs[m_state] += end - m_nowNs;
        m_nowNs = end;
    }
}

bool BreakdownSweep::run(ProgressSink& progress, const std::stop_token& stop)
{
    const auto wall = m_trace.wallRange();
    const auto total = static_cast<std::uint64_t>(std::max<std::int64_t>(1, wall.length().count()));
    std::size_t events = 0;
    std::vector<MergeEntry> first;
    for (std::uint32_t i = 0; i < m_cursors.size(); ++i) {
        first.push_back(nextOf(i));
    }
    LoserTree changes(std::move(first));
    // Invariant: m_state describes the time from m_nowNs on, up to that of the next change.
    while (changes.top().timeNs() != kNever) {
        const MergeEntry next = changes.top();
        advanceTo(next.timeNs());
        const auto cursor = static_cast<std::uint32_t>(next.tag()); // its lower half
        apply(cursor);
        changes.replaceTop(cursor, nextOf(cursor));
        if (++events % kEventsPerReport == 0) {
            if (stop.stop_requested()) {
                return false;
            }
            progress.report("Computing the breakdown",
                            static_cast<std::uint64_t>(m_nowNs - toNs(wall.start)), total);
        }
    }
    advanceTo(kNever);
    flushTransitions();
    return true;
}

std::string BreakdownSweep::nameOf(std::uint32_t operation) const
{
    if (operation == kOutsideNumber) {
        return std::string(kOutside);
    }
    return operation == kNoLaunchNumber ? std::string(kNoLaunch)
                                        : std::string(m_trace.text(*m_names[operation]));
}

void BreakdownSweep::reportState(ActiveSets::State state, std::int64_t ns, RowTable& rows) const
{
    RowTable::Key row;
    std::set<std::uint32_t> current; // operation numbers of this instant
    std::map<std::uint32_t, CategorySet> gpu;
    constexpr std::uint32_t kValueMask = (std::uint32_t{1} << kKindShift) - 1;
    for (const ActiveSets::Key key : m_sets.keysOf(state)) {
        const std::uint32_t value = key & kValueMask;
        switch (static_cast<Kind>(key >> kKindShift)) {
        case Kind::CpuCategory:
            row.categories.insert(static_cast<Category>(value));
            break;
        case Kind::Operation:
        case Kind::Root:
            current.insert(value);
            break;
        case Kind::Gpu:
            gpu[value / kCategorySlots].insert(static_cast<Category>(value % kCategorySlots));
            break;
        case Kind::Phase:
            row.phase = value;
            break;
        }
    }
    if (current.size() > 1) {
        current.erase(kOutsideNumber);
    }
    std::set<std::string> names;
    for (const std::uint32_t operation : current) {
        names.insert(nameOf(operation));
    }
    for (const std::string& name : names) {
        row.operation += (row.operation.empty() ? "" : " + ") + name;
    }
    for (const auto& [operation, categories] : gpu) {
        if (m_attribution == Attribution::Time || current.contains(operation)) {
            row.categories = CategorySet(row.categories.bits() | categories.bits());
        } else {
            rows.add({row.phase, nameOf(operation), true, categories}, ns);
        }
    }
    rows.add(std::move(row), ns);
}

void BreakdownSweep::report(Breakdown& breakdown) const
{
    RowTable rows;
    for (ActiveSets::State state = 0; state < m_timeNs.size(); ++state) {
        if (m_timeNs[state] > 0) {
            reportState(state, m_timeNs[state], rows);
        }
    }
    for (const auto& [key, ns] : rows.rows()) {
        std::optional<StringId> phase;
        if (key.phase != 0) {
            phase = m_trace.phases()[key.phase - 1].name;
        }
        breakdown.rows.push_back(
            {m_process, phase, key.operation, key.categories, key.asynchronous, ns, ns, ns});
    }
    // An iteration number may occur in several stretches: add them up.
    std::map<std::tuple<std::string, std::optional<std::int64_t>, Category>, std::uint64_t> counts;
    for (const TransitionRow& row : m_transitionRows) {
        counts[{row.operation, row.iteration, row.category}] += row.count;
    }
    for (const auto& [key, count] : counts) {
        const auto& [operation, iteration, category] = key;
        breakdown.transitions.push_back({m_process, operation, iteration, category, count});
    }
}

} // namespace hscope::core
