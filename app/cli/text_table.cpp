// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/text_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace hscope::cli {

namespace {

/// Columns a text takes: characters, not bytes. Wide characters count as one.
std::size_t width(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

void appendCell(std::string& line, const std::string& cell, std::size_t columns,
                TextTable::Align align)
{
    const std::string padding(columns - std::min(columns, width(cell)), ' ');
    line += align == TextTable::Align::Right ? padding + cell : cell + padding;
}

} // namespace

TextTable::TextTable(std::vector<Column> columns)
    : m_columns(std::move(columns))
{
}

void TextTable::add(std::vector<std::string> cells)
{
    cells.resize(m_columns.size());
    m_rows.push_back(std::move(cells));
}

std::string TextTable::toText() const
{
    std::vector<std::string> titles;
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        titles.push_back(m_columns[i].title);
        widths.push_back(width(m_columns[i].title));
        for (const auto& row : m_rows) {
            widths[i] = std::max(widths[i], width(row[i]));
        }
    }
    std::string text;
    const auto addLine = [&](const std::vector<std::string>& cells) {
        std::string line;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            line += i == 0 ? "" : "  ";
            appendCell(line, cells[i], widths[i], m_columns[i].align);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    };
    addLine(titles);
    for (const auto& row : m_rows) {
        addLine(row);
    }
    return text;
}

std::string formatDuration(std::int64_t ns)
{
    struct Unit
    {
        double ns;
        const char* name;
    };

    static constexpr std::array<Unit, 3> kUnits = {{{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}}};
    for (const Unit& unit : kUnits) {
        const double value = static_cast<double>(ns) / unit.ns;
        if (std::abs(value) >= 1) {
            const int before = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
            return fmt::format("{:.{}f} {}", value, std::max(0, 4 - before), unit.name);
        }
    }
    return fmt::format("{} ns", ns);
}

std::string formatCount(std::uint64_t count)
{
    std::string digits = fmt::format("{}", count);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
        digits.insert(static_cast<std::size_t>(at), " ");
    }
    return digits;
}

std::string csvField(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(text);
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c;
        if (c == '"') {
            quoted += '"';
        }
    }
    return quoted + "\"";
}

} // namespace hscope::cli
