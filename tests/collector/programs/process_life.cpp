// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// process_life CASE TRACE
//
// Forks, ends and is interrupted in many ways while recording, and prints what it counted itself as
// lines "name=number".
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

void print(const char* name, std::uint64_t number)
{
    std::printf("%s=%llu\n", name, static_cast<unsigned long long>(number));
    std::fflush(stdout);
}

void scope(const char* name)
{
    hscope_scope_begin_text(name, std::strlen(name), HSCOPE_CATEGORY_NATIVE);
    hscope_scope_end();
}

void start(const char* path)
{
    hscope_config config = {};
    config.struct_size = sizeof config;
    config.path = path;
    print("start", static_cast<std::uint64_t>(hscope_start(&config)));
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
    print("stop", static_cast<std::uint64_t>(hscope_stop()));
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
    print("stop", static_cast<std::uint64_t>(hscope_stop()));
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
    print("stop", static_cast<std::uint64_t>(hscope_stop()));
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
    print("stop", static_cast<std::uint64_t>(hscope_stop()));
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
    print("stop", static_cast<std::uint64_t>(hscope_stop()));
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

struct Case
{
    const char* name;
    void (*run)(const char* path);
};

constexpr std::array kCases = {
    Case{"forks", forks},
    Case{"many_forks", manyForks},
    Case{"thread_ends", threadEnds},
    Case{"signals", signals},
    Case{"first_in_handler", firstInHandler},
    Case{"leaves", leaves},
    Case{"exits", exits},
    Case{"becomes_another", becomesAnother},
    Case{"crashes", crashes},
};

} // namespace

int main(int argc, char** argv)
{
    for (const Case& one : kCases) {
        if (argc == 3 && std::strcmp(one.name, argv[1]) == 0) {
            one.run(argv[2]);
            return 0;
        }
    }
    std::fprintf(stderr, "usage: process_life CASE TRACE\n");
    return 2;
}
