// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/corrected_breakdown.h"
#include "core/correction/corrected_timeline.h"
#include "core/correction/overhead_layout.h"
#include "tests/property/any_trace.h"
#include "tests/support/model_printer.h"

#include <QTest>

#include <rapidcheck.h>

#include <algorithm>
#include <map>

using namespace hscope::core;
using namespace hscope::test;

namespace {

/// Costs of up to 12 ns, in eighths; the part inside anything between nothing and all.
OverheadModel anyModel()
{
    OverheadModel model;
    for (std::size_t kind = 0; kind < kOverheadKinds; ++kind) {
        const double mean = *rc::gen::inRange(0, 97) / 8.0;
        const double inside = mean * *rc::gen::inRange(0, 9) / 8.0;
        model.costs.push_back(
            {static_cast<OverheadKind>(kind), {}, mean, mean / 2, mean * 2, inside, 1, {}});
    }
    return model;
}

CorrectedBreakdown correct(const TraceStore& trace, const OverheadModel& model,
                           Attribution attribution,
                           CorrectionMethod method = CorrectionMethod::Occurrence)
{
    NullProgress progress;
    return *computeCorrectedBreakdown(trace, model, attribution, method, progress, {});
}

std::shared_ptr<const TraceStore> withoutMarkedOverhead(const TraceStore& trace)
{
    TraceStore::Data data = trace.copy();
    std::ranges::replace(data.slices.category, Category::Overhead, Category::Native);
    return std::make_shared<const TraceStore>(std::move(data));
}

/// Moments of a thread between which overhead must stay: all begins and ends of what happens there.
std::vector<std::int64_t> momentsOf(const TraceStore& trace, TrackId thread)
{
    std::vector<std::int64_t> moments;
    for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.tracks()[i];
        const bool isIts = TrackId(i) == thread || track.thread == thread;
        for (std::uint32_t s = track.firstSlice; isIts && s < track.firstSlice + track.sliceCount;
             ++s) {
            moments.push_back(trace.slices().startNs[s]);
            moments.push_back(trace.slices().endNs[s]);
        }
    }
    std::ranges::sort(moments);
    return moments;
}

} // namespace

class prop_Correction : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void overheadNeverOverlaps();
    void nothingIsNegativeAndNothingLost();
    void gpuTimeStays();
    void noOverheadChangesNothing();
    void timelineKeepsOrderAndArrows();
    void bothWaysAgreeOnOneThread();
};

/// Overhead intervals are disjoint, inside the wall time, and none crosses a begin or an end: it
/// never leaves the scope it is in.
void prop_Correction::overheadNeverOverlaps()
{
    const bool holds = rc::check("overhead stays between two moments of its thread", [] {
        const auto trace = anyTrace();
        const TimeRange wall = trace->wallRange();
        for (const ThreadOverhead& thread : layOutOverhead(*trace, anyModel())) {
            const std::vector<std::int64_t> moments = momentsOf(*trace, thread.thread);
            std::int64_t last = toNs(wall.start);
            for (const OverheadInterval& interval : thread.intervals) {
                RC_ASSERT(interval.startNs >= last);
                RC_ASSERT(interval.endNs > interval.startNs);
                RC_ASSERT(interval.endNs <= toNs(wall.end));
                const auto next = std::ranges::upper_bound(moments, interval.startNs);
                const bool stays = next == moments.end() || *next >= interval.endNs;
                RC_ASSERT(stays);
                last = interval.endNs;
            }
            RC_ASSERT(thread.clippedNs >= 0);
        }
    });
    QVERIFY(holds);
}

/// Times and intervals are not negative, every process has the same wall time, and it is no longer
/// than that of the trace.
void prop_Correction::nothingIsNegativeAndNothingLost()
{
    const bool holds = rc::check("corrected rows sum to one wall time", [] {
        const auto trace = anyTrace();
        const OverheadModel model = anyModel();
        const auto attribution = *rc::gen::element(Attribution::Launch, Attribution::Time);
        const CorrectedBreakdown corrected = correct(*trace, model, attribution);
        std::map<ProcessId, std::int64_t> sums;
        for (const BreakdownRow& row : corrected.breakdown.rows) {
            RC_ASSERT(row.timeNs > 0);
            RC_ASSERT(row.lowNs >= 0 && row.lowNs <= row.timeNs && row.highNs >= row.timeNs);
            sums[row.process] += row.asynchronous ? 0 : row.timeNs;
        }
        for (const auto& [process, sum] : sums) {
            RC_ASSERT(sum == corrected.wallNs);
        }
        RC_ASSERT(corrected.wallNs <= trace->wallRange().length().count());
        RC_ASSERT(corrected.wallLowNs <= corrected.wallNs);
        RC_ASSERT(corrected.wallHighNs >= corrected.wallNs);
    });
    QVERIFY(holds);
}

/// The time that a GPU works in an operation is the same before and after.
void prop_Correction::gpuTimeStays()
{
    const bool holds = rc::check("GPU time is never shortened", [] {
        const auto trace = anyTrace();
        const auto gpuTime = [](const Breakdown& breakdown) {
            std::map<std::pair<ProcessId, std::uint32_t>, std::int64_t> times;
            for (const BreakdownRow& row : breakdown.rows) {
                std::uint32_t gpu = 0;
                for (const Category category : row.categories.list()) {
                    gpu |= isGpuCategory(category) ? 1U << static_cast<unsigned>(category) : 0U;
                }
                if (gpu != 0) {
                    times[{row.process, gpu}] += row.timeNs;
                }
            }
            return times;
        };
        NullProgress progress;
        const auto before = *computeBreakdown(*trace, Attribution::Time, progress, {});
        const CorrectedBreakdown after = correct(*trace, anyModel(), Attribution::Time);
        RC_ASSERT(gpuTime(before) == gpuTime(after.breakdown));
    });
    QVERIFY(holds);
}

void prop_Correction::noOverheadChangesNothing()
{
    const bool holds = rc::check("a model without costs is the identity", [] {
        const auto trace = withoutMarkedOverhead(*anyTrace());
        OverheadModel model = anyModel();
        for (OverheadCost& cost : model.costs) {
            cost.meanNs = cost.insideNs = cost.lowNs = cost.highNs = 0;
        }
        RC_ASSERT(layOutOverhead(*trace, model).empty());
        RC_ASSERT(printTrace(*correctedTimeline(*trace, {})) == printTrace(*trace));
        NullProgress progress;
        for (const Attribution attribution : {Attribution::Launch, Attribution::Time}) {
            const auto before = *computeBreakdown(*trace, attribution, progress, {});
            for (const auto method : {CorrectionMethod::Occurrence, CorrectionMethod::RlScope}) {
                const auto after = correct(*trace, model, attribution, method);
                RC_ASSERT(printBreakdown(*trace, after.breakdown) ==
                          printBreakdown(*trace, before));
            }
        }
    });
    QVERIFY(holds);
}

/// On each track the order stays, no length becomes negative, GPU slices are as long as before and
/// begin no earlier than what launched them, unless they did so in the trace.
void prop_Correction::timelineKeepsOrderAndArrows()
{
    const bool holds = rc::check("order and arrows survive", [] {
        const auto trace = anyTrace();
        const auto moved = correctedTimeline(*trace, layOutOverhead(*trace, anyModel()));
        const SliceColumns& before = trace->slices();
        const SliceColumns& after = moved->slices();
        RC_ASSERT(after.size() == before.size());
        for (const Track& track : trace->tracks()) {
            for (std::uint32_t i = track.firstSlice; i < track.firstSlice + track.sliceCount; ++i) {
                const std::int64_t length = after.endNs[i] - after.startNs[i];
                RC_ASSERT(length >= 0);
                RC_ASSERT(track.kind != TrackKind::GpuStream ||
                          length == before.endNs[i] - before.startNs[i]);
                const bool isInOrder =
                    i == track.firstSlice || after.startNs[i - 1] <= after.startNs[i];
                RC_ASSERT(isInOrder);
            }
        }
        RC_ASSERT(moved->links().size() == trace->links().size());
        for (const Link& link : trace->links()) {
            const std::uint32_t from = link.from.value();
            const std::uint32_t to = link.to.value();
            RC_ASSERT(before.startNs[to] < before.startNs[from] ||
                      after.startNs[to] >= after.startNs[from]);
        }
    });
    QVERIFY(holds);
}

/// Where nothing waits for anything else, moving the timeline up and leaving overhead out of the
/// breakdown is the same.
void prop_Correction::bothWaysAgreeOnOneThread()
{
    const bool holds = rc::check("timeline and breakdown agree on one thread", [] {
        const auto trace = anyThread();
        const OverheadModel model = anyModel();
        const CorrectedBreakdown rows = correct(*trace, model, Attribution::Launch);
        NullProgress progress;
        const auto moved = correctedTimeline(*trace, layOutOverhead(*trace, model));
        const auto timeline = *computeBreakdown(*moved, Attribution::Launch, progress, {});
        RC_ASSERT(printBreakdown(*trace, rows.breakdown) == printBreakdown(*moved, timeline));
    });
    QVERIFY(holds);
}

QTEST_GUILESS_MAIN(prop_Correction)

#include "prop_correction.moc"
