// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3_stmt;

namespace hscope::core {

enum class ColumnType
{
    Null,
    Integer,
    Real,
    Text,
    Blob
};

/// A prepared SQL statement. Parameters and columns count from 0.
class Statement
{
public:
    explicit Statement(sqlite3_stmt* handle);
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    Statement(Statement&& other) noexcept;
    Statement& operator=(Statement&& other) noexcept;
    ~Statement();

    void bind(int parameter, std::int64_t value);
    void bind(int parameter, double value);
    /// The text must stay alive until the statement is reset or run again.
    void bind(int parameter, std::string_view text);
    void bindNull(int parameter);
    void bind(int parameter, std::optional<std::int64_t> value);

    /// Steps to the next row; false at the end. Errors: Io, Corrupt, Cancelled (interrupted),
    /// Unsupported (denied).
    [[nodiscard]] Result<bool> step();

    /// Runs a statement without rows and makes it ready to be bound again.
    [[nodiscard]] Result<void> run();

    void reset();

    /// True for text without a statement: white space or a comment.
    [[nodiscard]] bool isEmpty() const { return m_handle == nullptr; }

    [[nodiscard]] int columnCount() const;
    [[nodiscard]] std::string columnName(int column) const;
    [[nodiscard]] ColumnType type(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] double real(int column) const;
    /// Valid until the next step.
    [[nodiscard]] std::string_view text(int column) const;
    [[nodiscard]] std::optional<std::int64_t> optionalInteger(int column) const;
    [[nodiscard]] bool isReadOnly() const;

private:
    sqlite3_stmt* m_handle;
};

} // namespace hscope::core
