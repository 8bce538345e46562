// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hscope::cli {

/// A table of text in aligned columns: numbers to the right, words to the left.
class TextTable
{
public:
    enum class Align
    {
        Left,
        Right
    };

    struct Column
    {
        std::string title;
        Align align = Align::Left;
    };

    explicit TextTable(std::vector<Column> columns);

    /// Cells beyond the columns are ignored, missing ones stay empty.
    void add(std::vector<std::string> cells);

    /// Two spaces between columns, no trailing spaces, a line per row.
    [[nodiscard]] std::string toText() const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// A time with an adaptive unit and four significant digits: `12.34 ms`.
[[nodiscard]] std::string formatDuration(std::int64_t ns);

/// A count with a space between groups of three digits: `1 284 096`.
[[nodiscard]] std::string formatCount(std::uint64_t count);

/// A field of a CSV file, quoted where needed (RFC 4180).
[[nodiscard]] std::string csvField(std::string_view text);

} // namespace hscope::cli
