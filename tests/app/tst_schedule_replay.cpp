// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/models/schedule_replay.h"
#include "app/models/time_split_model.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QTest>

#include <array>
#include <chrono>

using namespace hscope;
using namespace hscope::app;

namespace {

/// A chain of layers that take a second per sample on "a" and two on "b", one sample per microbatch
/// and no communication; so all times are whole seconds.
sim::Problem problemOf(std::size_t layers)
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
        workload.layers.push_back(layer);
    }
    sim::Cluster cluster;
    cluster.name = "two types";
    for (const char* id : {"a", "b"}) {
        sim::ResourceType type;
        type.id = id;
        type.priceUsdPerHour = 1;
        cluster.resourceTypes.push_back(type);
    }
    return *sim::Problem::create(workload, cluster);
}

sim::Placement placementOf(const sim::Problem& problem, std::vector<sim::PlacedStage> stages)
{
    sim::Placement placement;
    placement.workload = problem.workload().name;
    placement.cluster = problem.cluster().name;
    placement.scheduler = "by hand";
    placement.feasible = true;
    placement.stages = std::move(stages);
    return placement;
}

ScheduleReplay replayOf(const sim::Problem& problem, const char* name,
                        std::vector<sim::PlacedStage> stages)
{
    ScheduleReplay unplayed;
    unplayed.scheduler = QString::fromUtf8(name);
    unplayed.placement = placementOf(problem, std::move(stages));
    auto replay = replaySchedule(problem, std::move(unplayed), {});
    return replay ? std::move(*replay) : ScheduleReplay{};
}

/// `process/track: start-end +delta` in seconds, one line per slice.
QStringList linesOf(const ComposedTimeline& timeline)
{
    QStringList lines;
    const core::TraceStore& store = *timeline.store;
    for (std::size_t i = 0; i < store.tracks().size(); ++i) {
        const core::Track& track = store.tracks()[i];
        for (std::uint32_t s = track.firstSlice; s < track.firstSlice + track.sliceCount; ++s) {
            const SliceChange change = timeline.looks->change(store.slices().source[s]);
            constexpr std::array kMarks = {"", "=", ">", "<", "only here", "only there"};
            lines.push_back(
                QStringLiteral("%1/%2: %3-%4 %5%6")
                    .arg(QString::fromStdString(
                             std::string(store.text(store.process(track.process).name))),
                         QString::fromStdString(std::string(store.text(track.name))))
                    .arg(store.slices().startNs[s] / 1'000'000'000)
                    .arg(store.slices().endNs[s] / 1'000'000'000)
                    .arg(QString::fromLatin1(kMarks[static_cast<std::size_t>(change.kind)]))
                    .arg(change.deltaNs == 0 ? QString()
                                             : QString::number(change.deltaNs / 1'000'000'000)));
        }
    }
    return lines;
}

QStringList firstOf(const QStringList& lines, const QString& row, int count)
{
    return lines.filter(row).mid(0, count);
}

} // namespace

class tst_ScheduleReplay : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void differencesGoByLayersAndMicrobatch()
    {
        // Both have layers 0 and 1-2, on other types: layer 0 takes 1 s in both, layers 1-2 take
        // 2 s on one "a" and 4 s on one "b".
        const sim::Problem problem = problemOf(3);
        const std::vector<ScheduleReplay> replays = {
            replayOf(problem, "A", {{0, 0, "b", 2, {}}, {1, 2, "a", 1, {}}}),
            replayOf(problem, "B", {{0, 0, "a", 1, {}}, {1, 2, "b", 1, {}}})};
        TimelineOptions options;
        options.replicas = 1;
        options.changes = ChangeMeasure::Completion;
        QStringList lines = linesOf(composeTimeline(replays, problem.cluster(), options));
        // A: layer 0 of microbatch m ends at 2 (m = 0, 1), 4 (2, 3); layers 1-2 at 4, 6, 8.
        // B: layer 0 of microbatch m ends at m + 1; layers 1-2 at 5, 9, 13.
        QCOMPARE(
            firstOf(lines, QStringLiteral("B/layer 0"), 3),
            QStringList({QStringLiteral("B/layer 0: 0-1 <-1"), QStringLiteral("B/layer 0: 1-2 ="),
                         QStringLiteral("B/layer 0: 2-3 <-1")}));
        QCOMPARE(firstOf(lines, QStringLiteral("B/layers 1–2"), 3),
                 QStringList({QStringLiteral("B/layers 1–2: 1-5 >1"),
                              QStringLiteral("B/layers 1–2: 5-9 >3"),
                              QStringLiteral("B/layers 1–2: 9-13 >5")}));
        QVERIFY(lines.filter(QStringLiteral("A/"))
                    .filter(QRegularExpression(QStringLiteral("[=<>]")))
                    .isEmpty());

        options.changes = ChangeMeasure::Duration;
        lines = linesOf(composeTimeline(replays, problem.cluster(), options));
        QCOMPARE(firstOf(lines, QStringLiteral("B/layers 1–2"), 2),
                 QStringList({QStringLiteral("B/layers 1–2: 1-5 >2"),
                              QStringLiteral("B/layers 1–2: 5-9 >2")}));
        options.threshold = std::chrono::seconds(3);
        lines = linesOf(composeTimeline(replays, problem.cluster(), options));
        QCOMPARE(firstOf(lines, QStringLiteral("B/layers 1–2"), 1),
                 QStringList({QStringLiteral("B/layers 1–2: 1-5 =2")}));
    }

    void stagesWithoutPartnerShowInBoth()
    {
        const sim::Problem problem = problemOf(3);
        const std::vector<ScheduleReplay> replays = {
            replayOf(problem, "A", {{0, 0, "a", 1, {}}, {1, 2, "b", 1, {}}}),
            replayOf(problem, "B", {{0, 1, "a", 1, {}}, {2, 2, "b", 1, {}}})};
        TimelineOptions options;
        options.changes = ChangeMeasure::Completion;
        const ComposedTimeline timeline = composeTimeline(replays, problem.cluster(), options);
        const QStringList lines = linesOf(timeline);
        QCOMPARE(firstOf(lines, QStringLiteral("B/layers 0–1"), 1),
                 QStringList({QStringLiteral("B/layers 0–1: 0-2 only here")}));
        QCOMPARE(firstOf(lines, QStringLiteral("B/layers 1–2"), 1),
                 QStringList({QStringLiteral("B/layers 1–2: 1-5 only there")}));
        // Rows come in the order of their layers.
        QStringList names;
        for (const core::TrackId track : timeline.store->tracksOf(core::ProcessId(1))) {
            names.push_back(QString::fromStdString(
                std::string(timeline.store->text(timeline.store->track(track).name))));
        }
        QCOMPARE(names, QStringList({QStringLiteral("layers 0–1"), QStringLiteral("layer 0"),
                                     QStringLiteral("layers 1–2"), QStringLiteral("layer 2")}));
    }

    void tracesFromFilesMatchWithoutIds()
    {
        const sim::Problem problem = problemOf(3);
        std::vector<ScheduleReplay> replays = {
            replayOf(problem, "A", {{0, 1, "a", 3, {}}, {2, 2, "b", 2, {}}}),
            replayOf(problem, "B", {{0, 1, "a", 2, {}}, {2, 2, "b", 5, {}}})};
        TimelineOptions options;
        options.changes = ChangeMeasure::Completion;
        const QStringList known = linesOf(composeTimeline(replays, problem.cluster(), options));
        for (ScheduleReplay& replay : replays) {
            replay.hasKeys = false;
        }
        QCOMPARE(linesOf(composeTimeline(replays, problem.cluster(), options)), known);
    }

    void openedTracesAreSimulatedAsTheyWere()
    {
        const sim::Problem problem = problemOf(3);
        ScheduleReplay blocking;
        blocking.placement = placementOf(problem, {{0, 0, "a", 1, {}}, {1, 2, "b", 1, {}}});
        blocking.options = {sim::Semantics::Analytic, sim::TransferMode::Blocking, 5};
        const auto made = replaySchedule(problem, blocking, {});
        QVERIFY(made);
        // As it comes from a file: the trace alone, whose slices have no ids.
        ScheduleReplay opened;
        opened.placement = blocking.placement;
        opened.store = made->store;
        const auto again = replaySchedule(problem, opened, {});
        QVERIFY(again);
        QVERIFY(again->options == blocking.options);
        QVERIFY(*again->result == *made->result);
        QCOMPARE(again->result->simulatedMicrobatches, std::int64_t{5});
        QVERIFY(again->hasKeys);
        // A trace with other slices stays what it is.
        opened.placement = placementOf(problem, {{0, 0, "a", 1, {}}, {1, 2, "b", 2, {}}});
        const auto other = replaySchedule(problem, opened, {});
        QVERIFY(other && other->store == made->store && !other->hasKeys);
    }

    void normalizedSchedulesEndTogether()
    {
        const sim::Problem problem = problemOf(3);
        const std::vector<ScheduleReplay> replays = {replayOf(problem, "A", {{0, 2, "a", 1, {}}}),
                                                     replayOf(problem, "B", {{0, 2, "b", 1, {}}})};
        TimelineOptions options;
        options.isNormalized = true;
        const ComposedTimeline timeline = composeTimeline(replays, problem.cluster(), options);
        // 8 microbatches of 3 s; those of 6 s are drawn as long as those.
        const QStringList lines = linesOf(timeline);
        QCOMPARE(lines.filter(QStringLiteral("A/")).size(), 8);
        for (int i = 0; i < 8; ++i) {
            QCOMPARE(QString(lines[i]).remove(QStringLiteral("A/")),
                     QString(lines[8 + i]).remove(QStringLiteral("B/")));
        }
    }

    void boundsHoldAndAreMarked()
    {
        const sim::Problem problem = problemOf(4);
        const std::vector<ScheduleReplay> replays = {
            replayOf(problem, "A", {{0, 0, "a", 1, {}}, {1, 2, "b", 3, {}}, {3, 3, "a", 2, {}}})};
        const sim::SimulationResult& result = *replays.front().result;
        // 1 + 4 + 1 s for the first; then 4 s per 3 microbatches: 8 of them take two turns more.
        QCOMPARE(result.bounds.first, core::Duration(std::chrono::seconds(6)));
        QCOMPARE(result.bounds.last, core::Duration(std::chrono::seconds(14)));
        QCOMPARE(result.fill, result.bounds.first);
        QVERIFY(result.simulatedSpan >= result.bounds.last);
        const ComposedTimeline timeline = composeTimeline(replays, problem.cluster(), {});
        QCOMPARE(timeline.looks->marks.size(), std::size_t{2});
        QCOMPARE(timeline.looks->marks[0].ns, std::int64_t{6'000'000'000});
        QCOMPARE(timeline.looks->marks[1].ns, std::int64_t{14'000'000'000});
    }

    void timeSplitSumsToTheSpan()
    {
        const sim::Problem problem = problemOf(3);
        const std::vector<ScheduleReplay> replays = {
            replayOf(problem, "A", {{0, 0, "a", 1, {}}, {1, 2, "b", 2, {}}}),
            replayOf(problem, "B", {{0, 2, "a", 1, {}}})};
        TimeSplitModel model;
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setReplays(replays, problem.cluster(), 2);
        // Layer 0 works 8 s, layers 1-2 4 x 4 s on each of two devices; all end after 1 + 4 x 4
        // + 1.
        QCOMPARE(model.rowCount(), 4);
        for (const TimeSplitRow& row : model.splits()) {
            QCOMPARE(row.span(), replays[row.schedule].result->simulatedSpan);
        }
        const auto seconds = [&](int row, TimeUse use) {
            return model.splits()[static_cast<std::size_t>(row)]
                       .times[static_cast<std::size_t>(use)] /
                   std::chrono::seconds(1);
        };
        QCOMPARE(seconds(0, TimeUse::Compute), std::int64_t{8});
        QCOMPARE(seconds(1, TimeUse::Compute), std::int64_t{16});
        QCOMPARE(seconds(1, TimeUse::WaitingForInput), std::int64_t{1});
        QCOMPARE(seconds(1, TimeUse::Idle), std::int64_t{1});
        QCOMPARE(seconds(2, TimeUse::WaitingForInput), std::int64_t{2});
        QCOMPARE(seconds(2, TimeUse::Idle), std::int64_t{0});
        QCOMPARE(seconds(3, TimeUse::Compute), std::int64_t{24});
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(tst_ScheduleReplay)
#include "tst_schedule_replay.moc"
