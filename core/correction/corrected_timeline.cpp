// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/corrected_timeline.h"

#include "core/correction/thread_clock.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace hscope::core {

namespace {

/// A begin or an end, in the order in which things happened.
struct Happening
{
    enum class Kind : std::uint8_t
    {
        End,
        Begin,
        GpuStart
    };

    std::int64_t ns = 0;
    Kind kind = Kind::Begin;
    std::uint32_t slice = 0;
    TrackId thread; ///< Or stream.
};

/// A thread while its time is followed.
struct ThreadState
{
    ThreadClock clock;
    std::int64_t busyUntilNs = 0; ///< End of what was open so far.
};

class Shifter
{
public:
    Shifter(const TraceStore& trace, std::span<const ThreadOverhead> overhead)
        : m_trace(trace)
        , m_slices(trace.slices())
        , m_data(trace.copy())
    {
        for (const ThreadOverhead& thread : overhead) {
            m_threads[thread.thread].clock = ThreadClock(thread.intervals);
        }
        findMainThreads();
        collect();
    }

    std::shared_ptr<const TraceStore> run()
    {
        for (const Happening& happening : m_happenings) {
            apply(happening);
        }
        moveTheRest();
        return std::make_shared<const TraceStore>(std::move(m_data));
    }

private:
    [[nodiscard]] static std::optional<TrackId> threadOf(const Track& track, TrackId id)
    {
        return track.kind == TrackKind::Thread ? std::optional(id) : track.thread;
    }

    void findMainThreads()
    {
        struct First
        {
            bool isOperation = false;
            std::int64_t ns = 0;
            TrackId thread;
        };

        std::map<ProcessId, First> firsts;
        for (std::uint32_t i = 0; i < m_trace.tracks().size(); ++i) {
            const Track& track = m_trace.tracks()[i];
            const auto thread = threadOf(track, TrackId(i));
            if (!thread || track.sliceCount == 0) {
                continue;
            }
            const First found{track.kind == TrackKind::Operations,
                              m_slices.startNs[track.firstSlice], *thread};
            const auto [entry, isNew] = firsts.try_emplace(track.process, found);
            First& known = entry->second;
            if (!isNew && (found.isOperation != known.isOperation ? found.isOperation
                                                                  : found.ns < known.ns)) {
                known = found;
            }
        }
        for (const auto& [process, first] : firsts) {
            m_mainThreads[process] = first.thread;
        }
    }

    void collect()
    {
        for (std::uint32_t i = 0; i < m_trace.tracks().size(); ++i) {
            const Track& track = m_trace.tracks()[i];
            const std::optional<TrackId> thread = threadOf(track, TrackId(i));
            const bool isStream = track.kind == TrackKind::GpuStream;
            for (std::uint32_t slice = track.firstSlice;
                 slice < track.firstSlice + track.sliceCount; ++slice) {
                if (isStream) {
                    m_happenings.push_back(
                        {m_slices.startNs[slice], Happening::Kind::GpuStart, slice, TrackId(i)});
                } else if (thread) {
                    m_happenings.push_back(
                        {m_slices.startNs[slice], Happening::Kind::Begin, slice, *thread});
                    if (m_slices.startNs[slice] < m_slices.endNs[slice]) {
                        m_happenings.push_back(
                            {m_slices.endNs[slice], Happening::Kind::End, slice, *thread});
                    }
                }
            }
        }
        std::ranges::stable_sort(m_happenings, [](const Happening& a, const Happening& b) {
            return a.ns != b.ns ? a.ns < b.ns : a.kind < b.kind;
        });
    }

    void apply(const Happening& happening)
    {
        switch (happening.kind) {
        case Happening::Kind::Begin:
            begin(happening);
            break;
        case Happening::Kind::End:
            end(happening);
            break;
        case Happening::Kind::GpuStart:
            startOnGpu(happening);
            break;
        }
    }

    /// Where the end of what an arrow leaves from lies, if that is before `ns`; else where `ns`
    /// does on its track.
    struct Anchor
    {
        std::int64_t ns = 0;
        std::int64_t mapped = 0;
    };

    [[nodiscard]] std::optional<Anchor> anchorOf(std::uint32_t slice, std::int64_t ns,
                                                 std::initializer_list<LinkKind> kinds,
                                                 std::optional<TrackId> butNotOn)
    {
        std::optional<Anchor> latest;
        for (const Link& link : m_trace.linksTo(SliceId(slice))) {
            const TrackId from = m_trace.trackOf(link.from);
            if (std::ranges::find(kinds, link.kind) == kinds.end() || from == butNotOn) {
                continue;
            }
            const std::int64_t at = std::min(m_slices.endNs[link.from.value()], ns);
            const Anchor anchor{at, mappedOn(from, link.from.value(), at)};
            if (!latest || anchor.ns > latest->ns) {
                latest = anchor;
            }
        }
        return latest;
    }

    /// Where a moment of a slice that has begun lies.
    [[nodiscard]] std::int64_t mappedOn(TrackId track, std::uint32_t slice, std::int64_t ns)
    {
        if (m_trace.track(track).kind == TrackKind::GpuStream) {
            return m_data.slices.startNs[slice] + ns - m_slices.startNs[slice];
        }
        const auto thread = threadOf(m_trace.track(track), track);
        return thread ? m_threads[*thread].clock.at(ns) : ns;
    }

    /// Where something of a thread lies that could go on at `ready` and at `other`, and did so at
    /// `ns`: what it did in between was its own, but for the overhead in it.
    [[nodiscard]] static std::int64_t after(Anchor ready, Anchor other, std::int64_t ns,
                                            const ThreadClock& clock)
    {
        return std::max(ready.mapped, other.mapped) + clock.at(ns) -
               clock.at(std::max(ready.ns, other.ns));
    }

    void begin(const Happening& happening)
    {
        ThreadState& thread = m_threads[happening.thread];
        const std::int64_t ns = happening.ns;
        std::int64_t mapped = thread.clock.at(ns);
        const bool isFirst = !thread.clock.isSet();
        if (isFirst || thread.busyUntilNs <= ns) { // it may have waited for somebody
            const auto anchor = anchorOf(
                happening.slice, ns, {LinkKind::Fork, LinkKind::ForwardBackward}, happening.thread);
            if (anchor) {
                const Anchor before =
                    isFirst ? *anchor
                            : Anchor{thread.busyUntilNs, thread.clock.at(thread.busyUntilNs)};
                mapped = after(*anchor, before, ns, thread.clock);
            } else if (isFirst) {
                mapped = mainTime(m_trace.track(happening.thread).process, ns);
            }
        }
        mapped = thread.clock.set(ns, mapped);
        thread.busyUntilNs = std::max(thread.busyUntilNs, m_slices.endNs[happening.slice]);
        m_data.slices.startNs[happening.slice] = mapped;
        m_data.slices.endNs[happening.slice] = mapped; // its end comes later
    }

    void end(const Happening& happening)
    {
        ThreadState& thread = m_threads[happening.thread];
        std::int64_t mapped = thread.clock.at(happening.ns);
        if (const auto waitedFor = whatEnded(happening)) {
            const std::int64_t start = m_slices.startNs[happening.slice];
            mapped = after(*waitedFor, {start, m_data.slices.startNs[happening.slice]},
                           happening.ns, thread.clock);
        }
        m_data.slices.endNs[happening.slice] = thread.clock.set(happening.ns, mapped);
    }

    /// What a wait that ends now waited for: the latest that ended while it lasted.
    [[nodiscard]] std::optional<Anchor> whatEnded(const Happening& happening)
    {
        const std::int64_t start = m_slices.startNs[happening.slice];
        std::optional<Anchor> ended =
            anchorOf(happening.slice, happening.ns, {LinkKind::Join}, std::nullopt);
        if (m_slices.category[happening.slice] == Category::GpuSync) {
            const auto& ends = m_gpuEnds[m_trace.track(happening.thread).process];
            const auto next = ends.upper_bound(happening.ns);
            if (next != ends.begin() && (!ended || std::prev(next)->first > ended->ns)) {
                ended = Anchor{std::prev(next)->first, std::prev(next)->second};
            }
        }
        return ended && ended->ns > start ? ended : std::nullopt;
    }

    void startOnGpu(const Happening& happening)
    {
        const std::int64_t ns = happening.ns;
        const std::uint32_t slice = happening.slice;
        std::optional<std::uint32_t>& last = m_lastOnStream[happening.thread];
        std::optional<Anchor> before;
        if (last) {
            const std::int64_t at = std::min(m_slices.endNs[*last], ns);
            before = Anchor{at, mappedOn(happening.thread, *last, at)};
        }
        const ProcessId process = m_trace.track(happening.thread).process;
        auto launch = anchorOf(slice, ns, {LinkKind::Launch}, std::nullopt);
        if (!launch && !before) {
            launch = Anchor{ns, mainTime(process, ns)};
        }
        const Anchor first = launch ? *launch : *before;
        const std::int64_t mapped = after(first, before.value_or(first), ns, ThreadClock());
        m_data.slices.startNs[slice] = mapped;
        m_data.slices.endNs[slice] = mapped + m_slices.endNs[slice] - ns;
        last = slice;
        const std::int64_t end = m_data.slices.endNs[slice];
        std::int64_t& latest =
            m_gpuEnds[process].try_emplace(m_slices.endNs[slice], end).first->second;
        latest = std::max(latest, end);
    }

    /// Where a moment lies for what belongs to no thread, or to one that has done nothing yet.
    [[nodiscard]] std::int64_t mainTime(ProcessId process, std::int64_t ns)
    {
        const auto main = m_mainThreads.find(process);
        return main == m_mainThreads.end() ? ns : m_threads[main->second].clock.at(ns);
    }

    void moveTheRest()
    {
        for (std::uint32_t i = 0; i < m_data.tracks.size(); ++i) {
            const Track& track = m_data.tracks[i];
            if (track.kind == TrackKind::GpuStream || threadOf(track, TrackId(i))) {
                continue;
            }
            for (std::uint32_t slice = track.firstSlice;
                 slice < track.firstSlice + track.sliceCount; ++slice) {
                for (std::int64_t* const ns :
                     {&m_data.slices.startNs[slice], &m_data.slices.endNs[slice]}) {
                    *ns = mainTime(track.process, *ns);
                }
            }
        }
        const auto moved = [this](ProcessId process, TraceTime time) {
            return traceTime(mainTime(process, toNs(time)));
        };
        for (Iteration& iteration : m_data.iterations) {
            iteration.range =
                iteration.slice
                    ? TimeRange{traceTime(m_data.slices.startNs[iteration.slice->value()]),
                                traceTime(m_data.slices.endNs[iteration.slice->value()])}
                    : TimeRange{moved(iteration.process, iteration.range.start),
                                moved(iteration.process, iteration.range.end)};
        }
        for (Phase& phase : m_data.phases) {
            phase.range = {moved(phase.process, phase.range.start),
                           moved(phase.process, phase.range.end)};
        }
        for (CounterSample& sample : m_data.counterSamples) {
            sample.time = moved(m_data.tracks[sample.track.value()].process, sample.time);
        }
        for (Instant& instant : m_data.instants) {
            const Track& track = m_data.tracks[instant.track.value()];
            instant.time = track.kind == TrackKind::Thread
                               ? traceTime(m_threads[instant.track].clock.at(toNs(instant.time)))
                               : moved(track.process, instant.time);
        }
    }

    const TraceStore& m_trace;
    const SliceColumns& m_slices;
    TraceStore::Data m_data;
    std::map<ProcessId, TrackId> m_mainThreads;
    std::unordered_map<TrackId, ThreadState> m_threads;
    std::unordered_map<TrackId, std::optional<std::uint32_t>> m_lastOnStream;
    /// By process, of its GPU slices so far: end -> where the latest of those lies.
    std::map<ProcessId, std::map<std::int64_t, std::int64_t>> m_gpuEnds;
    std::vector<Happening> m_happenings;
};

} // namespace

std::shared_ptr<const TraceStore> correctedTimeline(const TraceStore& trace,
                                                    std::span<const ThreadOverhead> overhead)
{
    return Shifter(trace, overhead).run();
}

} // namespace hscope::core
