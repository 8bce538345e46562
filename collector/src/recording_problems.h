// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hscope::collector {

/// What can go wrong while recording without ending it.
enum class RecordingProblem : std::uint8_t
{
    EventsLost,
    AfterThreadEnd,
    WriteFailed,
    SizeLimit,
    BeyondSizeLimit,
    EndWithoutBegin,
    EndOutOfOrder,
    ScopeLeftOpen,
    ArgumentWithoutScope,
    ClockBackwards,
    NamesRefused,
    NamesShortened,
    NamesRepaired,
    NamesUnknown,
    GpuWorkLost,
    GpuNotRecorded,
    Count_
};

/// How a problem stands in table `diagnostic`. Readers know the ids: core/store/diagnostics has a
/// sentence for each.
struct RecordingProblemKind
{
    RecordingProblem problem;
    std::string_view id;
    std::string_view severity;
    std::string_view first; ///< What happened, in words.
};

/// All of them, in the order of the enumeration.
[[nodiscard]] std::span<const RecordingProblemKind> recordingProblemKinds();

/// How often each problem occurred.
class ProblemCounts
{
public:
    std::string gpuRefusal; ///< Why GPUs are not recorded, which nobody knows before.

    [[nodiscard]] std::uint64_t& operator[](RecordingProblem problem)
    {
        return m_counts[static_cast<std::size_t>(problem)];
    }

    [[nodiscard]] std::uint64_t operator[](RecordingProblem problem) const
    {
        return m_counts[static_cast<std::size_t>(problem)];
    }

    friend bool operator==(const ProblemCounts&, const ProblemCounts&) = default;

private:
    std::array<std::uint64_t, static_cast<std::size_t>(RecordingProblem::Count_)> m_counts{};
};

} // namespace hscope::collector
