// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/run_facts.h"

#include "collector/src/host_clock.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iterator>
#include <sys/utsname.h>
#include <unistd.h>

namespace hscope::collector {

namespace {

/// The arguments of this process, separated by spaces.
std::string commandLine()
{
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    text = text.substr(0, RunFacts::kLongestText);
    while (!text.empty() && text.back() == '\0') {
        text.pop_back();
    }
    std::replace(text.begin(), text.end(), '\0', ' ');
    return core::toValidUtf8(text);
}

/// What to add to a trace time to get nanoseconds since 1970.
std::int64_t realtimeOffset()
{
    timespec real{};
    clock_gettime(CLOCK_REALTIME, &real);
    return static_cast<std::int64_t>(real.tv_sec) * 1'000'000'000 + real.tv_nsec -
           static_cast<std::int64_t>(HostClock::monotonicNs());
}

/// A number of its own for each boot of a host: processes with the same one share a clock.
std::string bootId()
{
    std::string id;
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::getline(file, id);
    return core::toValidUtf8(id);
}

/// The processor as it names itself, and how many there are.
std::string machine()
{
    constexpr std::string_view kKey = "model name";
    std::string model = "unknown processor";
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (const std::size_t colon = line.find(": ");
            line.starts_with(kKey) && colon != std::string::npos) {
            model = line.substr(colon + 2);
            break;
        }
    }
    return core::toValidUtf8(model) + ", " + std::to_string(sysconf(_SC_NPROCESSORS_ONLN)) +
           " processors";
}

} // namespace

void RunFacts::set(std::string_view key, std::string_view value)
{
    const std::lock_guard lock(m_mutex);
    const std::string name = core::toValidUtf8(key.substr(0, kLongestText));
    const auto known = m_values.find(name);
    if (known == m_values.end() && m_values.size() >= kMostFacts) {
        ++m_refused;
        return;
    }
    m_values[name] = {core::toValidUtf8(value.substr(0, kLongestText)), true};
}

std::vector<DatabaseSink::Fact> RunFacts::takeChanged()
{
    const std::lock_guard lock(m_mutex);
    std::vector<DatabaseSink::Fact> facts;
    for (auto& [key, value] : m_values) {
        if (value.hasChanged) {
            facts.push_back({"meta." + key, value.text});
            value.hasChanged = false;
        }
    }
    return facts;
}

void RunFacts::markAllChanged()
{
    const std::lock_guard lock(m_mutex);
    for (auto& [key, value] : m_values) {
        value.hasChanged = true;
    }
}

std::uint64_t RunFacts::refused()
{
    const std::lock_guard lock(m_mutex);
    return m_refused;
}

std::vector<DatabaseSink::Fact> hostFacts()
{
    utsname host{};
    uname(&host);
    return {{"source_format", "heteroscope"},
            {"command", commandLine()},
            {"host", core::toValidUtf8(host.nodename)},
            {"system", std::string(host.sysname) + " " + host.release + " " + host.machine},
            {"parent_pid", std::to_string(getppid())},
            {"clock", "CLOCK_MONOTONIC"},
            {"boot_id", bootId()},
            {"collector_version", HSCOPE_VERSION},
            {"machine", machine()},
            {"realtime_offset_ns", std::to_string(realtimeOffset())}};
}

} // namespace hscope::collector
