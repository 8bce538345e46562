// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/active_sets.h"
#include "core/analysis/breakdown.h"
#include "core/analysis/loser_tree.h"
#include "core/analysis/operation_timeline.h"
#include "core/analysis/track_events.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

namespace hscope::core {

/// Follows one process through the wall time and adds up, per set of active things, how long it
/// lasted.
///
/// The state at an instant is a set of keys: the CPU categories that are active, the operations of
/// the threads that are active (or that of the root thread if none is), the GPU categories that run
/// with the operation that launched each, and the phase. All of the breakdown's rules then are
/// questions about one state, asked once per state.
class BreakdownSweep
{
public:
    BreakdownSweep(const TraceStore& trace, ProcessId process, Attribution attribution);
    BreakdownSweep(const BreakdownSweep&) = delete;
    BreakdownSweep& operator=(const BreakdownSweep&) = delete;
    ~BreakdownSweep() = default;

    /// False if it was stopped.
    [[nodiscard]] bool run(ProgressSink& progress, const std::stop_token& stop);

    /// Appends the rows and transitions of this process.
    void report(Breakdown& breakdown) const;

private:
    static constexpr std::uint32_t kOutsideNumber = 0;
    static constexpr std::uint32_t kNoLaunchNumber = 1;

    /// What a key in a state says; the kind is in the upper bits of the key.
    enum class Kind : std::uint8_t
    {
        CpuCategory,
        Operation,
        Root,
        Gpu,
        Phase
    };

    /// The order in which changes at one instant are applied.
    enum class Order : std::uint8_t
    {
        Context,
        GpuEnd,
        Thread,
        GpuStart
    };

    /// A stretch that holds from a time on: the current phase or iteration, 0 for none.
    struct Change
    {
        std::int64_t startNs = 0;
        std::uint32_t value = 0;
    };

    struct Cursor
    {
        enum class Type : std::uint8_t
        {
            Thread,
            Stream,
            Root,
            Phase,
            Iteration
        };

        Type type;
        std::uint32_t index; ///< Into the vector of its type.
    };

    static constexpr unsigned kKindShift = 29;
    static constexpr unsigned kOrderShift = 32;
    static constexpr std::uint32_t kCategorySlots = 16;

    [[nodiscard]] static ActiveSets::Key keyOf(Kind kind, std::uint32_t value)
    {
        return (static_cast<std::uint32_t>(kind) << kKindShift) | value;
    }

    [[nodiscard]] std::uint32_t numberOf(std::optional<StringId> name);
    [[nodiscard]] std::span<const NumberedSegment>
    numbered(const std::shared_ptr<const OperationTimeline>& timeline);
    void addThreads();
    void addStreams();
    void addContext();
    [[nodiscard]] std::uint32_t launchKey(std::uint32_t slice, std::size_t& nextLink);
    /// When a cursor changes next; what happens first is smallest.
    [[nodiscard]] MergeEntry nextOf(std::uint32_t cursor) const;
    void apply(std::uint32_t cursor);
    void applyThread(std::uint32_t index);
    void applyStream(std::uint32_t index);
    void setRootKey(bool wanted);

    void toggle(ActiveSets::Key key) { m_state = m_sets.toggled(m_state, key); }

    void changeCount(std::vector<std::uint32_t>& counts, Kind kind, std::uint32_t value, int by);
    void countTransition(std::uint32_t operation, std::uint32_t category);
    void flushTransitions();
    void advanceTo(std::int64_t ns);
    void reportState(ActiveSets::State state, std::int64_t ns, class RowTable& rows) const;
    [[nodiscard]] std::string nameOf(std::uint32_t operation) const;

    const TraceStore& m_trace;
    ProcessId m_process;
    Attribution m_attribution;
    OperationMap m_operations;
    std::vector<std::optional<StringId>> m_names; ///< Of operation numbers from 2 on.
    std::unordered_map<StringId, std::uint32_t> m_numbers;
    std::unordered_map<const OperationTimeline*, std::unique_ptr<std::vector<NumberedSegment>>>
        m_numbered;

    std::vector<ThreadCursor> m_threads;
    std::vector<StreamCursor> m_streams;
    std::span<const NumberedSegment> m_rootSegments;
    std::vector<Change> m_phases;
    std::vector<Change> m_iterations;
    std::size_t m_nextRoot = 0;
    std::size_t m_nextPhase = 0;
    std::size_t m_nextIteration = 0;
    std::vector<Cursor> m_cursors;

    ActiveSets m_sets;
    ActiveSets::State m_state = ActiveSets::kEmpty;
    std::vector<std::int64_t> m_timeNs;            ///< By state.
    std::vector<std::uint32_t> m_categoryThreads;  ///< Active threads by category.
    std::vector<std::uint32_t> m_operationThreads; ///< Active threads by operation.
    std::vector<std::uint32_t> m_gpuRunning;       ///< Running slices by operation and category.
    std::uint32_t m_activeThreads = 0;
    std::uint32_t m_rootOperation = kOutsideNumber;
    bool m_rootKeySet = false;
    std::uint32_t m_phase = 0;
    std::uint32_t m_iteration = 0;
    std::int64_t m_nowNs;

    std::vector<std::uint64_t>
        m_transitions;                    ///< Of the current iteration, by operation and category.
    std::vector<std::uint32_t> m_touched; ///< Which of them are not zero.
    std::vector<TransitionRow> m_transitionRows;
};

} // namespace hscope::core
