// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/learning_chart_layout.h"
#include "app/models/learning_table_model.h"
#include "app/models/table_text.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

namespace {

using namespace hscope::app;

/// Three seeds; the last one is a round behind, and its first decision is not feasible.
std::vector<LearningCurve> threeSeeds()
{
    const QString name = QStringLiteral("rl-lstm");
    return {{name, 1, {{1, -0.5, 300.0, 290.0}, {2, -0.2, 225.0, 200.0}}, false},
            {name, 2, {{1, -0.7, 340.0, 330.0}, {2, -0.4, 275.0, 225.0}}, false},
            {name, 3, {{1, -0.9, std::nullopt, std::nullopt}}, true}};
}

const QRectF kPlot(40, 10, 200, 150);

} // namespace

class tst_LearningCurves : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void medianAndRangeCountWhoeverIsThere()
    {
        const auto data = learningChartOf(threeSeeds(), LearningMeasure::Cost, 200.0, true);
        QCOMPARE(data.lines.size(), std::size_t{1});
        const LearningSummary& line = data.lines[0];
        QCOMPARE(line.seeds, std::size_t{3});
        QVERIFY(line.isRunning);
        // 300 and 340 USD at an optimum of 200.
        QCOMPARE(line.points[0], (LearningSummary::Point{1, 1.5, 1.6, 1.7}));
        QCOMPARE(line.points[1], (LearningSummary::Point{2, 1.125, 1.25, 1.375}));
        QCOMPARE(line.best[1].median, 1.0625);
    }

    void rewardsNeedNoOptimum()
    {
        const auto data = learningChartOf(threeSeeds(), LearningMeasure::Reward, {}, false);
        QCOMPARE(data.lines[0].points[0], (LearningSummary::Point{1, -0.9, -0.7, -0.5}));
        QVERIFY(data.lines[0].best.empty());
    }

    void linesLieInThePlotAndLabelsApart()
    {
        const auto data = learningChartOf(threeSeeds(), LearningMeasure::Cost, 200.0, true);
        const LearningChartLayout layout(data, kPlot, 80);
        QCOMPARE(layout.lines()[0].median.size(), 2);
        QCOMPARE(layout.lines()[0].band.size(), 4);
        QVERIFY(layout.optimumY().has_value());
        QVERIFY(kPlot.top() <= *layout.optimumY() && *layout.optimumY() <= kPlot.bottom());
        const auto& labels = layout.labels();
        QCOMPARE(labels.size(), std::size_t{3});
        for (std::size_t i = 0; i < labels.size(); ++i) {
            QVERIFY(labels[i].rect.left() > kPlot.right());
            for (std::size_t j = i + 1; j < labels.size(); ++j) {
                QVERIFY(!labels[i].rect.intersects(labels[j].rect));
            }
        }
    }

    void nothingIsDrawnFromNothing()
    {
        QVERIFY(
            LearningChartLayout(learningChartOf({}, LearningMeasure::Cost, {}, false), kPlot, 80)
                .isEmpty());
    }

    void theTableGrowsWithTheCurves()
    {
        LearningTableModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        auto curves = threeSeeds();
        model.setCurves(curves);
        QCOMPARE(model.rowCount(), 5);
        curves[2].points.push_back({2, -0.3, 250.0, 240.0});
        model.setCurves(curves);
        QCOMPARE(model.rowCount(), 6);
        QCOMPARE(inserted.size(), 2);
        QCOMPARE(reset.size(), 0);
        model.setCurves({});
        QCOMPARE(model.rowCount(), 0);
        model.setCurves(threeSeeds());
        QVERIFY(tableText(model, TableTextFormat::Csv)
                    .contains(QStringLiteral("rl-lstm,3,1,-0.90000000000000002,,")));
    }
};

QTEST_GUILESS_MAIN(tst_LearningCurves)
#include "tst_learning_curves.moc"
