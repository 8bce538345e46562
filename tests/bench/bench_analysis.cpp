// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
// The breakdown of ten million slices against the plain way: sort all end points, then sweep.
//
// 8 devices with 4 streams each, 3 categories, exponential durations, and one of 16 operations per
// hundred slices. Both give the same times; loading is not counted. One thread.
#include "core/analysis/breakdown.h"
#include "core/store/trace_builder.h"
#include "tests/bench/budget_report.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <random>

using namespace hscope::core;

namespace {

constexpr int kDevices = 8;
constexpr int kStreamsPerDevice = 4;
constexpr std::array<Category, 3> kCategories = {Category::GpuKernel, Category::GpuMemcpy,
                                                 Category::GpuMemset};

std::shared_ptr<const TraceStore> makeTrace(std::int64_t slices)
{
    std::mt19937_64 random(20260101);
    const auto exponential = [&random](double mean) {
        const double uniform = (static_cast<double>(random() >> 11) + 1) * 0x1p-53;
        return static_cast<std::int64_t>(-mean * std::log(uniform)) + 1;
    };
    TraceBuilder builder;
    const ProcessId process = builder.addProcess({});
    Track thread;
    thread.process = process;
    const TrackId main = builder.addTrack(thread);
    std::int64_t end = 0;
    for (int stream = 0; stream < kDevices * kStreamsPerDevice; ++stream) {
        Track track;
        track.process = process;
        track.kind = TrackKind::GpuStream;
        track.device = stream / kStreamsPerDevice;
        track.stream = stream % kStreamsPerDevice;
        const TrackId id = builder.addTrack(track);
        std::int64_t at = 0;
        for (std::int64_t i = 0; i < slices / (kDevices * kStreamsPerDevice); ++i) {
            at += exponential(2000);
            const std::int64_t length = exponential(6000);
            builder.addSlice(id, {at, at + length, StringId(), kCategories[random() % 3], 0, 0});
            at += length;
        }
        end = std::max(end, at);
    }
    const std::int64_t spans = slices / 100;
    for (std::int64_t i = 0; i < spans; ++i) {
        const StringId name =
            builder.strings().intern("operation " + std::to_string(random() % 16));
        builder.addOperation(
            main, {end / spans * i, end / spans * (i + 1), name, Category::Annotation, 0, 0});
    }
    return builder.finish();
}

/// Exclusive time per operation name and category set, by sorting all end points.
std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t>
plainBreakdown(const TraceStore& trace)
{
    struct Point
    {
        std::int64_t time;
        std::int32_t what; // category + 1, negative for an end; from 1000 on an operation's name
    };

    std::vector<Point> points;
    const SliceColumns& slices = trace.slices();
    points.reserve(2 * slices.size());
    for (const Track& track : trace.tracks()) {
        for (std::size_t i = track.firstSlice; i < std::size_t{track.firstSlice} + track.sliceCount;
             ++i) {
            if (track.kind == TrackKind::Operations) {
                points.push_back(
                    {slices.startNs[i], 1000 + static_cast<std::int32_t>(slices.name[i].value())});
            } else {
                const auto category = static_cast<std::int32_t>(slices.category[i]) + 1;
                points.push_back({slices.startNs[i], category});
                points.push_back({slices.endNs[i], -category});
            }
        }
    }
    points.push_back({toNs(trace.wallRange().end), 1000});
    for (const Track& track : trace.tracks()) {
        if (track.kind == TrackKind::Operations) {
            points.back().time = slices.endNs[track.firstSlice + track.sliceCount - 1];
        }
    }
    std::sort(points.begin(), points.end(),
              [](const Point& a, const Point& b) { return a.time < b.time; });
    std::array<std::int32_t, kCategoryCount + 1> active{};
    std::vector<std::array<std::int64_t, 1U << kCategoryCount>> times(32);
    std::uint32_t operation = 0;
    std::uint32_t mask = 0;
    std::int64_t before = points.front().time;
    for (const Point& point : points) {
        times[operation][mask] += point.time - before;
        before = point.time;
        if (point.what >= 1000) {
            operation = static_cast<std::uint32_t>(point.what - 1000);
            continue;
        }
        const auto category = static_cast<std::size_t>(std::abs(point.what));
        active[category] += point.what > 0 ? 1 : -1;
        const std::uint32_t bit = 1U << (category - 1);
        mask = active[category] > 0 ? mask | bit : mask & ~bit;
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> result;
    for (std::uint32_t name = 0; name < times.size(); ++name) {
        for (std::uint32_t set = 0; set < times[name].size(); ++set) {
            if (times[name][set] != 0) {
                result[{name, set}] = times[name][set];
            }
        }
    }
    return result;
}

double secondsOf(const auto& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Whether both ways give the same nanoseconds for every operation and set that is not idle.
bool agree(const TraceStore& trace, const Breakdown& breakdown)
{
    const auto plain = plainBreakdown(trace);
    std::size_t compared = 0;
    for (const BreakdownRow& row : breakdown.rows) {
        if (row.categories.isEmpty() || row.operation == kOutside) {
            continue;
        }
        const auto name = trace.strings().find(row.operation);
        const auto found = name ? plain.find({name->value(), row.categories.bits()}) : plain.end();
        if (found == plain.end() || found->second != row.timeNs) {
            return false;
        }
        ++compared;
    }
    return compared > 16;
}

} // namespace

int main(int argc, char** argv)
{
    hscope::bench::BudgetReport report(argc, argv);
    constexpr std::array<std::int64_t, 3> kSizes = {10'000, 1'000'000, 10'000'000};
    double rate = 0;
    for (const std::int64_t size : kSizes) {
        const auto trace = makeTrace(size);
        NullProgress progress;
        std::vector<double> ours;
        std::vector<double> plain;
        Breakdown breakdown;
        for (int run = 0; run < 3; ++run) {
            ours.push_back(secondsOf(
                [&] { breakdown = *computeBreakdown(*trace, Attribution::Time, progress, {}); }));
            plain.push_back(secondsOf([&] { benchmark::DoNotOptimize(plainBreakdown(*trace)); }));
        }
        if (!agree(*trace, breakdown)) {
            std::fprintf(stderr, "the two ways disagree\n");
            return 1;
        }
        const auto slices = static_cast<double>(trace->slices().size());
        rate = slices / median(ours);
        std::printf(
            "%10.0f slices: breakdown %.3f s, sort and sweep %.3f s, ratio %.2f, %.2f M slices/s\n",
            slices, median(ours), median(plain), median(plain) / median(ours), rate / 1e6);
    }
    report.add({"breakdown_rate", 10, "M slices/s", hscope::bench::Better::Higher}, rate / 1e6);
    return report.exitCode();
}
