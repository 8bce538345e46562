// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/string_ids.h"

#include "collector/src/name_table.h"
#include "core/base/utf8.h"

namespace hscope::collector {

StringIds::StringIds(const NameTable& names)
    : m_names(names)
{
}

std::int64_t StringIds::add(std::string text, EventRows& rows)
{
    rows.textBytes += text.size();
    rows.strings.push_back({m_nextId, std::move(text)});
    return m_nextId++;
}

std::int64_t StringIds::ofName(std::uint32_t name, EventRows& rows)
{
    if (!m_names.has(name)) {
        ++m_unknown;
        return ofText("(unknown name)", rows);
    }
    if (name >= m_ofName.size()) {
        m_ofName.resize(std::size_t{name} + 1);
    }
    if (m_ofName[name] == 0) {
        m_ofName[name] = ofText(name == 0 ? "(more names)" : m_names.at(name), rows);
    }
    return m_ofName[name];
}

std::int64_t StringIds::ofText(std::string_view text, EventRows& rows)
{
    std::string valid = core::toValidUtf8(text);
    for (std::size_t nul = valid.find('\0'); nul != std::string::npos;
         nul = valid.find('\0', nul)) {
        valid.replace(nul, 1, "\xEF\xBF\xBD");
    }
    if (valid != text) {
        ++m_repaired;
    }
    const auto known = m_ofText.find(valid);
    if (known != m_ofText.end()) {
        return known->second;
    }
    if (m_ofText.size() >= kMostTexts || m_bytes + valid.size() > kMostBytes) {
        ++m_refused;
        if (m_moreNames == 0) {
            m_moreNames = add("(more names)", rows);
        }
        return m_moreNames;
    }
    m_bytes += valid.size();
    const std::int64_t id = add(valid, rows);
    m_ofText.emplace(std::move(valid), id);
    return id;
}

} // namespace hscope::collector
