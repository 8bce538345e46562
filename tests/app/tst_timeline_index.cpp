// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timeline_index.h"
#include "core/store/trace_builder.h"
#include "tests/app/random_trace.h"

#include <QTest>

#include <random>

using namespace hscope;
using namespace hscope::app;

namespace {

Fold foldByScan(const TimelineRow& row, core::TimeRange range)
{
    Fold result;
    for (std::uint32_t i = 0; i < row.count(); ++i) {
        if (touches(row.startNs(i), row.endNs(i), range)) {
            const core::TimeRange own{core::traceTime(row.startNs(i)),
                                      core::traceTime(row.endNs(i))};
            ++result.count;
            result.busyNs += own.intersected(range).length().count();
        }
    }
    return result;
}

} // namespace

class tst_TimelineIndex : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void givesEverySliceToOneRowInOrder()
    {
        for (std::uint32_t seed = 0; seed < 30; ++seed) {
            const auto store = testing::makeWildTrace(seed);
            const auto index = TimelineIndex::build(store, {});
            std::size_t total = 0;
            for (std::uint32_t t = 0; t < store->tracks().size(); ++t) {
                for (std::uint32_t depth = 0; depth < index->depthCount(core::TrackId(t));
                     ++depth) {
                    const TimelineRow row = index->row(core::TrackId(t), depth);
                    total += row.count();
                    for (std::uint32_t i = 0; i < row.count(); ++i) {
                        const core::SliceId slice(row.order[i]);
                        QCOMPARE(store->trackOf(slice), core::TrackId(t));
                        QCOMPARE(std::uint32_t{store->slices().depth[slice.value()]}, depth);
                        QVERIFY(i == 0 || row.startNs(i - 1) <= row.startNs(i));
                        QVERIFY2(i == 0 || row.endNs(i - 1) <= row.startNs(i),
                                 "slices of a row never overlap");
                    }
                }
                QCOMPARE(index->row(core::TrackId(t), 70'000).count(), 0U);
            }
            QCOMPARE(total, store->slices().size());
        }
    }

    void foldsLikeAPlainScan()
    {
        std::mt19937_64 random(5);
        for (std::uint32_t seed = 0; seed < 30; ++seed) {
            const auto store = testing::makeWildTrace(seed);
            const auto index = TimelineIndex::build(store, {});
            const auto length = static_cast<std::uint64_t>(store->wallRange().length().count()) + 1;
            for (std::uint32_t t = 0; t < store->tracks().size(); ++t) {
                const TimelineRow row = index->row(core::TrackId(t), 0);
                for (int i = 0; i < 50; ++i) {
                    const core::TraceTime from =
                        store->wallRange().start + core::Duration(random() % length);
                    const core::TimeRange range{from, from + core::Duration(1 + random() % length)};
                    const Fold expected = foldByScan(row, range);
                    QCOMPARE(fold(row, range).count, expected.count);
                    QCOMPARE(fold(row, range).busyNs, expected.busyNs);
                }
            }
        }
    }

    void foldsToTheCategoryWithMostTime()
    {
        core::TraceBuilder builder;
        core::Track track;
        track.process = builder.addProcess({});
        const core::TrackId thread = builder.addTrack(track);
        for (std::int64_t i = 0; i < 1000; ++i) {
            const bool kernel = i % 10 == 0;
            builder.addSlice(thread,
                             {i * 100, i * 100 + (kernel ? 90 : 5), core::StringId(),
                              kernel ? core::Category::Backend : core::Category::Python, 0, 0});
        }
        const auto index = TimelineIndex::build(builder.finish(), {});
        const Fold all =
            fold(index->row(thread, 0), {core::traceTime(0), core::traceTime(100'000)});
        QCOMPARE(all.dominant, core::Category::Backend);
        QCOMPARE(all.count, std::uint64_t{1000});
    }

    void findsSlicesUnderTheMouse()
    {
        core::TraceBuilder builder;
        core::Track track;
        track.process = builder.addProcess({});
        const core::TrackId thread = builder.addTrack(track);
        builder.addSlice(thread, {100, 200, core::StringId(), core::Category::Python, 0, 0});
        builder.addSlice(thread, {300, 300, core::StringId(), core::Category::Python, 0, 0});
        const auto index = TimelineIndex::build(builder.finish(), {});
        const auto at = [&](std::int64_t from, std::int64_t to) {
            return index->sliceAt(thread, 0, {core::traceTime(from), core::traceTime(to)});
        };
        QCOMPARE(at(150, 151), core::SliceId(0));
        QCOMPARE(at(200, 201), std::nullopt);
        QCOMPARE(at(190, 220), core::SliceId(0));
        QCOMPARE(at(280, 310), core::SliceId(1));
        QCOMPARE(index->nextInRow(core::SliceId(0)), core::SliceId(1));
        QCOMPARE(index->nextInRow(core::SliceId(1)), std::nullopt);
        QCOMPARE(index->previousInRow(core::SliceId(1)), core::SliceId(0));
        QCOMPARE(index->previousInRow(core::SliceId(0)), std::nullopt);
    }

    void takesAtMostTenBytesPerSlice()
    {
        const auto store = testing::makeRandomTrace({.slices = 200'000});
        const auto index = TimelineIndex::build(store, {});
        std::size_t bytes = 0;
        for (std::uint32_t t = 0; t < store->tracks().size(); ++t) {
            for (std::uint32_t depth = 0; depth < index->depthCount(core::TrackId(t)); ++depth) {
                const TimelineRow row = index->row(core::TrackId(t), depth);
                bytes += row.order.size_bytes() + row.blocks.size_bytes();
            }
        }
        QVERIFY2(bytes <= 10 * store->slices().size(), qPrintable(QString::number(bytes)));
    }

    void givesUpWhenAsked()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!TimelineIndex::build(testing::makeRandomTrace({}), stop.get_token()));
    }

    void summarisesTheWholeTraceInColumns()
    {
        const auto store = testing::makeRandomTrace({.slices = 50'000});
        const auto index = TimelineIndex::build(store, {});
        const Overview& overview = index->overview();
        QCOMPARE(overview.columns.size(), Overview::kMostColumns);
        for (const Overview::Column& column : overview.columns) {
            float total = 0;
            for (std::size_t i = 0; i < column.shareCount; ++i) {
                total += column.shares[i].ratio;
            }
            QVERIFY(total <= 1.001F);
            QVERIFY(column.gpuRatio >= 0 && column.gpuRatio <= 1.001F);
        }
        QVERIFY(average(overview.columns).gpuRatio > 0.3F);
    }

    void buildsFromNothing()
    {
        const auto index = TimelineIndex::build(core::TraceBuilder().finish(), {});
        QVERIFY(index->overview().columns.empty());
        QVERIFY(index->devices().empty());
    }
};

QTEST_APPLESS_MAIN(tst_TimelineIndex)
#include "tst_timeline_index.moc"
