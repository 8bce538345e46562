// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/instance_statistics.h"
#include "core/store/trace_builder.h"

#include <QTest>

#include <numeric>

using namespace hscope;
using namespace hscope::app;

namespace {

/// One thread with slices one after the other: `lengths` of a kernel, then two that only share its
/// name or its category.
std::shared_ptr<const core::TraceStore> makeTrace(const std::vector<std::int64_t>& lengths)
{
    core::TraceBuilder builder;
    core::Track track;
    track.process = builder.addProcess({});
    const core::TrackId thread = builder.addTrack(track);
    const core::StringId name = builder.strings().intern("gemm");
    std::int64_t at = 0;
    const auto add = [&](core::StringId called, core::Category category, std::int64_t length) {
        builder.addSlice(thread, {at, at + length, called, category, 0, 0});
        at += length + 1;
    };
    for (const std::int64_t length : lengths) {
        add(name, core::Category::Backend, length);
    }
    add(name, core::Category::Python, 5000);
    add(builder.strings().intern("copy"), core::Category::Backend, 7000);
    return builder.finish();
}

InstanceStatistics statisticsOf(const std::vector<std::int64_t>& lengths, std::size_t bins)
{
    const auto store = makeTrace(lengths);
    return instanceStatistics(*store, findInstances(*store, core::SliceId(0), {}), bins, {});
}

} // namespace

class tst_InstanceStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void findsSameNameAndCategoryLongestFirst()
    {
        const auto store = makeTrace({10, 30, 20, 30});
        const auto found = findInstances(*store, core::SliceId(0), {});
        const std::vector<core::SliceId> expected = {core::SliceId(1), core::SliceId(3),
                                                     core::SliceId(2), core::SliceId(0)};
        QCOMPARE(found, expected);
        for (std::size_t i = 0; i < found.size(); ++i) {
            QCOMPARE(positionOf(*store, found, found[i]), std::optional(i));
        }
        QCOMPARE(positionOf(*store, found, core::SliceId(4)), std::nullopt);
    }

    void saysHowLongTheyTake()
    {
        std::vector<std::int64_t> lengths(100);
        std::iota(lengths.begin(), lengths.end(), 1);
        const InstanceStatistics result = statisticsOf(lengths, 10);
        QCOMPARE(result.count, 100U);
        QCOMPARE(result.total.count(), 5050);
        QCOMPARE(result.min.count(), 1);
        QCOMPARE(result.median.count(), 50);
        QCOMPARE(result.p95.count(), 95);
        QCOMPARE(result.max.count(), 100);
    }

    void binsAreLogarithmic()
    {
        const InstanceStatistics result = statisticsOf({1, 2, 11, 12, 150, 1000}, 3);
        QCOMPARE(result.bins, std::vector<std::uint32_t>({2, 2, 2}));
        QCOMPARE(result.binOf(core::Duration(1)), 0U);
        QCOMPARE(result.binOf(core::Duration(50)), 1U);
        QCOMPARE(result.binOf(core::Duration(1000)), 2U);
    }

    void equalOnesAndEmptyOnesShareABin()
    {
        QCOMPARE(statisticsOf({7, 7, 7}, 8).bins, std::vector<std::uint32_t>({3}));
        const InstanceStatistics empty = statisticsOf({0}, 8);
        QCOMPARE(empty.bins, std::vector<std::uint32_t>({1}));
        QCOMPARE(empty.median.count(), 0);
    }

    void nothingIsCountedAfterAStop()
    {
        const auto store = makeTrace({1, 2, 3});
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(findInstances(*store, core::SliceId(0), stop.get_token()).empty());
        QCOMPARE(instanceStatistics(*store, {}, 4, {}), InstanceStatistics());
    }
};

QTEST_GUILESS_MAIN(tst_InstanceStatistics)
#include "tst_instance_statistics.moc"
