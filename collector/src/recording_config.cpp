// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/recording_config.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace hscope::collector {

namespace {

using std::chrono::milliseconds;

constexpr std::uint64_t kBufferBytes = 32U << 20U;
constexpr std::uint64_t kMostBufferBytes = std::uint64_t{4} << 30U;
constexpr milliseconds kFlush{100};

std::uint64_t numberOr(std::uint64_t set, const char* variable)
{
    const char* text = set == 0 ? std::getenv(variable) : nullptr;
    if (text != nullptr) {
        std::from_chars(text, text + std::strlen(text), set);
    }
    return set;
}

milliseconds msOr(std::uint32_t set, const char* variable)
{
    constexpr std::uint64_t kMost = UINT32_MAX;
    return milliseconds(std::min(kMost, numberOr(set, variable)));
}

bool isSet(const char* variable)
{
    const char* const text = std::getenv(variable);
    return text != nullptr && *text == '1';
}

bool canBeHandled(int signal)
{
    return signal > 0 && signal <= SIGRTMAX && signal != SIGKILL && signal != SIGSTOP;
}

/// The signal with this number or name, with or without SIG before it; 0 if there is none.
int signalOf(std::string_view text)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) {
        return canBeHandled(number) ? number : 0;
    }
    if (text.starts_with("SIG")) {
        text.remove_prefix(3);
    }
    for (number = 1; number < NSIG; ++number) {
        const char* const name = sigabbrev_np(number);
        if (name != nullptr && text == name && canBeHandled(number)) {
            return number;
        }
    }
    return 0;
}

core::Result<int> controlSignal(std::int32_t set)
{
    if (set != 0) {
        return canBeHandled(set) ? core::Result<int>(set)
                                 : core::failure(core::ErrorCode::InvalidArgument,
                                                 "control_signal is no signal that can be handled");
    }
    const char* const text = std::getenv("HSCOPE_CONTROL_SIGNAL");
    if (text == nullptr || *text == '\0') {
        return 0;
    }
    const int signal = signalOf(text);
    return signal != 0 ? core::Result<int>(signal)
                       : core::failure(core::ErrorCode::InvalidArgument,
                                       std::string("HSCOPE_CONTROL_SIGNAL is ") + text +
                                           ", which is no signal that can be handled");
}

/// A path that no file has: run.hscope, or run-2.hscope, or ...
std::filesystem::path unused(const std::filesystem::path& path)
{
    std::filesystem::path free = path;
    std::error_code ignored;
    for (int number = 2; std::filesystem::exists(free, ignored); ++number) {
        free = path.parent_path() / path.stem();
        free += "-" + std::to_string(number);
        free += path.extension();
    }
    return free;
}

std::filesystem::path pathFor(const char* wanted)
{
    // A run folder is chosen by who started the program, so it comes before what the program says.
    if (const char* folder = std::getenv("HSCOPE_RUN_FOLDER");
        folder != nullptr && *folder != '\0') {
        // A process that became another program by exec() keeps its pid; the file of the first
        // stays.
        return unused(std::filesystem::path(folder) / (std::to_string(getpid()) + ".hscope"));
    }
    if (wanted != nullptr) {
        return wanted;
    }
    const char* output = std::getenv("HSCOPE_OUTPUT");
    return output != nullptr && *output != '\0' ? output : "trace.hscope";
}

/// What HSCOPE_RECORD_ONLY says.
struct GroupList
{
    std::uint32_t groups = 0;
    std::string unknown; ///< The first word that is no group's name.
};

GroupList groupsFromEnvironment()
{
    constexpr std::array<std::string_view, kEventGroups> kNames = {
        "scopes", "torch", "python", "gpu_api", "annotations", "marks", "gpu_work"};
    const char* const text = std::getenv("HSCOPE_RECORD_ONLY");
    if (text == nullptr || *text == '\0') {
        return {RecordingGate::kAllGroups, {}};
    }
    GroupList list;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find(','));
        const auto* const name = std::ranges::find(kNames, word);
        if (name != kNames.end()) {
            list.groups |= 1U << static_cast<unsigned>(name - kNames.begin());
        } else if (list.unknown.empty()) {
            list.unknown = word;
        }
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    return list;
}

} // namespace

std::uint32_t wantedGroups()
{
    return groupsFromEnvironment().groups;
}

core::Result<RecordingConfig> makeConfig(const hscope_config* config)
{
    hscope_config given{};
    if (config != nullptr) {
        if (config->struct_size < sizeof(std::uint32_t) || config->struct_size > sizeof given) {
            return core::failure(core::ErrorCode::InvalidArgument,
                                 "struct_size is not that of a known hscope_config");
        }
        std::memcpy(&given, config, config->struct_size);
    }
    if (given.buffer_bytes > kMostBufferBytes) {
        return core::failure(core::ErrorCode::InvalidArgument, "buffer_bytes is more than 4 GiB");
    }
    RecordingConfig result;
    HSCOPE_TRY_ASSIGN(result.controlSignal, controlSignal(given.control_signal));
    result.path = pathFor(given.path);
    result.processName =
        given.process_name == nullptr ? program_invocation_short_name : given.process_name;
    result.bufferBytes =
        std::min(kMostBufferBytes, numberOr(given.buffer_bytes, "HSCOPE_BUFFER_BYTES"));
    if (result.bufferBytes == 0) {
        result.bufferBytes = kBufferBytes;
    }
    result.maxFileBytes = numberOr(given.max_file_bytes, "HSCOPE_MAX_BYTES");
    result.delay = msOr(given.delay_ms, "HSCOPE_DELAY_MS");
    result.duration = msOr(given.duration_ms, "HSCOPE_DURATION_MS");
    result.last = msOr(given.last_ms, "HSCOPE_LAST_MS");
    result.flush = msOr(given.flush_ms, "HSCOPE_FLUSH_MS");
    if (result.flush.count() == 0) {
        result.flush = kFlush;
    }
    GroupList list = groupsFromEnvironment();
    if (!list.unknown.empty()) {
        return core::failure(core::ErrorCode::InvalidArgument,
                             "HSCOPE_RECORD_ONLY has " + list.unknown +
                                 ", which is none of marks, annotations, scopes, torch, python, "
                                 "gpu_api and gpu_work");
    }
    result.groups = list.groups;
    result.startPaused = given.start_paused != 0 || isSet("HSCOPE_START_PAUSED");
    return result;
}

std::filesystem::path childPath(const std::filesystem::path& path, std::int64_t pid)
{
    std::filesystem::path name = path.stem();
    name += "." + std::to_string(pid);
    name += path.extension();
    return unused(path.parent_path() / name); // the system gives numbers again
}

} // namespace hscope::collector
