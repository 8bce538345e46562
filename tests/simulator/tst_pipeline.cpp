// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/engine/period_meter.h"
#include "simulator/engine/pipeline.h"
#include "simulator/engine/time_split.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

using namespace hscope::sim;
using hscope::core::ErrorCode;
using hscope::core::NullProgress;
using hscope::core::Result;

namespace {

using Numbers = std::vector<std::int64_t>;

/// Ends of services, and of the transfers behind them; [stage][microbatch], in ns.
struct Times
{
    std::vector<Numbers> service;
    std::vector<Numbers> transfer;
};

/// Remembers every end, and that each activity starts before it ends and only once.
class Recorder final : public PipelineObserver
{
public:
    explicit Recorder(const Pipeline& pipeline)
    {
        const auto empty = Numbers(static_cast<std::size_t>(pipeline.microbatches), -1);
        times.service.assign(pipeline.stages.size(), empty);
        times.transfer.assign(pipeline.stages.size(), empty);
    }

    void activityStarted(const Activity& /*activity*/) override { ++started; }

    void activityEnded(const Activity& activity, SimTime end) override
    {
        auto& list = activity.kind == ActivityKind::Service ? times.service : times.transfer;
        auto& slot = list[activity.stage][static_cast<std::size_t>(activity.microbatch)];
        sound = sound && slot == -1 && activity.start <= end && ended < started;
        slot = sinceStart(end).count();
        ++ended;
    }

    void microbatchCompleted(std::int64_t microbatch, SimTime /*end*/) override
    {
        completed.push_back(microbatch);
    }

    Times times;
    Numbers completed;
    int started = 0;
    int ended = 0;
    bool sound = true;
};

Result<PipelineRun> run(const Pipeline& pipeline, const PipelineObservers& observers = {})
{
    NullProgress progress;
    return simulatePipeline(pipeline, observers, progress, {});
}

std::int64_t makespan(const Pipeline& pipeline)
{
    const auto result = run(pipeline);
    return result ? sinceStart(result->end).count() : -1;
}

Pipeline pipelineOf(const Numbers& times, const Numbers& replicas, std::int64_t microbatches)
{
    Pipeline pipeline;
    pipeline.microbatches = microbatches;
    for (std::size_t i = 0; i < times.size(); ++i) {
        pipeline.stages.push_back({replicas.size() == 1 ? replicas[0] : replicas[i],
                                   Duration(times[i]), Duration{}, std::nullopt});
    }
    return pipeline;
}

/// Equal stages with transfers between them, as the peers' benchmark has it: 10 ms, 0.8 ms.
Pipeline peersPipeline(std::int64_t microbatches, TransferMode transfers)
{
    Pipeline pipeline = pipelineOf(Numbers(4, 10'000'000), {4}, microbatches);
    pipeline.transfers = transfers;
    for (PipelineStage& stage : pipeline.stages) {
        stage.transfer = Duration(800'000);
    }
    return pipeline;
}

Pipeline randomPipeline(std::mt19937_64& random, TransferMode transfers)
{
    Pipeline pipeline;
    pipeline.microbatches = static_cast<std::int64_t>(random() % 120 + 1);
    pipeline.transfers = transfers;
    const auto stages = random() % 6 + 1;
    for (std::size_t i = 0; i < stages; ++i) {
        PipelineStage stage;
        stage.replicas = static_cast<std::int64_t>(random() % 7 + 1);
        stage.service = Duration(random() % 21);
        if (random() % 2 == 0) {
            stage.transfer = Duration(random() % 12);
        }
        pipeline.stages.push_back(stage);
    }
    return pipeline;
}

std::int64_t transferOf(const Pipeline& pipeline, std::size_t stage)
{
    return stage + 1 < pipeline.stages.size()
               ? pipeline.stages[stage].transfer.value_or(Duration{}).count()
               : 0;
}

std::int64_t before(const Numbers& list, std::int64_t microbatch, std::int64_t replicas)
{
    return microbatch >= replicas ? list[static_cast<std::size_t>(microbatch - replicas)] : 0;
}

/// The recursion of pipeline.h, in a table.
Times overlappedTimes(const Pipeline& pipeline)
{
    Times times;
    Numbers input(static_cast<std::size_t>(pipeline.microbatches), 0);
    for (std::size_t s = 0; s < pipeline.stages.size(); ++s) {
        const PipelineStage& stage = pipeline.stages[s];
        const auto serve = [&](std::int64_t length) {
            Numbers ends;
            for (std::int64_t m = 0; m < pipeline.microbatches; ++m) {
                const std::int64_t ready = input[static_cast<std::size_t>(m)];
                ends.push_back(std::max(ready, before(ends, m, stage.replicas)) + length);
            }
            return ends;
        };
        input = times.service.emplace_back(serve(stage.service.count()));
        if (stage.transfer && s + 1 < pipeline.stages.size()) {
            input = times.transfer.emplace_back(serve(stage.transfer->count()));
        } else {
            times.transfer.emplace_back(input.size(), -1);
        }
    }
    return times;
}

/// Microbatch by microbatch: the transfer starts when the sender has served and the receiver has
/// handed on its former microbatch.
Times blockingTimes(const Pipeline& pipeline)
{
    const std::size_t stages = pipeline.stages.size();
    Times times{std::vector<Numbers>(stages), std::vector<Numbers>(stages)};
    for (std::int64_t m = 0; m < pipeline.microbatches; ++m) {
        for (std::size_t s = 0; s < stages; ++s) {
            const auto released = [&](std::size_t stage) {
                const auto& list =
                    stage + 1 < stages ? times.transfer[stage] : times.service[stage];
                return before(list, m, pipeline.stages[stage].replicas);
            };
            const std::int64_t start = s == 0 ? released(0) : times.transfer[s - 1].back();
            const std::int64_t served = start + pipeline.stages[s].service.count();
            times.service[s].push_back(served);
            times.transfer[s].push_back(
                s + 1 < stages ? std::max(served, released(s + 1)) + transferOf(pipeline, s) : -1);
        }
    }
    return times;
}

/// Unbounded knapsack: most value of items of (weight, value) within `capacity`.
std::int64_t knapsack(const std::vector<std::pair<std::int64_t, std::int64_t>>& items,
                      std::int64_t capacity)
{
    Numbers best(static_cast<std::size_t>(capacity) + 1, 0);
    for (std::int64_t room = 1; room <= capacity; ++room) {
        for (const auto& [weight, value] : items) {
            if (weight <= room) {
                auto& here = best[static_cast<std::size_t>(room)];
                here = std::max(here, best[static_cast<std::size_t>(room - weight)] + value);
            }
        }
    }
    return best.back();
}

std::int64_t closedForm(const Pipeline& pipeline)
{
    const bool blocking = pipeline.transfers == TransferMode::Blocking;
    std::vector<std::pair<std::int64_t, std::int64_t>> items;
    std::int64_t sum = 0;
    for (std::size_t s = 0; s < pipeline.stages.size(); ++s) {
        const PipelineStage& stage = pipeline.stages[s];
        const std::int64_t in = s > 0 ? transferOf(pipeline, s - 1) : 0;
        const std::int64_t out = transferOf(pipeline, s);
        sum += stage.service.count() + out;
        if (blocking) {
            items.emplace_back(stage.replicas, in + stage.service.count() + out);
        } else {
            items.emplace_back(stage.replicas, stage.service.count());
            items.emplace_back(stage.replicas, out);
        }
    }
    return sum + knapsack(items, pipeline.microbatches - 1);
}

} // namespace

class tst_Pipeline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reproducesKnownMakespans_data();
    void reproducesKnownMakespans();
    void reproducesThePeersRuns();
    void agreesWithTheRecursion_data();
    void agreesWithTheRecursion();
    void agreesWithTheClosedForm_data();
    void agreesWithTheClosedForm();
    void completesInOrder();
    void measuresThePeriodOfTheSlowestStage_data();
    void measuresThePeriodOfTheSlowestStage();
    void measuresThePeriodOfAlmostEqualStages();
    void hasNoPeriodWithoutAWholeRound();
    void splitsEachDevicesTime_data();
    void splitsEachDevicesTime();
    void scalesWithItsTimes();
    void takesAtLeastPathAndWork();
    void handlesThousandsOfReplicas();
    void repeatsItself();
    void stopsWhenAsked();
    void refusesBadPipelines();
};

void tst_Pipeline::reproducesKnownMakespans_data()
{
    QTest::addColumn<Numbers>("times");
    QTest::addColumn<Numbers>("replicas");
    QTest::addColumn<std::int64_t>("microbatches");
    QTest::addColumn<std::int64_t>("expected");
    const auto row = [](const char* name, const Numbers& times, const Numbers& replicas,
                        std::int64_t microbatches, std::int64_t expected) {
        QTest::newRow(name) << times << replicas << microbatches << expected;
    };
    row("equal stages", {10, 10, 10, 10}, {1}, 100, 1030);
    row("unequal stages", {3, 5, 2, 4}, {1}, 100, 509);
    row("unequal replicas", {6, 9, 4}, {2, 3, 1}, 100, 415);
    row("a replicated slowest stage", {6, 10, 3}, {2, 3, 1}, 100, 349);
    row("where the usual bound is not reached", {5, 7}, {2, 3}, 4, 19);
    row("transfers as stages",
        {10'000'000, 800'000, 10'000'000, 800'000, 10'000'000, 800'000, 10'000'000}, {4}, 1000,
        2'532'400'000);
    row("one microbatch", {3, 5, 2, 4}, {7}, 1, 14);
    row("no microbatch", {3, 5}, {1}, 0, 0);
    row("stages that take no time", {0, 0, 0}, {1, 2, 3}, 50, 0);
}

void tst_Pipeline::reproducesKnownMakespans()
{
    QFETCH(Numbers, times);
    QFETCH(Numbers, replicas);
    QFETCH(std::int64_t, microbatches);
    QFETCH(std::int64_t, expected);
    QCOMPARE(makespan(pipelineOf(times, replicas, microbatches)), expected);
}

void tst_Pipeline::reproducesThePeersRuns()
{
    QCOMPARE(makespan(peersPipeline(1'000, TransferMode::Overlapped)), 2'532'400'000);
    QCOMPARE(makespan(peersPipeline(10'000, TransferMode::Overlapped)), 25'032'400'000);
    QCOMPARE(makespan(peersPipeline(100'000, TransferMode::Overlapped)), 250'032'400'000);
    QCOMPARE(makespan(peersPipeline(1'000, TransferMode::Blocking)), 2'930'800'000);
    QCOMPARE(makespan(peersPipeline(10'000, TransferMode::Blocking)), 29'030'800'000);
    QCOMPARE(run(peersPipeline(10'000, TransferMode::Overlapped))->events, 70'000U);
}

void tst_Pipeline::agreesWithTheRecursion_data()
{
    QTest::addColumn<TransferMode>("transfers");
    QTest::newRow("overlapped") << TransferMode::Overlapped;
    QTest::newRow("blocking") << TransferMode::Blocking;
}

void tst_Pipeline::agreesWithTheRecursion()
{
    QFETCH(TransferMode, transfers);
    std::mt19937_64 random(41);
    for (int i = 0; i < 3'000; ++i) {
        const Pipeline pipeline = randomPipeline(random, transfers);
        Recorder recorder(pipeline);
        QVERIFY(run(pipeline, {&recorder}).has_value());
        const Times expected = transfers == TransferMode::Blocking ? blockingTimes(pipeline)
                                                                   : overlappedTimes(pipeline);
        QVERIFY(recorder.sound);
        QCOMPARE(recorder.started, recorder.ended);
        QCOMPARE(recorder.times.service, expected.service);
        QCOMPARE(recorder.times.transfer, expected.transfer);
    }
}

void tst_Pipeline::agreesWithTheClosedForm_data()
{
    agreesWithTheRecursion_data();
}

void tst_Pipeline::agreesWithTheClosedForm()
{
    QFETCH(TransferMode, transfers);
    std::mt19937_64 random(43);
    for (int i = 0; i < 3'000; ++i) {
        const Pipeline pipeline = randomPipeline(random, transfers);
        QCOMPARE(makespan(pipeline), closedForm(pipeline));
    }
}

void tst_Pipeline::completesInOrder()
{
    std::mt19937_64 random(44);
    for (int i = 0; i < 1'000; ++i) {
        const Pipeline pipeline =
            randomPipeline(random, i % 2 == 0 ? TransferMode::Overlapped : TransferMode::Blocking);
        Recorder recorder(pipeline);
        QVERIFY(run(pipeline, {&recorder}).has_value());
        Numbers expected(static_cast<std::size_t>(pipeline.microbatches));
        std::iota(expected.begin(), expected.end(), 0);
        QCOMPARE(recorder.completed, expected);
    }
}

void tst_Pipeline::measuresThePeriodOfTheSlowestStage_data()
{
    agreesWithTheRecursion_data();
}

void tst_Pipeline::measuresThePeriodOfTheSlowestStage()
{
    QFETCH(TransferMode, transfers);
    std::mt19937_64 random(47);
    int measured = 0;
    for (int i = 0; i < 3'000; ++i) {
        const Pipeline pipeline = randomPipeline(random, transfers);
        PeriodMeter meter(pipeline);
        QVERIFY(run(pipeline, {&meter}).has_value());
        const Occupancy slowest = slowestPart(pipeline);
        QCOMPARE(meter.measured().has_value(), pipeline.microbatches > slowest.replicas);
        if (meter.measured()) {
            QCOMPARE(*meter.measured(), slowest);
            ++measured;
        }
    }
    QVERIFY(measured > 2'500);
}

// Microbatch 4995 of these stages ends not 10,000 but 19,945 ns after microbatch 3995: five rounds
// of the second stage fit there, which four before do not beat three of the first. Multiples of
// 1,000 have no such step.
void tst_Pipeline::measuresThePeriodOfAlmostEqualStages()
{
    const std::vector<std::pair<std::int64_t, std::int64_t>> items = {{1'000, 10'000},
                                                                      {999, 9'989}};
    QCOMPARE(knapsack(items, 4'995) - knapsack(items, 3'995), 19'945);
    for (std::int64_t microbatches = 4'900; microbatches < 6'100; microbatches += 37) {
        const Pipeline pipeline = pipelineOf({10'000, 9'989}, {1'000, 999}, microbatches);
        PeriodMeter meter(pipeline);
        QVERIFY(run(pipeline, {&meter}).has_value());
        QCOMPARE(*meter.measured(), (Occupancy{1'000, Duration(10'000)}));
    }
}

void tst_Pipeline::hasNoPeriodWithoutAWholeRound()
{
    const auto measured = [](std::int64_t microbatches) {
        const Pipeline pipeline = pipelineOf({8, 30}, {1, 5}, microbatches);
        PeriodMeter meter(pipeline);
        return run(pipeline, {&meter}).has_value() ? meter.measured() : std::nullopt;
    };
    QCOMPARE(slowestPart(pipelineOf({8, 30}, {1, 5}, 1)), (Occupancy{1, Duration(8)}));
    QCOMPARE(measured(1), std::nullopt);
    QCOMPARE(*measured(2), (Occupancy{1, Duration(8)}));
    const Pipeline wide = pipelineOf({8, 50}, {1, 5}, 5);
    PeriodMeter meter(wide);
    QVERIFY(run(wide, {&meter}).has_value());
    QVERIFY(!meter.measured());
    QCOMPARE(sinceStart(meter.first()), Duration(58));
}

void tst_Pipeline::splitsEachDevicesTime_data()
{
    agreesWithTheRecursion_data();
}

void tst_Pipeline::splitsEachDevicesTime()
{
    QFETCH(TransferMode, transfers);
    std::mt19937_64 random(53);
    for (int i = 0; i < 1'000; ++i) {
        Pipeline pipeline = randomPipeline(random, transfers);
        for (PipelineStage& stage : pipeline.stages) {
            stage.exposedTransfer = stage.service / 3;
        }
        TimeSplitObserver observer(pipeline);
        const auto result = run(pipeline, {&observer});
        QVERIFY(result.has_value());
        observer.finish(result->end);
        for (std::size_t s = 0; s < pipeline.stages.size(); ++s) {
            const PipelineStage& stage = pipeline.stages[s];
            std::int64_t microbatches = 0;
            for (const DeviceTime& device : observer.devices()[s]) {
                QCOMPARE(device.split.total(), sinceStart(result->end));
                const Duration compute = stage.service - stage.exposedTransfer;
                QCOMPARE(device.split.compute, compute * device.microbatches);
                microbatches += device.microbatches;
            }
            QCOMPARE(microbatches, pipeline.microbatches);
            const bool blocking = transfers == TransferMode::Blocking;
            const std::int64_t crossing =
                blocking ? transferOf(pipeline, s) + (s > 0 ? transferOf(pipeline, s - 1) : 0) : 0;
            QCOMPARE(observer.stage(s).exposedTransfer,
                     (stage.exposedTransfer + Duration(crossing)) * pipeline.microbatches);
            QVERIFY(blocking || observer.stage(s).waitingForReceiver == Duration{});
        }
    }
}

void tst_Pipeline::scalesWithItsTimes()
{
    std::mt19937_64 random(59);
    for (int i = 0; i < 500; ++i) {
        Pipeline pipeline =
            randomPipeline(random, i % 2 == 0 ? TransferMode::Overlapped : TransferMode::Blocking);
        const std::int64_t plain = makespan(pipeline);
        for (PipelineStage& stage : pipeline.stages) {
            stage.service *= 1'000;
            stage.transfer = stage.transfer.value_or(Duration{}) * 1'000;
        }
        QCOMPARE(makespan(pipeline), 1'000 * plain);
    }
}

void tst_Pipeline::takesAtLeastPathAndWork()
{
    std::mt19937_64 random(61);
    for (int i = 0; i < 500; ++i) {
        const Pipeline pipeline = randomPipeline(random, TransferMode::Overlapped);
        const std::int64_t end = makespan(pipeline);
        std::int64_t path = 0;
        for (std::size_t s = 0; s < pipeline.stages.size(); ++s) {
            const PipelineStage& stage = pipeline.stages[s];
            path += stage.service.count() + transferOf(pipeline, s);
            QVERIFY(end * stage.replicas >= stage.service.count() * pipeline.microbatches);
        }
        QVERIFY(end >= path);
    }
}

void tst_Pipeline::handlesThousandsOfReplicas()
{
    const Pipeline pipeline = pipelineOf({80'000, 7, 100'001}, {8'000, 1, 10'000}, 60'001);
    PeriodMeter meter(pipeline);
    const auto result = run(pipeline, {&meter});
    QVERIFY(result.has_value());
    QCOMPARE(result->events, 3 * 60'001U);
    QCOMPARE(*meter.measured(), (Occupancy{10'000, Duration(100'001)}));
    QCOMPARE(sinceStart(result->end).count(), closedForm(pipeline));
}

void tst_Pipeline::repeatsItself()
{
    const Pipeline pipeline = pipelineOf({80, 7, 101}, {8, 1, 10}, 1'000);
    Recorder first(pipeline);
    Recorder second(pipeline);
    const auto once = run(pipeline, {&first});
    const auto twice = run(pipeline, {&second});
    QCOMPARE(*once, *twice);
    QCOMPARE(first.times.service, second.times.service);
}

void tst_Pipeline::stopsWhenAsked()
{
    std::stop_source source;
    source.request_stop();
    NullProgress progress;
    for (const TransferMode mode : {TransferMode::Overlapped, TransferMode::Blocking}) {
        const auto result =
            simulatePipeline(peersPipeline(1'000'000'000, mode), {}, progress, source.get_token());
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }
}

void tst_Pipeline::refusesBadPipelines()
{
    const auto codeOf = [](const Pipeline& pipeline) { return run(pipeline).error().code; };
    constexpr std::int64_t kYear = std::int64_t{365} * 86'400 * 1'000'000'000;
    QCOMPARE(codeOf({}), ErrorCode::InvalidArgument);
    QCOMPARE(codeOf(pipelineOf({5}, {1}, -1)), ErrorCode::InvalidArgument);
    QCOMPARE(codeOf(pipelineOf({5}, {0}, 1)), ErrorCode::InvalidArgument);
    QCOMPARE(codeOf(pipelineOf({-5}, {1}, 1)), ErrorCode::InvalidArgument);
    QCOMPARE(codeOf(pipelineOf({5, 5}, {1'000'000'000}, 1)), ErrorCode::Exhausted);
    QCOMPARE(codeOf(pipelineOf({kYear}, {1}, 200)), ErrorCode::Exhausted);
    QCOMPARE(codeOf(pipelineOf({100 * kYear}, {1}, 1)), ErrorCode::Exhausted);
    QVERIFY(run(pipelineOf({kYear}, {2}, 200)).has_value());
}

QTEST_GUILESS_MAIN(tst_Pipeline)
#include "tst_pipeline.moc"
