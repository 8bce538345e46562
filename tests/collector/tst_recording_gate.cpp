// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/recording_gate.h"

#include <QTest>

#include <thread>
#include <vector>

using hscope::collector::EventGroup;
using hscope::collector::RecordingGate;

class tst_RecordingGate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isClosedAtFirst();
    void staysClosedWhileAReasonIsLeft();
    void opensForTheGroupsThatAreWanted();
    void endsRightAfterManyThreads();
};

void tst_RecordingGate::isClosedAtFirst()
{
    RecordingGate gate;
    QCOMPARE(gate.active(), 0U);
    QCOMPARE(gate.started(), 0U);
    gate.clear(RecordingGate::Paused);
    QCOMPARE(gate.active(), 0U);
}

void tst_RecordingGate::staysClosedWhileAReasonIsLeft()
{
    RecordingGate gate;
    gate.open(5, RecordingGate::Delayed);
    QCOMPARE(gate.started(), 5U);
    QCOMPARE(gate.active(), 0U);
    gate.set(RecordingGate::Paused);
    gate.clear(RecordingGate::Delayed);
    QVERIFY(gate.has(RecordingGate::Paused));
    QCOMPARE(gate.active(), 0U);
    gate.clear(RecordingGate::Paused);
    QCOMPARE(gate.active(), 5U);
    gate.close();
    QCOMPARE(gate.active(), 0U);
    gate.open(6, 0);
    QCOMPARE(gate.active(), 6U);
}

void tst_RecordingGate::opensForTheGroupsThatAreWanted()
{
    RecordingGate gate;
    gate.open(5, RecordingGate::Paused, 1U << static_cast<unsigned>(EventGroup::Torch));
    QCOMPARE(gate.active(EventGroup::Torch), 0U);
    gate.clear(RecordingGate::Paused);
    QCOMPARE(gate.active(), 5U);
    QCOMPARE(gate.active(EventGroup::Torch), 5U);
    QCOMPARE(gate.active(EventGroup::Scopes), 0U);
    QCOMPARE(gate.active(EventGroup::Marks), 0U);
    gate.open(6, 0);
    QCOMPARE(gate.active(EventGroup::Marks), 6U);
}

void tst_RecordingGate::endsRightAfterManyThreads()
{
    for (int round = 0; round < 300; ++round) {
        RecordingGate gate;
        gate.open(1, 0);
        std::vector<std::thread> threads;
        for (const auto reason :
             {RecordingGate::Paused, RecordingGate::Delayed, RecordingGate::Over}) {
            threads.emplace_back([&gate, reason, round] {
                for (int i = 0; i < 50; ++i) {
                    gate.set(reason);
                    gate.clear(reason);
                }
                if (round % 2 == 0 && reason == RecordingGate::Over) {
                    gate.set(reason);
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        QCOMPARE(gate.active(), round % 2 == 0 ? 0U : 1U);
    }
}

QTEST_APPLESS_MAIN(tst_RecordingGate)
#include "tst_recording_gate.moc"
