// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/cost_chart_layout.h"
#include "tests/app/schedule_fixture.h"

#include <QTest>

namespace {

using namespace hscope::app;
using namespace hscope::test;

double textWidth(const QString& text)
{
    return 6.0 * static_cast<double>(text.size());
}

const QRectF kPlot(40, 10, 400, 200);

CostChartLayout layoutOf(const CostChartData& data)
{
    return {data, kPlot, textWidth};
}

const std::vector<FrontPoint> kFront = {
    {20'000, 121}, {30'000, 152}, {52'481, 208.01}, {61'000, 219}};

} // namespace

class tst_CostChartLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void axesHaveRoundEnds_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<int>("most");
        QTest::addRow("ordinary") << 121.0 << 273.7 << 5;
        QTest::addRow("large") << 12'000.0 << 92'000.0 << 6;
        QTest::addRow("tiny") << 1e-7 << 3e-7 << 4;
        QTest::addRow("one value") << 5.0 << 5.0 << 4;
        QTest::addRow("nothing") << 0.0 << 0.0 << 4;
        QTest::addRow("a single step") << 0.0 << 9.0 << 1;
    }

    void axesHaveRoundEnds()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(int, most);
        const ChartAxis axis = makeAxis(low, high, most);
        QVERIFY(axis.low <= low && axis.high >= high);
        QVERIFY(axis.high > axis.low);
        const auto ticks = axis.ticks();
        QVERIFY(ticks.size() >= 2);
        QVERIFY(static_cast<int>(ticks.size()) <= most + 1);
        QVERIFY(std::abs(ticks.back() - axis.high) < axis.step * 1e-6);
    }

    void everythingLiesInThePlot()
    {
        const CostChartLayout layout = layoutOf(costChartOf(heavyEntries(), kFront, 50'000));
        QCOMPARE(layout.spots().size(), std::size_t{3});
        for (const CostChartLayout::Spot& spot : layout.spots()) {
            QVERIFY(kPlot.contains(spot.at));
            QVERIFY(!spot.label.isNull());
            QVERIFY(kPlot.adjusted(-1, -1, 1, 1).contains(spot.label));
        }
        QCOMPARE(layout.frontSpots().size(), kFront.size());
        QVERIFY(!layout.frontLabel().isNull());
    }

    void labelsCoverNothing()
    {
        const CostChartLayout layout = layoutOf(costChartOf(heavyEntries(), kFront, 50'000));
        const auto& spots = layout.spots();
        for (std::size_t i = 0; i < spots.size(); ++i) {
            for (std::size_t j = 0; j < spots.size(); ++j) {
                QVERIFY(i == j || !spots[i].label.intersects(spots[j].label));
                QVERIFY(!spots[i].label.contains(spots[j].at));
            }
            QVERIFY(!spots[i].label.intersects(layout.frontLabel()));
        }
    }

    void equalSchedulesShareALabel()
    {
        auto entries = heavyEntries();
        for (const char* name : {"genetic", "brute-force"}) {
            entries.push_back(entries[0]);
            entries.back().scheduler = QString::fromLatin1(name);
        }
        const CostChartLayout layout = layoutOf(costChartOf(entries, {}, 50'000));
        QCOMPARE(layout.spots().size(), std::size_t{3});
        QCOMPARE(layout.spots()[0].text, QStringLiteral("exact, genetic and 1 more 208.0"));
        QCOMPARE(layout.spots()[0].points.size(), std::size_t{3});
    }

    void labelsGetShorterWhereThereIsLittleRoom()
    {
        auto entries = heavyEntries();
        for (const char* name : {"local-search", "brute-force", "random"}) {
            entries.push_back(entries[0]);
            entries.back().scheduler = QString::fromLatin1(name);
        }
        const CostChartLayout layout(costChartOf(entries, kFront, 50'000), QRectF(40, 10, 200, 120),
                                     textWidth);
        QVERIFY(!layout.spots()[0].label.isNull());
        QVERIFY(!layout.spots()[0].text.contains(QStringLiteral("local-search")));
    }

    void theFrontIsMadeOfSteps()
    {
        const CostChartLayout layout = layoutOf(costChartOf(heavyEntries(), kFront, 50'000));
        const auto& line = layout.frontLine();
        QCOMPARE(line.size(), 2 * kFront.size());
        for (std::size_t i = 1; i < line.size(); ++i) {
            QVERIFY(line[i].x() == line[i - 1].x() || line[i].y() == line[i - 1].y());
            QVERIFY(line[i].x() >= line[i - 1].x() && line[i].y() <= line[i - 1].y());
        }
    }

    void aCostlyFrontDoesNotSquashTheRest()
    {
        std::vector<FrontPoint> front = kFront;
        front.push_back({900'000, 90'000});
        const CostChartLayout layout = layoutOf(costChartOf(heavyEntries(), front, 50'000));
        QVERIFY(layout.costAxis().high < 400);
        QVERIFY(layout.throughputAxis().high < 100'000);
    }

    void spotsAreFoundByPointAndByLabel()
    {
        const CostChartLayout layout = layoutOf(costChartOf(heavyEntries(), kFront, 50'000));
        QCOMPARE(layout.spotAt(layout.spots()[1].at + QPointF(3, 3)),
                 std::optional<std::size_t>(1));
        QCOMPARE(layout.spotAt(layout.spots()[2].label.center()), std::optional<std::size_t>(2));
        QVERIFY(!layout.spotAt(kPlot.bottomRight()));
    }

    void whatAnotherBeatsInBothIsDominated()
    {
        auto entries = heavyEntries();
        entries[2].placement->throughput = 60'000; // Dearest, and the fastest.
        const CostChartData data = costChartOf(entries, {}, 50'000);
        QVERIFY(!data.points[0].isDominated);
        QVERIFY(data.points[1].isDominated); // greedy: dearer and slower than exact.
        QVERIFY(!data.points[2].isDominated);
    }

    void crowdedSpotsHaveLabelsAtTheEdge()
    {
        // Eight spots, too close for labels around them and too far to share one.
        std::vector<ScheduleEntry> entries;
        for (int i = 0; i < 8; ++i) {
            entries.push_back(scheduleOf("some-scheduler", {{0, 15, "v100", 21, {}}},
                                         200 + 20 * (i / 3), 50'000 + 2500 * (i % 3)));
        }
        entries.push_back(scheduleOf("far", {{0, 15, "v100", 21, {}}}, 400, 120'000));
        const CostChartLayout layout(costChartOf(entries, {}, 0), QRectF(40, 10, 420, 240),
                                     textWidth);
        QCOMPARE(layout.spots().size(), std::size_t{9});
        for (std::size_t i = 0; i < layout.spots().size(); ++i) {
            QVERIFY2(!layout.spots()[i].label.isNull(), qPrintable(QString::number(i)));
            for (std::size_t j = 0; j < i; ++j) {
                QVERIFY(!layout.spots()[i].label.intersects(layout.spots()[j].label));
            }
        }
    }

    void nothingIsDrawnFromNothing()
    {
        const CostChartLayout layout = layoutOf(costChartOf({}, {}, 0));
        QVERIFY(layout.spots().empty());
        QVERIFY(layout.frontLine().empty());
        QVERIFY(layout.frontLabel().isNull());
    }
};

QTEST_GUILESS_MAIN(tst_CostChartLayout)
#include "tst_cost_chart_layout.moc"
