// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/object_reader.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <vector>

namespace hscope::sim {

namespace {

using core::ErrorCode;
using core::failure;
using nlohmann::json;

constexpr std::size_t kLongestQuote = 40;
constexpr std::int64_t kDocumentVersion = 1;

/// A JSON value for a sentence.
std::string quoted(const json& value)
{
    if (value.is_object()) {
        return "an object";
    }
    if (value.is_array()) {
        return "an array";
    }
    std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    if (text.size() > kLongestQuote) {
        text = text.substr(0, kLongestQuote) + "...";
    }
    return text;
}

/// One step of a JSON pointer (RFC 6901).
std::string escaped(std::string_view key)
{
    std::string text;
    for (const char c : key) {
        text += c == '~' ? std::string("~0") : c == '/' ? std::string("~1") : std::string(1, c);
    }
    return text;
}

/// Finds an object that names a field twice while the text is parsed; nlohmann would keep the last.
class DuplicateFinder
{
public:
    bool operator()(int /*depth*/, json::parse_event_t event, json& parsed)
    {
        using Event = json::parse_event_t;
        switch (event) {
        case Event::object_start:
        case Event::array_start:
            step();
            m_frames.push_back({event == Event::array_start, 0, {}, {}});
            break;
        case Event::object_end:
        case Event::array_end:
            m_frames.pop_back();
            break;
        case Event::key:
            m_frames.back().key = parsed.get<std::string>();
            if (!m_frames.back().keys.insert(m_frames.back().key).second && m_duplicate.empty()) {
                m_duplicate = pointer();
            }
            break;
        case Event::value:
            step();
            break;
        }
        return true;
    }

    /// Pointer to the first such field; empty: none.
    [[nodiscard]] const std::string& duplicate() const { return m_duplicate; }

private:
    struct Frame
    {
        bool isArray = false;
        std::size_t next = 0;
        std::string key;
        std::set<std::string> keys;
    };

    /// A value of the innermost array or object begins.
    void step()
    {
        if (!m_frames.empty() && m_frames.back().isArray) {
            m_frames.back().key = std::to_string(m_frames.back().next++);
        }
    }

    [[nodiscard]] std::string pointer() const
    {
        std::string text;
        for (const Frame& frame : m_frames) {
            text += "/" + escaped(frame.key);
        }
        return text;
    }

    std::vector<Frame> m_frames;
    std::string m_duplicate;
};

std::string position(std::string_view text, std::size_t byte)
{
    const std::string_view before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
    const std::size_t lines =
        static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t lineStart =
        before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return fmt::format("line {}, column {}", lines + 1, before.size() - lineStart + 1);
}

} // namespace

void DocumentFault::note(std::string_view pointer, std::string_view expected, ErrorCode code)
{
    if (!m_first) {
        m_first = core::Error(
            code, fmt::format("{}: {}: {}", m_source, pointer.empty() ? "/" : pointer, expected));
    }
}

ObjectReader::ObjectReader(const json& json, std::string pointer, DocumentFault& fault)
    : m_json(json)
    , m_pointer(std::move(pointer))
    , m_fault(fault)
{
    if (!json.is_object()) {
        m_fault.note(m_pointer, "expected an object, found " + quoted(json));
    }
}

bool ObjectReader::has(std::string_view key) const
{
    return m_json.is_object() && m_json.find(key) != m_json.end();
}

const json* ObjectReader::find(std::string_view key)
{
    m_read.emplace(key);
    if (!m_json.is_object()) {
        return nullptr;
    }
    const auto found = m_json.find(key);
    return found == m_json.end() ? nullptr : &*found;
}

const json* ObjectReader::require(std::string_view key, std::string_view expected)
{
    const json* found = find(key);
    if (found == nullptr && m_json.is_object()) {
        m_fault.note(pointerTo(key),
                     fmt::format("expected {}, but the field is missing", expected));
    }
    return found;
}

void ObjectReader::noteFound(std::string_view key, std::string_view expected, const json& found)
{
    m_fault.note(pointerTo(key), fmt::format("expected {}, found {}", expected, quoted(found)));
}

std::string ObjectReader::pointerTo(std::string_view key) const
{
    return m_pointer + "/" + escaped(key);
}

std::string ObjectReader::text(std::string_view key)
{
    constexpr std::string_view kExpected = "a text that is not empty";
    const json* found = require(key, kExpected);
    if (found == nullptr) {
        return {};
    }
    if (!found->is_string() || found->get_ref<const std::string&>().empty()) {
        noteFound(key, kExpected, *found);
        return {};
    }
    return found->get<std::string>();
}

std::optional<std::string> ObjectReader::optionalText(std::string_view key)
{
    return has(key) ? std::optional(text(key)) : std::nullopt;
}

double ObjectReader::number(std::string_view key, const NumberRange& range)
{
    const json* found = require(key, range.text);
    return found ? numberAt(*found, pointerTo(key), range, m_fault) : range.least;
}

std::optional<double> ObjectReader::optionalNumber(std::string_view key, const NumberRange& range)
{
    return has(key) ? std::optional(number(key, range)) : std::nullopt;
}

std::int64_t ObjectReader::whole(std::string_view key, WholeRange range)
{
    const json* found = require(key, "a whole number");
    return found ? wholeAt(*found, pointerTo(key), range, m_fault) : range.least;
}

std::optional<std::int64_t> ObjectReader::optionalWhole(std::string_view key, WholeRange range)
{
    return has(key) ? std::optional(whole(key, range)) : std::nullopt;
}

bool ObjectReader::boolean(std::string_view key)
{
    const json* found = require(key, "true or false");
    if (found != nullptr && !found->is_boolean()) {
        noteFound(key, "true or false", *found);
        return false;
    }
    return found != nullptr && found->get<bool>();
}

std::optional<bool> ObjectReader::optionalBoolean(std::string_view key)
{
    return has(key) ? std::optional(boolean(key)) : std::nullopt;
}

bool ObjectReader::isNull(std::string_view key)
{
    return has(key) && find(key)->is_null();
}

const json* ObjectReader::value(std::string_view key)
{
    return require(key, "a value");
}

void ObjectReader::array(
    std::string_view key,
    const std::function<void(const json& element, const std::string& pointer)>& read)
{
    const json* found = require(key, "an array");
    if (found == nullptr) {
        return;
    }
    if (!found->is_array()) {
        noteFound(key, "an array", *found);
        return;
    }
    std::size_t index = 0;
    for (const json& element : *found) {
        read(element, fmt::format("{}/{}", pointerTo(key), index++));
    }
}

void ObjectReader::wrong(std::string_view key, std::string_view expected)
{
    const json* found = find(key);
    if (found != nullptr) {
        noteFound(key, expected, *found);
    } else {
        m_fault.note(pointerTo(key), fmt::format("expected {}", expected));
    }
}

void ObjectReader::end()
{
    if (!m_json.is_object()) {
        return;
    }
    for (const auto& [key, value] : m_json.items()) {
        if (!m_read.contains(key)) {
            m_fault.note(pointerTo(key), "unknown field");
        }
    }
}

double numberAt(const json& json, const std::string& pointer, const NumberRange& range,
                DocumentFault& fault)
{
    const double value =
        json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
    const bool inside = range.openLeast ? value > range.least : value >= range.least;
    if (!inside || !(value <= range.most)) {
        const bool isTooLarge = value > range.most && range.most == kLargestNumber;
        fault.note(pointer,
                   fmt::format("expected {}, found {}",
                               isTooLarge ? fmt::format("a number of at most {:g}", range.most)
                                          : std::string(range.text),
                               quoted(json)));
        return range.least;
    }
    return value;
}

std::int64_t wholeAt(const json& json, const std::string& pointer, WholeRange range,
                     DocumentFault& fault)
{
    constexpr double kExact = 9007199254740992; // 2^53: above it a double is not exact.
    std::optional<std::int64_t> value;
    if (json.is_number_unsigned()) {
        const auto raw = json.get<std::uint64_t>();
        value = raw <= static_cast<std::uint64_t>(INT64_MAX)
                    ? std::optional(static_cast<std::int64_t>(raw))
                    : std::nullopt;
    } else if (json.is_number_integer()) {
        value = json.get<std::int64_t>();
    } else if (json.is_number_float()) {
        const double real = json.get<double>();
        value = std::abs(real) <= kExact && std::floor(real) == real
                    ? std::optional(static_cast<std::int64_t>(real))
                    : std::nullopt;
    }
    if (!value || *value < range.least || *value > range.most) {
        const std::string limits = range.most == INT64_MAX
                                       ? fmt::format("of at least {}", range.least)
                                       : fmt::format("from {} to {}", range.least, range.most);
        fault.note(pointer,
                   fmt::format("expected a whole number {}, found {}", limits, quoted(json)));
        return range.least;
    }
    return *value;
}

core::Result<json> parseJson(std::string_view text, std::string_view source)
{
    try {
        DuplicateFinder finder;
        json parsed = json::parse(text, std::ref(finder));
        if (!finder.duplicate().empty()) {
            return failure(ErrorCode::InvalidArgument, fmt::format("{}: {}: the field occurs twice",
                                                                   source, finder.duplicate()));
        }
        return parsed;
    } catch (const json::parse_error& error) {
        return failure(ErrorCode::Corrupt,
                       fmt::format("{}: {}: not valid JSON", source, position(text, error.byte)));
    } catch (const json::out_of_range&) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("{}: a number is too large to be calculated with", source));
    }
}

core::Result<json> parseDocument(std::string_view text, std::string_view source,
                                 std::string_view format)
{
    HSCOPE_TRY_ASSIGN(json document, parseJson(text, source));
    DocumentFault fault(source);
    ObjectReader reader(document, "", fault);
    const std::string found = reader.text("format");
    if (!fault.first() && found != format) {
        reader.wrong("format", fmt::format("\"{}\"", format));
    }
    const std::int64_t version = reader.whole("version", {1, INT64_MAX});
    if (!fault.first() && version > kDocumentVersion) {
        return failure(
            ErrorCode::Unsupported,
            fmt::format("{}: /version: this document has version {}, this program reads up to {}",
                        source, version, kDocumentVersion));
    }
    if (fault.first()) {
        return tl::unexpected<core::Error>(*fault.first());
    }
    return document;
}

} // namespace hscope::sim
