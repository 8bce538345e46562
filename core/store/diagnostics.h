// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hscope::core {

enum class Severity : std::uint8_t
{
    Info,     ///< Normal for this kind of file; explains a number.
    Notice,   ///< Unusual; nothing was lost.
    DataLoss, ///< Something in the input could not be used.
    Error,    ///< A large part of the input could not be used.
};

[[nodiscard]] std::string_view severityName(Severity severity);
[[nodiscard]] std::optional<Severity> findSeverity(std::string_view name);

/// Every problem that loading a trace can meet without giving up.
enum class DiagnosticId : std::uint8_t
{
    EventNotParsed,
    EventNotAnObject,
    EventWithoutTime,
    EventTimeInvalid,
    EventTimeOutOfRange,
    DurationMissing,
    NegativeDuration,
    UnknownPhase,
    UnknownCategory,
    EndWithoutBegin,
    BeginWithoutEnd,
    FlowUnmatched,
    GpuSliceWithoutLaunch,
    LaunchAmbiguous,
    DeviceSliceUnclear,
    KernelBeforeLaunch,
    SlicesCross,
    CounterValueInvalid,
    InvalidUtf8,
    InputTruncated,
    DataAfterEnd,
    ChecksumWrong,
    TimesFarOutside,
    JournalRecovered,
    ReferenceMissing,
    RecordingNotClosed,
    RecordingEventsLost,
    RecordingAfterThreadEnd,
    RecordingWriteFailed,
    RecordingSizeLimit,
    RecordingBeyondSizeLimit,
    RecordingEndWithoutBegin,
    RecordingEndOutOfOrder,
    RecordingScopeLeftOpen,
    RecordingArgumentWithoutScope,
    RecordingClockBackwards,
    RecordingNamesRefused,
    RecordingNamesShortened,
    RecordingNamesRepaired,
    RecordingNamesUnknown,
    RecordingGpuWorkLost,
    RecordingGpuNotRecorded,
    MergeClocksAligned,
    MergeDocumentLeftOut,
    Count_
};

/// The unchanging facts about one kind of problem.
struct DiagnosticKind
{
    DiagnosticId id;
    std::string_view name; ///< Stable key in files and JSON.
    Severity severity;
    std::string_view text; ///< One sentence for people.
};

[[nodiscard]] const DiagnosticKind& diagnosticKind(DiagnosticId id);

/// The kind whose stable key is `name`; none for a key written by a newer program.
[[nodiscard]] std::optional<DiagnosticId> findDiagnostic(std::string_view name);

/// One problem as it is stored, printed and shown.
struct Diagnostic
{
    std::string name;
    Severity severity = Severity::Info;
    std::uint64_t count = 0;
    std::string first; ///< The first case with its position.

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Counts problems while a trace is loaded; keeps the first example of each kind.
///
/// Differs from Error: an Error ends the load, a diagnostic never does.
class Diagnostics
{
public:
    /// Counts one case. `describe` is called only for the first one.
    void count(DiagnosticId id, const std::function<std::string()>& describe,
               std::uint64_t cases = 1);

    /// Takes over an entry that a file brings along; adds to an existing count.
    void add(const Diagnostic& entry);

    [[nodiscard]] std::uint64_t countOf(DiagnosticId id) const;

    /// All entries, most severe first, then by name.
    [[nodiscard]] std::vector<Diagnostic> list() const;

private:
    std::vector<Diagnostic> m_entries;
    std::array<std::uint32_t, static_cast<std::size_t>(DiagnosticId::Count_)> m_position{};
};

} // namespace hscope::core
