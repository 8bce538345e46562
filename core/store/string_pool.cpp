// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/string_pool.h"

#include <algorithm>

namespace hscope::core {

StringPool::StringPool()
{
    intern({});
}

StringPool StringPool::clone() const
{
    StringPool copy;
    for (const std::string_view text : m_views) {
        copy.intern(text);
    }
    return copy;
}

StringId StringPool::intern(std::string_view text)
{
    if (const auto found = m_ids.find(text); found != m_ids.end()) {
        return found->second;
    }
    const auto id = StringId(static_cast<std::uint32_t>(m_views.size()));
    const std::string_view kept = store(text);
    m_views.push_back(kept);
    m_ids.emplace(kept, id);
    return id;
}

std::optional<StringId> StringPool::find(std::string_view text) const
{
    const auto found = m_ids.find(text);
    return found == m_ids.end() ? std::nullopt : std::optional(found->second);
}

std::string_view StringPool::store(std::string_view text)
{
    if (m_blocks.empty() || m_blocks.back().capacity() - m_blocks.back().size() < text.size()) {
        m_blocks.emplace_back();
        m_blocks.back().reserve(std::max(kBlockBytes, text.size()));
    }
    std::string& block = m_blocks.back();
    const std::size_t offset = block.size();
    block.append(text);
    return std::string_view(block).substr(offset, text.size());
}

} // namespace hscope::core
