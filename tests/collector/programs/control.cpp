// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// control CASE TRACE
//
// Starts, stops, pauses and resumes in many ways, and prints what it saw as lines "name=number".
#include "tests/collector/programs/recording_case.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <hscope/collector.hpp>
#include <hscope/hooks.h>
#include <string>
#include <thread>

namespace {

using namespace hscope::test;
using std::chrono::milliseconds;

/// Waits until recording is on, or off, as long as it takes.
void waitFor(bool isRecording)
{
    while ((hscope_is_recording() != 0) != isRecording) {
        std::this_thread::sleep_for(milliseconds(1));
    }
}

/// Calls everything while nothing is recorded.
void callAll()
{
    const hscope::Name name("name");
    hscope_scope_begin(name.number(), 0);
    hscope_argument_integer(name.number(), 1);
    hscope_argument_real(name.number(), 1);
    hscope_argument_text(name.number(), "text", 4);
    hscope_link_from(0, 1);
    hscope_link_to(0, 1);
    hscope_scope_end();
    hscope_scope_begin_text("text", 4, 0);
    hscope_scope_end();
    hscope_scope_end();
    hscope_operation_begin(name.number());
    hscope_operation_end();
    hscope_iteration_begin(1);
    hscope_iteration_end();
    hscope_instant_mark(name.number());
    hscope_counter_set(name.number(), 1);
    hscope_progress_report(1, 2);
    hscope_phase_set(name.number());
    hscope_thread_set_name(name.number());
    hscope_process_set_name(name.number());
    hscope_metadata_set("key", "value");
    hscope_pause();
    hscope_resume();
}

void notStarted(const char* path)
{
    callAll();
    print("flush_before", hscope_flush());
    print("stop_before", hscope_stop());
    const hscope_config config = configFor(path);
    print("start", hscope_start(&config));
    print("start_again", hscope_start(&config));
    scope("recorded");
    print("stop", hscope_stop());
    callAll();
    print("flush_after", hscope_flush());
    print("stop_after", hscope_stop());
    print("recording_after", hscope_is_recording());
}

void invalid(const char* path)
{
    hscope_config config = configFor(path);
    config.struct_size = 2;
    print("size_small", hscope_start(&config));
    config.struct_size = sizeof config + 1;
    print("size_large", hscope_start(&config));
    config = configFor(path);
    config.control_signal = SIGKILL;
    print("signal", hscope_start(&config));
    config = configFor(path);
    config.buffer_bytes = ~std::uint64_t{0};
    print("buffer", hscope_start(&config));
    // A program that was compiled when the struct was shorter.
    config = configFor(path);
    config.struct_size = offsetof(hscope_config, process_name);
    print("older", hscope_start(&config));
    scope("recorded");
    print("stop", hscope_stop());
}

void pauses(const char* path)
{
    hscope_config config = configFor(path);
    config.start_paused = 1;
    print("start", hscope_start(&config));
    scope("left out");
    hscope_resume();
    hscope_scope_begin_text("begun", 5, 0);
    hscope_pause();
    scope("left out");
    hscope_scope_begin_text("left out", 8, 0);
    hscope_resume();
    scope("inside of one left out");
    hscope_scope_end(); // of the one left out
    hscope_scope_end(); // of "begun", which must get its end
    hscope_scope_begin_text("ended while paused", 18, 0);
    hscope_pause();
    hscope_scope_end();
    print("stop", hscope_stop());
}

void bySignal(const char* path)
{
    std::signal(SIGUSR2, SIG_IGN);
    hscope_config config = configFor(path);
    config.control_signal = SIGUSR2;
    print("start", hscope_start(&config));
    scope("before");
    std::raise(SIGUSR2);
    print("recording_paused", hscope_is_recording());
    scope("left out");
    std::raise(SIGUSR2);
    print("recording_resumed", hscope_is_recording());
    scope("after");
    print("stop", hscope_stop());
    struct sigaction now = {};
    sigaction(SIGUSR2, nullptr, &now);
    print("given_back", now.sa_handler == SIG_IGN ? 1 : 0);
}

void timed(const char* path)
{
    hscope_config config = configFor(path);
    config.delay_ms = 30;
    config.duration_ms = 50;
    print("start", hscope_start(&config));
    print("recording_delayed", hscope_is_recording());
    scope("too early");
    waitFor(true);
    scope("in time");
    hscope_scope_begin_text("ends late", 9, 0);
    waitFor(false);
    hscope_scope_end();
    scope("too late");
    print("stop", hscope_stop());
}

void sizeCap(const char* path)
{
    hscope_config config = configFor(path);
    config.max_file_bytes = 4U << 20U;
    print("start", hscope_start(&config));
    std::uint64_t begun = 0;
    while (hscope_is_recording() != 0) {
        for (int i = 0; i < 100; ++i) {
            scope("filling");
            ++begun;
        }
    }
    print("scopes", begun);
    print("stop", hscope_stop());
}

/// Records numbered scopes for much longer than is kept.
void lastOnly(const char* path)
{
    constexpr int kScopes = 4000;
    hscope_config config = configFor(path);
    config.last_ms = 300;
    config.flush_ms = 20;
    print("start", hscope_start(&config));
    hscope_operation_begin(hscope::Name("all the time").number());
    for (int i = 1; i <= kScopes; ++i) {
        hscope_iteration_begin(i);
        hscope_counter_set(hscope::Name("counter").number(), i);
        hscope_instant_mark(hscope::Name("instant").number());
        hscope_iteration_end();
        std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
    hscope_operation_end();
    print("scopes", std::uint64_t{kScopes});
    print("stop", hscope_stop());
}

void restarts(const char* path)
{
    constexpr int kTimes = 20;
    hscope_scope_begin_text("never", 5, 0);
    for (int i = 0; i < kTimes; ++i) {
        const std::string one = std::string(path) + "." + std::to_string(i);
        const hscope_config config = configFor(one.c_str());
        if (hscope_start(&config) != HSCOPE_OK) {
            print("failed_at", i);
        }
        scope("whole");
        hscope_scope_end(); // of a scope that is in no file, or in the one before
        hscope_scope_begin_text("open", 4, 0);
        std::thread([] { scope("other thread"); }).join();
        hscope_stop();
    }
    print("times", kTimes);
}

/// Starts and stops while other threads record.
void storm(const char* path)
{
    constexpr int kTimes = 10;
    std::atomic<bool> isOver{false};
    std::array<std::thread, 3> threads;
    for (std::thread& thread : threads) {
        thread = std::thread([&] {
            while (!isOver.load()) {
                callAll();
            }
        });
    }
    for (int i = 0; i < kTimes; ++i) {
        const std::string one = std::string(path) + "." + std::to_string(i);
        hscope_config config = configFor(one.c_str());
        config.buffer_bytes = 1U << 20U; // it is full all the time, and each stop writes all of it
        hscope_start(&config);
        std::this_thread::sleep_for(milliseconds(5));
        hscope_flush();
        hscope_stop();
    }
    isOver = true;
    for (std::thread& thread : threads) {
        thread.join();
    }
    print("times", kTimes);
}

/// The environment has started it already.
void joinsIn(const char* path)
{
    print("recording", hscope_is_recording());
    const hscope_config config = configFor(path);
    print("start", hscope_start(&config));
    print("start_again", hscope_start(&config));
    scope("recorded");
    print("stop", hscope_stop());
}

/// The environment has started it, paused and with a signal to resume.
void byEnvironment(const char* /*path*/)
{
    print("recording_at_first", hscope_is_recording());
    scope("left out");
    std::raise(SIGUSR2);
    print("recording_resumed", hscope_is_recording());
    scope("recorded");
    std::raise(SIGUSR2);
    print("recording_paused", hscope_is_recording());
    print("stop", hscope_stop());
}

/// One of each group, and something that belongs to a scope.
void recordOnly(const char* path)
{
    print("wants_torch", hscope_hook_is_wanted(HSCOPE_HOOK_TORCH));
    hscope_config config = {};
    config.struct_size = sizeof config;
    config.path = path;
    print("start", hscope_start(&config));
    const hscope::Name argument("argument");
    hscope_iteration_begin(1);
    hscope_operation_begin(hscope::Name("operation").number());
    hscope_scope_begin(hscope::Name("scope").number(), HSCOPE_CATEGORY_NATIVE);
    hscope_argument_integer(argument.number(), 1);
    hscope_scope_begin(hscope::Name("operator").number(),
                       HSCOPE_CATEGORY_BACKEND | HSCOPE_HOOK_TORCH);
    hscope_argument_integer(argument.number(), 2);
    hscope_scope_end();
    hscope_scope_end();
    hscope_operation_end();
    hscope_operation_begin_by(hscope::Name("python operation").number(), HSCOPE_HOOK_PYTHON);
    hscope_operation_end();
    hscope_iteration_end();
    hscope_counter_set(hscope::Name("counter").number(), 1);
    print("stop", hscope_stop());
}

constexpr std::array kCases = {
    RecordingCase{"not_started", notStarted},
    RecordingCase{"invalid", invalid},
    RecordingCase{"pauses", pauses},
    RecordingCase{"by_signal", bySignal},
    RecordingCase{"timed", timed},
    RecordingCase{"size_cap", sizeCap},
    RecordingCase{"last_only", lastOnly},
    RecordingCase{"restarts", restarts},
    RecordingCase{"storm", storm},
    RecordingCase{"joins_in", joinsIn},
    RecordingCase{"by_environment", byEnvironment},
    RecordingCase{"record_only", recordOnly},
};

} // namespace

int main(int argc, char** argv)
{
    return runCase(kCases, argc, argv);
}
