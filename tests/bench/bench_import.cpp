// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
// Kineto JSON into the in-memory store: rate, the largest file, and memory. Writing .hscope is
// timed apart.
//
//   bench_import            the shared real files; without them a file generated with a fixed seed
//   bench_import FILE...    these files
//
// Each file is decompressed once to a temporary folder, so that the rate is that of JSON; the time
// from the compressed file is printed beside it. Every import runs in a process of its own, whose
// peak memory is its own.
#include "core/export/database_writer.h"
#include "core/import/byte_source.h"
#include "core/import/open_trace.h"
#include "tests/bench/budget_report.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace hscope::core;
namespace fs = std::filesystem;

namespace {

/// What a child process measured.
struct Measured
{
    double seconds = 0;
    double writeSeconds = 0;
    double slices = 0;
    double peakBytes = 0; ///< Growth of the peak resident size by the import.
};

double secondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double peakBytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024;
}

Measured importOnce(const fs::path& file, const fs::path& output)
{
    NullProgress progress;
    const double before = peakBytes();
    const auto begin = std::chrono::steady_clock::now();
    const auto trace = openTrace(file, progress, {});
    Measured measured;
    measured.seconds = secondsSince(begin);
    measured.peakBytes = peakBytes() - before;
    if (!trace) {
        std::fprintf(stderr, "%s\n", trace.error().message.c_str());
        return measured;
    }
    measured.slices = static_cast<double>(trace->store->slices().size());
    if (!output.empty()) {
        const auto written = std::chrono::steady_clock::now();
        static_cast<void>(
            writeDatabase(*trace->store, nullptr, output, Overwrite::Yes, progress, {}));
        measured.writeSeconds = secondsSince(written);
    }
    return measured;
}

/// Runs one import in a child process.
Measured inChild(const fs::path& file, const fs::path& output)
{
    std::array<int, 2> pipeEnds{};
    Measured measured;
    if (pipe(pipeEnds.data()) != 0) {
        return measured;
    }
    const pid_t child = fork();
    if (child == 0) {
        measured = importOnce(file, output);
        const bool sent = write(pipeEnds[1], &measured, sizeof measured) == sizeof measured;
        _exit(sent ? 0 : 1);
    }
    close(pipeEnds[1]);
    if (read(pipeEnds[0], &measured, sizeof measured) != sizeof measured) {
        measured = {};
    }
    close(pipeEnds[0]);
    waitpid(child, nullptr, 0);
    return measured;
}

Measured medianOf(const fs::path& file, const fs::path& output, int runs)
{
    std::vector<Measured> all;
    for (int i = 0; i < runs; ++i) {
        all.push_back(inChild(file, output));
    }
    std::sort(all.begin(), all.end(),
              [](const Measured& a, const Measured& b) { return a.seconds < b.seconds; });
    return all[all.size() / 2];
}

bool unpack(const fs::path& from, const fs::path& to)
{
    auto source = ByteSource::open(from);
    if (!source) {
        return false;
    }
    std::ofstream out(to, std::ios::binary);
    std::vector<char> buffer(1 << 20);
    while (true) {
        const auto got = (*source)->read(buffer);
        if (!got || *got == 0) {
            return got.has_value();
        }
        out.write(buffer.data(), static_cast<std::streamsize>(*got));
    }
}

/// A plain file of a million slices for machines without the real ones.
fs::path generate(const fs::path& folder)
{
    const fs::path path = folder / "generated.json";
    std::ofstream out(path);
    out << "{\"schemaVersion\":1,\"traceEvents\":[\n";
    for (int i = 0; i < 1'000'000; ++i) {
        out << fmt::format("{{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::op_{}\",\"pid\":1,"
                           "\"tid\":{},\"ts\":{}.{:03},"
                           "\"dur\":3.250,\"args\":{{\"External id\":{},\"Ev Idx\":{}}}}},\n",
                           i * 7919 % 500, i % 4, 1712195495519689 + i * 4LL, i % 1000, i, i);
    }
    out << "]}\n";
    return path;
}

} // namespace

int main(int argc, char** argv)
{
    hscope::bench::BudgetReport report(argc, argv);
    constexpr int kRuns = 3;
    constexpr double kEnoughSlices = 40'000; // smaller files say nothing about memory per slice
    const fs::path folder = fs::temp_directory_path() / fmt::format("hscope-bench-{}", getpid());
    fs::create_directories(folder);
    std::vector<fs::path> files;
    for (int i = 1; i < argc; ++i) {
        if (argv[i][0] != '-') {
            files.emplace_back(argv[i]);
        }
    }
    const fs::path shared = fs::path(HSCOPE_SHARED_FOLDER) / "traces" / "kineto";
    if (files.empty() && fs::is_directory(shared)) {
        for (const auto& entry : fs::directory_iterator(shared)) {
            files.push_back(entry.path());
        }
        std::sort(files.begin(), files.end());
    }
    if (files.empty()) {
        files.push_back(generate(folder));
    }
    double slices = 0;
    double seconds = 0;
    double largest = 0;
    double mtia = 0;
    for (const fs::path& file : files) {
        const fs::path plain = folder / "plain.json";
        if (!unpack(file, plain)) {
            continue;
        }
        const Measured json = medianOf(plain, folder / "out.hscope", kRuns);
        const Measured packed = medianOf(file, {}, kRuns);
        const double megabytes = static_cast<double>(fs::file_size(plain)) / 1e6;
        std::printf("%-42s %8.0f slices %6.1f MB: JSON %.3f s (%.0f MB/s), compressed %.3f s, "
                    ".hscope written in %.3f s, "
                    "%.0f B per slice\n",
                    file.filename().c_str(), json.slices, megabytes, json.seconds,
                    megabytes / json.seconds, packed.seconds, json.writeSeconds,
                    json.peakBytes / std::max(1.0, json.slices));
        slices += json.slices;
        seconds += json.seconds;
        if (json.slices >= kEnoughSlices) {
            largest = std::max(largest, json.peakBytes / json.slices);
        }
        if (file.filename().string().starts_with("hta_mtia_455k")) {
            mtia = json.seconds;
        }
    }
    report.add({"import_rate", 1, "M slices/s", hscope::bench::Better::Higher},
               slices / seconds / 1e6);
    if (mtia > 0) {
        report.add({"import_mtia_s", 1, "s"}, mtia);
    } else {
        hscope::bench::BudgetReport::skip({"import_mtia_s", 1, "s"}, "hta_mtia_455k is not here");
    }
    report.add({"import_bytes", 200, "B"}, largest);
    fs::remove_all(folder);
    return report.exitCode();
}
