// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/recording_config.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
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

/// A process that became another program by exec() keeps its pid; the file of the first stays.
std::filesystem::path unusedIn(const std::filesystem::path& folder)
{
    const std::string pid = std::to_string(getpid());
    std::filesystem::path path = folder / (pid + ".hscope");
    std::error_code ignored;
    for (int number = 2; std::filesystem::exists(path, ignored); ++number) {
        path = folder / (pid + "-" + std::to_string(number) + ".hscope");
    }
    return path;
}

std::filesystem::path pathFor(const char* wanted)
{
    // A run folder is chosen by who started the program, so it comes before what the program says.
    if (const char* folder = std::getenv("HSCOPE_RUN_FOLDER");
        folder != nullptr && *folder != '\0') {
        return unusedIn(folder);
    }
    if (wanted != nullptr) {
        return wanted;
    }
    const char* output = std::getenv("HSCOPE_OUTPUT");
    return output != nullptr && *output != '\0' ? output : "trace.hscope";
}

} // namespace

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
    if (given.control_signal < 0 || given.control_signal > SIGRTMAX ||
        given.control_signal == SIGKILL || given.control_signal == SIGSTOP) {
        return core::failure(core::ErrorCode::InvalidArgument,
                             "control_signal is no signal that can be handled");
    }
    if (given.buffer_bytes > kMostBufferBytes) {
        return core::failure(core::ErrorCode::InvalidArgument, "buffer_bytes is more than 4 GiB");
    }
    RecordingConfig result;
    result.path = pathFor(given.path);
    result.processName =
        given.process_name == nullptr ? program_invocation_short_name : given.process_name;
    result.bufferBytes = given.buffer_bytes == 0 ? kBufferBytes : given.buffer_bytes;
    result.maxFileBytes = numberOr(given.max_file_bytes, "HSCOPE_MAX_BYTES");
    result.delay = msOr(given.delay_ms, "HSCOPE_DELAY_MS");
    result.duration = msOr(given.duration_ms, "HSCOPE_DURATION_MS");
    result.last = msOr(given.last_ms, "HSCOPE_LAST_MS");
    result.flush = given.flush_ms == 0 ? kFlush : milliseconds(given.flush_ms);
    result.controlSignal = given.control_signal;
    result.startPaused = given.start_paused != 0;
    return result;
}

std::filesystem::path childPath(const std::filesystem::path& path, std::int64_t pid)
{
    std::filesystem::path name = path.stem();
    name += "." + std::to_string(pid);
    name += path.extension();
    return path.parent_path() / name;
}

} // namespace hscope::collector
