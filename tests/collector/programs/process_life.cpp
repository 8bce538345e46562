// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// process_life CASE TRACE
//
// Forks, ends and is interrupted in many ways while recording, and prints what it counted itself as
// lines "name=number".
#include "tests/collector/programs/recording_case.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <hscope/collector.hpp>
#include <pthread.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

using namespace hscope::test;

void start(const char* path)
{
    const hscope_config config = configFor(path);
    print("start", hscope_start(&config));
}

/// Runs `child` in a forked process, which then exits; 0 if it did so by itself.
template <typename Child>
std::uint64_t forked(Child child)
{
    const pid_t pid = fork();
    if (pid == 0) {
        child();
        std::exit(0);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return static_cast<std::uint64_t>(status);
}

void forks(const char* path)
{
    start(path);
    hscope_scope_begin_text("around", 6, 0);
    std::atomic<bool> isOver{false};
    std::thread busy([&] {
        while (!isOver.load()) {
            scope("busy");
            static_cast<void>(hscope_name_intern("busy", 4));
            usleep(20);
        }
    });
    print("silent_child", forked([] {}));
    print("stopping_child", forked([] { hscope_stop(); }));
    print("flushing_child", forked([] { hscope_flush(); }));
    print("recording_child", forked([] {
              hscope_scope_end(); // of a scope of the parent
              scope("child");
              std::thread([] { scope("child's thread"); }).join();
              forked([] { scope("grandchild"); });
          }));
    print("killed_child", forked([] {
              scope("killed child");
              hscope_flush();
              std::raise(SIGKILL);
          }));
    hscope_pause();
    print("paused_child", forked([] { scope("paused child"); }));
    hscope_resume();
    const std::string other = std::string(path) + ".other";
    print("starting_child", forked([&] {
              start(other.c_str());
              scope("own file");
          }));
    isOver = true;
    busy.join();
    hscope_scope_end();
    scope("parent");
    print("stop", hscope_stop());
}

void manyForks(const char* path)
{
    start(path);
    std::atomic<bool> isOver{false};
    std::thread flushing([&] {
        while (!isOver.load()) {
            scope("busy");
            hscope_flush();
        }
    });
    std::uint64_t bad = 0;
    for (int i = 0; i < 100; ++i) {
        bad += forked([] { _exit(0); }) == 0 ? 0U : 1U;
    }
    isOver = true;
    flushing.join();
    print("bad", bad);
    print("stop", hscope_stop());
}

pthread_key_t s_lateKey;

/// Runs after the recorder's own key may have run: destructors are called again while there are
/// values.
void recordLate(void* round)
{
    const auto next = reinterpret_cast<std::intptr_t>(round) - 1;
    if (next == 0) {
        hscope_scope_end(); // of "open"
    }
    scope("late");
    if (next > 0) {
        pthread_setspecific(s_lateKey, reinterpret_cast<void*>(next));
    }
}

struct AtThreadEnd
{
    ~AtThreadEnd() { scope("thread_local destructor"); }
};

void threadEnds(const char* path)
{
    start(path);
    pthread_key_create(&s_lateKey, recordLate);
    for (int i = 0; i < 20; ++i) {
        std::thread([] {
            thread_local AtThreadEnd atEnd;
            static_cast<void>(&atEnd);
            pthread_setspecific(s_lateKey, reinterpret_cast<void*>(3));
            hscope_scope_begin_text("open", 4, 0);
            scope("in time");
        }).join();
    }
    print("threads", 20);
    print("stop", hscope_stop());
}

std::atomic<std::uint64_t> s_handled{0};

void onTimer(int /*signal*/)
{
    hscope_scope_begin(1, HSCOPE_CATEGORY_NATIVE);
    hscope_argument_integer(1, 5);
    hscope_operation_begin(1);
    hscope_operation_end();
    hscope_scope_end();
    s_handled.fetch_add(2);
}

/// A signal handler records while its thread does.
void signals(const char* path)
{
    start(path);
    static_cast<void>(hscope_name_intern("handler", 7));
    const hscope_name name = hscope_name_intern("main", 4);
    hscope_scope_begin(name, 0); // the handler may not be the first
    struct sigaction action = {};
    action.sa_handler = onTimer;
    sigaction(SIGALRM, &action, nullptr);
    const itimerval often{{0, 50}, {0, 50}};
    setitimer(ITIMER_REAL, &often, nullptr);
    std::uint64_t scopes = 1;
    while (s_handled.load() < 20'000 && scopes < 100'000'000) {
        hscope_scope_begin(name, 0);
        hscope_scope_begin_text("a name of more than one record", 30, 0);
        hscope_scope_end();
        hscope_scope_end();
        scopes += 2;
        if (scopes % 1000 == 1) {
            hscope_flush(); // so that nothing is lost
        }
    }
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    hscope_scope_end();
    print("scopes", scopes + s_handled.load());
    print("handled", s_handled.load());
    print("stop", hscope_stop());
    print("lost", hscope_lost_events());
}

/// The first event of a thread is one of a signal handler.
void firstInHandler(const char* path)
{
    start(path);
    struct sigaction action = {};
    action.sa_handler = onTimer;
    sigaction(SIGALRM, &action, nullptr);
    static_cast<void>(hscope_name_intern("handler", 7));
    std::raise(SIGALRM);
    scope("afterwards");
    print("stop", hscope_stop());
    print("lost", hscope_lost_events());
}

/// Leaves without a word to the recorder; what is not flushed may be missing.
void leaves(const char* path)
{
    start(path);
    scope("flushed");
    hscope_flush();
    _exit(0);
}

/// Leaves before the recorder has written anything.
void leavesAtOnce(const char* path)
{
    start(path);
    scope("may be missing");
    _exit(0);
}

/// Ends the ordinary way, but does not stop.
void exits(const char* path)
{
    start(path);
    scope("at work");
    std::atexit([] { scope("atexit"); });
}

/// Becomes another program.
void becomesAnother(const char* path)
{
    start(path);
    scope("flushed");
    hscope_flush();
    execl("/bin/true", "true", nullptr);
}

/// The stack of this thread is the last thing that works.
void crashes(const char* path)
{
    start(path);
    scope("flushed");
    hscope_flush();
    std::abort();
}

/// Many processes start to record into one file at the same moment.
void sameFile(const char* path)
{
    constexpr int kProcesses = 8;
    constexpr int kRounds = 20;
    std::uint64_t started = 0;
    std::uint64_t refused = 0;
    for (int round = 0; round < kRounds; ++round) {
        const std::string file = std::string(path) + "." + std::to_string(round);
        std::array<int, 2> gate{}; // closes for all at once when this process closes it
        if (pipe(gate.data()) != 0) {
            return;
        }
        std::array<pid_t, kProcesses> children{};
        for (pid_t& child : children) {
            child = fork();
            if (child == 0) {
                close(gate[1]);
                char byte = 0;
                static_cast<void>(!read(gate[0], &byte, 1));
                const hscope_config config = configFor(file.c_str());
                const std::int32_t status = hscope_start(&config);
                scope("winner");
                hscope_stop();
                _exit(status);
            }
        }
        close(gate[0]);
        close(gate[1]);
        for (const pid_t child : children) {
            int status = 0;
            waitpid(child, &status, 0);
            started += WIFEXITED(status) && WEXITSTATUS(status) == HSCOPE_OK ? 1U : 0U;
            refused += WIFEXITED(status) && WEXITSTATUS(status) == HSCOPE_ERROR_OUTPUT ? 1U : 0U;
        }
    }
    print("rounds", kRounds);
    print("processes", kProcesses);
    print("started", started);
    print("refused", refused);
}

/// There is no room for the stack of another thread.
void withoutThread(const char* path)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    std::size_t usual = 0;
    pthread_attr_getstacksize(&attributes, &usual);
    pthread_attr_setstacksize(&attributes, std::size_t{1} << 60U);
    pthread_setattr_default_np(&attributes);
    start(path);
    scope("left out");
    pthread_attr_setstacksize(&attributes, usual);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
    const hscope_config config = configFor(path);
    print("start_again", hscope_start(&config));
    scope("recorded");
    print("stop", hscope_stop());
}

struct StaticObject
{
    StaticObject() { scope("constructor"); }

    StaticObject(const StaticObject&) = delete;
    StaticObject& operator=(const StaticObject&) = delete;

    ~StaticObject()
    {
        scope("static destructor");
        hscope_flush();
    }
};

const StaticObject s_object;

constexpr std::array kCases = {
    RecordingCase{"forks", forks},
    RecordingCase{"many_forks", manyForks},
    RecordingCase{"thread_ends", threadEnds},
    RecordingCase{"signals", signals},
    RecordingCase{"first_in_handler", firstInHandler},
    RecordingCase{"leaves", leaves},
    RecordingCase{"leaves_at_once", leavesAtOnce},
    RecordingCase{"exits", exits},
    RecordingCase{"becomes_another", becomesAnother},
    RecordingCase{"crashes", crashes},
    RecordingCase{"same_file", sameFile},
    RecordingCase{"without_thread", withoutThread},
};

} // namespace

int main(int argc, char** argv)
{
    return runCase(kCases, argc, argv);
}
