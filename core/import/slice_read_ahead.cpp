// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/slice_read_ahead.h"

#include "core/schema/schema_sql.h"
#include "core/sqlite/connection.h"

#include <algorithm>

namespace hscope::core {

namespace {

constexpr std::int64_t kBlockIds = 1 << 14;
constexpr std::uint64_t kBlocksPerReader = 4;

Result<Connection> openForReading(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(Connection connection, Connection::open(path, OpenMode::ReadOnly));
    HSCOPE_TRY(connection.execute("PRAGMA mmap_size = 1073741824"));
    return connection;
}

} // namespace

Result<std::vector<StoredSlice>> readSliceRows(Connection& connection, SliceIdRange range)
{
    HSCOPE_TRY_ASSIGN(Statement row, connection.prepare(sql::kReadSlice));
    row.bind(0, range.first);
    row.bind(1, range.last);
    std::vector<StoredSlice> rows;
    while (true) {
        HSCOPE_TRY_ASSIGN(const bool more, row.step());
        if (!more) {
            return rows;
        }
        rows.push_back({row.integer(0), row.integer(1), row.integer(2), row.integer(3),
                        row.integer(4), row.integer(5), row.integer(6)});
    }
}

SliceReadAhead::SliceReadAhead(std::filesystem::path path, SliceIdRange range, unsigned readers)
    : m_path(std::move(path))
    , m_room(kBlocksPerReader * std::max(1U, readers))
    , m_left(range)
    , m_working(std::max(1U, readers))
{
    m_readers.reserve(m_working);
    for (unsigned i = 0, count = m_working; i < count; ++i) {
        m_readers.emplace_back([this](const std::stop_token& stop) { read(stop); });
    }
}

SliceReadAhead::~SliceReadAhead()
{
    for (std::jthread& reader : m_readers) {
        reader.request_stop();
    }
}

Result<std::vector<StoredSlice>> SliceReadAhead::next()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_blocks.contains(m_taken) || m_working == 0; });
    const auto block = m_blocks.find(m_taken);
    if (block == m_blocks.end()) {
        return {};
    }
    Result<std::vector<StoredSlice>> rows = std::move(block->second);
    m_blocks.erase(block);
    ++m_taken;
    lock.unlock();
    m_changed.notify_all();
    return rows;
}

void SliceReadAhead::read(const std::stop_token& stop)
{
    const auto readAll = [&]() -> Result<void> {
        HSCOPE_TRY_ASSIGN(Connection connection, openForReading(m_path));
        while (true) {
            HSCOPE_TRY_ASSIGN(const std::optional<Claim> mine, claim(connection, stop));
            if (!mine) {
                return {};
            }
            deliver(mine->number, readSliceRows(connection, mine->range));
        }
    };
    auto done = readAll();
    const std::lock_guard lock(m_mutex);
    if (!done) {
        m_left = {};
        m_blocks.emplace(m_claimed++, tl::unexpected<Error>(std::move(done).error()));
    }
    --m_working;
    m_changed.notify_all();
}

Result<std::optional<SliceReadAhead::Claim>> SliceReadAhead::claim(Connection& connection,
                                                                   const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    const bool going = m_changed.wait(lock, stop, [this] { return m_claimed < m_taken + m_room; });
    if (!going || m_left.last < m_left.first) {
        return std::optional<Claim>();
    }
    // Ids may have gaps of any size: start where the next row is.
    HSCOPE_TRY_ASSIGN(Statement row, connection.prepare(sql::kReadNextSliceId));
    row.bind(0, m_left.first);
    HSCOPE_TRY(row.step());
    const std::optional<std::int64_t> first = row.optionalInteger(0);
    if (!first || *first > m_left.last) {
        m_left = {};
        return std::optional<Claim>();
    }
    // Unsigned, since the two may lie further apart than an integer reaches.
    const auto apart = static_cast<std::uint64_t>(m_left.last) - static_cast<std::uint64_t>(*first);
    const std::int64_t last =
        apart < static_cast<std::uint64_t>(kBlockIds) ? m_left.last : *first + kBlockIds - 1;
    m_left = last == m_left.last ? SliceIdRange{} : SliceIdRange{last + 1, m_left.last};
    return std::optional(Claim{m_claimed++, {*first, last}});
}

void SliceReadAhead::deliver(std::uint64_t number, Result<std::vector<StoredSlice>> rows)
{
    const std::lock_guard lock(m_mutex);
    if (!rows) {
        m_left = {};
    }
    m_blocks.emplace(number, std::move(rows));
    m_changed.notify_all();
}

} // namespace hscope::core
