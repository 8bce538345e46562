// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/ids.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hscope::core {

/// Keeps every distinct name once and hands out small ids; id 0 is always the empty string.
///
/// Views returned by `at` stay valid as long as the pool lives, also while it grows.
class StringPool
{
public:
    StringPool();
    StringPool(const StringPool&) = delete;
    StringPool& operator=(const StringPool&) = delete;
    StringPool(StringPool&&) = default;
    StringPool& operator=(StringPool&&) = default;
    ~StringPool() = default;

    /// The same names with the same ids.
    [[nodiscard]] StringPool clone() const;

    /// The id of `text`, new if it was not seen before. Cost: one hash look-up.
    StringId intern(std::string_view text);

    [[nodiscard]] std::string_view at(StringId id) const { return m_views[id.value()]; }

    [[nodiscard]] std::optional<StringId> find(std::string_view text) const;

    [[nodiscard]] std::size_t size() const { return m_views.size(); }

private:
    std::string_view store(std::string_view text);

    static constexpr std::size_t kBlockBytes = std::size_t{1} << 16;

    std::deque<std::string>
        m_blocks; ///< Reserved once, never reallocated: views into them are stable.
    std::vector<std::string_view> m_views;
    std::unordered_map<std::string_view, StringId> m_ids;
};

} // namespace hscope::core
