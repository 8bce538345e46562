// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sqlite/connection.h"

namespace hscope::core {

/// Runs from construction to commit(); rolls back if it is destroyed before.
class Transaction
{
public:
    [[nodiscard]] static Result<Transaction> begin(Connection& connection);

    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    Transaction(Transaction&& other) noexcept;
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();

    [[nodiscard]] Result<void> commit();

private:
    explicit Transaction(Connection& connection);

    Connection* m_connection; ///< Null once committed or moved from.
};

} // namespace hscope::core
