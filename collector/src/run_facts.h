// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/database_sink.h"

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace hscope::collector {

/// What a program said about its run with hscope_metadata_set(). Bounded; outlives a recording.
class RunFacts
{
public:
    static constexpr std::size_t kMostFacts = 1000;
    static constexpr std::size_t kLongestText = 4096;

    void set(std::string_view key, std::string_view value);

    /// The facts that changed since the last call.
    [[nodiscard]] std::vector<DatabaseSink::Fact> takeChanged();

    /// A new recording: all facts count as changed.
    void markAllChanged();

    [[nodiscard]] std::uint64_t refused();

    /// For a fork.
    void lock() { m_mutex.lock(); }

    void unlock() { m_mutex.unlock(); }

private:
    struct Value
    {
        std::string text;
        bool hasChanged = true;
    };

    std::mutex m_mutex;
    std::map<std::string, Value, std::less<>> m_values;
    std::uint64_t m_refused = 0;
};

/// Facts that the recorder knows by itself: command, host, clock, version.
[[nodiscard]] std::vector<DatabaseSink::Fact> hostFacts();

} // namespace hscope::collector
