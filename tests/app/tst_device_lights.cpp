// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/models/device_lights.h"
#include "simulator/model/device_assignment.h"

#include <QTest>

#include <chrono>
#include <random>
#include <set>
#include <tuple>

using namespace hscope;
using namespace hscope::app;

namespace {

using State = DeviceMoment::State;

core::Duration seconds(double value)
{
    return core::Duration(std::llround(value * 1e9));
}

sim::Cluster clusterOf(std::vector<sim::Node> nodes)
{
    sim::Cluster cluster;
    cluster.name = "two types";
    for (const char* id : {"a", "b"}) {
        sim::ResourceType type;
        type.id = id;
        type.priceUsdPerHour = 1;
        cluster.resourceTypes.push_back(type);
    }
    cluster.nodes = std::move(nodes);
    return cluster;
}

sim::Node nodeOf(const char* id, std::vector<sim::NodeDevices> devices, std::int64_t count = 1)
{
    sim::Node node;
    node.id = id;
    node.count = count;
    node.devices = std::move(devices);
    return node;
}

/// A chain of layers that take a second per sample on "a" and two on "b", of which `waiting` more
/// is communication; one sample per microbatch.
sim::Problem problemOf(std::size_t layers, double waiting = 0)
{
    sim::Workload workload;
    workload.name = "chain";
    workload.samplesPerEpoch = 8;
    workload.epochs = 1;
    workload.chargeBoundaryTraffic = false;
    for (std::size_t i = 0; i < layers; ++i) {
        sim::Layer layer;
        layer.name = "layer " + std::to_string(i);
        layer.profile["a"].computeSeconds = 1;
        layer.profile["b"].computeSeconds = 2;
        for (const char* type : {"a", "b"}) {
            layer.profile[type].communicationSeconds =
                waiting > 0 ? layer.profile[type].computeSeconds + waiting : 0;
        }
        workload.layers.push_back(layer);
    }
    return *sim::Problem::create(workload, clusterOf({}));
}

ScheduleReplay replayOf(const sim::Problem& problem, std::vector<sim::PlacedStage> stages,
                        const sim::SimulationOptions& options = {})
{
    ScheduleReplay replay;
    replay.placement.feasible = true;
    replay.placement.workload = problem.workload().name;
    replay.placement.cluster = problem.cluster().name;
    replay.placement.stages = std::move(stages);
    replay.options = options;
    auto made = replaySchedule(problem, std::move(replay), {});
    return made ? std::move(*made) : ScheduleReplay{};
}

DeviceLights lightsOf(const sim::Problem& problem, const ScheduleReplay& replay,
                      const sim::Cluster& cluster)
{
    return {replay, problem.workload(), cluster};
}

/// `gpu-1/0 gpu-1/1 -`, stages separated by `|`.
QString textOf(const sim::DeviceAssignment& assignment)
{
    QStringList stages;
    for (const auto& places : assignment.places) {
        QStringList texts;
        for (const auto& place : places) {
            texts.push_back(place ? QStringLiteral("%1/%2")
                                        .arg(QString::fromStdString(place->node))
                                        .arg(place->device)
                                  : QStringLiteral("-"));
        }
        stages.push_back(texts.join(QStringLiteral(" ")));
    }
    return stages.join(QStringLiteral(" | "));
}

/// The computed part of [from, to), slice by slice.
double bruteForce(const core::TraceStore& store, core::TrackId id, core::Duration from,
                  core::Duration to)
{
    std::int64_t computed = 0;
    const core::Track& track = store.track(id);
    const core::TraceTime start = store.wallRange().start;
    for (std::uint32_t i = track.firstSlice; i < track.firstSlice + track.sliceCount; ++i) {
        if (!isTransfer(store.slices().category[i])) {
            computed += store.rangeOf(core::SliceId(i))
                            .intersected({start + from, start + to})
                            .length()
                            .count();
        }
    }
    return to > from ? static_cast<double>(computed) / static_cast<double>((to - from).count())
                     : 0.0;
}

} // namespace

class tst_DeviceLights : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void replicasTakeTheFirstFreeDevices()
    {
        const sim::Cluster cluster =
            clusterOf({nodeOf("x", {{"a", 2, 1}, {"b", 1, 1}}), nodeOf("y", {{"a", 1, 1}}, 2),
                       nodeOf("z", {{"a", 1, 1}, {"b", 1, 1}, {"a", 1, 1}})});
        const std::vector<sim::PlacedStage> stages = {
            {0, 0, "a", 3, {}}, {1, 1, "b", 1, {}}, {2, 2, "a", 2, {}}};
        const sim::DeviceAssignment assignment = sim::assignDevices(cluster, stages);
        QCOMPARE(textOf(assignment), QStringLiteral("x/0 x/1 y/0 | x/0 | y/1 z/0"));
        QVERIFY(assignment.isChosen);
        QVERIFY(assignment.beyond.empty());
        QCOMPARE(sim::devicesOf(cluster.nodes[1], "a"), std::int64_t{2});
        QCOMPARE(sim::devicesOf(cluster.nodes[2], "a"), std::int64_t{2});
    }

    void namedDevicesStayWhereTheyAre()
    {
        const sim::Cluster cluster = clusterOf({nodeOf("x", {{"a", 4, 1}})});
        std::vector<sim::PlacedStage> stages = {{0, 0, "a", 2, {}},
                                                {1, 1, "a", 2, {{"a", "x", 0}, {"a", "x", 2}}}};
        QCOMPARE(textOf(sim::assignDevices(cluster, stages)), QStringLiteral("x/1 x/3 | x/0 x/2"));
        stages.erase(stages.begin());
        QVERIFY(!sim::assignDevices(cluster, stages).isChosen);
    }

    void unitsBeyondTheDrawingAreCounted()
    {
        const sim::Cluster cluster = clusterOf({nodeOf("x", {{"a", 2, 1}})});
        const std::vector<sim::PlacedStage> stages = {
            {0, 0, "a", 3, {}}, {1, 1, "b", 4, {}}, {2, 2, "a", 1, {}}};
        const sim::DeviceAssignment assignment = sim::assignDevices(cluster, stages);
        QCOMPARE(textOf(assignment), QStringLiteral("x/0 x/1 - | - - - - | -"));
        QVERIFY((assignment.beyond ==
                 std::vector<std::pair<std::string, std::int64_t>>{{"a", 2}, {"b", 4}}));
    }

    void noDeviceHasTwoReplicas()
    {
        std::mt19937 random(7);
        const auto upTo = [&random](int most) {
            return static_cast<std::int64_t>(random() % static_cast<unsigned>(most + 1));
        };
        for (int round = 0; round < 200; ++round) {
            std::vector<sim::Node> nodes;
            std::int64_t drawn = 0;
            for (const char* id : {"x", "y", "z"}) {
                nodes.push_back(nodeOf(id, {{"a", upTo(4), 1}, {"b", upTo(2), 1}}, 1 + upTo(2)));
                drawn += nodes.back().devices[0].count * nodes.back().count;
            }
            std::vector<sim::PlacedStage> stages;
            std::int64_t units = 0;
            for (std::size_t i = 0; i < 3; ++i) {
                stages.push_back({i, i, "a", 1 + upTo(8), {}});
                units += stages.back().units;
            }
            const sim::DeviceAssignment assignment = sim::assignDevices(clusterOf(nodes), stages);
            std::set<std::tuple<std::string, std::int64_t>> used;
            std::int64_t placed = 0;
            for (const auto& places : assignment.places) {
                for (const auto& place : places) {
                    if (place) {
                        ++placed;
                        QVERIFY(used.emplace(place->node, place->device).second);
                    }
                }
            }
            QCOMPARE(placed, std::min(units, drawn));
            QCOMPARE(assignment.beyond.empty() ? 0 : assignment.beyond[0].second, units - placed);
        }
    }

    void aClusterWithoutServersGetsBoxes()
    {
        const std::vector<sim::PlacedStage> stages = {
            {0, 0, "a", 50, {}}, {1, 1, "b", 2, {}}, {2, 2, "a", 30, {}}};
        const DrawnCluster drawn = drawnCluster(clusterOf({}), stages);
        QVERIFY(drawn.isMade);
        // 80 of "a" in boxes of 48 and 32, 2 of "b".
        QCOMPARE(drawn.cluster.nodes.size(), std::size_t{3});
        QCOMPARE(drawn.cluster.nodes[0].devices[0].count, std::int64_t{48});
        QCOMPARE(drawn.cluster.nodes[1].devices[0].count, std::int64_t{32});
        QCOMPARE(drawn.cluster.nodes[2].devices[0].count, std::int64_t{2});
        QCOMPARE(drawn.cluster.groups.size(), std::size_t{2});
        QCOMPARE(drawn.deviceName({"a", drawn.cluster.nodes[1].id, 1}), QStringLiteral("a 50"));
        const sim::Cluster own = clusterOf({nodeOf("x", {{"a", 1, 1}})});
        QVERIFY(drawnCluster(own, stages).cluster == own);
        QCOMPARE(drawnCluster(own, stages).deviceName({"a", "x", 0}), QStringLiteral("x, a 1"));
    }

    /// Layer 0 of microbatch m on the only "a" takes [m, m + 1). Layers 1 and 2 on two "b" take
    /// 4 s: microbatches 0, 2, 4, 6 [1, 5) to [13, 17), the others [2, 6) to [14, 18). A microbatch
    /// leaves every 2 s; a turn takes 2 s of the "a", 4 s of a "b".
    void utilizationByHand()
    {
        const sim::Problem problem = problemOf(3);
        const ScheduleReplay replay = replayOf(problem, {{0, 0, "a", 1, {}}, {1, 2, "b", 2, {}}});
        const DeviceLights lights = lightsOf(problem, replay, problem.cluster());
        QCOMPARE(lights.devices().size(), std::size_t{3});
        QCOMPARE(lights.span(), seconds(18));
        QCOMPARE(lights.windowOf(0), seconds(2));
        QCOMPARE(lights.windowOf(1), seconds(4));
        QCOMPARE(lights.utilizationAt(0, seconds(4)), 1.0);      // [3, 5)
        QCOMPARE(lights.utilizationAt(0, seconds(8)), 0.5);      // [7, 9), works until 8
        QCOMPARE(lights.utilizationAt(0, seconds(0)), 1.0);      // [0, 1): nothing is before
        QCOMPARE(lights.utilizationAt(0, seconds(18)), 0.0);     // [17, 18)
        QCOMPARE(lights.utilizationAt(1, seconds(1)), 2.0 / 3);  // [0, 3), works from 1
        QCOMPARE(lights.utilizationAt(1, seconds(17)), 2.0 / 3); // [15, 18), works until 17
        QCOMPARE(lights.utilizationAt(1, seconds(10)), 1.0);
        QCOMPARE(lights.utilizationAt(2, seconds(2)), 0.5);  // [0, 4), works from 2
        QCOMPARE(lights.utilizationAt(2, seconds(17)), 1.0); // [15, 18)
    }

    void momentsByHand()
    {
        const sim::Problem problem = problemOf(3);
        ScheduleReplay replay = replayOf(problem, {{0, 0, "a", 1, {}}, {1, 2, "b", 2, {}}});
        for (const bool hasKeys : {true, false}) { // As simulated here, and as read from a file.
            replay.hasKeys = hasKeys;
            const DeviceLights lights = lightsOf(problem, replay, problem.cluster());
            const auto at = [&](std::size_t device, double time) {
                return lights.momentAt(device, seconds(time));
            };
            QVERIFY((at(0, 0) == DeviceMoment{State::Computing, 0}));
            QVERIFY((at(0, 7.5) == DeviceMoment{State::Computing, 7}));
            QVERIFY(at(0, 8).state == State::Idle);
            QVERIFY(at(1, 0.5).state == State::WaitingForInput);
            QVERIFY((at(1, 1) == DeviceMoment{State::Computing, 0}));
            QVERIFY((at(1, 5) == DeviceMoment{State::Computing, 2}));
            QVERIFY((at(2, 17.9) == DeviceMoment{State::Computing, 7}));
            QVERIFY(at(1, 17).state == State::Idle);
            QVERIFY(
                (lights.completions() ==
                 std::vector<core::Duration>{seconds(5), seconds(6), seconds(9), seconds(10),
                                             seconds(13), seconds(14), seconds(17), seconds(18)}));
            QCOMPARE(lights.completedAt(seconds(4.9)), std::int64_t{0});
            QCOMPARE(lights.completedAt(seconds(9.5)), std::int64_t{3});
        }
        QCOMPARE(momentText({State::Computing, 12}), QStringLiteral("computing microbatch 12"));
    }

    void aBusyReceiverIsWaitedFor()
    {
        // "a" is done with microbatch 1 at 2, "b" with microbatch 0 at 3.
        const sim::Problem problem = problemOf(2);
        sim::SimulationOptions options;
        options.transfers = sim::TransferMode::Blocking;
        const ScheduleReplay replay =
            replayOf(problem, {{0, 0, "a", 1, {}}, {1, 1, "b", 1, {}}}, options);
        const DeviceLights lights = lightsOf(problem, replay, problem.cluster());
        QVERIFY((lights.momentAt(0, seconds(1.5)) == DeviceMoment{State::Computing, 1}));
        QVERIFY(lights.momentAt(0, seconds(2.5)).state == State::WaitingForReceiver);
        QVERIFY((lights.momentAt(0, seconds(3)) == DeviceMoment{State::Computing, 2}));
        QVERIFY((lights.momentAt(1, seconds(3)) == DeviceMoment{State::Computing, 1}));
    }

    void transfersAreNoUse()
    {
        // A stage of one layer takes a second and waits for half a second more.
        const sim::Problem problem = problemOf(1, 0.5);
        const ScheduleReplay replay = replayOf(problem, {{0, 0, "a", 1, {}}});
        const DeviceLights lights = lightsOf(problem, replay, problem.cluster());
        QCOMPARE(lights.windowOf(0), seconds(1.5));
        QCOMPARE(lights.utilizationAt(0, seconds(6)), 2.0 / 3);
        QVERIFY((lights.momentAt(0, seconds(3.25)) == DeviceMoment{State::Computing, 2}));
        QVERIFY((lights.momentAt(0, seconds(4.25)) == DeviceMoment{State::Transferring, 2}));
    }

    void utilizationIsTheSumOfOverlaps()
    {
        std::mt19937 random(11);
        for (int round = 0; round < 20; ++round) {
            const sim::Problem problem = problemOf(4, static_cast<double>(random() % 3) / 7);
            const auto units = [&random] { return static_cast<std::int64_t>(1 + random() % 5); };
            const ScheduleReplay replay = replayOf(
                problem,
                {{0, 0, "b", units(), {}}, {1, 2, "a", units(), {}}, {3, 3, "b", units(), {}}});
            const DeviceLights lights = lightsOf(problem, replay, problem.cluster());
            std::size_t device = 0;
            for (std::size_t stage = 0; stage < 3; ++stage) {
                const auto tracks =
                    replay.store->tracksOf(core::ProcessId(static_cast<std::uint32_t>(stage)));
                for (std::size_t replica = 0; replica < tracks.size(); ++replica, ++device) {
                    for (int i = 0; i < 40; ++i) {
                        const core::Duration time(
                            static_cast<std::int64_t>(static_cast<double>(random()) / 4294967295.0 *
                                                      static_cast<double>(lights.span().count())));
                        const core::Duration half = lights.windowOf(stage) / 2;
                        const core::Duration from = std::max(core::Duration{}, time - half);
                        const core::Duration to =
                            std::min(lights.span(), time - half + lights.windowOf(stage));
                        QCOMPARE(lights.utilizationAt(device, time),
                                 bruteForce(*replay.store, tracks[replica], from, to));
                    }
                }
            }
        }
    }

    void textsSayWhatIsMissing()
    {
        const sim::Problem problem = problemOf(3);
        const ScheduleReplay replay = replayOf(problem, {{0, 0, "a", 1, {}}, {1, 2, "b", 2, {}}});
        const DeviceLights drawn =
            lightsOf(problem, replay, clusterOf({nodeOf("x", {{"a", 1, 1}, {"b", 1, 1}})}));
        QVERIFY(assignmentText(drawn).contains(QStringLiteral("first free devices")));
        QVERIFY(assignmentText(drawn).endsWith(QStringLiteral("and 1 more b than drawn")));
        QCOMPARE(drawn.deviceAt("x", "b", 0), std::optional<std::size_t>(1));
        QVERIFY(!drawn.deviceAt("x", "b", 1));
        QVERIFY(!drawn.devices()[2].place);
        QVERIFY(assignmentText(lightsOf(problem, replay, problem.cluster()))
                    .contains(QStringLiteral("draws no servers")));
        QCOMPARE(assignmentText(DeviceLights()), QString());
    }
};

QTEST_GUILESS_MAIN(tst_DeviceLights)
#include "tst_device_lights.moc"
