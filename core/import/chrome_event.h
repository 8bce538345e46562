// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/decimal_time.h"
#include "core/store/argument_source.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hscope::core {

/// The fields of one event of the Chrome Trace Event format that the reader uses.
///
/// Process and thread ids are opaque texts: `25738` and `"25738"` are the same, `"Spans"` is one
/// too. Views point into the parsed text or into the parser and are valid until the next event.
struct ChromeEvent
{
    /// Whether a time field was there, and what it said.
    struct Time
    {
        bool present = false;
        DecimalTime value;
    };

    char phase = '\0';
    std::string_view name;
    std::string_view category;
    std::string_view pid;
    std::optional<std::string_view> tid;
    std::string_view id; ///< Of a flow or counter.
    Time start;
    Time duration;
    bool hasArguments = false;                 ///< args is there and not empty.
    std::optional<std::int64_t> correlation;   ///< args.correlation; 0 means none.
    std::optional<std::int64_t> device;        ///< args.device
    std::optional<std::int64_t> stream;        ///< args.stream
    std::string_view argsName;                 ///< args.name, of metadata.
    std::optional<std::int64_t> argsSortIndex; ///< args.sort_index, of metadata.
    /// Of a counter: series name and value as JSON text.
    std::vector<std::pair<std::string_view, std::string_view>> series;
    bool hadInvalidUtf8 = false;
};

/// Parses single events. Keeps its buffers, so one object should parse many.
class ChromeEventParser
{
public:
    ChromeEventParser();
    ChromeEventParser(const ChromeEventParser&) = delete;
    ChromeEventParser& operator=(const ChromeEventParser&) = delete;
    ~ChromeEventParser();

    /// Reads the event in `text`, which JsonSplitter::kPadding readable bytes must follow. Null if
    /// it is not JSON.
    [[nodiscard]] const ChromeEvent* parse(std::string_view text);

    /// The members of the event's `args` as JSON text.
    [[nodiscard]] Result<std::vector<Argument>> parseArguments(std::string_view text);

private:
    struct Simdjson;

    [[nodiscard]] bool parseInto(std::string_view text);

    std::unique_ptr<Simdjson> m_simdjson;
    ChromeEvent m_event;
    std::string m_repaired; ///< Copy of an event whose bytes had to be mended.
    std::deque<std::string>
        m_texts; ///< Strings that had escapes; views into them must survive further ones.
};

} // namespace hscope::core
