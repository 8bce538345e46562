// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
// Replays the schedules of the shared scenarios: their simulated period is the one that was proven.
#include "simulator/engine/placement_simulation.h"
#include "simulator/io/documents.h"

#include <QFile>
#include <QTest>

#include <cmath>

using namespace hscope::sim;
using hscope::core::NullProgress;

namespace {

/// "0-3:cpu-core:36 4-15:v100:4".
std::vector<PlacedStage> stagesFrom(const QString& text)
{
    std::vector<PlacedStage> stages;
    for (const QString& part : text.split(' ')) {
        const QStringList fields = part.split(':');
        const QStringList layers = fields[0].split('-');
        stages.push_back({layers.first().toULong(),
                          layers.last().toULong(),
                          fields[1].toStdString(),
                          fields[2].toLongLong(),
                          {}});
    }
    return stages;
}

} // namespace

class tst_ScenarioReplay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void simulatesTheProvenPeriod_data();
    void simulatesTheProvenPeriod();

private:
    std::filesystem::path m_folder;
};

void tst_ScenarioReplay::initTestCase()
{
    m_folder = std::filesystem::path(qEnvironmentVariable("HSCOPE_SHARED").toStdString()) /
               "profiles/scenarios";
    if (!std::filesystem::exists(m_folder / "expected.csv")) {
        QSKIP("the shared folder with profiles/scenarios is not there (set HSCOPE_SHARED)");
    }
}

void tst_ScenarioReplay::simulatesTheProvenPeriod_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<bool>("charge");
    QTest::addColumn<double>("limit");
    QTest::addColumn<double>("period");
    QTest::addColumn<QString>("stages");
    QFile file(QString::fromStdString((m_folder / "expected.csv").string()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
    const QStringList header = lines.first().split(',');
    int rows = 0;
    for (const QString& line : lines.mid(1)) {
        const QStringList cells = line.split(',');
        const auto cell = [&](const char* name) { return cells[header.indexOf(name)]; };
        if (cell("stages").isEmpty()) {
            continue; // no schedule is feasible
        }
        QTest::newRow(qPrintable(cell("row"))) << QStringList{cell("workload"), cell("cluster")}
                                               << (cell("charge_boundary_traffic") == "true")
                                               << cell("throughput_limit_samples_per_s").toDouble()
                                               << cell("period_s").toDouble() << cell("stages");
        ++rows;
    }
    QVERIFY(rows > 100);
}

void tst_ScenarioReplay::simulatesTheProvenPeriod()
{
    QFETCH(QStringList, names);
    QFETCH(bool, charge);
    QFETCH(double, limit);
    QFETCH(double, period);
    QFETCH(QString, stages);
    const std::string cluster = names[1].toStdString();
    auto workload = readWorkload(m_folder / "workloads" / (names[0].toStdString() + ".json"));
    QVERIFY2(workload.has_value(), workload ? "" : workload.error().message.c_str());
    workload->chargeBoundaryTraffic = charge;
    workload->throughputLimit = limit;
    Placement placement;
    placement.feasible = true;
    placement.workload = workload->name;
    const auto clusterDocument = readCluster(m_folder / "clusters" / (cluster + ".json"));
    QVERIFY(clusterDocument.has_value());
    placement.cluster = clusterDocument->name;
    placement.stages = stagesFrom(stages);
    const auto problem = Problem::create(*workload, *clusterDocument);
    QVERIFY(problem.has_value());
    const auto plan = planSimulation(*problem, placement, {});
    QVERIFY2(plan.has_value(), plan ? "" : plan.error().message.c_str());
    NullProgress progress;
    const auto result = simulate(*problem, *plan, {}, progress, {});
    QVERIFY(result.has_value());
    const auto samples = static_cast<double>(plan->samplesPerMicrobatch);
    // Simulated against the cost model: a nanosecond per microbatch. Against the file: its digits.
    QVERIFY(std::abs(*result->periodSeconds - result->analyticPeriodSeconds) * samples <= 1e-9);
    QVERIFY(std::abs(*result->periodSeconds - period) * samples <= 1e-9 + period * samples * 1e-11);
    QVERIFY(result->meetsThroughputLimit);
    QVERIFY(result->extrapolated);
}

QTEST_GUILESS_MAIN(tst_ScenarioReplay)
#include "tst_scenario_replay.moc"
