// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/calibration_estimate.h"

#include <QTest>

#include <cmath>

using namespace hscope::core;

namespace {

constexpr std::int64_t kBase = 1'000'000'000;

EventCounts events(std::uint64_t annotations, std::uint64_t scopes, std::uint64_t torch)
{
    EventCounts counts{};
    counts[static_cast<std::size_t>(OverheadKind::Annotation)] = annotations;
    counts[static_cast<std::size_t>(OverheadKind::Scope)] = scopes;
    counts[static_cast<std::size_t>(OverheadKind::Torch)] = torch;
    return counts;
}

OverheadCost known(OverheadKind kind, double mean, double inside)
{
    return {kind, {}, mean, mean * 0.9, mean * 1.1, inside, 100, {}};
}

/// A recorder that measured 20 ns for annotations and scopes, 400 for operators.
OverheadModel recorded()
{
    return {{"a machine", "1", "torch 1.13.1"},
            {known(OverheadKind::Annotation, 20, 10), known(OverheadKind::Scope, 20, 15),
             known(OverheadKind::Torch, 400, 300)}};
}

CalibrationRun pilot(const EventCounts& counts)
{
    return {0, 0, kBase, counts};
}

/// Runs of a program whose scopes really cost 30 ns and operators 1,000, on a machine that gets 1%
/// slower with each repetition.
std::vector<CalibrationRun> simulatedRuns(const std::vector<CalibrationConfiguration>& plan,
                                          std::size_t repetitions)
{
    std::vector<CalibrationRun> runs;
    for (std::size_t r = 0; r < repetitions; ++r) {
        for (std::size_t c = 0; c < plan.size(); ++c) {
            const bool hasScopes = plan[c].groups.find("scopes") != std::string::npos;
            const bool hasTorch = plan[c].groups.find("torch") != std::string::npos;
            CalibrationRun run{c, r, 0,
                               events(0, hasScopes ? 1'000'000 : 0, hasTorch ? 200'000 : 0)};
            run.spanNs = kBase + static_cast<std::int64_t>(r) * kBase / 100 +
                         (hasScopes ? 30'000'000 : 0) + (hasTorch ? 200'000'000 : 0);
            runs.push_back(run);
        }
    }
    return runs;
}

} // namespace

class tst_CalibrationEstimate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void switchesWhatIsWorthIt();
    void switchesWhatTheRecorderDoesNotKnow();
    void learnsNothingFromMarks();
    void findsCostsInSpiteOfDrift();
    void takesTheKnownShareOff();
    void keepsProportionsInAGroup_data();
    void keepsProportionsInAGroup();
    void comparesCallsWithAndWithoutCupti();
    void leavesOutDisturbedRepetitions();
    void callsNegativeZero();
    void saysHowMuchRunsDiffer();
    void needsWholeRepetitions();
};

/// 1,000 annotations are 20 us of a second: not worth a run of their own. A million scopes are
/// 20 ms, 200,000 operators 80 ms.
void tst_CalibrationEstimate::switchesWhatIsWorthIt()
{
    const auto plan = planCalibration(pilot(events(1000, 1'000'000, 200'000)), recorded());
    QVERIFY(
        (plan == std::vector<CalibrationConfiguration>{
                     {"uninstrumented", "marks", {}},
                     {"annotations and scopes", "marks,annotations,scopes", {OverheadKind::Scope}},
                     {"torch", "marks,annotations,scopes,torch", {OverheadKind::Torch}}}));
    const auto two = planCalibration(pilot(events(1000, 1000, 200'000)), recorded());
    QCOMPARE(two.size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(two[1].groups),
             QStringLiteral("marks,annotations,scopes,torch"));
    QVERIFY(two[1].measures == std::vector{OverheadKind::Torch});
    // Nothing is worth it: what the recorder measured is better than a small difference.
    const auto least = planCalibration(pilot(events(1000, 10, 0)), recorded());
    QCOMPARE(least.size(), std::size_t{2});
    QVERIFY(least[1].measures.empty());
    std::vector<CalibrationRun> runs;
    for (std::size_t r = 0; r < 3; ++r) {
        runs.push_back({0, r, kBase, events(0, 0, 0)});
        runs.push_back({1, r, kBase + 5'000'000, events(1000, 10, 0)});
    }
    const auto estimate = estimateCosts(least, runs, recorded());
    QVERIFY(estimate.has_value());
    QCOMPARE(estimate->model.find(OverheadKind::Annotation)->meanNs, 20.0);
}

void tst_CalibrationEstimate::switchesWhatTheRecorderDoesNotKnow()
{
    const auto plan =
        planCalibration(pilot(events(10, 0, 10)), recorded().only(OverheadKind::Annotation));
    QCOMPARE(plan.size(), std::size_t{2});
    QVERIFY(plan[1].measures == std::vector{OverheadKind::Torch});
}

/// Iterations are recorded in every run; a difference says nothing of what they cost.
void tst_CalibrationEstimate::learnsNothingFromMarks()
{
    const auto plan = planCalibration(pilot(events(10, 0, 0)), {});
    std::vector<CalibrationRun> runs;
    for (std::size_t r = 0; r < 3; ++r) {
        runs.push_back({0, r, kBase, events(10, 0, 0)});
        runs.push_back({1, r, kBase + 5'000'000, events(10, 0, 0)});
    }
    const auto estimate = estimateCosts(plan, runs, {});
    QVERIFY(estimate.has_value());
    QVERIFY(estimate->model.costs.empty());
}

void tst_CalibrationEstimate::findsCostsInSpiteOfDrift()
{
    const auto plan = planCalibration(pilot(events(0, 1'000'000, 200'000)), recorded());
    const auto estimate = estimateCosts(plan, simulatedRuns(plan, 5), recorded());
    QVERIFY(estimate.has_value());
    QCOMPARE(estimate->repetitions, std::size_t{5});
    QCOMPARE(estimate->dropped, std::size_t{0});
    QVERIFY(std::abs(estimate->model.find(OverheadKind::Scope)->meanNs - 30) < 1e-9);
    QVERIFY(std::abs(estimate->model.find(OverheadKind::Torch)->meanNs - 1000) < 1e-9);
    // The parts inside are those that the recorder found: 15 of 20, 300 of 400.
    QVERIFY(std::abs(estimate->model.find(OverheadKind::Scope)->insideNs - 22.5) < 1e-9);
    QVERIFY(std::abs(estimate->model.find(OverheadKind::Torch)->insideNs - 750) < 1e-9);
    QVERIFY(std::abs(estimate->overheadNs - 230e6) < 1);
    QVERIFY(estimate->halfWidthNs < 1);
    // Annotations were not switched: theirs is what the recorder found.
    QCOMPARE(estimate->model.find(OverheadKind::Annotation)->meanNs, 20.0);
    QVERIFY(estimate->model.origin == recorded().origin);
}

/// Scopes are switched together with operators, so their known 20 ns each are taken off: of 230 ms
/// 20 are theirs, and 210 are left for 200,000 operators.
void tst_CalibrationEstimate::takesTheKnownShareOff()
{
    const std::vector<CalibrationConfiguration> plan = {
        {"uninstrumented", "marks", {}}, {"all", "marks,scopes,torch", {OverheadKind::Torch}}};
    const auto estimate = estimateCosts(plan, simulatedRuns(plan, 3), recorded());
    QVERIFY(estimate.has_value());
    QVERIFY(std::abs(estimate->model.find(OverheadKind::Torch)->meanNs - 1050) < 1e-9);
}

void tst_CalibrationEstimate::keepsProportionsInAGroup_data()
{
    QTest::addColumn<bool>("knowsBackward");
    QTest::addColumn<double>("operatorNs");
    QTest::addColumn<double>("backwardNs");
    QTest::newRow("a part of a backward pass is four times as dear") << true << 480.0 << 1920.0;
    QTest::newRow("nobody knows, so all are alike") << false << 960.0 << 960.0;
}

/// 100,000 operators and 50,000 parts of backward passes add 144 ms. By the recorder they would add
/// 40 and 80 ms, so it is 1.2 times as much of each.
void tst_CalibrationEstimate::keepsProportionsInAGroup()
{
    QFETCH(const bool, knowsBackward);
    OverheadModel own{{}, {known(OverheadKind::Torch, 400, 100)}};
    if (knowsBackward) {
        own.costs.push_back(known(OverheadKind::TorchBackward, 1600, 400));
    }
    EventCounts counts = events(0, 0, 100'000);
    counts[static_cast<std::size_t>(OverheadKind::TorchBackward)] = 50'000;
    const auto plan = planCalibration(pilot(counts), own);
    QVERIFY((plan[1].measures == std::vector{OverheadKind::Torch, OverheadKind::TorchBackward}));
    std::vector<CalibrationRun> runs;
    for (std::size_t r = 0; r < 4; ++r) {
        runs.push_back({0, r, kBase, {}});
        runs.push_back({1, r, kBase + 144'000'000, counts});
    }
    const auto estimate = estimateCosts(plan, runs, own);
    QVERIFY(estimate.has_value());
    const OverheadCost& forward = *estimate->model.find(OverheadKind::Torch);
    const OverheadCost& backward = *estimate->model.find(OverheadKind::TorchBackward);
    QTEST(forward.meanNs, "operatorNs");
    QTEST(backward.meanNs, "backwardNs");
    QCOMPARE(forward.repetitionsNs.size(), std::size_t{4});
    QCOMPARE(backward.repetitionsNs.size(), std::size_t{4});
}

/// In one of eight repetitions something else took a second.
/// Difference of averages by function: facts on RL-Scope, 4.2. Launches take 4,000 ns and 6,500
/// with CUPTI, copies 10,000 and 11,000; the machine gets slower from repetition to repetition,
/// which both feel. A function that only one of the runs calls says nothing.
void tst_CalibrationEstimate::comparesCallsWithAndWithoutCupti()
{
    EventCounts counts{};
    counts[static_cast<std::size_t>(OverheadKind::GpuApi)] = 400;
    EventCounts all = counts;
    all[static_cast<std::size_t>(OverheadKind::Cupti)] = 400;
    const OverheadModel own{{}, {known(OverheadKind::GpuApi, 1, 0.5)}};
    const auto plan = planCalibration(pilot(all), own);
    QVERIFY((plan == std::vector<CalibrationConfiguration>{
                         {"uninstrumented", "marks", {}},
                         {"gpu_api", "marks,gpu_api", {OverheadKind::GpuApi}},
                         {"gpu_work", "marks,gpu_api,gpu_work", {OverheadKind::Cupti}}}));
    std::vector<CalibrationRun> runs;
    for (std::size_t r = 0; r < 4; ++r) {
        const auto slower = static_cast<std::int64_t>(r) * 100;
        runs.push_back({0, r, kBase, {}, {}});
        runs.push_back({1,
                        r,
                        kBase + 400'000,
                        counts,
                        {{"launch", 300, 300 * (4000 + slower)},
                         {"copy", 100, 100 * (10'000 + slower)},
                         {"only here", 5, 5}}});
        runs.push_back(
            {2,
             r,
             kBase + 1'250'000,
             all,
             {{"launch", 300, 300 * (6500 + slower)}, {"copy", 100, 100 * (11'000 + slower)}}});
    }
    const auto estimate = estimateCosts(plan, runs, own);
    QVERIFY(estimate.has_value());
    const auto mean = [&estimate](std::string_view api) {
        return estimate->model.find(OverheadKind::Cupti, api)->meanNs;
    };
    QVERIFY(std::abs(mean("launch") - 2500) < 1e-6);
    QVERIFY(std::abs(mean("copy") - 1000) < 1e-6);
    QVERIFY(std::abs(mean({}) - (0.75 * 2500 + 0.25 * 1000)) < 1e-6);
    QCOMPARE(mean("only here"), mean({}));
    QCOMPARE(estimate->model.find(OverheadKind::Cupti, "launch")->insideNs, mean("launch"));
    QVERIFY(std::abs(estimate->model.find(OverheadKind::GpuApi)->meanNs - 1000) < 1e-6);
}

void tst_CalibrationEstimate::leavesOutDisturbedRepetitions()
{
    const auto plan = planCalibration(pilot(events(0, 1'000'000, 200'000)), recorded());
    auto runs = simulatedRuns(plan, 8);
    runs[3 * plan.size() + 1].spanNs += kBase;
    const auto estimate = estimateCosts(plan, runs, recorded());
    QVERIFY(estimate.has_value());
    QCOMPARE(estimate->dropped, std::size_t{1});
    QCOMPARE(estimate->repetitions, std::size_t{7});
    QVERIFY(std::abs(estimate->model.find(OverheadKind::Scope)->meanNs - 30) < 1e-9);
}

void tst_CalibrationEstimate::callsNegativeZero()
{
    const auto plan = planCalibration(pilot(events(0, 1'000'000, 0)), recorded());
    std::vector<CalibrationRun> runs;
    for (std::size_t r = 0; r < 3; ++r) {
        runs.push_back({0, r, kBase, events(0, 0, 0)});
        runs.push_back({1, r, kBase - 1000, events(0, 1'000'000, 0)});
    }
    const auto estimate = estimateCosts(plan, runs, recorded());
    QVERIFY(estimate.has_value());
    const OverheadCost& scope = *estimate->model.find(OverheadKind::Scope);
    QCOMPARE(scope.meanNs, 0.0);
    QVERIFY(scope.lowNs <= 0 && scope.highNs >= 0);
    QVERIFY((estimate->negative == std::vector<OverheadKind>{OverheadKind::Scope}));
}

/// 900,000 scopes in one run, a million in the others.
void tst_CalibrationEstimate::saysHowMuchRunsDiffer()
{
    const auto plan = planCalibration(pilot(events(0, 1'000'000, 200'000)), recorded());
    auto runs = simulatedRuns(plan, 3);
    runs[1].events = events(0, 900'000, 0);
    const auto estimate = estimateCosts(plan, runs, recorded());
    QVERIFY(estimate.has_value());
    QVERIFY(std::abs(estimate->spread.share - 0.1) < 1e-12);
    QVERIFY(estimate->spread.kind == OverheadKind::Scope);
    QCOMPARE(estimate->spread.least, std::uint64_t{900'000});
    QCOMPARE(estimate->spread.most, std::uint64_t{1'000'000});
    // Five times as many annotations, but they are nothing beside a million scopes.
    QCOMPARE(spreadOf(std::vector{events(1, 1'000'000, 0), events(5, 1'000'000, 0)}).share, 0.0);
}

void tst_CalibrationEstimate::needsWholeRepetitions()
{
    const auto plan = planCalibration(pilot(events(0, 1'000'000, 200'000)), recorded());
    auto runs = simulatedRuns(plan, 2);
    runs.pop_back(); // interrupted
    QVERIFY(!estimateCosts(plan, runs, recorded()));
}

QTEST_GUILESS_MAIN(tst_CalibrationEstimate)

#include "tst_calibration_estimate.moc"
