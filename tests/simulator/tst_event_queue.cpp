// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/engine/event_queue.h"
#include "simulator/engine/simulation.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <vector>

using namespace hscope::sim;
using hscope::core::ErrorCode;
using hscope::core::NullProgress;

namespace {

SimTime at(std::int64_t ns)
{
    return kSimStart + Duration(ns);
}

constexpr EventPriority priority(int value)
{
    return static_cast<EventPriority>(value);
}

class NoTarget final : public EventTarget
{
public:
    void happen(std::uint64_t /*subject*/) override {}
};

/// Ticks every nanosecond up to a limit; remembers what it was told.
class Ticker final : public EventTarget
{
public:
    Ticker(Simulation& simulation, std::uint64_t limit)
        : m_simulation(simulation)
        , m_limit(limit)
    {
    }

    void happen(std::uint64_t subject) override
    {
        ticks = subject + 1;
        last = m_simulation.now();
        if (ticks < m_limit) {
            m_simulation.schedule(m_simulation.now() + Duration(1), priority(0), *this, ticks);
        }
    }

    std::uint64_t ticks = 0;
    SimTime last;

private:
    Simulation& m_simulation;
    std::uint64_t m_limit;
};

class ProgressList final : public hscope::core::ProgressSink
{
public:
    void report(std::string_view /*step*/, std::uint64_t done, std::uint64_t total) override
    {
        reports.push_back(done);
        lastTotal = total;
    }

    std::vector<std::uint64_t> reports;
    std::uint64_t lastTotal = 0;
};

} // namespace

class tst_EventQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ordersByTimeThenPriorityThenSequence();
    void agreesWithAStableSort();
    void advancesTheClock();
    void reportsProgress();
    void stopsWhenAsked();
};

void tst_EventQueue::ordersByTimeThenPriorityThenSequence()
{
    EventQueue queue;
    NoTarget target;
    queue.add(at(5), priority(1), target, 0);
    queue.add(at(5), priority(0), target, 1);
    queue.add(at(3), priority(9), target, 2);
    queue.add(at(5), priority(0), target, 3);
    queue.add(at(5), priority(65'535), target, 4);
    std::vector<std::uint64_t> order;
    while (!queue.isEmpty()) {
        order.push_back(queue.take().subject);
    }
    QCOMPARE(order, (std::vector<std::uint64_t>{2, 1, 3, 0, 4}));
}

void tst_EventQueue::agreesWithAStableSort()
{
    std::mt19937_64 random(1);
    EventQueue queue;
    NoTarget target;
    std::vector<Event> expected;
    for (std::uint64_t i = 0; i < 20'000; ++i) {
        const SimTime time = at(static_cast<std::int64_t>(random() % 50));
        const auto level = random() % 4;
        queue.add(time, priority(static_cast<int>(level)), target, i);
        expected.push_back({time, level, &target, i});
    }
    std::ranges::stable_sort(expected, [](const Event& a, const Event& b) {
        return std::pair(a.time, a.order) < std::pair(b.time, b.order);
    });
    QCOMPARE(queue.size(), expected.size());
    for (const Event& event : expected) {
        QCOMPARE(queue.take().subject, event.subject);
    }
    QVERIFY(queue.isEmpty());
}

void tst_EventQueue::advancesTheClock()
{
    Simulation simulation;
    Ticker ticker(simulation, 10);
    NullProgress progress;
    simulation.schedule(at(100), priority(0), ticker, 0);
    QVERIFY(simulation.run(10, progress, {}).has_value());
    QCOMPARE(ticker.ticks, 10U);
    QCOMPARE(ticker.last, at(109));
    QCOMPARE(simulation.now(), at(109));
    QCOMPARE(simulation.eventCount(), 10U);
}

void tst_EventQueue::reportsProgress()
{
    Simulation simulation;
    Ticker ticker(simulation, 100'000);
    ProgressList progress;
    simulation.schedule(at(0), priority(0), ticker, 0);
    QVERIFY(simulation.run(100'000, progress, {}).has_value());
    QCOMPARE(progress.reports, (std::vector<std::uint64_t>{0, 32'768, 65'536, 98'304}));
    QCOMPARE(progress.lastTotal, 100'000U);
}

void tst_EventQueue::stopsWhenAsked()
{
    Simulation simulation;
    Ticker ticker(simulation, 1'000'000'000);
    NullProgress progress;
    std::stop_source source;
    source.request_stop();
    simulation.schedule(at(0), priority(0), ticker, 0);
    const auto run = simulation.run(0, progress, source.get_token());
    QVERIFY(!run.has_value());
    QCOMPARE(run.error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(tst_EventQueue)
#include "tst_event_queue.moc"
