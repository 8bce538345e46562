// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/overhead_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string_view>
#include <unordered_map>

namespace hscope::core {

namespace {

constexpr std::uint32_t kNoSlice = ~std::uint32_t{0};

/// A recorded moment: a begin or an end, with the overhead on both of its sides in ns.
struct Event
{
    std::int64_t ns = 0;
    double beforeNs = 0;
    double afterNs = 0;
    OverheadKind kind = OverheadKind::Scope;
    std::uint32_t slice = kNoSlice;
    bool isBegin = false;
};

/// Looks costs up once per name.
class Costs
{
public:
    explicit Costs(const TraceStore& trace, const OverheadModel& model)
        : m_trace(trace)
        , m_model(model)
        , m_hasGpuWork(hasGpuWork(trace))
    {
        for (std::size_t kind = 0; kind < kOverheadKinds; ++kind) {
            m_general[kind] = model.find(static_cast<OverheadKind>(kind));
        }
    }

    [[nodiscard]] const OverheadCost* of(OverheadKind kind) const
    {
        return m_general[static_cast<std::size_t>(kind)];
    }

    [[nodiscard]] const OverheadCost* ofCupti(StringId api)
    {
        if (!m_hasGpuWork) {
            return nullptr;
        }
        const auto [entry, isNew] = m_cupti.try_emplace(api, nullptr);
        if (isNew) {
            entry->second = m_model.find(OverheadKind::Cupti, m_trace.text(api));
        }
        return entry->second;
    }

private:
    const TraceStore& m_trace;
    const OverheadModel& m_model;
    const bool m_hasGpuWork;
    std::array<const OverheadCost*, kOverheadKinds> m_general{};
    std::unordered_map<StringId, const OverheadCost*> m_cupti;
};

/// The time between two neighbouring events, and what they want of it in ns.
struct Room
{
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    double frontNs = 0; ///< After the first event.
    OverheadKind first = OverheadKind::Scope;
    OverheadKind second = OverheadKind::Scope;
    double backNs = 0;     ///< Before the second.
    bool isMarked = false; ///< The trace itself says that all of it is overhead.

    [[nodiscard]] double wanted() const { return frontNs + backNs; }

    [[nodiscard]] double lengthNs() const { return static_cast<double>(endNs - startNs); }
};

class ThreadLayout
{
public:
    ThreadLayout(const TraceStore& trace, Costs& costs, ThreadOverhead& result)
        : m_trace(trace)
        , m_costs(costs)
        , m_result(result)
    {
    }

    void add(const Track& track)
    {
        for (std::uint32_t i = track.firstSlice; i < track.firstSlice + track.sliceCount; ++i) {
            addSlice(i);
        }
    }

    void finish()
    {
        std::ranges::stable_sort(m_events, {}, &Event::ns);
        const TimeRange wall = m_trace.wallRange();
        Event before;
        before.ns = toNs(wall.start);
        for (const Event& event : m_events) {
            addRoom(before, event);
            follow(event);
            before = event;
        }
        Event end;
        end.ns = toNs(wall.end);
        addRoom(before, end);
        const double factor = findFactor();
        for (const Room& room : m_rooms) {
            fill(room, factor);
        }
        m_result.clippedNs = std::max<std::int64_t>(0, std::llround(wanted() - placed(factor)));
    }

private:
    void addSlice(std::uint32_t slice)
    {
        const SliceColumns& slices = m_trace.slices();
        Event begin{slices.startNs[slice], 0, 0, {}, slice, true};
        Event end{slices.endNs[slice], 0, 0, {}, slice, false};
        const auto kind = overheadKindOf(slices.category[slice], slices.flags[slice]);
        if (kind) {
            const OverheadCost* const cost = m_costs.of(*kind);
            begin.kind = end.kind = *kind;
            if (cost != nullptr) {
                const double insideNs = cost->insideNs + cost->dormantNs / 2;
                begin.afterNs = end.beforeNs = insideNs / 2;
                begin.beforeNs = end.afterNs = (cost->totalNs() - insideNs) / 2;
            }
            addCupti(*kind, slices.name[slice], begin);
        }
        if ((slices.flags[slice] & kSliceUnfinished) != 0) {
            end.beforeNs = end.afterNs = 0; // it never ended
        }
        m_events.push_back(begin);
        m_events.push_back(end);
    }

    /// Keeps the open slices, the latest started last.
    void follow(const Event& event)
    {
        if (event.isBegin) {
            m_open.push_back(event.slice);
            return;
        }
        const auto found = std::find(m_open.rbegin(), m_open.rend(), event.slice);
        if (found != m_open.rend()) {
            m_open.erase(std::next(found).base());
        }
    }

    [[nodiscard]] bool isInMarkedOverhead() const
    {
        const SliceColumns& slices = m_trace.slices();
        const auto innermost = std::find_if(m_open.rbegin(), m_open.rend(), [&](auto slice) {
            return slices.category[slice] != Category::Annotation;
        });
        return innermost != m_open.rend() && slices.category[*innermost] == Category::Overhead;
    }

    /// CUPTI's own work is done at the begin of the call, inside it (facts on RL-Scope, 4.4).
    void addCupti(OverheadKind kind, StringId api, Event& begin)
    {
        const OverheadCost* const cost =
            kind == OverheadKind::GpuApi ? m_costs.ofCupti(api) : nullptr;
        if (cost != nullptr) {
            begin.kind = OverheadKind::Cupti;
            begin.afterNs += cost->meanNs;
        }
    }

    void addRoom(const Event& first, const Event& second)
    {
        const Room room{first.ns,
                        second.ns,
                        std::max(0.0, first.afterNs),
                        first.kind,
                        second.kind,
                        std::max(0.0, second.beforeNs),
                        isInMarkedOverhead()};
        if (room.isMarked || room.wanted() > 0) {
            m_rooms.push_back(room);
        }
    }

    [[nodiscard]] double wanted() const
    {
        double sum = 0;
        for (const Room& room : m_rooms) {
            sum += room.isMarked ? 0 : room.wanted();
        }
        return sum;
    }

    /// What is placed if every event takes `factor` times its cost, where there is room.
    [[nodiscard]] double placed(double factor) const
    {
        double sum = 0;
        for (const Room& room : m_rooms) {
            sum += room.isMarked ? 0 : std::min(room.lengthNs(), factor * room.wanted());
        }
        return sum;
    }

    /// Costs are means. Events that cannot have taken so much took less, so the others took more.
    [[nodiscard]] double findFactor() const
    {
        constexpr double kMost = 2;
        constexpr int kSteps = 30;
        const double all = wanted();
        double low = 1;
        double high = kMost;
        if (placed(low) >= all || placed(high) <= all) {
            return placed(low) >= all ? low : high;
        }
        for (int step = 0; step < kSteps; ++step) {
            const double middle = (low + high) / 2;
            (placed(middle) < all ? low : high) = middle;
        }
        return high;
    }

    /// Shares the room between two neighbouring events.
    void fill(const Room& room, double factor)
    {
        if (room.isMarked) {
            append(room.startNs, room.endNs, OverheadKind::Profiler);
            return;
        }
        const std::int64_t wanted = rounded(std::min(room.lengthNs(), factor * room.wanted()));
        const std::int64_t used = std::min(room.endNs - room.startNs, wanted);
        m_carried += static_cast<double>(wanted - used);
        const auto ahead =
            std::min(used, static_cast<std::int64_t>(std::llround(static_cast<double>(used) *
                                                                  room.frontNs / room.wanted())));
        append(room.startNs, room.startNs + ahead, room.first);
        append(room.endNs - (used - ahead), room.endNs, room.second);
    }

    /// Whole ns; the rest waits for the next.
    [[nodiscard]] std::int64_t rounded(double ns)
    {
        const double wanted = std::max(0.0, ns + m_carried);
        const double whole = std::floor(wanted + 0.5);
        m_carried = wanted - whole;
        return static_cast<std::int64_t>(whole);
    }

    void append(std::int64_t startNs, std::int64_t endNs, OverheadKind kind)
    {
        if (startNs < endNs) {
            m_result.intervals.push_back({startNs, endNs, kind});
        }
    }

    const TraceStore& m_trace;
    Costs& m_costs;
    ThreadOverhead& m_result;
    std::vector<Event> m_events;
    std::vector<std::uint32_t> m_open;
    std::vector<Room> m_rooms;
    double m_carried = 0;
};

} // namespace

std::vector<ThreadOverhead> layOutOverhead(const TraceStore& trace, const OverheadModel& model)
{
    const bool isMarked = countEvents(trace)[static_cast<std::size_t>(OverheadKind::Profiler)] > 0;
    if (model.costs.empty() && !isMarked) {
        return {};
    }
    Costs costs(trace, model);
    std::unordered_map<TrackId, std::vector<const Track*>> marks;
    for (const Track& track : trace.tracks()) {
        if (track.thread) {
            marks[*track.thread].push_back(&track);
        }
    }
    std::vector<ThreadOverhead> result;
    for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.tracks()[i];
        if (track.kind != TrackKind::Thread) {
            continue;
        }
        ThreadOverhead thread{TrackId(i), {}, 0};
        ThreadLayout layout(trace, costs, thread);
        layout.add(track);
        for (const Track* const mark : marks[TrackId(i)]) {
            layout.add(*mark);
        }
        layout.finish();
        if (!thread.intervals.empty()) {
            result.push_back(std::move(thread));
        }
    }
    return result;
}

std::vector<ThreadOverhead> overheadOf(std::span<const ThreadOverhead> overhead, OverheadKind kind)
{
    std::vector<ThreadOverhead> result;
    for (const ThreadOverhead& thread : overhead) {
        ThreadOverhead part{thread.thread, {}, 0};
        std::ranges::copy_if(thread.intervals, std::back_inserter(part.intervals),
                             [kind](const OverheadInterval& interval) {
                                 return interval.kind == kind ||
                                        interval.kind == OverheadKind::Profiler;
                             });
        if (!part.intervals.empty()) {
            result.push_back(std::move(part));
        }
    }
    return result;
}

} // namespace hscope::core
