// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/trace_literal.h"

#include "core/base/check.h"

#include <charconv>
#include <map>
#include <optional>
#include <sstream>
#include <string>

namespace hscope::test {

using namespace hscope::core;

namespace {

std::int64_t numberOf(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    HSCOPE_CHECK(error == std::errc() && end == text.data() + text.size());
    return value;
}

/// The number of a hook of the recorder.
std::uint8_t hookNamed(std::string_view name)
{
    constexpr std::array<std::string_view, kHooks> kNames = {
        "program", "torch", "python", "gpu_api", "torch_autograd", "torch_backward"};
    const auto* const found = std::ranges::find(kNames, name);
    HSCOPE_CHECK(found != kNames.end());
    return static_cast<std::uint8_t>(found - kNames.begin());
}

/// One `label[start,end)` with its marks.
struct Token
{
    std::string label;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::optional<std::int64_t> defines;    ///< #n
    std::optional<std::int64_t> launchedBy; ///< @n
    std::optional<std::int64_t> backwardOf; ///< <n
    std::uint8_t recorder = 0;              ///< ~hook
    bool pseudo = false;
};

Token tokenOf(std::string_view text)
{
    const std::size_t open = text.find('[');
    const std::size_t comma = text.find(',', open);
    const std::size_t close = text.find(')', comma);
    HSCOPE_CHECK(close != std::string_view::npos);
    Token token;
    token.label = text.substr(0, open);
    token.startNs = numberOf(text.substr(open + 1, comma - open - 1));
    token.endNs = numberOf(text.substr(comma + 1, close - comma - 1));
    std::string_view marks = text.substr(close + 1);
    while (!marks.empty()) {
        const std::size_t end = std::min(marks.find_first_of("#@<!~", 1), marks.size());
        const std::string_view value = marks.substr(1, end - 1);
        switch (marks[0]) {
        case '#':
            token.defines = numberOf(value);
            break;
        case '@':
            token.launchedBy = numberOf(value);
            break;
        case '<':
            token.backwardOf = numberOf(value);
            break;
        case '~':
            token.recorder = recordedBy(hookNamed(value));
            break;
        default:
            token.pseudo = true;
            break;
        }
        marks.remove_prefix(end);
    }
    return token;
}

class LiteralReader
{
public:
    void readLine(const std::string& line)
    {
        std::istringstream words(line);
        std::string keyword;
        if (!(words >> keyword)) {
            return;
        }
        std::string name;
        words >> name;
        if (keyword == "process") {
            Process process;
            process.name = m_builder.strings().intern(name);
            m_process = m_builder.addProcess(process);
            return;
        }
        if (keyword == "phase") {
            const Token token = tokenOf(name);
            m_builder.addPhase({process(),
                                m_builder.strings().intern(token.label),
                                {traceTime(token.startNs), traceTime(token.endNs)}});
            return;
        }
        HSCOPE_CHECK(name.ends_with(':'));
        name.pop_back();
        std::string text;
        while (words >> text) {
            addSlice(keyword, name, tokenOf(text));
        }
    }

    std::shared_ptr<const TraceStore> finish()
    {
        for (const auto& [kind, from, to] : m_links) {
            m_builder.addLink(kind, m_defined.at(from), to, from);
        }
        return m_builder.finish();
    }

private:
    struct Pending
    {
        LinkKind kind;
        std::int64_t from;
        SliceHandle to;
    };

    ProcessId process()
    {
        if (!m_process) {
            Process made;
            made.name = m_builder.strings().intern("p");
            m_process = m_builder.addProcess(made);
        }
        return *m_process;
    }

    TrackId trackOf(TrackKind kind, const std::string& name)
    {
        const std::string key = std::to_string(process().value()) + "/" +
                                std::to_string(static_cast<int>(kind)) + "/" + name;
        if (const auto found = m_tracks.find(key); found != m_tracks.end()) {
            return found->second;
        }
        Track track;
        track.process = process();
        track.kind = kind;
        track.name = m_builder.strings().intern(name);
        if (kind == TrackKind::GpuStream) {
            const std::size_t slash = name.find('/');
            track.device = numberOf(name.substr(0, slash));
            track.stream = numberOf(name.substr(slash + 1));
        }
        return m_tracks[key] = m_builder.addTrack(track);
    }

    void addSlice(const std::string& keyword, const std::string& trackName, const Token& token)
    {
        SliceRow row;
        row.startNs = token.startNs;
        row.endNs = token.endNs;
        row.flags = token.recorder;
        row.flags |= token.pseudo ? kSlicePseudo : std::uint8_t{0};
        SliceHandle handle;
        if (keyword == "ops") {
            row.name = m_builder.strings().intern(token.label);
            row.category = Category::Annotation;
            handle = m_builder.addOperation(trackOf(TrackKind::Thread, trackName), row);
        } else if (keyword == "iterations") {
            row.name = m_builder.strings().intern("step " + token.label);
            handle = m_builder.addIterationSlice(trackOf(TrackKind::Thread, trackName),
                                                 numberOf(token.label), row);
        } else {
            const std::size_t colon = token.label.find(':');
            const auto category = findCategory(token.label.substr(0, colon));
            HSCOPE_CHECK(category.has_value());
            row.category = *category;
            row.name = m_builder.strings().intern(
                colon == std::string::npos ? token.label : token.label.substr(colon + 1));
            const TrackKind kind =
                keyword == "gpu" ? TrackKind::GpuStream
                                 : (keyword == "marker" ? TrackKind::Marker : TrackKind::Thread);
            handle = m_builder.addSlice(trackOf(kind, trackName), row);
        }
        if (token.defines) {
            m_defined[*token.defines] = handle;
        }
        if (token.launchedBy) {
            m_links.push_back({LinkKind::Launch, *token.launchedBy, handle});
        }
        if (token.backwardOf) {
            m_links.push_back({LinkKind::ForwardBackward, *token.backwardOf, handle});
        }
    }

    TraceBuilder m_builder;
    std::optional<ProcessId> m_process;
    std::map<std::string, TrackId> m_tracks;
    std::map<std::int64_t, SliceHandle> m_defined;
    std::vector<Pending> m_links;
};

} // namespace

std::shared_ptr<const TraceStore> traceFromLiteral(std::string_view text)
{
    LiteralReader reader;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        reader.readLine(line);
    }
    return reader.finish();
}

} // namespace hscope::test
