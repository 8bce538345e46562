// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/diagnostics.h"

#include "core/base/check.h"

#include <algorithm>

namespace hscope::core {

namespace {

using enum Severity;

constexpr std::array<DiagnosticKind, static_cast<std::size_t>(DiagnosticId::Count_)> kKinds = {{
    {DiagnosticId::EventNotParsed, "event_not_parsed", DataLoss,
     "An event is not valid JSON and was skipped."},
    {DiagnosticId::EventNotAnObject, "event_not_an_object", Notice,
     "The event list holds something that is not an event; it was skipped."},
    {DiagnosticId::EventWithoutTime, "event_without_time", DataLoss,
     "An event has no time stamp and was skipped."},
    {DiagnosticId::EventTimeInvalid, "event_time_invalid", DataLoss,
     "A time stamp or duration is not a number; the event was skipped."},
    {DiagnosticId::EventTimeOutOfRange, "event_time_out_of_range", DataLoss,
     "A time does not fit into 64-bit nanoseconds; the event was skipped."},
    {DiagnosticId::DurationMissing, "duration_missing", Notice,
     "A complete slice has no duration; it was kept with length zero."},
    {DiagnosticId::NegativeDuration, "negative_duration", DataLoss,
     "A slice has a negative duration: its end was never recorded. It was kept with length "
     "zero."},
    {DiagnosticId::UnknownPhase, "unknown_phase", Notice,
     "An event is of a kind (ph) that is not read yet; it was skipped."},
    {DiagnosticId::UnknownCategory, "unknown_category", Info,
     "A slice has a category without a meaning here; it counts as native."},
    {DiagnosticId::EndWithoutBegin, "end_without_begin", DataLoss,
     "An end event has no matching begin; it was skipped."},
    {DiagnosticId::BeginWithoutEnd, "begin_without_end", Notice,
     "A begin event has no end; its slice runs to the end of the trace and is marked unfinished."},
    {DiagnosticId::FlowUnmatched, "flow_unmatched", Info,
     "A flow arrow has no other end, or no slice at one of them; it is not drawn."},
    {DiagnosticId::GpuSliceWithoutLaunch, "gpu_slice_without_launch", Info,
     "A GPU slice has no launching call in the file; its time is reported as (no launch)."},
    {DiagnosticId::LaunchAmbiguous, "launch_ambiguous", Notice,
     "Calls of several processes have the correlation id of a GPU slice, and it does not say whose "
     "it is; it went to the latest call before it."},
    {DiagnosticId::DeviceSliceUnclear, "device_slice_unclear", Notice,
     "A slice on a device's row has no category that says what it is; it is shown, but its time is "
     "not counted."},
    {DiagnosticId::KernelBeforeLaunch, "kernel_before_launch", Notice,
     "A GPU slice starts before the call that launched it: the two clocks disagree."},
    {DiagnosticId::SlicesCross, "slices_cross", Notice,
     "Slices of one thread overlap without nesting; each is drawn on a row of its own."},
    {DiagnosticId::CounterValueInvalid, "counter_value_invalid", Notice,
     "A counter value is not a number; the sample was skipped."},
    {DiagnosticId::InvalidUtf8, "invalid_utf8", Notice,
     "A text holds bytes that are not UTF-8; they are shown as U+FFFD."},
    {DiagnosticId::InputTruncated, "input_truncated", DataLoss,
     "The file ends in the middle; everything before that was read."},
    {DiagnosticId::DataAfterEnd, "data_after_end", DataLoss,
     "The file goes on after the end of the trace; that part was not read."},
    {DiagnosticId::ChecksumWrong, "checksum_wrong", DataLoss,
     "The checksum of the compressed data is wrong: all of it was read, but some may not be what "
     "was written."},
    {DiagnosticId::TimesFarOutside, "times_far_outside", Notice,
     "A few slices lie far outside the rest; the first view leaves them out."},
    {DiagnosticId::JournalRecovered, "journal_recovered", Notice,
     "The recording did not close its file; it was recovered on a copy."},
    {DiagnosticId::ReferenceMissing, "reference_missing", DataLoss,
     "A row refers to another row that is not there; it was skipped."},
    {DiagnosticId::RecordingNotClosed, "recording_not_closed", DataLoss,
     "A recorded process ended without closing its file, as one that is killed does; what it did "
     "last may be missing."},
    {DiagnosticId::RecordingEventsLost, "recording_events_lost", DataLoss,
     "Events found no free buffer and are missing; they came faster than they could be written."},
    {DiagnosticId::RecordingAfterThreadEnd, "recording_after_thread_end", DataLoss,
     "A thread recorded after its end, in a late destructor; those events are missing."},
    {DiagnosticId::RecordingWriteFailed, "recording_write_failed", Error,
     "The recorder could not write its file, and stopped; what came later is missing."},
    {DiagnosticId::RecordingSizeLimit, "recording_size_limit", Notice,
     "The file reached the size that it was limited to, and recording stopped there."},
    {DiagnosticId::RecordingBeyondSizeLimit, "recording_beyond_size_limit", DataLoss,
     "A scope began after the file had reached its limit and before recording stopped; it is "
     "missing."},
    {DiagnosticId::RecordingEndWithoutBegin, "recording_end_without_begin", Notice,
     "The program ended a scope that it had not begun; nothing came of it."},
    {DiagnosticId::RecordingEndOutOfOrder, "recording_end_out_of_order", Notice,
     "The program ended a scope while one inside it was open; both end there."},
    {DiagnosticId::RecordingScopeLeftOpen, "recording_scope_left_open", Notice,
     "A thread ended inside a scope, which ends with its last event."},
    {DiagnosticId::RecordingArgumentWithoutScope, "recording_argument_without_scope", Notice,
     "An argument or link was given outside of all scopes; it was left out."},
    {DiagnosticId::RecordingClockBackwards, "recording_clock_backwards", Notice,
     "A time stamp lies before the one before it on its thread; it was moved up to that."},
    {DiagnosticId::RecordingNamesRefused, "recording_names_refused", DataLoss,
     "The program made up more names than there is room for; later ones are all called (more "
     "names)."},
    {DiagnosticId::RecordingNamesShortened, "recording_names_shortened", Notice,
     "A text was longer than 4,096 bytes and was cut."},
    {DiagnosticId::RecordingNamesRepaired, "recording_names_repaired", Notice,
     "A text was not UTF-8 or contained a NUL; such bytes are shown as U+FFFD."},
    {DiagnosticId::RecordingNamesUnknown, "recording_names_unknown", Notice,
     "The program used the number of a name that it had never interned; it is called (unknown "
     "name)."},
    {DiagnosticId::RecordingGpuWorkLost, "recording_gpu_work_lost", DataLoss,
     "CUPTI had no room for records of work on GPUs, or a record could not be used; kernels and "
     "copies are missing."},
    {DiagnosticId::RecordingGpuNotRecorded, "recording_gpu_not_recorded", Notice,
     "Work on GPUs was to be recorded and could not be; everything else was."},
    {DiagnosticId::MergeClocksAligned, "merge_clocks_aligned", Notice,
     "A merged file comes from another host or boot; its times were shifted so that the clocks of "
     "day agree, which may be off by milliseconds."},
    {DiagnosticId::MergeDocumentLeftOut, "merge_document_left_out", DataLoss,
     "Merged files hold different documents of one kind; only the first was kept."},
}};

constexpr std::array<std::string_view, 4> kSeverityNames = {"info", "notice", "data_loss", "error"};

} // namespace

std::string_view severityName(Severity severity)
{
    return kSeverityNames[static_cast<std::size_t>(severity)];
}

std::optional<Severity> findSeverity(std::string_view name)
{
    for (std::size_t i = 0; i < kSeverityNames.size(); ++i) {
        if (kSeverityNames[i] == name) {
            return static_cast<Severity>(i);
        }
    }
    return std::nullopt;
}

const DiagnosticKind& diagnosticKind(DiagnosticId id)
{
    const DiagnosticKind& kind = kKinds[static_cast<std::size_t>(id)];
    HSCOPE_DCHECK(kind.id == id);
    return kind;
}

std::optional<DiagnosticId> findDiagnostic(std::string_view name)
{
    for (const DiagnosticKind& kind : kKinds) {
        if (kind.name == name) {
            return kind.id;
        }
    }
    return std::nullopt;
}

void Diagnostics::count(DiagnosticId id, const std::function<std::string()>& describe,
                        std::uint64_t cases)
{
    std::uint32_t& position = m_position[static_cast<std::size_t>(id)];
    if (position == 0) {
        const DiagnosticKind& kind = diagnosticKind(id);
        m_entries.push_back({std::string(kind.name), kind.severity, 0, describe()});
        position = static_cast<std::uint32_t>(m_entries.size());
    }
    m_entries[position - 1].count += cases;
}

void Diagnostics::add(const Diagnostic& entry)
{
    for (Diagnostic& known : m_entries) {
        if (known.name == entry.name) {
            known.count += entry.count;
            return;
        }
    }
    m_entries.push_back(entry);
    if (const auto id = findDiagnostic(entry.name)) {
        m_position[static_cast<std::size_t>(*id)] = static_cast<std::uint32_t>(m_entries.size());
    }
}

std::uint64_t Diagnostics::countOf(DiagnosticId id) const
{
    const std::uint32_t position = m_position[static_cast<std::size_t>(id)];
    return position == 0 ? 0 : m_entries[position - 1].count;
}

std::vector<Diagnostic> Diagnostics::list() const
{
    std::vector<Diagnostic> sorted = m_entries;
    std::sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return a.severity != b.severity ? a.severity > b.severity : a.name < b.name;
    });
    return sorted;
}

} // namespace hscope::core
