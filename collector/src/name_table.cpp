// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/name_table.h"

#include <cstring>
#include <sys/mman.h>

namespace hscope::collector {

namespace {

constexpr std::size_t kSlots = 2 * NameTable::kMostNames; // a power of two, half full at most

std::uint32_t hashOf(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

} // namespace

/// Maps the tables on first use; pages that no name needs are never touched.
bool NameTable::prepare()
{
    if (m_entries != nullptr) {
        return true;
    }
    constexpr std::size_t kEntryBytes = kMostNames * sizeof(Entry);
    constexpr std::size_t kSlotBytes = kSlots * sizeof(std::uint32_t);
    void* memory = mmap(nullptr, kEntryBytes + kSlotBytes + kMostBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return false;
    }
    char* bytes = static_cast<char*>(memory);
    m_slots = static_cast<std::uint32_t*>(static_cast<void*>(bytes + kEntryBytes));
    m_text = bytes + kEntryBytes + kSlotBytes;
    m_entries = static_cast<Entry*>(memory);
    return true;
}

std::uint32_t NameTable::intern(std::string_view text)
{
    const std::lock_guard lock(m_mutex);
    if (text.size() > kLongestName) {
        text = text.substr(0, kLongestName);
        m_shortened.fetch_add(1, std::memory_order_relaxed);
    }
    if (!prepare()) {
        m_refused.fetch_add(1, std::memory_order_relaxed);
        return 0;
    }
    const std::uint32_t hash = hashOf(text);
    std::size_t slot = hash & (kSlots - 1);
    for (; m_slots[slot] != 0; slot = (slot + 1) & (kSlots - 1)) {
        const Entry& known = m_entries[m_slots[slot]];
        if (known.hash == hash && std::string_view(known.text, known.length) == text) {
            return m_slots[slot];
        }
    }
    const std::uint32_t number = m_count.load(std::memory_order_relaxed);
    if (number == kMostNames || m_textUsed + text.size() > kMostBytes) {
        m_refused.fetch_add(1, std::memory_order_relaxed);
        return 0;
    }
    char* place = m_text + m_textUsed;
    std::memcpy(place, text.data(), text.size());
    m_textUsed += text.size();
    m_entries[number] = {place, static_cast<std::uint32_t>(text.size()), hash};
    m_slots[slot] = number;
    m_count.store(number + 1, std::memory_order_release);
    return number;
}

std::string_view NameTable::at(std::uint32_t name) const
{
    if (name == 0 || !has(name)) {
        return {};
    }
    const Entry& entry = m_entries[name];
    return {entry.text, entry.length};
}

} // namespace hscope::collector
