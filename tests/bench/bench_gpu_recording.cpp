// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// What our part of recording a GPU costs, with what stands in for libcupti: no driver, no GPU, and
// so nothing of what CUPTI itself costs.
//
// Calls: bursts of calls into CUDA that CUPTI's callbacks tell of, beside bursts of scopes of the
// program; each burst is followed by a flush, and the median burst counts.
//
// Work: kernels, from CUPTI's full buffers to rows in the file, per second of processor time of the
// whole process. Beside it, as the floor, SQLite itself inserting as many rows of the same tables.
#include "core/sqlite/connection.h"
#include "hscope/collector.h"
#include "tests/bench/budget_report.h"
#include "tests/collector/stand_ins/stand_in_cupti.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <unistd.h>
#include <vector>

extern "C" int cuDriverGetVersion(int* version); // of the driver's stand-in

namespace {

namespace fs = std::filesystem;
using hscope::bench::Better;
using hscope::bench::Budget;
using hscope::bench::BudgetReport;
using namespace hscope::core;

constexpr int kBursts = 51;
constexpr int kPerBurst = 10'000;
constexpr int kKernels = 300'000;
constexpr int kKernelsPerFlush = 20'000;
constexpr int kArguments = 5; ///< Of a kernel.
constexpr double kNsPerSecond = 1e9;
constexpr Budget kCall{"gpu_call_ratio", 3, "x", Better::Lower};
constexpr Budget kWork{"gpu_work_ratio", 2, "x", Better::Lower};

double clockNs(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * kNsPerSecond + static_cast<double>(time.tv_nsec);
}

/// Median time of one round of `work`.
double medianNs(const std::function<void()>& work)
{
    std::vector<double> ns;
    for (int burst = 0; burst < kBursts; ++burst) {
        const double start = clockNs(CLOCK_MONOTONIC);
        for (int i = 0; i < kPerBurst; ++i) {
            work();
        }
        ns.push_back((clockNs(CLOCK_MONOTONIC) - start) / kPerBurst);
        hscope_flush();
    }
    std::ranges::nth_element(ns, ns.begin() + kBursts / 2);
    return ns[kBursts / 2];
}

/// Processor time of one kernel: its call, its record, its rows.
double kernelNs()
{
    const double start = clockNs(CLOCK_PROCESS_CPUTIME_ID);
    for (int i = 1; i <= kKernels; ++i) {
        const stand_in::Call call("cudaLaunchKernel");
        const std::uint64_t now = stand_in::now();
        stand_in::addKernel("_ZN6kernel3addIfEEvPT_i", call.correlation(), {}, {now, now + 100});
        if (i % kKernelsPerFlush == 0) {
            hscope_flush();
        }
    }
    hscope_stop();
    return (clockNs(CLOCK_PROCESS_CPUTIME_ID) - start) / kKernels;
}

/// Processor time of the rows of one kernel in tables like ours: two slices, a link, the arguments.
double floorNs(const fs::path& path)
{
    const auto check = [](const auto& result) {
        if (!result) {
            std::fprintf(stderr, "%s\n", result.error().message.c_str());
            std::exit(1);
        }
    };
    auto connection = Connection::open(path, OpenMode::Create);
    check(connection);
    check(connection->execute(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
        "CREATE TABLE slice (id INTEGER PRIMARY KEY, track INTEGER, start INTEGER, duration "
        "INTEGER, "
        "name INTEGER, category INTEGER, flags INTEGER) STRICT;"
        "CREATE TABLE link (id INTEGER PRIMARY KEY, kind INTEGER, a INTEGER, b INTEGER, "
        "correlation INTEGER) STRICT;"
        "CREATE TABLE argument (slice INTEGER, position INTEGER, name INTEGER, value TEXT, "
        "PRIMARY KEY (slice, position)) STRICT, WITHOUT ROWID;"));
    auto slice = connection->prepare("INSERT INTO slice VALUES (?, 1, ?, 100, 5, 6, 0)");
    auto link = connection->prepare("INSERT INTO link VALUES (?, 0, ?, ?, 7)");
    auto argument = connection->prepare("INSERT INTO argument VALUES (?, ?, 9, ?)");
    check(slice);
    check(link);
    check(argument);
    const double start = clockNs(CLOCK_PROCESS_CPUTIME_ID);
    for (std::int64_t i = 1; i <= kKernels; ++i) {
        if (i % kKernelsPerFlush == 1) {
            check(connection->execute("BEGIN"));
        }
        for (const std::int64_t id : {2 * i, 2 * i + 1}) {
            slice->bind(0, id);
            slice->bind(1, id);
            check(slice->run());
        }
        link->bind(0, i);
        link->bind(1, 2 * i);
        link->bind(2, 2 * i + 1);
        check(link->run());
        for (std::int64_t position = 0; position < kArguments; ++position) {
            argument->bind(0, 2 * i);
            argument->bind(1, position);
            argument->bind(2, std::string_view("[256,1,1]"));
            check(argument->run());
        }
        if (i % kKernelsPerFlush == 0) {
            check(connection->execute("COMMIT"));
        }
    }
    return (clockNs(CLOCK_PROCESS_CPUTIME_ID) - start) / kKernels;
}

} // namespace

int main(int argc, char** argv)
{
    BudgetReport report(argc, argv);
    const fs::path folder =
        fs::temp_directory_path() / ("bench_gpu_recording-" + std::to_string(getpid()));
    fs::create_directories(folder);
    setenv("HSCOPE_CUPTI_LIBRARY", HSCOPE_STAND_IN, 1);
    int driver = 0;
    cuDriverGetVersion(&driver); // so that it is loaded
    hscope_config config{};
    config.struct_size = sizeof config;
    const std::string path = folder / "gpu.hscope";
    config.path = path.c_str();
    config.buffer_bytes = std::uint64_t{64} << 20U;
    if (hscope_start(&config) != HSCOPE_OK || hscope_gpu_attach() != HSCOPE_OK) {
        return 1;
    }
    const hscope_name name = hscope_name_intern("scope", 5);
    const double scope = medianNs([name] {
        hscope_scope_begin(name, HSCOPE_CATEGORY_GPU_API);
        hscope_scope_end();
    });
    const double call = medianNs([] { const stand_in::Call made("cudaLaunchKernel"); });
    std::printf("a call into CUDA: %.1f ns, a scope of the program: %.1f ns\n", call, scope);
    const double kernel = kernelNs();
    const double floor = floorNs(folder / "floor.db");
    std::printf(
        "a kernel with its call, from CUPTI to the file: %.0f ns of processor time, %.0f per "
        "second; SQLite alone: %.0f ns\n",
        kernel, kNsPerSecond / kernel, floor);
    fs::remove_all(folder);
    report.add(kCall, call / scope);
    report.add(kWork, kernel / floor);
    return report.exitCode();
}
