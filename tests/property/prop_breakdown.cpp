// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/breakdown.h"
#include "core/analysis/device_usage.h"
#include "core/store/trace_builder.h"

#include <QTest>

#include <rapidcheck.h>

#include <map>

using namespace hscope::core;

namespace {

/// Nested slices of one thread: each call fills [start, end) with some, and those with smaller
/// ones.
void addNested(TraceBuilder& builder, TrackId thread, std::int64_t start, std::int64_t end,
               int depth, bool operations)
{
    std::int64_t at = start;
    while (at < end && depth > 0) {
        const auto from = *rc::gen::inRange<std::int64_t>(at, end + 1);
        const auto to = *rc::gen::inRange<std::int64_t>(from, end + 1);
        const auto kind = *rc::gen::inRange(0, 7);
        SliceRow row{from,
                     to,
                     builder.strings().intern(std::string(1, static_cast<char>('a' + kind))),
                     Category::Python,
                     0,
                     0};
        if (operations) {
            builder.addOperation(thread, row);
        } else {
            row.category = kind == 6 ? Category::Overhead : static_cast<Category>(kind);
            builder.addSlice(thread, row);
        }
        addNested(builder, thread, from, to, depth - 1, operations);
        at = to + *rc::gen::inRange<std::int64_t>(1, 40);
    }
}

std::shared_ptr<const TraceStore> anyTrace()
{
    TraceBuilder builder;
    std::vector<SliceHandle> launches;
    const int processes = *rc::gen::inRange(1, 3);
    for (int p = 0; p < processes; ++p) {
        const ProcessId process = builder.addProcess({});
        const int threads = *rc::gen::inRange(1, 4);
        for (int t = 0; t < threads; ++t) {
            Track track;
            track.process = process;
            const TrackId thread = builder.addTrack(track);
            addNested(builder, thread, 0, 400, 3, false);
            if (*rc::gen::inRange(0, 3) > 0) {
                addNested(builder, thread, 0, 400, 2, true);
            }
            if (*rc::gen::arbitrary<bool>()) { // not nested: crosses whatever is there
                builder.addSlice(thread, {150, 290, StringId(), Category::Native, 0, 0});
            }
            for (std::uint32_t i = 0; i < builder.sliceCount(thread); ++i) {
                launches.push_back({thread, i});
            }
        }
        Track stream;
        stream.process = process;
        stream.kind = TrackKind::GpuStream;
        stream.device = *rc::gen::inRange(0, 2);
        const TrackId gpu = builder.addTrack(stream);
        const int kernels = *rc::gen::inRange(0, 12);
        for (int k = 0; k < kernels; ++k) {
            const auto from = *rc::gen::inRange<std::int64_t>(0, 420);
            const auto length = *rc::gen::inRange<std::int64_t>(0, 60);
            const auto category =
                *rc::gen::element(Category::GpuKernel, Category::GpuMemcpy, Category::Collective);
            const SliceHandle slice =
                builder.addSlice(gpu, {from, from + length, StringId(), category, 0, 0});
            if (!launches.empty() && *rc::gen::inRange(0, 3) > 0) {
                const auto launch = launches[*rc::gen::inRange<std::size_t>(0, launches.size())];
                if (builder.track(launch.track).process == process) {
                    builder.addLink(LinkKind::Launch, launch, slice, std::nullopt);
                }
            }
        }
        if (*rc::gen::arbitrary<bool>()) {
            builder.addPhase(
                {process, builder.strings().intern("phase"), {traceTime(100), traceTime(230)}});
        }
    }
    return builder.finish();
}

Breakdown compute(const TraceStore& trace, Attribution attribution)
{
    NullProgress progress;
    return *computeBreakdown(trace, attribution, progress, {});
}

} // namespace

class prop_Breakdown : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void conservesWallTime();
    void agreesBetweenAttributions();
};

/// The rows that are not asynchronous sum to the wall time, for each process and in both
/// attributions.
void prop_Breakdown::conservesWallTime()
{
    const bool holds = rc::check("the rows of a process sum to the wall time", [] {
        const auto trace = anyTrace();
        for (const Attribution attribution : {Attribution::Launch, Attribution::Time}) {
            const Breakdown breakdown = compute(*trace, attribution);
            std::map<ProcessId, std::int64_t> sums;
            for (const BreakdownRow& row : breakdown.rows) {
                RC_ASSERT(row.timeNs > 0);
                RC_ASSERT(!row.asynchronous || row.categories.resource() == Resource::Gpu);
                RC_ASSERT(attribution == Attribution::Launch || !row.asynchronous);
                sums[row.process] += row.asynchronous ? 0 : row.timeNs;
            }
            for (const auto& [process, sum] : sums) {
                RC_ASSERT(sum == trace->wallRange().length().count());
            }
        }
    });
    QVERIFY(holds);
}

/// Both attributions see the same CPU time, and neither loses GPU time that the other one has.
void prop_Breakdown::agreesBetweenAttributions()
{
    const bool holds = rc::check("CPU time does not depend on the attribution", [] {
        const auto trace = anyTrace();
        const auto cpuTime = [&](const Breakdown& breakdown) {
            std::map<std::pair<std::string, std::uint32_t>, std::int64_t>
                times; // operation and CPU categories
            for (const BreakdownRow& row : breakdown.rows) {
                std::uint32_t cpu = 0;
                for (const Category category : row.categories.list()) {
                    cpu |= isGpuCategory(category) ? 0U : 1U << static_cast<unsigned>(category);
                }
                if (!row.asynchronous) {
                    times[{row.operation, cpu}] += row.timeNs;
                }
            }
            return times;
        };
        RC_ASSERT(cpuTime(compute(*trace, Attribution::Launch)) ==
                  cpuTime(compute(*trace, Attribution::Time)));
    });
    QVERIFY(holds);
}

QTEST_APPLESS_MAIN(prop_Breakdown)
#include "prop_breakdown.moc"
