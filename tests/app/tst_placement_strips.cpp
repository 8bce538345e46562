// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/placement_strips_layout.h"
#include "app/models/type_choice_layout.h"
#include "tests/app/schedule_fixture.h"

#include <QTest>

namespace {

using namespace hscope::app;
using namespace hscope::test;

} // namespace

class tst_PlacementStrips : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void comparesWithTheFirstSchedule()
    {
        const PlacementStripsData data = stripsOf(heavyScenario(), heavyEntries());
        QCOMPARE(data.reference, QStringLiteral("exact"));
        QCOMPARE(data.rows.size(), std::size_t{4});
        QCOMPARE(data.rows[0].difference, QStringLiteral("the optimum"));
        QVERIFY(data.rows[0].differing.empty());
        QCOMPARE(data.rows[1].difference, QStringLiteral("3 layers differ"));
        QCOMPARE(data.rows[1].differing, (std::vector<LayerRun>{{0, 2}}));
        QCOMPARE(data.rows[2].differing, (std::vector<LayerRun>{{0, 2}, {6, 6}}));
        QCOMPARE(data.rows[2].note, QStringLiteral("1 stage"));
    }

    void saysWhyThereIsNoSchedule()
    {
        auto entries = heavyEntries();
        entries[2] = ScheduleEntry{QStringLiteral("gpu-only"),
                                   {},
                                   ScheduleEntry::State::Running,
                                   std::nullopt,
                                   {},
                                   std::nullopt};
        const PlacementStripsData data = stripsOf(heavyScenario(), entries);
        QVERIFY(data.rows[3].isProblem);
        QVERIFY(data.rows[3].message.startsWith(QStringLiteral("infeasible: at most")));
        QCOMPARE(data.rows[3].difference, QStringLiteral("no schedule"));
        QVERIFY(!data.rows[2].isProblem);
        QCOMPARE(data.rows[2].message, QStringLiteral("running"));
    }

    void heightIsTheRootOfTheShareOfTheLimit()
    {
        const PlacementStripsData data = stripsOf(heavyScenario(), heavyEntries());
        QCOMPARE(data.rows[0].stages[0].height, std::sqrt(36.0 / 480));
        QCOMPARE(data.rows[0].stages[1].height, std::sqrt(11.0 / 32));
        // Without a limit the most units in any row are full.
        ScheduleScenario scenario = heavyScenario();
        hscope::sim::Cluster cluster = paperCluster();
        cluster.resourceTypes[0].limit = std::nullopt;
        scenario.cluster = std::make_shared<const hscope::sim::Cluster>(cluster);
        QCOMPARE(stripsOf(scenario, heavyEntries()).rows[0].stages[2].height, 1.0);
    }

    void anEmptyScenarioHasNoStrips()
    {
        QVERIFY(stripsOf({}, {}).rows.empty());
        QVERIFY(stripsOf(heavyScenario(), {}).rows.empty());
    }

    void columnsMeetAndFillTheWidth_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("width");
        QTest::addRow("few") << 3 << 1000;
        QTest::addRow("sixteen") << 16 << 1117;
        QTest::addRow("more than pixels") << 5000 << 900;
        QTest::addRow("no room at all") << 16 << 10;
    }

    void columnsMeetAndFillTheWidth()
    {
        QFETCH(int, layers);
        QFETCH(int, width);
        const auto count = static_cast<std::size_t>(layers);
        const PlacementStripsLayout layout(count, 4, width, 80);
        QCOMPARE(layout.columnLeft(0), layout.left());
        QCOMPARE(layout.columnLeft(count), layout.right());
        for (std::size_t layer = 0; layer < count; ++layer) {
            QVERIFY(layout.columnLeft(layer) <= layout.columnLeft(layer + 1));
        }
        for (int x = layout.left(); x < layout.right(); x += 7) {
            const auto layer = layout.layerAt(x);
            QVERIFY(layer.has_value());
            QVERIFY(layout.columnLeft(*layer) <= x && x < layout.columnLeft(*layer + 1));
        }
        QVERIFY(!layout.layerAt(layout.left() - 1));
        QVERIFY(!layout.layerAt(layout.right()));
    }

    void rowsAreFoundWhereTheyArePainted()
    {
        const PlacementStripsLayout layout(16, 4, 1000, 80);
        for (std::size_t row = 0; row < 4; ++row) {
            QCOMPARE(layout.rowAt(layout.rowRect(row).top()), std::optional(row));
            QCOMPARE(layout.rowAt(layout.rowRect(row).bottom()), std::optional(row));
        }
        QVERIFY(!layout.rowAt(0));
        QVERIFY(!layout.rowAt(layout.height()));
        QVERIFY(layout.rowRect(3).bottom() < layout.height());
    }

    void knowsWhichTypesCanRunALayer()
    {
        hscope::sim::Workload workload = heavyWorkload();
        workload.layers[2].profile.erase("v100");
        ScheduleScenario scenario = heavyScenario();
        scenario.workload = std::make_shared<const hscope::sim::Workload>(workload);
        const PlacementStripsData data = stripsOf(scenario, heavyEntries());
        QCOMPARE(data.choices[1], (std::vector<std::size_t>{0, 1}));
        QCOMPARE(data.choices[2], (std::vector<std::size_t>{0}));
        QCOMPARE(data.rows[1].layerTypes[5], std::size_t{1});
        QCOMPARE(data.rows[1].layerTypes[6], std::size_t{0});
        QVERIFY(!data.rows[0].isByHand);
    }

    void choicesFitBesideTheirCell_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<QRect>("cell");
        QTest::addRow("two, room to the right") << 2 << QRect(100, 40, 50, 17);
        QTest::addRow("two, at the right edge") << 2 << QRect(740, 160, 50, 17);
        QTest::addRow("sixty-four") << 64 << QRect(400, 60, 50, 17);
    }

    void choicesFitBesideTheirCell()
    {
        QFETCH(int, count);
        QFETCH(QRect, cell);
        const QRect bounds(0, 0, 800, 200);
        const auto items = static_cast<std::size_t>(count);
        const TypeChoiceLayout layout(bounds, cell, items, 120);
        QVERIFY(bounds.contains(layout.frame()));
        for (std::size_t item = 0; item < items; ++item) {
            QVERIFY(layout.frame().contains(layout.itemRect(item)));
            QCOMPARE(layout.itemAt(layout.itemRect(item).center()), std::optional(item));
        }
        QVERIFY(!layout.itemAt(layout.frame().topLeft()));
        QVERIFY(count > 2 || !layout.frame().intersects(cell));
    }

    void barsStandOnTheGround()
    {
        const QRect cell(10, 20, 50, 17);
        QCOMPARE(PlacementStripsLayout::barIn(cell, 1).top(), cell.top());
        QCOMPARE(PlacementStripsLayout::barIn(cell, 0).height(), 2);
        QCOMPARE(PlacementStripsLayout::barIn(cell, 0.5).bottom(), cell.bottom());
    }
};

QTEST_GUILESS_MAIN(tst_PlacementStrips)
#include "tst_placement_strips.moc"
