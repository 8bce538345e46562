// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sqlite/connection.h"

#include <cstdint>
#include <memory>
#include <span>

namespace hscope::core {

/// Rows of integers in memory, for SQL to read as a table: "INSERT INTO t SELECT * FROM name" moves
/// them into a table two to three times as fast as a bound statement per row.
///
/// A virtual table of SQLite, so it exists on one connection only and leaves nothing in the file.
class IntegerRows
{
public:
    /// Makes table `name`, with columns c0, c1, ..., available on `connection`, which must end
    /// before this object. The name must be an identifier of ours.
    [[nodiscard]] static Result<std::unique_ptr<IntegerRows>> create(Connection& connection,
                                                                     const char* name, int columns);

    IntegerRows(const IntegerRows&) = delete;
    IntegerRows& operator=(const IntegerRows&) = delete;
    ~IntegerRows() = default;

    /// The rows that statements see from now on, row after row; their number is values.size() /
    /// columns. Not copied.
    void show(std::span<const std::int64_t> values) { m_values = values; }

    [[nodiscard]] std::span<const std::int64_t> values() const { return m_values; }

    [[nodiscard]] int columns() const { return m_columns; }

private:
    explicit IntegerRows(int columns)
        : m_columns(columns)
    {
    }

    int m_columns;
    std::span<const std::int64_t> m_values;
};

} // namespace hscope::core
