// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/documents.h"
#include "simulator/sched/exact_scheduler.h"
#include "simulator/sched/greedy_scheduler.h"
#include "simulator/verify/placement_check.h"

#include <QTest>

#include <functional>

using namespace hscope;

namespace {

struct Case
{
    sim::Workload workload;
    sim::Cluster cluster;
    sim::Placement placement;
};

/// CTRDNN_heavy on the unlimited cluster, placed by a scheduler.
Case placed(const sim::Scheduler& scheduler)
{
    const std::filesystem::path folder(HSCOPE_SCENARIOS);
    Case result{sim::readWorkload(folder / "workloads/CTRDNN_heavy.json").value(),
                sim::readCluster(folder / "clusters/unlimited.json").value(),
                {}};
    const sim::Problem problem = sim::Problem::create(result.workload, result.cluster).value();
    sim::NullSchedulerObserver observer;
    result.placement = scheduler.run({problem, 0, 1000, false, {}, observer}).value();
    return result;
}

using Tamper = std::function<void(Case&)>;

} // namespace

Q_DECLARE_METATYPE(Tamper)

class tst_PlacementCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void acceptsExact();
    void acceptsGreedyWithoutClaim();
    void rejects_data();
    void rejects();
};

void tst_PlacementCheck::acceptsExact()
{
    const Case exact = placed(sim::ExactScheduler());
    const sim::PlacementCheck check =
        sim::checkPlacement(exact.workload, exact.cluster, exact.placement);
    QVERIFY2(check.holds(), check.holds() ? "" : check.problems.front().c_str());
    QCOMPARE(check.optimality, sim::Optimality::Certified);
    QVERIFY(*check.provenBoundUsd >= *exact.placement.costUsd * (1 - 1e-8));
}

void tst_PlacementCheck::acceptsGreedyWithoutClaim()
{
    const Case greedy = placed(sim::GreedyScheduler());
    const sim::PlacementCheck check =
        sim::checkPlacement(greedy.workload, greedy.cluster, greedy.placement);
    QVERIFY(check.holds());
    QCOMPARE(check.optimality, sim::Optimality::NotClaimed);
}

void tst_PlacementCheck::rejects_data()
{
    QTest::addColumn<Tamper>("tamper");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, Tamper tamper, const char* message) {
        QTest::newRow(name) << std::move(tamper) << QString::fromLatin1(message);
    };
    row(
        "less cost", [](Case& c) { c.placement.costUsd = *c.placement.costUsd * 0.999; },
        "the cost in USD is");
    row(
        "a shorter period",
        [](Case& c) { c.placement.periodSeconds = *c.placement.periodSeconds * 0.999; },
        "the period in s is");
    row(
        "more throughput", [](Case& c) { c.placement.throughput = *c.placement.throughput + 1; },
        "the throughput in samples/s is");
    row("fewer units", [](Case& c) { --c.placement.stages.front().units; }, "the period in s is");
    row("more units", [](Case& c) { ++c.placement.stages.front().units; }, "the cost in USD is");
    row(
        "another type", [](Case& c) { c.placement.stages.front().type = "v100"; },
        "the type of the stage before it");
    row(
        "an unknown type", [](Case& c) { c.placement.stages.front().type = "tpu"; },
        "no resource type of the cluster");
    row(
        "replicas that are too few",
        [](Case& c) { c.placement.stages.front().replicas = {{"cpu-core", "a", 0}}; },
        "names 1 replicas");
    row(
        "a replica nowhere",
        [](Case& c) {
            sim::PlacedStage& stage = c.placement.stages.front();
            stage.replicas.assign(static_cast<std::size_t>(stage.units),
                                  {stage.type, "nowhere", 0});
        },
        "which the cluster does not have");
    row(
        "two replicas on one device",
        [](Case& c) {
            sim::PlacedStage& stage = c.placement.stages.front();
            c.cluster.nodes = {{"a", 1, {}, {{stage.type, 1, 1}}, {}, {}}};
            stage.replicas.assign(static_cast<std::size_t>(stage.units), {stage.type, "a", 0});
        },
        "has two replicas");
    row(
        "a layer left out", [](Case& c) { ++c.placement.stages.front().firstLayer; },
        "does not continue at layer 0");
    row(
        "the last stage left out", [](Case& c) { c.placement.stages.pop_back(); },
        "the stages end before layer 7 of 16");
    row(
        "another workload", [](Case& c) { c.placement.workload = "other"; },
        "the placement is of workload other");
    row(
        "a higher floor", [](Case& c) { c.workload.throughputLimit = 60000; },
        "is below the floor");
    row(
        "a limit that breaks", [](Case& c) { c.cluster.resourceTypes[0].limit = 10; },
        "units of cpu-core are placed");
    row(
        "another price", [](Case& c) { c.cluster.resourceTypes[1].priceUsdPerHour *= 0.5; },
        "the cost in USD is");
    row(
        "another bandwidth", [](Case& c) { c.cluster.resourceTypes[1].nicGbPerSecond = 0.5; },
        "the period in s is");
    row(
        "a bound above the cost",
        [](Case& c) { c.placement.lowerBoundUsd = *c.placement.costUsd * 1.01; }, "lower bound");
    row(
        "a bound below the cost",
        [](Case& c) { c.placement.lowerBoundUsd = *c.placement.costUsd * 0.9; },
        "called optimal, but its lower bound");
    row(
        "no entries", [](Case& c) { c.placement.certificate->entries.clear(); },
        "does not start at the longest period");
    row(
        "the first entry left out",
        [](Case& c) {
            c.placement.certificate->entries.erase(c.placement.certificate->entries.begin());
        },
        "does not start at the longest period");
    row(
        "the second half left out but for the end",
        [](Case& c) {
            std::vector<sim::CertificateEntry>& entries = c.placement.certificate->entries;
            const auto middle = entries.begin() + static_cast<std::ptrdiff_t>(entries.size() / 2);
            entries.erase(middle, entries.end() - 1);
        },
        "proves a lower bound of");
    row(
        "the last entry left out", [](Case& c) { c.placement.certificate->entries.pop_back(); },
        "proves a lower bound of 0 USD");
    row(
        "too much weight",
        [](Case& c) { c.placement.certificate->entries.front().weightUsdPerHour.value() *= 1.01; },
        "claims more weight than its potentials prove");
    row(
        "too large a potential",
        [](Case& c) {
            for (auto& potential : c.placement.certificate->entries.front().potentials) {
                potential = potential ? std::optional(*potential * 1.01) : std::nullopt;
            }
        },
        "is undercut by layers");
    row(
        "reachable nodes called unreachable",
        [](Case& c) {
            sim::CertificateEntry& entry = c.placement.certificate->entries.front();
            entry.weightUsdPerHour.reset();
            entry.potentials.assign(entry.potentials.size(), std::nullopt);
            c.placement.certificate->entries.resize(1);
        },
        "is undercut by layers");
    row(
        "too few potentials",
        [](Case& c) { c.placement.certificate->entries.back().potentials.pop_back(); },
        "potentials, not");
}

void tst_PlacementCheck::rejects()
{
    QFETCH(const Tamper, tamper);
    QFETCH(const QString, message);
    Case changed = placed(sim::ExactScheduler());
    QVERIFY(changed.placement.certificate);
    tamper(changed);
    const sim::PlacementCheck check =
        sim::checkPlacement(changed.workload, changed.cluster, changed.placement);
    QVERIFY(!check.holds());
    QString all;
    for (const std::string& problem : check.problems) {
        all += QString::fromStdString(problem) + QStringLiteral("\n");
    }
    QVERIFY2(all.contains(message), qPrintable(all));
}

QTEST_APPLESS_MAIN(tst_PlacementCheck)

#include "tst_placement_check.moc"
