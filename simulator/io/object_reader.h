// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace hscope::sim {

/// The first thing that is wrong with a document. Readers go on with default values after it, so
/// that code that reads fields needs no checks; the document is refused in the end.
class DocumentFault
{
public:
    /// `source` names the document, usually its file.
    explicit DocumentFault(std::string_view source)
        : m_source(source)
    {
    }

    /// Notes that `expected` does not hold at `pointer`; only the first note counts.
    void note(std::string_view pointer, std::string_view expected,
              core::ErrorCode code = core::ErrorCode::InvalidArgument);

    [[nodiscard]] const std::optional<core::Error>& first() const { return m_first; }

private:
    std::string m_source;
    std::optional<core::Error> m_first;
};

/// Numbers a field may have.
struct NumberRange
{
    double least = 0;
    double most = 0;
    bool openLeast = false; ///< `least` itself is not allowed.
    std::string_view text;  ///< "a number above 0".
};

inline constexpr double kLargestNumber = 1e300;
inline constexpr NumberRange kAnyNumber{-kLargestNumber, kLargestNumber, false, "a number"};
inline constexpr NumberRange kNotNegative{0, kLargestNumber, false, "a number of at least 0"};
inline constexpr NumberRange kPositive{0, kLargestNumber, true, "a number above 0"};
inline constexpr NumberRange kRatio{0, 1, false, "a number from 0 to 1"};

/// Whole numbers a field may have.
struct WholeRange
{
    std::int64_t least = 0;
    std::int64_t most = 0;
};

/// Reads the fields of one JSON object strictly: each by name, and `end` refuses what nobody read.
///
///     ObjectReader layer(json, "/layers/3", fault);
///     const double bytes = layer.number("input_bytes", kNotNegative);
///     layer.end();
class ObjectReader
{
public:
    /// `json` must outlive the reader; if it is no object, that is noted and it counts as empty.
    ObjectReader(const nlohmann::json& json, std::string pointer, DocumentFault& fault);

    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] std::string text(std::string_view key);
    [[nodiscard]] std::optional<std::string> optionalText(std::string_view key);
    [[nodiscard]] double number(std::string_view key, const NumberRange& range);
    [[nodiscard]] std::optional<double> optionalNumber(std::string_view key,
                                                       const NumberRange& range);
    [[nodiscard]] std::int64_t whole(std::string_view key, WholeRange range);
    [[nodiscard]] std::optional<std::int64_t> optionalWhole(std::string_view key, WholeRange range);
    [[nodiscard]] bool boolean(std::string_view key);
    [[nodiscard]] std::optional<bool> optionalBoolean(std::string_view key);

    /// Whether the field is there and null; then it counts as read.
    [[nodiscard]] bool isNull(std::string_view key);

    /// The field itself, for fields of several kinds; null if it is missing, which is noted.
    [[nodiscard]] const nlohmann::json* value(std::string_view key);

    /// Calls `read` with each element of an array and its pointer.
    void array(
        std::string_view key,
        const std::function<void(const nlohmann::json& element, const std::string& pointer)>& read);

    /// Notes a wrong value of a field.
    void wrong(std::string_view key, std::string_view expected);

    /// Notes the fields that nobody read.
    void end();

    [[nodiscard]] std::string pointerTo(std::string_view key) const;

    [[nodiscard]] const std::string& pointer() const { return m_pointer; }

private:
    [[nodiscard]] const nlohmann::json* find(std::string_view key);
    [[nodiscard]] const nlohmann::json* require(std::string_view key, std::string_view expected);
    void noteFound(std::string_view key, std::string_view expected, const nlohmann::json& found);

    const nlohmann::json& m_json;
    std::string m_pointer;
    DocumentFault& m_fault;
    std::set<std::string, std::less<>> m_read;
};

/// The JSON value as a number of the range; noted at `pointer` if it is none.
[[nodiscard]] double numberAt(const nlohmann::json& json, const std::string& pointer,
                              const NumberRange& range, DocumentFault& fault);
[[nodiscard]] std::int64_t wholeAt(const nlohmann::json& json, const std::string& pointer,
                                   WholeRange range, DocumentFault& fault);

/// Parses JSON text; an object that names a field twice is refused. Errors: Corrupt, with line and
/// column.
[[nodiscard]] core::Result<nlohmann::json> parseJson(std::string_view text,
                                                     std::string_view source);

/// Parses a document of the given `format` field and checks its version. The object's fields
/// `format` and `version` count as read by the caller. Errors: Corrupt, InvalidArgument,
/// Unsupported.
[[nodiscard]] core::Result<nlohmann::json>
parseDocument(std::string_view text, std::string_view source, std::string_view format);

} // namespace hscope::sim
