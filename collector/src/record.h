// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

namespace hscope::collector {

/// What one record says. 0 is a slot that is not filled yet.
enum class RecordKind : std::uint8_t
{
    Empty = 0,
    ScopeBegin,      ///< value: ticks; detail: category; name.
    ScopeBeginText,  ///< The same, the name's bytes follow; name: their number.
    ScopeEnd,        ///< value: ticks.
    OperationBegin,  ///< value: ticks; name.
    OperationEnd,    ///< value: ticks.
    IterationBegin,  ///< value: ticks; a Number record follows.
    IterationEnd,    ///< value: ticks.
    Number,          ///< value: the iteration's number.
    ArgumentInteger, ///< value: the integer; name.
    ArgumentReal,    ///< value: bits of the double; name.
    ArgumentText,    ///< value: number of bytes that follow; name.
    LinkFrom,        ///< value: correlation; detail: kind.
    LinkTo,          ///< value: correlation; detail: kind.
    Instant,         ///< value: ticks; name.
    Counter,         ///< value: ticks; name; a Real record follows.
    Progress,        ///< value: ticks; two Real records follow: done, total.
    Real,            ///< value: bits of a double.
    Phase,           ///< value: ticks; name.
    ThreadName,      ///< name.
    ProcessName,     ///< name.
    Skip,            ///< Nothing.
    Bytes,           ///< Up to 8 bytes of text in value.
};

/// Where the detail of a scope or operation has the hook: HSCOPE_HOOK_TORCH and its like.
inline constexpr unsigned kHookShift = 4;
inline constexpr std::uint8_t kHookBits = 0x70;

/// One event, or a part of one, in a thread's buffer: 16 bytes.
///
/// The producer fills `value` first and `head` last, with release; a slot whose head is 0 is not
/// filled yet. So a signal handler may interrupt a thread between taking a slot and filling it.
struct Record
{
    std::uint64_t value;
    std::atomic<std::uint64_t> head; ///< Kind, detail and name.

    void fill(std::uint64_t newValue, RecordKind kind, std::uint8_t detail, std::uint32_t name)
    {
        value = newValue;
        head.store(static_cast<std::uint64_t>(name) << 32U |
                       static_cast<std::uint64_t>(detail) << 8U | static_cast<std::uint64_t>(kind),
                   std::memory_order_release);
    }
};

static_assert(sizeof(Record) == 16);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

/// A record as the drain reads it.
struct RecordView
{
    std::uint64_t value = 0;
    RecordKind kind = RecordKind::Empty;
    std::uint8_t detail = 0;
    std::uint32_t name = 0;
};

[[nodiscard]] inline RecordView viewOf(const Record& record)
{
    const std::uint64_t head = record.head.load(std::memory_order_acquire);
    if (head == 0) { // `value` is still the producer's
        return {};
    }
    return {record.value, static_cast<RecordKind>(head & 0xff),
            static_cast<std::uint8_t>(head >> 8U), static_cast<std::uint32_t>(head >> 32U)};
}

} // namespace hscope::collector
