// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/host_clock.h"

#include <QTest>

using hscope::collector::HostClock;
using hscope::collector::TickMap;

class tst_HostClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsBothClocksTogether();
    void mapsTheTwoMoments();
    void followsARateThatChanges();
    void risesWhateverTheClockDoes();
    void survivesSenselessMoments();
};

void tst_HostClock::readsBothClocksTogether()
{
    const HostClock clock = HostClock::detect();
    const auto before = static_cast<std::int64_t>(HostClock::monotonicNs());
    const HostClock::Moment first = clock.now();
    const HostClock::Moment second = clock.now();
    const auto after = static_cast<std::int64_t>(HostClock::monotonicNs());
    QVERIFY(before <= first.ns && first.ns <= second.ns && second.ns <= after);
    QVERIFY(first.ticks <= second.ticks);
}

void tst_HostClock::mapsTheTwoMoments()
{
    // Three ticks are one nanosecond.
    const TickMap map({3'000, 100'000}, {3'003'000, 1'100'000});
    QCOMPARE(map.toNs(3'000), 100'000);
    QCOMPARE(map.toNs(3'003'000), 1'100'000);
    QVERIFY(std::abs(map.toNs(6'003'000) - 2'100'000) <= 1);
    QVERIFY(std::abs(map.toNs(0) - 99'000) <= 1);
}

void tst_HostClock::followsARateThatChanges()
{
    TickMap map({0, 0}, {1'000'000, 1'000'000});
    std::uint64_t ticks = 1'000'000;
    std::int64_t ns = 1'000'000;
    for (int i = 0; i < 200; ++i) { // now 100 ppm slower
        ticks += 10'000'000;
        ns += 10'001'000;
        map.follow({ticks, ns});
    }
    QVERIFY2(std::abs(map.toNs(ticks) - ns) < 2000,
             qPrintable(QString::number(map.toNs(ticks) - ns)));
}

void tst_HostClock::risesWhateverTheClockDoes()
{
    TickMap map({0, 0}, {1'000'000, 500'000});
    std::uint32_t random = 1;
    std::uint64_t ticks = 1'000'000;
    std::int64_t ns = 500'000;
    std::int64_t last = map.toNs(ticks);
    for (int i = 0; i < 1000; ++i) {
        random = random * 1'664'525U + 1'013'904'223U;
        const std::uint64_t step = 1 + (random >> 8U);
        for (std::uint64_t part = 0; part <= 4; ++part) {
            const std::int64_t now = map.toNs(ticks + step * part / 4);
            QVERIFY(now >= last);
            last = now;
        }
        ticks += step;
        ns += static_cast<std::int64_t>(step / 2 + random % 5000); // jitter
        map.follow({ticks, ns});
        // The line goes on where the old one was.
        QVERIFY(map.toNs(ticks) >= last - 1);
    }
}

void tst_HostClock::survivesSenselessMoments()
{
    TickMap map({1000, 1000}, {1000, 1000}); // no stretch between
    QCOMPARE(map.toNs(2000), 2000);
    map.follow({500, 5000}); // the counter went backwards
    QCOMPARE(map.toNs(2000), 2000);
    map.follow({3000, 10}); // the clock went backwards
    QVERIFY(map.toNs(4000) >= map.toNs(3000));
}

QTEST_APPLESS_MAIN(tst_HostClock)
#include "tst_host_clock.moc"
