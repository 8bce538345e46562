// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/schedule_stage_model.h"
#include "app/models/schedule_table_model.h"
#include "app/models/table_text.h"
#include "tests/app/schedule_fixture.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace sim = hscope::sim;

constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

QStringList printRows(const QAbstractItemModel& model)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            cells.append(model.index(row, column).data().toString().replace(QChar(0x2009), u' '));
        }
        lines.append(cells.join(u'|'));
    }
    return lines;
}

} // namespace

class tst_ScheduleModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void showsOneRowPerScheduler()
    {
        ScheduleTableModel model;
        const QAbstractItemModelTester tester(&model, kFatal);
        model.setEntries(heavyEntries());
        QCOMPARE(printRows(model),
                 (QStringList{QStringLiteral("exact|208.01|1.000|52 481||4|120|3.100 ms|||yes"),
                              QStringLiteral("greedy|244.27|1.174|50 946||3|120||||no"),
                              QStringLiteral("gpu-only|273.73|1.316|51 572||1|120||||no"),
                              QStringLiteral("cpu-only|infeasible|||||120||||")}));
    }

    void comparesWithTheLeastCostWhereNothingIsProven()
    {
        ScheduleTableModel model;
        const QAbstractItemModelTester tester(&model, kFatal);
        auto entries = heavyEntries();
        entries.erase(entries.begin());
        model.setEntries(entries);
        QCOMPARE(model.headerData(ScheduleTableModel::Ratio, Qt::Horizontal, Qt::DisplayRole),
                 QVariant(QStringLiteral("Cost / least")));
        QCOMPARE(model.index(0, ScheduleTableModel::Ratio).data().toString(),
                 QStringLiteral("1.000"));
        // An optimum that arrives later changes what the others are compared with.
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        entries[1] = heavyEntries()[0];
        model.setEntry(1, entries[1]);
        QCOMPARE(changes.size(), 1);
        QCOMPARE(changes[0][0].toModelIndex().row(), 0);
        QCOMPARE(model.index(0, ScheduleTableModel::Ratio).data().toString(),
                 QStringLiteral("1.174"));
    }

    void sortsByNumberAndLeavesWhatHasNoneAtTheEnd()
    {
        ScheduleTableModel model;
        QSortFilterProxyModel proxy;
        proxy.setSourceModel(&model);
        proxy.setSortRole(SortRole);
        auto entries = heavyEntries();
        std::swap(entries[0], entries[3]);
        model.setEntries(entries);
        proxy.sort(ScheduleTableModel::Cost);
        QStringList order;
        for (int row = 0; row < proxy.rowCount(); ++row) {
            order.append(proxy.index(row, 0).data().toString());
        }
        QCOMPARE(order, (QStringList{QStringLiteral("exact"), QStringLiteral("greedy"),
                                     QStringLiteral("gpu-only"), QStringLiteral("cpu-only")}));
    }

    void copiesExactNumbersAndStages()
    {
        ScheduleTableModel model;
        model.setEntries(heavyEntries());
        const QStringList lines = tableText(model, TableTextFormat::Tsv).split(u'\n');
        QCOMPARE(lines[0], QStringLiteral("Scheduler\tCost, USD\tCost / optimum\tSamples/s\tBubble"
                                          "\tStages\tEvaluations\tDecision, s\tTraining, s"
                                          "\tSeed\tProven"));
        QVERIFY(lines[1].startsWith(QStringLiteral("exact\t208.01299947")));
        QVERIFY(lines[1].contains(
            QStringLiteral("0–2 cpu-core ×36, 3–5 v100 ×11, 6 cpu-core ×160, 7–15 v100 ×2")));
    }

    void marksWhatWeighsMore()
    {
        ScheduleTableModel model;
        model.setEntries(heavyEntries());
        const auto tone = [&](int row, int column) {
            const QVariant value = model.index(row, column).data(ToneRole);
            return value.isValid() ? std::optional(static_cast<CellTone>(value.toInt()))
                                   : std::nullopt;
        };
        QCOMPARE(tone(0, ScheduleTableModel::Cost), std::optional(CellTone::Strong));
        QCOMPARE(tone(1, ScheduleTableModel::Cost), std::optional<CellTone>());
        QCOMPARE(tone(3, ScheduleTableModel::Cost), std::optional(CellTone::Warning));
        QCOMPARE(model.index(0, ScheduleTableModel::Ratio).data(BarRole).toDouble(), 0.0);
        const double bar = model.index(2, ScheduleTableModel::Ratio).data(BarRole).toDouble();
        QVERIFY(bar > 0.6 && bar < 0.66);
        QVERIFY(!model.index(3, ScheduleTableModel::Ratio).data(BarRole).isValid());
        QVERIFY(model.index(3, ScheduleTableModel::Cost)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("at most")));
    }

    void onlyACertificateIsCalledOne()
    {
        ScheduleTableModel model;
        auto entries = heavyEntries();
        model.setEntries(entries);
        const auto tip = [&] {
            return model.index(0, ScheduleTableModel::Proven).data(Qt::ToolTipRole).toString();
        };
        QVERIFY2(tip().contains(QStringLiteral("no certificate")), qPrintable(tip()));
        entries[0].placement->certificate.emplace();
        model.setEntries(entries);
        QVERIFY2(tip().contains(QStringLiteral("A certificate proves")), qPrintable(tip()));
    }

    void seedsAndTrainingHaveColumns()
    {
        ScheduleTableModel model;
        auto entries = heavyEntries();
        entries[1].trainingSeconds = 7.25;
        entries[1].placement->seed = 3;
        entries[1].seeds = {{2, 250.0}, {3, 244.27}, {4, std::nullopt}, {5, 246.0}};
        model.setEntries(entries);
        QCOMPARE(model.index(1, ScheduleTableModel::Training).data().toString(),
                 QStringLiteral("7.250 s"));
        QCOMPARE(model.index(1, ScheduleTableModel::Seed).data().toString(),
                 QStringLiteral("3 of 4"));
        const QString tip =
            model.index(1, ScheduleTableModel::Seed).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("244.27 to 250.00 USD, median 246.00")),
                 qPrintable(tip));
    }

    void theBubbleIsWhatUnitsWait()
    {
        // Two stages of one unit each, 4 and 1 seconds a sample, at 1 and 3 USD an hour: the second
        // waits for three quarters of its time, which is 9/16 of what is paid.
        sim::Workload workload = heavyWorkload();
        workload.layers.resize(2);
        workload.edges.reset();
        workload.throughputLimit = 0;
        workload.chargeBoundaryTraffic = false;
        sim::Cluster cluster = paperCluster();
        cluster.resourceTypes[0].priceUsdPerHour = 1;
        cluster.resourceTypes[1].priceUsdPerHour = 3;
        for (sim::Layer& layer : workload.layers) {
            layer.profile["cpu-core"] = {4, 0, 1, 1, {}, {}, {}};
            layer.profile["v100"] = {1, 0, 1, 1, {}, {}, {}};
        }
        const auto problem = sim::Problem::create(workload, cluster);
        QVERIFY(problem.has_value());
        ScheduleEntry entry =
            scheduleOf("x", {{0, 0, "cpu-core", 1, {}}, {1, 1, "v100", 1, {}}}, 1, 0.25);
        QVERIFY(!bubbleOf(entry));
        entry.problem = std::make_shared<const sim::Problem>(*problem);
        QCOMPARE(bubbleOf(entry), std::optional(9.0 / 16));
    }

    void stagesSayWhatTheyTake()
    {
        ScheduleStageModel model;
        const QAbstractItemModelTester tester(&model, kFatal);
        const auto problem = sim::Problem::create(heavyWorkload(), paperCluster());
        QVERIFY(problem.has_value());
        model.setSchedule(std::make_shared<const sim::Problem>(*problem),
                          *heavyEntries()[0].placement);
        const QStringList rows = printRows(model);
        QCOMPARE(rows.size(), 4);
        QVERIFY2(rows[0].startsWith(QStringLiteral("0–2|×36 cpu-core|")), qPrintable(rows[0]));
        QVERIFY2(rows[2].startsWith(QStringLiteral("6|×160 cpu-core|19.0")), qPrintable(rows[2]));
        // Only the slowest sets the period.
        int strong = 0;
        for (int row = 0; row < 4; ++row) {
            strong += model.index(row, ScheduleStageModel::Time).data(ToneRole).isValid() ? 1 : 0;
        }
        QCOMPARE(strong, 1);
        model.setSchedule(nullptr, {});
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(tst_ScheduleModels)
#include "tst_schedule_models.moc"
