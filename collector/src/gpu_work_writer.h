// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/gpu_work.h"
#include "collector/src/trace_assembler.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace hscope::collector {

/// Turns what GPUs did into rows: a track for each stream of a device, a slice for each piece of
/// work, and a link from the call that launched it. Used by the drain only, which reads the events
/// of threads first, so that launches are there when their work comes.
class GpuWorkWriter
{
public:
    explicit GpuWorkWriter(TraceAssembler& assembler)
        : m_assembler(assembler)
    {
    }

    /// What ended before belongs to another recording and is left out.
    void setStart(std::int64_t startNs) { m_startNs = startNs; }

    /// One record; counted as lost if its times cannot be or it is nothing that a GPU does.
    void write(const GpuRecord& record);

    [[nodiscard]] std::uint64_t lost() const { return m_lost; }

private:
    template <typename Slice>
    [[nodiscard]] std::optional<TraceAssembler::Open> add(const Slice& slice);
    void writeOne(const GpuSlice& slice);
    void writeOne(const CallDescription& call);
    void writeOne(const ThreadSlice& slice);
    [[nodiscard]] std::int64_t trackOf(const GpuSlice& slice);
    [[nodiscard]] std::int64_t trackOf(const ThreadSlice& slice);

    TraceAssembler& m_assembler;
    std::map<std::pair<std::int32_t, std::int64_t>, std::int64_t> m_streams; ///< Tracks.
    /// Tracks of threads that record nothing themselves, by tid: what they do may overlap.
    std::map<std::int64_t, std::int64_t> m_otherThreads;
    /// Of arguments that are added to calls: behind all that a call may have of its own.
    std::int64_t m_nextPosition = std::int64_t{1} << 20U;
    std::int64_t m_startNs = 0;
    std::uint64_t m_lost = 0;
};

} // namespace hscope::collector
