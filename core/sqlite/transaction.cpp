// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sqlite/transaction.h"

#include <utility>

namespace hscope::core {

Result<Transaction> Transaction::begin(Connection& connection)
{
    HSCOPE_TRY(connection.execute("BEGIN IMMEDIATE"));
    return Transaction(connection);
}

Transaction::Transaction(Connection& connection)
    : m_connection(&connection)
{
}

Transaction::Transaction(Transaction&& other) noexcept
    : m_connection(std::exchange(other.m_connection, nullptr))
{
}

Transaction::~Transaction()
{
    if (m_connection != nullptr) {
        // Nothing can be done about a failing rollback; SQLite rolls back by itself on close.
        static_cast<void>(m_connection->execute("ROLLBACK"));
    }
}

Result<void> Transaction::commit()
{
    HSCOPE_TRY(m_connection->execute("COMMIT"));
    m_connection = nullptr;
    return {};
}

} // namespace hscope::core
