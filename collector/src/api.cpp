// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/recorder.h"
#include "collector/src/self_calibration.h"
#include "hscope/hooks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <new>

using namespace hscope::collector;

namespace {

constexpr std::size_t kLongestText = NameTable::kLongestName;
constexpr std::size_t kBytesPerRecord = 8;

std::uint32_t recordsFor(std::size_t bytes)
{
    return static_cast<std::uint32_t>((bytes + kBytesPerRecord - 1) / kBytesPerRecord);
}

/// How much of a text is kept; what is cut is counted.
std::size_t keptLength(Recorder& recorder, const char* text, std::size_t length)
{
    if (text == nullptr) {
        return 0;
    }
    if (length > kLongestText) [[unlikely]] {
        recorder.losses.shortenedTexts.fetch_add(1, std::memory_order_relaxed);
    }
    return std::min(length, kLongestText);
}

void fillBytes(Record* records, const char* text, std::size_t length)
{
    for (std::size_t at = 0; at < length; at += kBytesPerRecord) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, text + at, std::min(kBytesPerRecord, length - at));
        (records++)->fill(bytes, RecordKind::Bytes, 0, 0);
    }
}

/// Whose scopes are of this category and hook.
inline EventGroup groupOf(std::int32_t category)
{
    using enum EventGroup;
    constexpr std::array<EventGroup, (kHookBits >> kHookShift) + 1> kGroups = {
        Scopes, Torch, Python, GpuApi, Torch, Torch, GpuWork, Scopes}; // by HSCOPE_HOOK_
    return kGroups[(static_cast<std::uint32_t>(category) & kHookBits) >> kHookShift];
}

/// The thread's buffer of a recording; null if there is none.
inline ThreadBuffer* bufferFor(Recorder& recorder, ThreadState& state, std::uint32_t active)
{
    if (state.recording == active && state.buffer != nullptr) [[likely]] {
        return state.buffer;
    }
    return recorder.attach(state, active);
}

/// The buffer to record into now, null if nothing of the group is recorded or there is none.
inline ThreadBuffer* bufferOf(Recorder& recorder, ThreadState& state, EventGroup group)
{
    const std::uint32_t active = recorder.gate.active(group);
    return active == 0 ? nullptr : bufferFor(recorder, state, active);
}

/// Takes slots for the begin of a scope and notes that one is open; null if it is not recorded.
inline Record* beginScope(Recorder& recorder, ThreadState& state, EventGroup group,
                          std::uint32_t slots)
{
    ThreadBuffer* const buffer = bufferOf(recorder, state, group);
    Record* record = nullptr;
    if (buffer != nullptr && state.nesting.canRecord()) [[likely]] {
        record = buffer->beginScope(slots);
        if (record == nullptr) [[unlikely]] {
            buffer->countLost(1);
        }
    }
    state.nesting.enter(record != nullptr);
    return record;
}

inline void endScope(RecordKind kind)
{
    Recorder& recorder = Recorder::instance();
    ThreadState& state = t_threadState;
    if (state.recording != recorder.gate.started()) [[unlikely]] {
        state.nesting.forget(); // the recording that had their begins is over
    }
    switch (state.nesting.leave()) {
    case Nesting::End::Recorded:
        if (Record* const record = state.buffer->endScope()) [[likely]] {
            record->fill(recorder.ticks(), kind, 0, 0);
        } else { // a handler ended a scope that it had not begun, while its thread changed chunks
            state.buffer->countLost(1);
        }
        break;
    case Nesting::End::Skipped:
        break;
    case Nesting::End::Unbalanced:
        if (ThreadBuffer* const buffer = bufferOf(recorder, state, EventGroup::Annotations)) {
            buffer->countUnbalancedEnd();
        }
        break;
    }
}

/// Takes slots in a buffer, which may be null; null if there is no room.
inline Record* addTo(ThreadBuffer* buffer, std::uint32_t slots)
{
    if (buffer == nullptr) {
        return nullptr;
    }
    Record* const record = buffer->add(slots);
    if (record == nullptr) {
        buffer->countLost(1);
    }
    return record;
}

/// Takes slots for an event without an end; null if it is not recorded.
inline Record* addEvent(Recorder& recorder, EventGroup group, std::uint32_t slots)
{
    return addTo(bufferOf(recorder, t_threadState, group), slots);
}

/// The same for something that belongs to the innermost open scope.
inline Record* addDetail(std::uint32_t slots)
{
    ThreadState& state = t_threadState;
    if (state.nesting.isInnermostSkipped()) {
        return nullptr;
    }
    // Paused inside a recorded scope: its details are left out with everything else.
    Recorder& recorder = Recorder::instance();
    const std::uint32_t active = recorder.gate.active();
    return active == 0 ? nullptr : addTo(bufferFor(recorder, state, active), slots);
}

std::vector<SliceArgument> argumentsOf(const hscope_slice_argument* arguments, std::uint32_t count)
{
    std::vector<SliceArgument> result;
    result.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        result.push_back({arguments[i].name, arguments[i].json});
    }
    return result;
}

/// Keeps what a C++ library may throw away from the host.
template <typename Function>
std::int32_t guarded(Function function)
{
    try {
        return function();
    } catch (const std::bad_alloc&) {
        return HSCOPE_ERROR_RESOURCES;
    } catch (...) {
        return HSCOPE_ERROR_OUTPUT;
    }
}

/// Hands over what `make` gives, unless there is no recording to have it.
template <typename Make>
void addGpuRecord(Make make)
{
    Recorder& recorder = Recorder::instance();
    if (recorder.gate.started() == 0) {
        return;
    }
    const std::int32_t status = guarded([&] {
        recorder.gpuWork.add(make());
        return HSCOPE_OK;
    });
    if (status != HSCOPE_OK) {
        recorder.gpuWork.countLost(1);
    }
}

} // namespace

extern "C" {

int32_t hscope_start(const hscope_config* config) noexcept
{
    return guarded([config] { return Recorder::instance().start(config); });
}

int32_t hscope_stop(void) noexcept
{
    return guarded([] { return Recorder::instance().stop(); });
}

void hscope_pause(void) noexcept
{
    Recorder::instance().gate.set(RecordingGate::Paused);
}

void hscope_resume(void) noexcept
{
    Recorder::instance().gate.clear(RecordingGate::Paused);
}

int32_t hscope_is_recording(void) noexcept
{
    return Recorder::instance().gate.active() != 0 ? 1 : 0;
}

int32_t hscope_hook_is_wanted(int32_t hook) noexcept
{
    return isGroupWanted(groupOf(hook)) ? 1 : 0;
}

void hscope_cost_measure(const char* kind, int32_t hook, const hscope_cost_probe* probe) noexcept
{
    constexpr std::string_view kName = "measuring what recording costs";
    Recorder& recorder = Recorder::instance();
    if (recorder.gate.active(groupOf(hook)) == 0) {
        return;
    }
    const std::int32_t category = HSCOPE_CATEGORY_OVERHEAD | (hook & kHookBits);
    hscope_scope_begin(hscope_name_intern(kName.data(), kName.size()), category);
    guarded([&] {
        SelfCalibration::Probe own;
        own.switchEvents = [&](bool isOn) { probe->switch_events(isOn ? 1 : 0, probe->context); };
        own.work = [&](std::int64_t times) { probe->work(times, probe->context); };
        if (probe->empty != nullptr) {
            own.empty = [&](std::int64_t times) { probe->empty(times, probe->context); };
        }
        recorder.costs.add(SelfCalibration(recorder.clock).measure(kind, own));
        return HSCOPE_OK;
    });
    hscope_scope_end();
}

int32_t hscope_flush(void) noexcept
{
    return guarded([] { return Recorder::instance().flush(); });
}

uint64_t hscope_lost_events(void) noexcept
{
    return Recorder::instance().lost();
}

hscope_name hscope_name_intern(const char* text, size_t length) noexcept
{
    return text == nullptr ? 0 : Recorder::instance().names.intern({text, length});
}

void hscope_scope_begin(hscope_name name, int32_t category) noexcept
{
    Recorder& recorder = Recorder::instance();
    if (Record* const record = beginScope(recorder, t_threadState, groupOf(category), 1)) {
        record->fill(recorder.ticks(), RecordKind::ScopeBegin, static_cast<std::uint8_t>(category),
                     name);
    }
}

void hscope_scope_begin_text(const char* text, size_t length, int32_t category) noexcept
{
    Recorder& recorder = Recorder::instance();
    length = keptLength(recorder, text, length);
    if (Record* const record =
            beginScope(recorder, t_threadState, groupOf(category), 1 + recordsFor(length))) {
        fillBytes(record + 1, text, length);
        record->fill(recorder.ticks(), RecordKind::ScopeBeginText,
                     static_cast<std::uint8_t>(category), static_cast<std::uint32_t>(length));
    }
}

void hscope_scope_end(void) noexcept
{
    endScope(RecordKind::ScopeEnd);
}

void hscope_operation_begin(hscope_name name) noexcept
{
    hscope_operation_begin_by(name, HSCOPE_HOOK_PROGRAM);
}

void hscope_operation_begin_by(hscope_name name, int32_t hook) noexcept
{
    Recorder& recorder = Recorder::instance();
    if (Record* const record = beginScope(recorder, t_threadState, EventGroup::Annotations, 1)) {
        record->fill(recorder.ticks(), RecordKind::OperationBegin, static_cast<std::uint8_t>(hook),
                     name);
    }
}

void hscope_operation_end(void) noexcept
{
    endScope(RecordKind::OperationEnd);
}

void hscope_iteration_begin(int64_t number) noexcept
{
    Recorder& recorder = Recorder::instance();
    if (Record* const record = beginScope(recorder, t_threadState, EventGroup::Marks, 2)) {
        record[1].fill(static_cast<std::uint64_t>(number), RecordKind::Number, 0, 0);
        record->fill(recorder.ticks(), RecordKind::IterationBegin, 0, 0);
    }
}

void hscope_iteration_end(void) noexcept
{
    endScope(RecordKind::IterationEnd);
}

void hscope_argument_integer(hscope_name name, int64_t value) noexcept
{
    if (Record* const record = addDetail(1)) {
        record->fill(static_cast<std::uint64_t>(value), RecordKind::ArgumentInteger, 0, name);
    }
}

void hscope_argument_real(hscope_name name, double value) noexcept
{
    if (Record* const record = addDetail(1)) {
        record->fill(std::bit_cast<std::uint64_t>(value), RecordKind::ArgumentReal, 0, name);
    }
}

void hscope_argument_text(hscope_name name, const char* text, size_t length) noexcept
{
    length = keptLength(Recorder::instance(), text, length);
    if (Record* const record = addDetail(1 + recordsFor(length))) {
        fillBytes(record + 1, text, length);
        record->fill(length, RecordKind::ArgumentText, 0, name);
    }
}

void hscope_link_from(int32_t kind, int64_t correlation) noexcept
{
    if (Record* const record = addDetail(1)) {
        record->fill(static_cast<std::uint64_t>(correlation), RecordKind::LinkFrom,
                     static_cast<std::uint8_t>(kind), 0);
    }
}

void hscope_link_to(int32_t kind, int64_t correlation) noexcept
{
    if (Record* const record = addDetail(1)) {
        record->fill(static_cast<std::uint64_t>(correlation), RecordKind::LinkTo,
                     static_cast<std::uint8_t>(kind), 0);
    }
}

void hscope_instant_mark(hscope_name name) noexcept
{
    Recorder& recorder = Recorder::instance();
    if (Record* const record = addEvent(recorder, EventGroup::Annotations, 1)) {
        record->fill(recorder.ticks(), RecordKind::Instant, 0, name);
    }
}

void hscope_counter_set(hscope_name name, double value) noexcept
{
    Recorder& recorder = Recorder::instance();
    if (Record* const record = addEvent(recorder, EventGroup::Annotations, 2)) {
        record[1].fill(std::bit_cast<std::uint64_t>(value), RecordKind::Real, 0, 0);
        record->fill(recorder.ticks(), RecordKind::Counter, 0, name);
    }
}

void hscope_progress_report(double done, double total) noexcept
{
    Recorder& recorder = Recorder::instance();
    if (Record* const record = addEvent(recorder, EventGroup::Marks, 3)) {
        record[2].fill(std::bit_cast<std::uint64_t>(total), RecordKind::Real, 0, 0);
        record[1].fill(std::bit_cast<std::uint64_t>(done), RecordKind::Real, 0, 0);
        record->fill(recorder.ticks(), RecordKind::Progress, 0, 0);
    }
}

void hscope_phase_set(hscope_name name) noexcept
{
    Recorder& recorder = Recorder::instance();
    if (Record* const record = addEvent(recorder, EventGroup::Marks, 1)) {
        record->fill(recorder.ticks(), RecordKind::Phase, 0, name);
    }
}

void hscope_thread_set_name(hscope_name name) noexcept
{
    if (Record* const record = addDetail(1)) {
        record->fill(0, RecordKind::ThreadName, 0, name);
    }
}

void hscope_process_set_name(hscope_name name) noexcept
{
    if (Record* const record = addDetail(1)) {
        record->fill(0, RecordKind::ProcessName, 0, name);
    }
}

void hscope_gpu_slice_add(const hscope_gpu_slice* slice) noexcept
{
    addGpuRecord([slice] {
        return GpuSlice{slice->start_ns,    slice->end_ns,
                        slice->correlation, slice->stream,
                        slice->device,      slice->category,
                        slice->name,        argumentsOf(slice->arguments, slice->argument_count)};
    });
}

void hscope_gpu_call_describe(int64_t correlation, const hscope_slice_argument* arguments,
                              uint32_t argument_count) noexcept
{
    addGpuRecord(
        [=] { return CallDescription{correlation, argumentsOf(arguments, argument_count)}; });
}

void hscope_slice_add(hscope_name name, int32_t category, int64_t tid, int64_t start_ns,
                      int64_t end_ns) noexcept
{
    addGpuRecord([=] { return ThreadSlice{name, category, tid, start_ns, end_ns}; });
}

void hscope_gpu_slices_lost(uint64_t count) noexcept
{
    Recorder::instance().gpuWork.countLost(count);
}

void hscope_gpu_refuse(const char* why) noexcept
{
    static_cast<void>(guarded([why] {
        Recorder::instance().gpuWork.setRefusal(why);
        return 0;
    }));
}

void hscope_gpu_control_set(void (*control)(int32_t request)) noexcept
{
    Recorder::instance().gpuWork.setControl(control);
}

int32_t hscope_gpu_attach(void) noexcept
{
    return guarded([] { return attachGpuHook(); });
}

void hscope_metadata_set(const char* key, const char* value) noexcept
{
    if (key != nullptr && value != nullptr) {
        static_cast<void>(guarded([&] {
            Recorder::instance().facts.set(key, value);
            return 0;
        }));
    }
}

} // extern "C"
