// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/chrome_json_reader.h"

#include "core/base/utf8.h"
#include "core/import/byte_source.h"
#include "core/import/chrome_category.h"
#include "core/import/chrome_devices.h"
#include "core/import/chrome_event.h"
#include "core/import/chrome_flows.h"
#include "core/import/chrome_gpu_slices.h"
#include "core/import/chrome_tracks.h"
#include "core/import/json_arguments.h"
#include "core/import/json_splitter.h"
#include "core/store/trace_builder.h"

#include <charconv>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hscope::core {

namespace {

using Role = ChromeMeaning::Role;

constexpr std::size_t kEventsPerReport = 8192; // a few milliseconds of work

/// Text after the last character that is no digit: 7 of `stream 7`.
std::optional<std::int64_t> trailingNumber(std::string_view text)
{
    const std::size_t before = text.find_last_not_of("0123456789");
    const std::string_view digits =
        before == std::string_view::npos ? text : text.substr(before + 1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && !digits.empty() ? std::optional(value) : std::nullopt;
}

/// Turns the events of one file into a trace.
class ChromeJsonReader
{
public:
    ChromeJsonReader()
        : m_tracks(m_builder)
    {
    }

    void accept(const JsonPiece& piece);
    [[nodiscard]] std::shared_ptr<const TraceStore> finish(const ByteSource& source);

    /// The end events that have arguments.
    [[nodiscard]] std::vector<JsonArguments::End> takeArgumentEnds()
    {
        return std::move(m_argumentEnds);
    }

private:
    /// A begin event that waits for its end: what of it is needed then.
    struct OpenBegin
    {
        StringId name;
        StringId category;
        StringId pid;
        StringId tid;
        std::optional<std::int64_t> correlation;
        std::optional<std::int64_t> device;
        std::optional<std::int64_t> stream;
        std::int64_t startNs = 0;
        std::uint64_t source = 0;
    };

    /// The begins of one thread that wait, innermost last.
    struct OpenStack
    {
        std::vector<OpenBegin> begins;
        std::unordered_map<StringId, std::uint32_t> names; ///< How many of each name are open.

        void push(const OpenBegin& begin);
        OpenBegin pop();
        [[nodiscard]] bool contains(StringId name) const;
    };

    void acceptEvent(const JsonPiece& piece);
    void acceptMember(const JsonPiece& piece);
    void onComplete(const ChromeEvent& event, std::int64_t startNs);
    void onBegin(const ChromeEvent& event, std::int64_t startNs);
    void onEnd(const ChromeEvent& event, std::int64_t timeNs);
    void onInstant(const ChromeEvent& event, std::int64_t timeNs);
    void onCounter(const ChromeEvent& event, std::int64_t timeNs);
    void onMetadata(const ChromeEvent& event);
    void onFlow(const ChromeEvent& event, std::int64_t timeNs);
    [[nodiscard]] std::optional<std::int64_t> startOf(const ChromeEvent& event);
    void addSlice(const ChromeEvent& event, ChromeMeaning meaning, const SliceRow& slice);
    void addDeviceRow(const ChromeEvent& event, ChromeMeaning meaning, const SliceRow& slice,
                      bool pseudo);
    void closeBegin(const OpenBegin& begin, std::int64_t endNs, bool unfinished);
    void judge(const ByteSource& source);
    void addDeferred(const std::set<StringId>& devices);
    [[nodiscard]] ChromeMeaning meaningOf(std::string_view category, std::string_view name);
    void count(DiagnosticId id);

    TraceBuilder m_builder;
    ChromeTracks m_tracks;
    ChromeGpuSlices m_gpuSlices;
    ChromeDevices m_devices;
    ChromeFlows m_flows;
    ChromeEventParser m_parser;
    std::vector<std::pair<std::string, ChromeMeaning>>
        m_meanings; ///< Few distinct categories: a linear list.
    std::map<std::pair<StringId, StringId>, OpenStack> m_open; ///< By pid and tid.
    std::vector<JsonArguments::End> m_argumentEnds;
    std::vector<std::pair<StringId, Instant>>
        m_instants; ///< With their pid: its process may come later.
    std::vector<std::pair<StringId, CounterSample>>
        m_counters; ///< Likewise; track.value() is the name's StringId.
    std::optional<std::int64_t> m_rank;
    std::uint64_t m_offset = 0; ///< Of the current event.
};

bool isPseudoProcess(std::string_view pid)
{
    return pid == "Spans" || pid == "Traces";
}

void ChromeJsonReader::count(DiagnosticId id)
{
    m_builder.diagnostics().count(id, [this] { return fmt::format("event at byte {}", m_offset); });
}

void ChromeJsonReader::accept(const JsonPiece& piece)
{
    m_offset = piece.offset;
    switch (piece.kind) {
    case JsonPiece::Kind::Event:
        acceptEvent(piece);
        break;
    case JsonPiece::Kind::TopLevel:
        acceptMember(piece);
        break;
    case JsonPiece::Kind::Broken:
        count(piece.text.starts_with('{') ? DiagnosticId::EventNotParsed
                                          : DiagnosticId::EventNotAnObject);
        break;
    case JsonPiece::Kind::Unfinished:
        m_builder.diagnostics().count(DiagnosticId::InputTruncated, [this] {
            return fmt::format("the file ends after byte {}", m_offset);
        });
        break;
    case JsonPiece::Kind::AfterEnd:
        m_builder.diagnostics().count(DiagnosticId::DataAfterEnd, [this] {
            return fmt::format("the trace ends before byte {}", m_offset);
        });
        break;
    }
}

void ChromeJsonReader::acceptMember(const JsonPiece& piece)
{
    static constexpr std::string_view kRank = "\"rank\":";
    if (piece.key == "distributedInfo") {
        if (const std::size_t at = piece.text.find(kRank); at != std::string_view::npos) {
            const std::string_view rest = piece.text.substr(at + kRank.size());
            const std::size_t from = std::min(rest.find_first_not_of(' '), rest.size());
            std::int64_t rank = 0;
            const auto result =
                std::from_chars(rest.data() + from, rest.data() + rest.size(), rank);
            m_rank = result.ec == std::errc() ? std::optional(rank) : std::nullopt;
        }
    }
    std::string value = toValidUtf8(piece.text);
    while (!value.empty() && static_cast<unsigned char>(value.back()) <= ' ') {
        value.pop_back();
    }
    m_builder.addMeta("trace." + toValidUtf8(piece.key), std::move(value));
}

/// The event's time; counts and gives none if it cannot be used.
std::optional<std::int64_t> ChromeJsonReader::startOf(const ChromeEvent& event)
{
    if (!event.start.present) {
        count(DiagnosticId::EventWithoutTime);
        return std::nullopt;
    }
    if (event.start.value.status != DecimalTime::Status::Ok) {
        count(event.start.value.status == DecimalTime::Status::Invalid
                  ? DiagnosticId::EventTimeInvalid
                  : DiagnosticId::EventTimeOutOfRange);
        return std::nullopt;
    }
    return event.start.value.ns;
}

void ChromeJsonReader::acceptEvent(const JsonPiece& piece)
{
    const ChromeEvent* const event = m_parser.parse(piece.text);
    if (event == nullptr) {
        count(DiagnosticId::EventNotParsed);
        return;
    }
    if (event->hadInvalidUtf8) {
        count(DiagnosticId::InvalidUtf8);
    }
    if (event->phase == 'M') {
        onMetadata(*event);
        return;
    }
    if (piece.text == "{}") {
        return; // some writers end the list with it
    }
    static constexpr std::string_view kKnown = "XBEiIRCstf";
    if (kKnown.find(event->phase) == std::string_view::npos) {
        count(DiagnosticId::UnknownPhase);
        return;
    }
    const std::optional<std::int64_t> start = startOf(*event);
    if (!start) {
        return;
    }
    switch (event->phase) {
    case 'X':
        onComplete(*event, *start);
        break;
    case 'B':
        onBegin(*event, *start);
        break;
    case 'E':
        onEnd(*event, *start);
        break;
    case 'C':
        onCounter(*event, *start);
        break;
    case 'i':
    case 'I':
    case 'R':
        onInstant(*event, *start);
        break;
    default:
        onFlow(*event, *start);
        break;
    }
}

ChromeMeaning ChromeJsonReader::meaningOf(std::string_view category, std::string_view name)
{
    for (const auto& [known, meaning] : m_meanings) {
        if (known == category) {
            return refinedByName(meaning, name);
        }
    }
    m_meanings.emplace_back(category, meaningOfCategory(category));
    return refinedByName(m_meanings.back().second, name);
}

void ChromeJsonReader::onComplete(const ChromeEvent& event, std::int64_t startNs)
{
    std::int64_t length = 0;
    if (!event.duration.present) {
        count(DiagnosticId::DurationMissing);
    } else if (event.duration.value.status == DecimalTime::Status::Ok) {
        length = event.duration.value.ns;
    } else {
        count(event.duration.value.status == DecimalTime::Status::Invalid
                  ? DiagnosticId::EventTimeInvalid
                  : DiagnosticId::EventTimeOutOfRange);
        return;
    }
    if (length < 0) {
        count(DiagnosticId::NegativeDuration);
        length = 0;
    }
    SliceRow slice;
    slice.startNs = startNs;
    slice.endNs = startNs + length;
    slice.name = m_builder.strings().intern(event.name);
    slice.source = m_offset + 1;
    addSlice(event, meaningOf(event.category, event.name), slice);
}

void ChromeJsonReader::addSlice(const ChromeEvent& event, ChromeMeaning meaning,
                                const SliceRow& slice)
{
    const bool pseudo = isPseudoProcess(event.pid);
    if (pseudo || meaning.role == Role::Gpu || meaning.role == Role::Marker ||
        meaning.role == Role::Overhead) {
        addDeviceRow(event, meaning, slice, pseudo);
        return;
    }
    if (!meaning.known) {
        m_builder.diagnostics().count(DiagnosticId::UnknownCategory, [&] {
            return fmt::format("category {} at byte {}", event.category, m_offset);
        });
    }
    const TrackId thread = m_tracks.thread(event.pid, event.tid);
    SliceRow row = slice;
    row.category = meaning.category;
    if (meaning.role == Role::Operation) {
        m_builder.addOperation(thread, row);
    } else if (meaning.role == Role::Iteration) {
        m_builder.addIterationSlice(thread, iterationNumber(event.name).value_or(0), row);
    } else {
        const SliceHandle handle = m_builder.addSlice(thread, row);
        if (!meaning.known || event.category.empty()) {
            m_devices.addUnclear(thread);
        }
        const bool launches =
            meaning.category == Category::GpuApi || meaning.category == Category::GpuSync;
        if (launches && event.correlation.value_or(0) != 0) {
            m_gpuSlices.addCall(*event.correlation, handle, row.startNs);
        }
    }
}

void ChromeJsonReader::addDeviceRow(const ChromeEvent& event, ChromeMeaning meaning,
                                    const SliceRow& slice, bool pseudo)
{
    using Kind = ChromeGpuSlices::Kind;
    ChromeGpuSlices::Row row;
    row.slice = slice;
    row.slice.category = meaning.category;
    row.kind = meaning.role == Role::Gpu
                   ? Kind::Work
                   : (meaning.role == Role::Overhead ? Kind::Overhead : Kind::Marker);
    if (pseudo) {
        row.kind = Kind::Pseudo;
        row.slice.category = Category::Annotation;
        row.slice.flags |= kSlicePseudo;
    }
    const std::string_view tid = event.tid.value_or(event.pid);
    row.pid = m_builder.strings().intern(event.pid);
    row.tid = m_builder.strings().intern(tid);
    row.device = event.device ? *event.device : trailingNumber(event.pid).value_or(0);
    row.stream = event.stream ? event.stream : trailingNumber(tid);
    row.correlation = event.correlation.value_or(0);
    m_gpuSlices.add(row);
}

void ChromeJsonReader::OpenStack::push(const OpenBegin& begin)
{
    begins.push_back(begin);
    ++names[begin.name];
}

ChromeJsonReader::OpenBegin ChromeJsonReader::OpenStack::pop()
{
    const OpenBegin begin = begins.back();
    begins.pop_back();
    --names[begin.name];
    return begin;
}

bool ChromeJsonReader::OpenStack::contains(StringId name) const
{
    const auto found = names.find(name);
    return found != names.end() && found->second > 0;
}

void ChromeJsonReader::onBegin(const ChromeEvent& event, std::int64_t startNs)
{
    StringPool& strings = m_builder.strings();
    const StringId pid = strings.intern(event.pid);
    const StringId tid = strings.intern(event.tid.value_or(event.pid));
    m_open[{pid, tid}].push({strings.intern(event.name), strings.intern(event.category), pid, tid,
                             event.correlation, event.device, event.stream, startNs, m_offset + 1});
}

void ChromeJsonReader::onEnd(const ChromeEvent& event, std::int64_t timeNs)
{
    StringPool& strings = m_builder.strings();
    OpenStack& open =
        m_open[{strings.intern(event.pid), strings.intern(event.tid.value_or(event.pid))}];
    // An end with a name closes the innermost begin of that name, and what was left open inside it.
    // One that matches nothing must not search for it: there may be as many as begins.
    const std::optional<StringId> name = strings.find(event.name);
    const bool matches = event.name.empty() ? !open.begins.empty() : name && open.contains(*name);
    if (!matches) {
        count(DiagnosticId::EndWithoutBegin);
        return;
    }
    while (!event.name.empty() && open.begins.back().name != *name) {
        count(DiagnosticId::BeginWithoutEnd);
        closeBegin(open.pop(), timeNs, false);
    }
    OpenBegin begin = open.pop();
    if (event.hasArguments) {
        m_argumentEnds.push_back({begin.source, m_offset + 1});
        begin.correlation = event.correlation ? event.correlation : begin.correlation;
        begin.device = event.device ? event.device : begin.device;
        begin.stream = event.stream ? event.stream : begin.stream;
    }
    closeBegin(begin, timeNs, false);
}

void ChromeJsonReader::closeBegin(const OpenBegin& begin, std::int64_t endNs, bool unfinished)
{
    const StringPool& strings = m_builder.strings();
    SliceRow slice;
    slice.startNs = begin.startNs;
    slice.endNs = endNs;
    slice.name = begin.name;
    slice.source = begin.source;
    slice.flags = unfinished ? kSliceUnfinished : std::uint8_t{0};
    if (endNs < begin.startNs) {
        count(DiagnosticId::NegativeDuration);
        slice.endNs = begin.startNs;
    }
    ChromeEvent event;
    event.name = strings.at(begin.name);
    event.category = strings.at(begin.category);
    event.pid = strings.at(begin.pid);
    event.tid = strings.at(begin.tid);
    event.correlation = begin.correlation;
    event.device = begin.device;
    event.stream = begin.stream;
    addSlice(event, meaningOf(event.category, event.name), slice);
}

void ChromeJsonReader::onInstant(const ChromeEvent& event, std::int64_t timeNs)
{
    StringPool& strings = m_builder.strings();
    const StringId name = strings.intern(event.name);
    if (const auto thread = m_tracks.findThread(event.pid, event.tid.value_or(event.pid))) {
        m_builder.addInstant({*thread, traceTime(timeNs), name});
    } else {
        m_instants.emplace_back(strings.intern(event.pid),
                                Instant{TrackId(), traceTime(timeNs), name});
    }
}

void ChromeJsonReader::onCounter(const ChromeEvent& event, std::int64_t timeNs)
{
    StringPool& strings = m_builder.strings();
    for (const auto& [key, token] : event.series) {
        const std::string_view digits =
            token.size() >= 2 && token.front() == '"' ? token.substr(1, token.size() - 2) : token;
        double value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        const bool number = error == std::errc() && end == digits.data() + digits.size();
        if (!number || !(value - value == 0)) { // neither text nor an infinity
            count(DiagnosticId::CounterValueInvalid);
            continue;
        }
        std::string name(event.name);
        name += event.id.empty() ? "" : fmt::format(" {}", event.id);
        name += key.empty() || key == event.name ? "" : fmt::format(" {}", key);
        CounterSample sample;
        sample.track = TrackId(strings.intern(name).value());
        sample.time = traceTime(timeNs);
        sample.value = value;
        m_counters.emplace_back(strings.intern(event.pid), sample);
    }
}

void ChromeJsonReader::onMetadata(const ChromeEvent& event)
{
    const std::string_view tid = event.tid.value_or(event.pid);
    if (event.name == "process_name") {
        m_tracks.setProcessName(event.pid, event.argsName);
    } else if (event.name == "thread_name") {
        m_tracks.setThreadName(event.pid, tid, event.argsName);
    } else if (event.name == "process_sort_index" && event.argsSortIndex) {
        m_tracks.setProcessSortIndex(event.pid, *event.argsSortIndex);
    } else if (event.name == "thread_sort_index" && event.argsSortIndex) {
        m_tracks.setThreadSortIndex(event.pid, tid, *event.argsSortIndex);
    }
}

void ChromeJsonReader::onFlow(const ChromeEvent& event, std::int64_t timeNs)
{
    StringPool& strings = m_builder.strings();
    m_flows.add({strings.intern(event.category), strings.intern(event.name),
                 strings.intern(event.id), strings.intern(event.pid),
                 strings.intern(event.tid.value_or(event.pid)), timeNs, event.phase});
}

/// Instants and counters whose process was not known when they came.
void ChromeJsonReader::addDeferred(const std::set<StringId>& devices)
{
    const std::optional<ProcessId> busiest = m_tracks.busiest();
    const auto ownerOf = [&](StringId pid, bool mayStandAlone) {
        const std::string_view text = m_builder.strings().at(pid);
        const auto own = m_tracks.findProcess(text);
        return own ? *own : (busiest && !mayStandAlone ? *busiest : m_tracks.process(text));
    };
    for (auto& [pid, instant] : m_instants) {
        instant.track =
            m_tracks.namedTrack(ownerOf(pid, false), TrackKind::Marker, "events", [](Track&) {});
        m_builder.addInstant(instant);
    }
    for (auto& [pid, sample] : m_counters) {
        const std::string name(m_builder.strings().at(StringId(sample.track.value())));
        // A device's counters belong to the program; those of another program keep their process.
        const bool device = devices.contains(pid) || m_builder.strings().at(pid).starts_with("GPU");
        sample.track =
            m_tracks.namedTrack(ownerOf(pid, !device), TrackKind::Counter, name, [](Track&) {});
        m_builder.addCounterSample(sample);
    }
}

/// What was wrong with the file as such.
void ChromeJsonReader::judge(const ByteSource& source)
{
    Diagnostics& diagnostics = m_builder.diagnostics();
    if (source.isTruncated() && diagnostics.countOf(DiagnosticId::InputTruncated) == 0) {
        diagnostics.count(DiagnosticId::InputTruncated, [&] {
            return fmt::format("the compressed data of {} bytes breaks off or is damaged",
                               source.fileBytes());
        });
    }
    if (source.wrongChecksums() > 0) {
        diagnostics.count(
            DiagnosticId::ChecksumWrong,
            [&] { return fmt::format("compressed file of {} bytes", source.fileBytes()); },
            source.wrongChecksums());
    }
    if (const auto at = source.trailingAt()) {
        diagnostics.count(DiagnosticId::DataAfterEnd, [&] {
            return fmt::format("compressed data ends before byte {} of {}", *at,
                               source.fileBytes());
        });
    }
}

std::shared_ptr<const TraceStore> ChromeJsonReader::finish(const ByteSource& source)
{
    judge(source);
    for (const auto& [thread, open] : m_open) {
        for (const OpenBegin& begin : open.begins) {
            m_builder.diagnostics().count(DiagnosticId::BeginWithoutEnd, [&] {
                return fmt::format("{} at {} ns", m_builder.strings().at(begin.name),
                                   begin.startNs);
            });
            closeBegin(begin, begin.startNs, true);
        }
    }
    m_flows.resolve(m_builder, m_tracks);
    m_devices.settle(m_builder, m_tracks, m_gpuSlices.devicePids());
    const std::set<StringId> devices = m_gpuSlices.pids();
    m_gpuSlices.resolve(m_builder, m_tracks);
    addDeferred(devices);
    m_tracks.applyNames();
    if (const auto busiest = m_tracks.busiest()) {
        m_builder.process(*busiest).rank = m_rank;
    }
    m_builder.addMeta("source_format", "chrome_json");
    return m_builder.finish();
}

Result<void> refuse(const std::filesystem::path& path, const JsonSplitter& splitter, bool truncated)
{
    const std::string name = path.string();
    if (!splitter.hasContent()) {
        return failure(ErrorCode::Unsupported,
                       truncated ? name + " is cut off or damaged: its compressed data "
                                          "breaks off before the first event"
                                 : name + " is empty: there is no trace in it");
    }
    return failure(ErrorCode::Unsupported, name + " is not a trace: Heteroscope looks for a JSON "
                                                  "list of events or a member traceEvents, a "
                                                  "compressed one, or a .hscope database");
}

} // namespace

Result<LoadedTrace> readChromeJson(const std::filesystem::path& path, ProgressSink& progress,
                                   std::stop_token stop)
{
    HSCOPE_TRY_ASSIGN(const std::unique_ptr<ByteSource> source, ByteSource::open(path));
    JsonSplitter splitter(*source);
    ChromeJsonReader reader;
    std::size_t pieces = 0;
    while (true) {
        HSCOPE_TRY_ASSIGN(const std::optional<JsonPiece> piece, splitter.next());
        if (!piece) {
            break;
        }
        reader.accept(*piece);
        if (++pieces % kEventsPerReport == 0) {
            if (stop.stop_requested()) {
                return failure(ErrorCode::Cancelled, "reading " + path.string() + " was cancelled");
            }
            progress.report("Reading events", source->fileBytesRead(), source->fileBytes());
        }
    }
    if (!splitter.hasEventList()) {
        HSCOPE_TRY(refuse(path, splitter, source->isTruncated()));
    }
    progress.report("Sorting", source->fileBytes(), source->fileBytes());
    HSCOPE_TRY_ASSIGN(std::shared_ptr<JsonArguments> arguments,
                      JsonArguments::make(path, reader.takeArgumentEnds()));
    return LoadedTrace{reader.finish(*source), std::move(arguments)};
}

} // namespace hscope::core
