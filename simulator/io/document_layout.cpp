// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/document_layout.h"

#include <cmath>

namespace hscope::sim {

namespace {

using nlohmann::ordered_json;

/// `{"a": 1, "b": [1, 2]}`, on one line with a space after each comma and colon.
void appendInline(std::string& text, const ordered_json& value)
{
    if (value.is_object()) {
        text += '{';
        bool first = true;
        for (const auto& [key, member] : value.items()) {
            text += first ? "" : ", ";
            first = false;
            text += ordered_json(key).dump() + ": ";
            appendInline(text, member);
        }
        text += '}';
    } else if (value.is_array()) {
        text += '[';
        bool first = true;
        for (const ordered_json& element : value) {
            text += first ? "" : ", ";
            first = false;
            appendInline(text, element);
        }
        text += ']';
    } else {
        text += value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    }
}

bool isList(const ordered_json& value)
{
    return value.is_array() && !value.empty() && value.front().is_object();
}

bool hasList(const ordered_json& value)
{
    if (!value.is_object()) {
        return false;
    }
    for (const ordered_json& member : value) {
        if (isList(member) || hasList(member)) {
            return true;
        }
    }
    return false;
}

void appendBlock(std::string& text, const ordered_json& value, const std::string& indent)
{
    const std::string inner = indent + "  ";
    if (isList(value)) {
        text += '[';
        bool first = true;
        for (const ordered_json& element : value) {
            text += (first ? "\n" : ",\n") + inner;
            first = false;
            appendInline(text, element);
        }
        text += "\n" + indent + "]";
    } else if (hasList(value)) {
        text += '{';
        bool first = true;
        for (const auto& [key, member] : value.items()) {
            text += (first ? "\n" : ",\n") + inner + ordered_json(key).dump() + ": ";
            first = false;
            appendBlock(text, member, inner);
        }
        text += "\n" + indent + "}";
    } else {
        appendInline(text, value);
    }
}

} // namespace

ordered_json documentNumber(double value)
{
    constexpr double kExact = 9007199254740992; // 2^53
    if (std::abs(value) <= kExact && std::floor(value) == value) {
        return static_cast<std::int64_t>(value);
    }
    return value;
}

std::string documentText(const ordered_json& document)
{
    std::string text = "{";
    bool first = true;
    for (const auto& [key, value] : document.items()) {
        text += (first ? "\n  " : ",\n  ") + ordered_json(key).dump() + ": ";
        first = false;
        appendBlock(text, value, "  ");
    }
    return text + "\n}\n";
}

} // namespace hscope::sim
