// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/recording_problems.h"

namespace hscope::collector {

std::span<const RecordingProblemKind> recordingProblemKinds()
{
    using enum RecordingProblem;
    static constexpr std::array<RecordingProblemKind, static_cast<std::size_t>(Count_)> kKinds = {{
        {EventsLost, "recording_events_lost", "data_loss",
         "no buffer was free when an event happened"},
        {AfterThreadEnd, "recording_after_thread_end", "data_loss",
         "a thread recorded after its end"},
        {WriteFailed, "recording_write_failed", "error", "rows could not be written"},
        {SizeLimit, "recording_size_limit", "notice", "the file reached its size limit"},
        {BeyondSizeLimit, "recording_beyond_size_limit", "data_loss",
         "a scope began before the limit was noticed"},
        {EndWithoutBegin, "recording_end_without_begin", "notice", "an end had no scope to end"},
        {EndOutOfOrder, "recording_end_out_of_order", "notice",
         "a scope was ended by the end of one around it"},
        {ScopeLeftOpen, "recording_scope_left_open", "notice", "a thread ended inside a scope"},
        {ArgumentWithoutScope, "recording_argument_without_scope", "notice",
         "an argument or link had no scope to be at"},
        {ClockBackwards, "recording_clock_backwards", "notice",
         "a time stamp was before the one before it"},
        {NamesRefused, "recording_names_refused", "data_loss", "there was no room for a name"},
        {NamesShortened, "recording_names_shortened", "notice",
         "a text was longer than 4,096 bytes"},
        {NamesRepaired, "recording_names_repaired", "notice",
         "a text was not UTF-8 or contained a NUL"},
        {NamesUnknown, "recording_names_unknown", "notice",
         "an event had a name that was never interned"},
        {GpuWorkLost, "recording_gpu_work_lost", "data_loss",
         "the buffers of CUPTI or of the recorder were full"},
        {GpuNotRecorded, "recording_gpu_not_recorded", "notice",
         "the hook for GPUs could not record all of their work"},
    }};
    return kKinds;
}

} // namespace hscope::collector
