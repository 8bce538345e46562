// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// What recording costs the recorded program.
//
// Hot path: bursts of scopes, each followed by a flush, so that buffers are those in use all the
// time and nothing is lost; the median burst counts. Beside it, in the same run: two bare reads of
// the time-stamp counter, two of clock_gettime, and a pair of LTTng-UST tracepoints.
//
// Sustained: two threads record a million scopes per second between them for 30 s; what the program
// counted must be what the file holds.
//
//   bench_collector                       all of it
//   bench_collector --seconds=5           a shorter sustained part
//   bench_collector --budget-factor=2     fails if a result is worse than twice its budget
#include "core/import/open_trace.h"
#include "hscope/collector.h"
#include "tests/bench/budget_report.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace {

namespace fs = std::filesystem;
using hscope::bench::Better;
using hscope::bench::Budget;
using hscope::bench::BudgetReport;

constexpr int kBursts = 51;
constexpr int kScopesPerBurst = 20'000;
constexpr Budget kCost{"scope_cost_ratio", 1.5, "x", Better::Lower};
constexpr Budget kLost{"record_lost", 0, "scopes", Better::Lower};

/// Counts the instructions that a piece of work executes, by stepping through it: works where the
/// processor's counters cannot be read, as in most virtual machines. Empty if that is forbidden.
class InstructionStepper
{
public:
    /// Instructions per round of `work`.
    [[nodiscard]] static std::optional<double> count(const std::function<void(int)>& work)
    {
        constexpr int kRounds = 1000;
        const auto all = steps([&] { work(kRounds); });
        const auto none = steps([] {});
        if (!all || !none) {
            return std::nullopt;
        }
        return static_cast<double>(*all - *none) / kRounds;
    }

private:
    [[nodiscard]] static std::optional<std::int64_t> steps(const std::function<void()>& work)
    {
        const pid_t child = fork();
        if (child == 0) {
            ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
            work(); // so that nothing happens for the first time
            hscope_flush();
            raise(SIGSTOP);
            work();
            raise(SIGSTOP);
            _exit(0);
        }
        std::int64_t steps = -1;
        int status = 0;
        if (child > 0 && waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
            do {
                ++steps;
                ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr);
            } while (waitpid(child, &status, 0) == child && WIFSTOPPED(status) &&
                     WSTOPSIG(status) == SIGTRAP);
        }
        const bool isWhole = steps > 0 && WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP;
        if (child > 0) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
        }
        return isWhole ? std::optional(steps) : std::nullopt;
    }
};

struct Cost
{
    double ns = 0;
    std::optional<double> instructions; ///< None: unknown.
};

double nowNs()
{
    return static_cast<double>(std::chrono::steady_clock::now().time_since_epoch().count());
}

/// Median time of one round of `work`, which does as many as it is told, over bursts with a flush
/// between.
double medianNs(const std::function<void(int)>& work)
{
    std::vector<double> ns;
    for (int burst = 0; burst < kBursts; ++burst) {
        hscope_flush();
        const double start = nowNs();
        work(kScopesPerBurst);
        ns.push_back((nowNs() - start) / kScopesPerBurst);
    }
    std::nth_element(ns.begin(), ns.begin() + kBursts / 2, ns.end());
    return ns[kBursts / 2];
}

Cost measure(const std::function<void(int)>& work)
{
    return {medianNs(work), InstructionStepper::count(work)};
}

std::uint64_t readCounter()
{
#if defined(__x86_64__)
    return __rdtsc();
#else
    return static_cast<std::uint64_t>(nowNs());
#endif
}

void twoCounterReads(int rounds)
{
    for (int i = 0; i < rounds; ++i) {
        benchmark::DoNotOptimize(readCounter());
        benchmark::DoNotOptimize(readCounter());
    }
}

void twoClockReads(int rounds)
{
    timespec time{};
    for (int i = 0; i < rounds; ++i) {
        clock_gettime(CLOCK_MONOTONIC, &time);
        benchmark::DoNotOptimize(time);
        clock_gettime(CLOCK_MONOTONIC, &time);
        benchmark::DoNotOptimize(time);
    }
}

void scopes(int rounds)
{
    for (int i = 0; i < rounds; ++i) {
        HSCOPE_SCOPE_BEGIN("scope", HSCOPE_CATEGORY_NATIVE);
        HSCOPE_SCOPE_END();
    }
}

void operations(int rounds)
{
    for (int i = 0; i < rounds; ++i) {
        HSCOPE_OPERATION_BEGIN("operation");
        HSCOPE_OPERATION_END();
    }
}

void counters(int rounds)
{
    for (int i = 0; i < rounds; ++i) {
        HSCOPE_COUNTER("counter", i);
    }
}

void print(const char* what, Cost cost)
{
    if (cost.instructions) {
        std::printf("%-34s %7.1f ns %7.1f instructions\n", what, cost.ns, *cost.instructions);
    } else {
        std::printf("%-34s %7.1f ns\n", what, cost.ns);
    }
}

/// Cost of a scope with several threads recording at once, by the slowest of them.
Cost measureThreads(int threads)
{
    std::vector<double> costs(static_cast<std::size_t>(threads));
    std::vector<std::thread> running;
    std::atomic<int> ready{0};
    for (double& cost : costs) {
        running.emplace_back([&cost, &ready, threads] {
            ++ready;
            while (ready < threads) {
            }
            cost = medianNs(scopes);
        });
    }
    for (std::thread& thread : running) {
        thread.join();
    }
    return {*std::max_element(costs.begin(), costs.end()), std::nullopt};
}

void printLttng(const fs::path& folder)
{
#ifdef HSCOPE_LTTNG_SESSION
    const fs::path program = folder / "bench_lttng_scopes";
    const std::string command =
        std::string(HSCOPE_LTTNG_SESSION) + " " + program.string() + " 2>/dev/null";
    double ns = 0;
    std::FILE* const output = popen(command.c_str(), "r");
    const bool isRead = output != nullptr && std::fscanf(output, "%lf", &ns) == 1;
    if (output != nullptr && pclose(output) == 0 && isRead) {
        print("LTTng-UST, begin and end", {ns, std::nullopt});
        return;
    }
    std::printf("%-34s its session could not be run (lttng-tools)\n", "LTTng-UST, begin and end");
#else
    static_cast<void>(folder);
    std::printf("%-34s not built (Debian: liblttng-ust-dev lttng-tools)\n",
                "LTTng-UST, begin and end");
#endif
}

/// A value of /proc/self/status in MiB.
double memoryMib(std::string_view key)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(key)) {
            return std::stod(line.substr(key.size() + 1)) / 1024;
        }
    }
    return 0;
}

/// Records at half a million scopes per second until `end`; counts what it recorded.
std::uint64_t recordSteadily(std::chrono::steady_clock::time_point end)
{
    constexpr std::uint64_t kPerTick = 500; // per ms
    std::uint64_t count = 0;
    auto next = std::chrono::steady_clock::now();
    while (next < end) {
        for (std::uint64_t i = 0; i < kPerTick; ++i) {
            HSCOPE_SCOPE_BEGIN("steady", HSCOPE_CATEGORY_BACKEND);
            HSCOPE_SCOPE_END();
        }
        count += kPerTick;
        next += std::chrono::milliseconds(1);
        std::this_thread::sleep_until(next); // late rounds are made up for at once
    }
    return count;
}

void measureSustained(BudgetReport& report, const fs::path& folder, int seconds)
{
    constexpr double kMostMib = 64;
    const fs::path path = folder / "sustained.hscope";
    hscope_config config{};
    config.struct_size = sizeof config;
    config.path = path.c_str();
    const double before = memoryMib("VmRSS:");
    if (hscope_start(&config) != HSCOPE_OK) {
        BudgetReport::skip(kLost, "the file could not be created");
        return;
    }
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    std::array<std::uint64_t, 2> counts{};
    std::thread other([&] { counts[1] = recordSteadily(end); });
    counts[0] = recordSteadily(end);
    other.join();
    const double memory = memoryMib("VmHWM:") - before;
    const double started = nowNs();
    hscope_stop();
    const double closing = (nowNs() - started) / 1e9;
    const std::uint64_t recorded = counts[0] + counts[1];

    hscope::core::NullProgress progress;
    const auto trace = hscope::core::openTrace(path, progress, {});
    if (!trace) {
        std::fprintf(stderr, "the recorded file does not open: %s\n",
                     trace.error().message.c_str());
        BudgetReport::skip(kLost, "the recorded file does not open");
        return;
    }
    const std::uint64_t stored = trace->store->slices().size();
    std::printf("sustained: %llu scopes in %d s from two threads, %llu in the file (%.0f MB), "
                "%.1f MiB of memory at most, closing took %.2f s\n",
                static_cast<unsigned long long>(recorded), seconds,
                static_cast<unsigned long long>(stored),
                static_cast<double>(fs::file_size(path)) / 1e6, memory, closing);
    if (memory > kMostMib) {
        std::printf("BUDGET record_memory %.1f %g MiB fail\n", memory, kMostMib);
    }
    report.add(kLost, static_cast<double>(recorded) - static_cast<double>(stored));
}

int secondsOf(int argc, char** argv)
{
    constexpr int kDefault = 30;
    constexpr std::string_view kOption = "--seconds=";
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]).starts_with(kOption)) {
            return std::max(1, std::atoi(argv[i] + kOption.size()));
        }
    }
    return kDefault;
}

} // namespace

int main(int argc, char** argv)
{
    BudgetReport report(argc, argv);
    std::array<char, 64> name{"/tmp/bench_collector.XXXXXX"};
    const fs::path folder = mkdtemp(name.data());
    const fs::path path = folder / "hot.hscope";
    hscope_config config{};
    config.struct_size = sizeof config;
    config.path = path.c_str();

    print("no recording: a scope", measure(scopes));
    if (hscope_start(&config) != HSCOPE_OK) {
        return 1;
    }
    const Cost bare = measure(twoCounterReads);
    print("two reads of the counter", bare);
    print("two clock_gettime", measure(twoClockReads));
    const Cost scope = measure(scopes);
    print("a scope", scope);
    print("an operation", measure(operations));
    print("a counter", measure(counters));
    print("a scope, 2 threads at once", measureThreads(2));
    print("a scope, 4 threads at once", measureThreads(4));
    const std::uint64_t lost = hscope_lost_events();
    hscope_stop();
    printLttng(fs::path(argv[0]).parent_path());
    if (lost > 0) {
        std::printf("lost %llu events: these figures are not of recorded scopes\n",
                    static_cast<unsigned long long>(lost));
    }
    measureSustained(report, folder, secondsOf(argc, argv));
    report.add(kCost, scope.ns / bare.ns);
    fs::remove_all(folder);
    return report.exitCode();
}
