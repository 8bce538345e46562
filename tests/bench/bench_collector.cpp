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
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <linux/perf_event.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/syscall.h>
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

/// Instructions that this thread executes in user space; none where the system does not tell.
class InstructionCounter
{
public:
    InstructionCounter()
    {
        perf_event_attr attributes{};
        attributes.size = sizeof attributes;
        attributes.type = PERF_TYPE_HARDWARE;
        attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
        attributes.exclude_kernel = 1;
        attributes.exclude_hv = 1;
        m_file = static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
    }

    InstructionCounter(const InstructionCounter&) = delete;
    InstructionCounter& operator=(const InstructionCounter&) = delete;

    ~InstructionCounter()
    {
        if (m_file >= 0) {
            close(m_file);
        }
    }

    [[nodiscard]] std::uint64_t read() const
    {
        std::uint64_t count = 0;
        return m_file >= 0 && ::read(m_file, &count, sizeof count) == sizeof count ? count : 0;
    }

private:
    int m_file = -1;
};

struct Cost
{
    double ns = 0;
    double instructions = 0; ///< 0: unknown.
};

double nowNs()
{
    return static_cast<double>(std::chrono::steady_clock::now().time_since_epoch().count());
}

/// Median cost of one round of `work`, which does `rounds` of them, over bursts with a flush
/// between.
Cost measure(const std::function<void(int)>& work)
{
    const InstructionCounter counter;
    std::vector<double> ns;
    std::vector<double> instructions;
    for (int burst = 0; burst < kBursts; ++burst) {
        hscope_flush();
        const std::uint64_t before = counter.read();
        const double start = nowNs();
        work(kScopesPerBurst);
        ns.push_back((nowNs() - start) / kScopesPerBurst);
        instructions.push_back(static_cast<double>(counter.read() - before) / kScopesPerBurst);
    }
    const auto median = [](std::vector<double>& values) {
        std::nth_element(values.begin(), values.begin() + kBursts / 2, values.end());
        return values[kBursts / 2];
    };
    return {median(ns), median(instructions)};
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
    if (cost.instructions > 0) {
        std::printf("%-34s %7.1f ns %7.0f instructions\n", what, cost.ns, cost.instructions);
    } else {
        std::printf("%-34s %7.1f ns\n", what, cost.ns);
    }
}

/// Cost of a scope with several threads recording at once, by the slowest of them.
Cost measureThreads(int threads)
{
    std::vector<Cost> costs(static_cast<std::size_t>(threads));
    std::vector<std::thread> running;
    std::atomic<int> ready{0};
    for (Cost& cost : costs) {
        running.emplace_back([&cost, &ready, threads] {
            ++ready;
            while (ready < threads) {
            }
            cost = measure(scopes);
        });
    }
    for (std::thread& thread : running) {
        thread.join();
    }
    return *std::max_element(costs.begin(), costs.end(),
                             [](const Cost& a, const Cost& b) { return a.ns < b.ns; });
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
        print("LTTng-UST, begin and end", {ns, 0});
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
