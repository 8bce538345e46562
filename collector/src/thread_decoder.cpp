// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/thread_decoder.h"

#include "core/base/utf8.h"
#include "core/schema/schema.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <utility>

namespace hscope::collector {

namespace {

constexpr std::uint8_t kAnnotation = 11;
constexpr std::uint8_t kMostCategories = 12;
constexpr std::uint8_t kNative = 1;
constexpr std::uint8_t kCategoryBits = 0x0f;
constexpr std::size_t kBytesPerRecord = sizeof(RecordView::value);

bool hasTime(RecordKind kind)
{
    switch (kind) {
    case RecordKind::ScopeBegin:
    case RecordKind::ScopeBeginText:
    case RecordKind::ScopeEnd:
    case RecordKind::OperationBegin:
    case RecordKind::OperationEnd:
    case RecordKind::IterationBegin:
    case RecordKind::IterationEnd:
    case RecordKind::Instant:
    case RecordKind::Counter:
    case RecordKind::Progress:
    case RecordKind::Phase:
        return true;
    default:
        return false;
    }
}

/// A double as JSON; what JSON has no number for becomes a string.
std::string jsonOf(double value)
{
    if (!std::isfinite(value)) {
        return std::isnan(value) ? "\"nan\"" : value > 0 ? "\"inf\"" : "\"-inf\"";
    }
    char text[32];
    const int length = std::snprintf(text, sizeof text, "%.17g", value);
    return {text, static_cast<std::size_t>(length)};
}

} // namespace

ThreadDecoder::ThreadDecoder(TraceAssembler& assembler, std::int64_t track)
    : m_assembler(assembler)
    , m_track(track)
{
}

std::optional<std::int64_t> ThreadDecoder::takeProcessName()
{
    return std::exchange(m_processName, std::nullopt);
}

std::int64_t ThreadDecoder::timeOf(const RecordView& record, const TickMap& map,
                                   EventFaults& faults)
{
    const std::int64_t ns = map.toNs(record.value);
    if (ns < m_lastNs) {
        ++faults.clockBackwards;
        return m_lastNs;
    }
    m_lastNs = ns;
    return ns;
}

void ThreadDecoder::decode(const RecordView& record, const TickMap& map, EventFaults& faults)
{
    if (record.kind == RecordKind::Skip) {
        return;
    }
    if (m_partial.kind != RecordKind::Empty) {
        continuePartial(record, faults);
    } else if (hasTime(record.kind)) {
        decodeEvent(record, timeOf(record, map, faults), faults);
    } else {
        decodeDetail(record, faults);
    }
}

void ThreadDecoder::decodeEvent(const RecordView& record, std::int64_t timeNs, EventFaults& faults)
{
    switch (record.kind) {
    case RecordKind::ScopeBegin:
        open(record.kind, timeNs, m_assembler.stringOf(record.name), record.detail);
        break;
    case RecordKind::ScopeBeginText:
        m_partial = {record.kind, timeNs, record.detail, 0, record.name, {}, {}};
        if (m_partial.bytes == 0) {
            finishText(faults);
        }
        break;
    case RecordKind::OperationBegin:
        open(record.kind, timeNs, m_assembler.stringOf(record.name),
             static_cast<std::uint8_t>((record.detail & kHookBits) | kAnnotation));
        m_assembler.markOperation(m_open.back().slice);
        break;
    case RecordKind::IterationBegin:
        m_partial = {record.kind, timeNs, kAnnotation, 0, 0, {}, {}};
        break;
    case RecordKind::ScopeEnd:
        close(RecordKind::ScopeBegin, timeNs, faults);
        break;
    case RecordKind::OperationEnd:
        close(RecordKind::OperationBegin, timeNs, faults);
        break;
    case RecordKind::IterationEnd:
        close(RecordKind::IterationBegin, timeNs, faults);
        break;
    case RecordKind::Instant:
        m_assembler.addInstant(m_track, timeNs, m_assembler.stringOf(record.name));
        break;
    case RecordKind::Counter:
    case RecordKind::Progress:
        m_partial = {record.kind, timeNs, 0, 0, 0, {}, {}};
        m_partial.name = record.kind == RecordKind::Progress
                             ? m_assembler.stringOf(std::string_view("progress"))
                             : m_assembler.stringOf(record.name);
        break;
    default: // Phase
        m_assembler.setPhase(timeNs, record.name == 0
                                         ? std::nullopt
                                         : std::optional(m_assembler.stringOf(record.name)));
        break;
    }
}

void ThreadDecoder::decodeDetail(const RecordView& record, EventFaults& faults)
{
    switch (record.kind) {
    case RecordKind::ArgumentInteger:
        addArgument(m_assembler.stringOf(record.name),
                    std::to_string(static_cast<std::int64_t>(record.value)), faults);
        break;
    case RecordKind::ArgumentReal:
        addArgument(m_assembler.stringOf(record.name), jsonOf(std::bit_cast<double>(record.value)),
                    faults);
        break;
    case RecordKind::ArgumentText:
        m_partial = {record.kind, 0, 0, m_assembler.stringOf(record.name), record.value, {}, {}};
        if (m_partial.bytes == 0) {
            finishText(faults);
        }
        break;
    case RecordKind::LinkFrom:
    case RecordKind::LinkTo:
        if (m_open.empty()) {
            ++faults.argumentsWithoutScope;
        } else if (record.kind == RecordKind::LinkFrom) {
            m_assembler.linkFrom(m_open.back().slice, record.detail,
                                 static_cast<std::int64_t>(record.value));
        } else {
            m_assembler.linkTo(m_open.back().slice, record.detail,
                               static_cast<std::int64_t>(record.value));
        }
        break;
    case RecordKind::ThreadName:
        m_isNamed = true;
        m_assembler.nameTrack(m_track, m_assembler.stringOf(record.name));
        break;
    case RecordKind::ProcessName:
        m_processName = m_assembler.stringOf(record.name);
        break;
    default: // a part whose first record was lost with a handler's slots
        break;
    }
}

void ThreadDecoder::continuePartial(const RecordView& record, EventFaults& faults)
{
    Partial& event = m_partial;
    if (record.kind == RecordKind::Bytes) {
        const auto count = std::min<std::uint64_t>(event.bytes, kBytesPerRecord);
        for (std::uint64_t i = 0; i < count; ++i) {
            event.text.push_back(static_cast<char>(record.value >> (8 * i)));
        }
        event.bytes -= count;
        if (event.bytes == 0) {
            finishText(faults);
        }
        return;
    }
    if (record.kind == RecordKind::Number) {
        const auto number = static_cast<std::int64_t>(record.value);
        const std::string name = "iteration " + std::to_string(number);
        open(RecordKind::IterationBegin, event.timeNs, m_assembler.stringOf(std::string_view(name)),
             kAnnotation);
        m_open.back().iteration = m_assembler.beginIteration(m_open.back().slice, number);
        event = {};
        return;
    }
    const double value = std::bit_cast<double>(record.value);
    if (event.kind == RecordKind::Progress && !event.first) {
        event.first = value;
        return;
    }
    // Columns hold numbers, and SQLite takes a NaN for NULL.
    const auto number = [](double real) { return std::isnan(real) ? 0.0 : real; };
    if (event.kind == RecordKind::Progress) {
        m_assembler.addCounter(event.name, event.timeNs, number(*event.first), number(value));
    } else {
        m_assembler.addCounter(event.name, event.timeNs, number(value), std::nullopt);
    }
    event = {};
}

void ThreadDecoder::finishText(EventFaults& faults)
{
    const Partial event = std::exchange(m_partial, {});
    if (event.kind == RecordKind::ScopeBeginText) {
        open(RecordKind::ScopeBegin, event.timeNs,
             m_assembler.stringOf(std::string_view(event.text)), event.detail);
    } else {
        const std::string valid = core::toValidUtf8(event.text);
        faults.textsRepaired += valid == event.text ? 0U : 1U;
        addArgument(event.name, core::quoteJson(valid), faults);
    }
}

void ThreadDecoder::open(RecordKind kind, std::int64_t timeNs, std::int64_t name,
                         std::uint8_t detail)
{
    if ((detail & ~(kCategoryBits | kHookBits)) != 0) {
        detail = kNative; // not a category at all
    }
    const auto category = static_cast<std::uint8_t>(detail & kCategoryBits);
    const auto hook = static_cast<std::uint8_t>((detail & kHookBits) >> kHookShift);
    m_open.push_back({m_assembler.beginSlice(m_track, timeNs, name,
                                             category < kMostCategories ? category : kNative,
                                             core::recordedBy(hook)),
                      kind,
                      0,
                      {}});
}

void ThreadDecoder::closeTop(std::int64_t timeNs)
{
    const OpenScope scope = m_open.back();
    m_open.pop_back();
    m_assembler.endSlice(scope.slice, timeNs);
    if (scope.iteration) {
        m_assembler.endIteration(*scope.iteration, timeNs);
    }
}

void ThreadDecoder::close(RecordKind beginKind, std::int64_t timeNs, EventFaults& faults)
{
    const auto match = std::find_if(m_open.rbegin(), m_open.rend(), [beginKind](const auto& scope) {
        return scope.kind == beginKind;
    });
    if (match == m_open.rend()) {
        ++faults.endsWithoutBegin;
        return;
    }
    const auto further = match - m_open.rbegin();
    faults.endsOutOfOrder += static_cast<std::uint64_t>(further);
    for (auto i = further; i >= 0; --i) {
        closeTop(timeNs);
    }
}

void ThreadDecoder::addArgument(std::int64_t name, std::string json, EventFaults& faults)
{
    if (m_open.empty()) {
        ++faults.argumentsWithoutScope;
        return;
    }
    OpenScope& scope = m_open.back();
    m_assembler.addArgument(scope.slice, scope.arguments++, name, std::move(json));
}

void ThreadDecoder::endAll(EventFaults& faults)
{
    faults.scopesLeftOpen += m_open.size();
    while (!m_open.empty()) {
        closeTop(m_lastNs);
    }
}

} // namespace hscope::collector
