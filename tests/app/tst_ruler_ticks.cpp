// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/iteration_marks.h"
#include "app/timeline/ruler_ticks.h"

#include <QTest>

#include <limits>

using namespace hscope;
using namespace hscope::app;

namespace {

core::TimeRange range(std::int64_t start, std::int64_t end)
{
    return {core::traceTime(start), core::traceTime(end)};
}

/// `step: text text ...`
QString textOf(const RulerTicks& ticks)
{
    QString result = QString::fromStdString(ticks.stepText) + u':';
    for (const RulerTick& tick : ticks.ticks) {
        result += u' ' + QString::fromStdString(tick.text).remove(QChar(0x2009));
    }
    return result.remove(QChar(0x2009));
}

core::Iteration iteration(std::int64_t number, std::int64_t start, std::int64_t end)
{
    return {core::ProcessId(0), number, range(start, end), {}};
}

QStringList textOf(const std::vector<IterationMark>& marks)
{
    QStringList result;
    for (const IterationMark& mark : marks) {
        result << QStringLiteral("%1 at %2%3")
                      .arg(mark.position)
                      .arg(mark.x)
                      .arg(mark.startsHere ? QString() : QStringLiteral(" running"));
    }
    return result;
}

} // namespace

class tst_RulerTicks : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void countsFromTheOriginNearTheStart()
    {
        QCOMPARE(textOf(rulerTicks(range(0, 1'000'000), 500, core::traceTime(0), 100)),
                 QStringLiteral("200µs: 0µs 200µs 400µs 600µs 800µs 1.0ms"));
    }

    void countsFromARoundBaseFarAway()
    {
        const RulerTicks ticks =
            rulerTicks(range(1'233'310'100'000, 1'233'311'900'000), 900, core::traceTime(0), 100);
        QCOMPARE(core::toNs(ticks.base), 1'233'310'000'000);
        QVERIFY(!ticks.fromOrigin);
        QCOMPARE(textOf(ticks),
                 QStringLiteral(
                     "200µs: +200µs +400µs +600µs +800µs +1.0ms +1.2ms +1.4ms +1.6ms +1.8ms"));
    }

    void keepsTheirDistance()
    {
        for (std::int64_t length = 10; length < 1'000'000'000'000'000'000; length *= 7) {
            const RulerTicks ticks = rulerTicks(range(3, 3 + length), 1000, core::traceTime(0), 90);
            for (std::size_t i = 1; i < ticks.ticks.size(); ++i) {
                QVERIFY(ticks.ticks[i].x - ticks.ticks[i - 1].x >= 90 - 1e-6);
            }
            QVERIFY2(length < 1000 || !ticks.ticks.empty(), "a second of room always has a tick");
            QVERIFY(ticks.ticks.size() <= 12);
        }
    }

    void groupsTheDigitsOfLongTraces()
    {
        const RulerTicks ticks =
            rulerTicks(range(0, 2'500'000'000'000'000'000), 300, core::traceTime(0), 100);
        QCOMPARE(QString::fromStdString(ticks.stepText),
                 QStringLiteral("1\u2009000\u2009000\u2009000\u2009s"));
    }

    void hasNoneWithoutRoom()
    {
        QVERIFY(rulerTicks(range(5, 5), 100, core::traceTime(0), 90).ticks.empty());
        QVERIFY(rulerTicks(range(0, 5), 0, core::traceTime(0), 90).ticks.empty());
    }

    void survivesTheWholeOfInt64()
    {
        const RulerTicks ticks = rulerTicks(range(std::numeric_limits<std::int64_t>::min(),
                                                  std::numeric_limits<std::int64_t>::max()),
                                            1000, core::traceTime(0), 90);
        QVERIFY(ticks.ticks.size() < 30);
    }

    void marksIterationsThatHaveRoom()
    {
        const std::vector<core::Iteration> iterations = {
            iteration(1, 0, 100), iteration(2, 100, 400), iteration(3, 400, 420),
            iteration(4, 420, 440), iteration(5, 440, 900)};
        QCOMPARE(textOf(iterationMarks(iterations, range(0, 1000), 1000, 100)),
                 QStringList({QStringLiteral("0 at 0"), QStringLiteral("1 at 100")}));
        QCOMPARE(textOf(iterationMarks(iterations, range(200, 1000), 800, 100)),
                 QStringList(QStringLiteral("1 at 0 running")));
        QCOMPARE(textOf(iterationMarks(iterations, range(430, 930), 500, 10)),
                 QStringList({QStringLiteral("3 at 0 running"), QStringLiteral("4 at 10")}));
        QCOMPARE(textOf(iterationMarks({}, range(0, 1000), 1000, 100)), QStringList());
    }
};

QTEST_APPLESS_MAIN(tst_RulerTicks)
#include "tst_ruler_ticks.moc"
