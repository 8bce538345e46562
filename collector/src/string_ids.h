// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/event_rows.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hscope::collector {

class NameTable;

/// Which row of table `string` holds a text. Bounded: when a program makes up too many texts, later
/// ones all become "(more names)" and are counted.
class StringIds
{
public:
    static constexpr std::size_t kMostTexts = 200'000;
    static constexpr std::size_t kMostBytes = 16U << 20U;

    explicit StringIds(const NameTable& names);

    /// The row of an interned name; new rows are added to `rows`.
    [[nodiscard]] std::int64_t ofName(std::uint32_t name, EventRows& rows);
    [[nodiscard]] std::int64_t ofText(std::string_view text, EventRows& rows);

    [[nodiscard]] std::uint64_t refused() const { return m_refused; }

    /// Texts that were not UTF-8 or contained a NUL.
    [[nodiscard]] std::uint64_t repaired() const { return m_repaired; }

    /// Uses of numbers that no name has.
    [[nodiscard]] std::uint64_t unknown() const { return m_unknown; }

private:
    [[nodiscard]] std::int64_t add(std::string text, EventRows& rows);

    const NameTable& m_names;
    std::vector<std::int64_t> m_ofName; ///< 0: not asked for yet.
    std::unordered_map<std::string, std::int64_t> m_ofText;
    std::size_t m_bytes = 0;
    std::int64_t m_nextId = 1;
    std::int64_t m_moreNames = 0;
    std::uint64_t m_refused = 0;
    std::uint64_t m_repaired = 0;
    std::uint64_t m_unknown = 0;
};

} // namespace hscope::collector
