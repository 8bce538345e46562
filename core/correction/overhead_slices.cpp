// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/overhead_slices.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

namespace hscope::core {

namespace {

/// Writes the slices of a trace anew, track by track, with overhead between them.
class SliceMerger
{
public:
    SliceMerger(const SliceColumns& from, TraceStore::Data& to)
        : m_from(from)
        , m_to(to.slices)
        , m_position(from.size())
    {
        m_to = {};
        for (std::size_t kind = 0; kind < kOverheadKinds; ++kind) {
            m_names[kind] = to.strings.intern(std::string(kOverheadKindNames[kind]) + " overhead");
        }
    }

    void addTrack(Track& track, std::span<const OverheadInterval> overhead)
    {
        const std::uint32_t first = track.firstSlice;
        const std::uint32_t end = first + track.sliceCount;
        track.firstSlice = static_cast<std::uint32_t>(m_to.size());
        auto next = overhead.begin();
        m_open.clear();
        for (std::uint32_t slice = first; slice < end; ++slice) {
            while (next != overhead.end() && next->startNs < m_from.startNs[slice]) {
                addOverhead(*next++, track);
            }
            m_position[slice] = static_cast<std::uint32_t>(m_to.size());
            copy(slice);
            if (!overhead.empty()) {
                m_open.push_back(slice);
            }
        }
        while (next != overhead.end()) {
            addOverhead(*next++, track);
        }
        track.sliceCount = static_cast<std::uint32_t>(m_to.size()) - track.firstSlice;
    }

    /// Where a slice of the trace is now.
    [[nodiscard]] SliceId positionOf(SliceId slice) const
    {
        return SliceId(m_position[slice.value()]);
    }

private:
    void copy(std::uint32_t slice)
    {
        m_to.startNs.push_back(m_from.startNs[slice]);
        m_to.endNs.push_back(m_from.endNs[slice]);
        m_to.name.push_back(m_from.name[slice]);
        m_to.category.push_back(m_from.category[slice]);
        m_to.flags.push_back(m_from.flags[slice]);
        m_to.depth.push_back(m_from.depth[slice]);
        m_to.source.push_back(m_from.source[slice]);
    }

    void addOverhead(const OverheadInterval& interval, Track& track)
    {
        if (interval.kind == OverheadKind::Profiler) {
            return; // a slice of the trace shows it already
        }
        std::erase_if(m_open, [this, &interval](std::uint32_t slice) {
            return m_from.endNs[slice] <= interval.startNs;
        });
        std::uint16_t depth = 0;
        for (const std::uint32_t slice : m_open) {
            depth = std::max<std::uint16_t>(depth, m_from.depth[slice] + 1U);
        }
        m_to.startNs.push_back(interval.startNs);
        m_to.endNs.push_back(interval.endNs);
        m_to.name.push_back(m_names[static_cast<std::size_t>(interval.kind)]);
        m_to.category.push_back(Category::Overhead);
        m_to.flags.push_back(0);
        m_to.depth.push_back(depth);
        m_to.source.push_back(0);
        track.depthCount = std::max<std::uint16_t>(track.depthCount, depth + 1U);
    }

    const SliceColumns& m_from;
    SliceColumns& m_to;
    std::vector<std::uint32_t> m_position;
    std::vector<std::uint32_t> m_open; ///< Slices that the next overhead may lie in.
    std::array<StringId, kOverheadKinds> m_names;
};

} // namespace

std::shared_ptr<const TraceStore> withOverheadSlices(const TraceStore& trace,
                                                     std::span<const ThreadOverhead> overhead)
{
    std::unordered_map<TrackId, std::span<const OverheadInterval>> byThread;
    for (const ThreadOverhead& thread : overhead) {
        byThread[thread.thread] = thread.intervals;
    }
    TraceStore::Data data = trace.copy();
    SliceMerger merger(trace.slices(), data);
    for (std::uint32_t i = 0; i < data.tracks.size(); ++i) {
        merger.addTrack(data.tracks[i], byThread[TrackId(i)]);
    }
    for (Link& link : data.links) { // their order stays: positions rise with the old ids
        link.from = merger.positionOf(link.from);
        link.to = merger.positionOf(link.to);
    }
    for (Iteration& iteration : data.iterations) {
        if (iteration.slice) {
            iteration.slice = merger.positionOf(*iteration.slice);
        }
    }
    return std::make_shared<const TraceStore>(std::move(data));
}

} // namespace hscope::core
