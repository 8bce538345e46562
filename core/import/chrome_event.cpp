// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/chrome_event.h"

#include "core/base/utf8.h"
#include "core/import/json_splitter.h"

#include <charconv>
#include <simdjson.h>

namespace hscope::core {

namespace {

namespace ondemand = simdjson::ondemand;

std::string_view trimmed(std::string_view token)
{
    while (!token.empty() && static_cast<unsigned char>(token.back()) <= ' ') {
        token.remove_suffix(1);
    }
    return token;
}

bool isString(std::string_view token)
{
    return token.size() >= 2 && token.front() == '"' && token.back() == '"';
}

std::string_view withoutQuotes(std::string_view token)
{
    return isString(token) ? token.substr(1, token.size() - 2) : token;
}

std::optional<std::int64_t> integerOf(std::string_view token)
{
    const std::string_view text = withoutQuotes(token);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                    : std::nullopt;
}

ChromeEvent::Time timeOf(std::string_view token)
{
    if (token == "null") {
        return {};
    }
    return {true, parseMicroseconds(withoutQuotes(token))};
}

/// The key of a field as it stands in the text; keys with escapes are none of ours.
std::string_view keyOf(const char* raw)
{
    const char* end = raw;
    while (*end != '"' && *end != '\0') {
        ++end;
    }
    return {raw, static_cast<std::size_t>(end - raw)};
}

/// Bytes made harmless: invalid UTF-8 replaced, control characters (also within strings) turned
/// into spaces.
std::string repaired(std::string_view text)
{
    std::string result = toValidUtf8(text);
    for (char& c : result) {
        c = static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return result;
}

} // namespace

struct ChromeEventParser::Simdjson
{
    ondemand::parser parser;
};

ChromeEventParser::ChromeEventParser()
    : m_simdjson(std::make_unique<Simdjson>())
{
}

ChromeEventParser::~ChromeEventParser() = default;

namespace {

/// Fills an event from the fields of one object; keeps unescaped texts alive in `texts`.
class FieldReader
{
public:
    FieldReader(ChromeEvent& event, std::deque<std::string>& texts)
        : m_event(event)
        , m_texts(texts)
    {
    }

    bool readObject(ondemand::object object)
    {
        for (auto field : object) {
            if (field.error() != simdjson::SUCCESS) {
                return false;
            }
            const std::string_view key = keyOf(field.key().value_unsafe().raw());
            if (key == "args") {
                if (!readArgs(field.value())) {
                    return false;
                }
            } else if (isWanted(key)) {
                std::string_view token;
                if (field.value().raw_json_token().get(token) != simdjson::SUCCESS) {
                    return false;
                }
                readField(key, trimmed(token));
            }
        }
        return true;
    }

private:
    static bool isWanted(std::string_view key)
    {
        return key == "ph" || key == "cat" || key == "name" || key == "pid" || key == "tid" ||
               key == "ts" || key == "dur" || key == "id";
    }

    /// The text of a string token; any other token as it stands.
    std::string_view textOf(std::string_view token)
    {
        const std::string_view raw = withoutQuotes(token);
        if (raw.find('\\') == std::string_view::npos) {
            return raw;
        }
        m_texts.push_back(unescapeJson(raw));
        return m_texts.back();
    }

    void readField(std::string_view key, std::string_view token)
    {
        if (key == "ph") {
            const std::string_view phase = withoutQuotes(token);
            m_event.phase = phase.size() == 1 ? phase[0] : '\0';
        } else if (key == "cat") {
            m_event.category = textOf(token);
        } else if (key == "name") {
            m_event.name = textOf(token);
        } else if (key == "pid") {
            m_event.pid = textOf(token);
        } else if (key == "tid") {
            m_event.tid = textOf(token);
        } else if (key == "ts") {
            m_event.start = timeOf(token);
        } else if (key == "dur") {
            m_event.duration = timeOf(token);
        } else {
            m_event.id = textOf(token);
        }
    }

    bool readArgs(simdjson::simdjson_result<ondemand::value> value)
    {
        ondemand::object args;
        if (value.get_object().get(args) != simdjson::SUCCESS) {
            return value.error() ==
                   simdjson::SUCCESS; // args that are no object carry nothing we use
        }
        for (auto field : args) {
            if (field.error() != simdjson::SUCCESS) {
                return false;
            }
            m_event.hasArguments = true;
            const std::string_view key = keyOf(field.key().value_unsafe().raw());
            // `args` may come before `ph`: until it is known, any argument may be a counter's
            // series.
            const bool maybeCounter = m_event.phase == 'C' || m_event.phase == '\0';
            if (!maybeCounter && !isWantedArgument(key)) {
                continue;
            }
            std::string_view token;
            if (field.value().raw_json_token().get(token) != simdjson::SUCCESS) {
                return false;
            }
            readArgument(key, trimmed(token));
        }
        return true;
    }

    static bool isWantedArgument(std::string_view key)
    {
        return key == "correlation" || key == "device" || key == "stream" || key == "name" ||
               key == "sort_index";
    }

    void readArgument(std::string_view key, std::string_view token)
    {
        if (m_event.phase == 'C' || m_event.phase == '\0') {
            m_event.series.emplace_back(key, token);
        }
        if (key == "correlation") {
            m_event.correlation = integerOf(token);
        } else if (key == "device") {
            m_event.device = integerOf(token);
        } else if (key == "stream") {
            m_event.stream = integerOf(token);
        } else if (key == "name") {
            m_event.argsName = textOf(token);
        } else {
            m_event.argsSortIndex = integerOf(token);
        }
    }

    ChromeEvent& m_event;
    std::deque<std::string>& m_texts;
};

} // namespace

bool ChromeEventParser::parseInto(std::string_view text)
{
    m_event = ChromeEvent{};
    m_texts.clear();
    const simdjson::padded_string_view padded(text, text.size() + JsonSplitter::kPadding);
    ondemand::document document;
    ondemand::object object;
    if (m_simdjson->parser.iterate(padded).get(document) != simdjson::SUCCESS ||
        document.get_object().get(object) != simdjson::SUCCESS) {
        return false;
    }
    return FieldReader(m_event, m_texts).readObject(object);
}

const ChromeEvent* ChromeEventParser::parse(std::string_view text)
{
    if (parseInto(text)) {
        return &m_event;
    }
    // Strict parsing failed: mend the bytes that writers are known to get wrong and try once more.
    m_repaired = repaired(text);
    const bool changed = m_repaired != text;
    const bool badUtf8 = m_repaired.size() != text.size();
    const std::size_t size = m_repaired.size();
    m_repaired.append(JsonSplitter::kPadding, '\0');
    if (!changed || !parseInto(std::string_view(m_repaired).substr(0, size))) {
        return nullptr;
    }
    m_event.hadInvalidUtf8 = badUtf8;
    return &m_event;
}

Result<std::vector<Argument>> ChromeEventParser::parseArguments(std::string_view text)
{
    m_repaired = repaired(text);
    const std::size_t size = m_repaired.size();
    m_repaired.append(JsonSplitter::kPadding, '\0');
    const simdjson::padded_string_view padded(m_repaired.data(), size, m_repaired.size());
    ondemand::document document;
    ondemand::object args;
    std::vector<Argument> result;
    if (m_simdjson->parser.iterate(padded).get(document) != simdjson::SUCCESS) {
        return failure(ErrorCode::Corrupt, "the slice's text in the file is not valid JSON");
    }
    if (document["args"].get_object().get(args) != simdjson::SUCCESS) {
        return result; // a slice without arguments
    }
    for (auto field : args) {
        if (field.error() != simdjson::SUCCESS) {
            return failure(ErrorCode::Corrupt,
                           "the slice's arguments in the file are not valid JSON");
        }
        const std::string name = unescapeJson(keyOf(field.key().value_unsafe().raw()));
        ondemand::value value = field.value().value_unsafe();
        std::string_view json;
        const auto type = value.type();
        if (type.error() == simdjson::SUCCESS &&
            type.value_unsafe() == ondemand::json_type::object) {
            ondemand::object nested;
            if (value.get_object().get(nested) != simdjson::SUCCESS ||
                nested.raw_json().get(json) != simdjson::SUCCESS) {
                return failure(ErrorCode::Corrupt, "the argument " + name + " is not valid JSON");
            }
        } else if (type.error() == simdjson::SUCCESS &&
                   type.value_unsafe() == ondemand::json_type::array) {
            ondemand::array nested;
            if (value.get_array().get(nested) != simdjson::SUCCESS ||
                nested.raw_json().get(json) != simdjson::SUCCESS) {
                return failure(ErrorCode::Corrupt, "the argument " + name + " is not valid JSON");
            }
        } else {
            json = trimmed(value.raw_json_token());
        }
        result.push_back({name, std::string(json)});
    }
    return result;
}

} // namespace hscope::core
