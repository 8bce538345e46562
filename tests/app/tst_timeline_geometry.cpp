// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timeline_geometry.h"

#include <QTest>

#include <limits>
#include <random>

using namespace hscope;
using namespace hscope::app;

namespace {

constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();

core::TimeRange range(std::int64_t start, std::int64_t end)
{
    return {core::traceTime(start), core::traceTime(end)};
}

} // namespace

class tst_TimelineGeometry : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void mapsTheRangeToTheWidth()
    {
        const TimeScale scale(range(1000, 3000), 500);
        QCOMPARE(scale.nsPerPx(), 4.0);
        QCOMPARE(scale.xOf(1000), 0.0);
        QCOMPARE(scale.xOf(3000), 500.0);
        QCOMPARE(scale.xOf(600), -100.0);
        QCOMPARE(core::toNs(scale.timeAt(250)), 2000);
    }

    void keepsNanosecondsApartInTracesThatCountFrom1970()
    {
        const std::int64_t origin = 1'712'195'495'519'689'047;
        const TimeScale scale(range(origin, origin + 1000), 1000);
        QCOMPARE(scale.xOf(origin + 1), 1.0);
        QCOMPARE(scale.xOf(origin + 999), 999.0);
        QCOMPARE(core::toNs(scale.timeAt(17)), origin + 17);
    }

    void survivesTheWholeOfInt64()
    {
        const TimeScale scale(range(kFirst, kLast), 1000);
        QVERIFY(std::abs(scale.xOf(0) - 500.0) < 1e-6);
        QCOMPARE(scale.xOf(kLast), 1000.0);
        QCOMPARE(core::toNs(scale.timeAt(2000)), kLast);
        QCOMPARE(core::toNs(scale.timeAt(-2000)), kFirst);
    }

    void mapsEverythingToTheStartIfThereIsNoRoom()
    {
        QCOMPARE(TimeScale(range(5, 5), 100).xOf(77), 0.0);
        QCOMPARE(TimeScale(range(5, 9), 0).xOf(77), 0.0);
        QCOMPARE(core::toNs(TimeScale(range(5, 9), 0).timeAt(3)), 5);
    }

    void roundTripIsWithinAPixel()
    {
        std::mt19937_64 random(1);
        for (int i = 0; i < 20'000; ++i) {
            const auto length = static_cast<std::int64_t>(random() >> (1 + random() % 62)) + 1;
            const auto start = static_cast<std::int64_t>(random() >> (2 + random() % 60)) -
                               (std::int64_t{1} << 61);
            const double width = static_cast<double>(1 + random() % 8000);
            const core::TimeRange visible =
                range(start, nsPlus(start, static_cast<double>(length)));
            const TimeScale scale(visible, width);
            const double x = static_cast<double>(random() % 8000) / 8000.0 * width;
            // A nanosecond may be wider than a pixel; then the nearest one is half of it away.
            const double allowed = std::max(1.0, 0.5 / scale.nsPerPx() + 1e-6);
            QVERIFY(std::abs(scale.xOf(scale.timeAt(x)) - x) <= allowed);
            const core::TimeRange around = scale.around(x, 1.0);
            QVERIFY(around.length().count() >= 1);
        }
    }

    void zoomKeepsTheFixedTimeInPlace()
    {
        const core::TimeRange before = range(1000, 2000);
        QCOMPARE(zoomed(before, core::traceTime(1250), 0.5), range(1125, 1625));
        QCOMPARE(zoomed(before, core::traceTime(1000), 2.0), range(1000, 3000));
        const double x = TimeScale(before, 800).xOf(1250);
        QCOMPARE(TimeScale(zoomed(before, core::traceTime(1250), 0.5), 800).xOf(1250), x);
    }

    void panStopsAtTheLimits()
    {
        const core::TimeRange limits = range(0, 10'000);
        QCOMPARE(panned(range(100, 200), 50, limits), range(150, 250));
        QCOMPARE(panned(range(100, 200), -500, limits), range(0, 100));
        QCOMPARE(panned(range(100, 200), 1e30, limits), range(9900, 10'000));
    }
};

QTEST_APPLESS_MAIN(tst_TimelineGeometry)
#include "tst_timeline_geometry.moc"
