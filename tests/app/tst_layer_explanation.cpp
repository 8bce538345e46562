// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/layer_explanation_model.h"
#include "tests/app/schedule_fixture.h"

#include <QAbstractItemModelTester>
#include <QTest>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace sim = hscope::sim;

std::shared_ptr<const sim::Problem> problemOfCpus(std::int64_t limit)
{
    sim::Workload workload = heavyWorkload();
    workload.layers.resize(1);
    workload.edges.reset();
    workload.throughputLimit = 1;
    workload.samplesPerEpoch = 3600;
    workload.chargeBoundaryTraffic = false;
    workload.layers[0].profile = {{"cpu-core", {4, 1, 0.75, 1, {}, {}, {}}},
                                  {"v100", {0.5, 0, 1, 1, {}, {}, {}}}};
    sim::Cluster cluster = paperCluster();
    cluster.resourceTypes[0].priceUsdPerHour = 1;
    cluster.resourceTypes[0].limit = limit;
    cluster.resourceTypes[1].priceUsdPerHour = 10;
    workload.throughputLimit = 0.5;
    auto problem = sim::Problem::create(workload, cluster);
    return problem ? std::make_shared<const sim::Problem>(std::move(*problem)) : nullptr;
}

QStringList printed(const LayerExplanationModel& model)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        lines.append(model.index(row, 0).data().toString() + u": " +
                     model.index(row, 1).data().toString().replace(QChar(0x2009), u' '));
    }
    return lines;
}

} // namespace

class tst_LayerExplanation : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void saysWhatBindsAndWhatAChangeWouldCost()
    {
        // One layer of 4 s, of which 1 s cannot be shared: on 3 units 1 + 3/3 = 2 s. An hour of it
        // is 3600 samples: 2 h of 3 units at 1 USD. A fourth unit: 1.75 h of 4 units, 7 USD. With
        // two it takes 2.5 s, below the floor of half a sample per second. A V100 takes 0.5 s: half
        // an hour at 10 USD.
        const auto problem = problemOfCpus(100);
        QVERIFY(problem != nullptr);
        const sim::Placement placement =
            *scheduleOf("x", {{0, 0, "cpu-core", 3, {}}}, 6, 0.5).placement;
        auto explained = explainSchedule(problem, placement, {});
        QVERIFY2(explained, explained ? "" : explained.error().message.c_str());
        LayerExplanationModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setLayer(std::make_shared<const ExplainedSchedule>(*explained), 0);
        QCOMPARE(printed(model),
                 (QStringList{QStringLiteral("Runs on: cpu-core ×3"),
                              QStringLiteral("Takes: 2.000 s per sample"),
                              QStringLiteral("What binds: computation"),
                              QStringLiteral("Cannot be shared: 1.000 s"),
                              QStringLiteral("Slack: none, it sets the period"),
                              QStringLiteral("Of the hourly cost: 100.0%"),
                              QStringLiteral("One unit more: +1.00 USD"),
                              QStringLiteral("One unit fewer: breaks floor or limit"),
                              QStringLiteral("Moved to v100: −1.00 USD")}));
    }

    void aLayerThatIsNotThereHasNoFacts()
    {
        LayerExplanationModel model;
        model.setLayer(nullptr, 3);
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(tst_LayerExplanation)
#include "tst_layer_explanation.moc"
