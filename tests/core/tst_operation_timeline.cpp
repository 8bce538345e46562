// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/operation_timeline.h"
#include "tests/support/trace_literal.h"

#include <QTest>

using namespace hscope::core;
using hscope::test::traceFromLiteral;

namespace {

/// `A 1-2` for each stretch in which an operation is current.
QStringList flattened(const QString& operations)
{
    const auto trace = traceFromLiteral("ops main: " + operations.toStdString());
    QStringList lines;
    for (const Track& track : trace->tracks()) {
        if (track.kind != TrackKind::Operations) {
            continue;
        }
        const OperationTimeline timeline = flattenOperations(*trace, track);
        for (std::size_t i = 0; i + 1 < timeline.size(); ++i) {
            if (timeline[i].name) {
                const std::string_view name = trace->text(*timeline[i].name);
                lines << QStringLiteral("%1 %2-%3")
                             .arg(QString::fromUtf8(name.data(),
                                                    static_cast<qsizetype>(name.size())))
                             .arg(timeline[i].startNs)
                             .arg(timeline[i + 1].startNs);
            }
        }
    }
    return lines;
}

} // namespace

/// Cases F1 to F6, N1, N2 and W are RL-Scope's published test cases.
class tst_OperationTimeline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesEachInstantToTheInnermost_data();
    void givesEachInstantToTheInnermost();
    void inheritsFromTheRootThread();
    void inheritsAlongBackwardLinks();
    void survivesACircleOfLinks();
    void findsTheRootByEarliestStart();
};

void tst_OperationTimeline::givesEachInstantToTheInnermost_data()
{
    QTest::addColumn<QString>("operations");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("F1 in the middle") << "A[1,2) B[0,3)" << QStringList{"B 0-1", "A 1-2", "B 2-3"};
    QTest::newRow("F2 at the start") << "A[0,1) B[0,3)" << QStringList{"A 0-1", "B 1-3"};
    QTest::newRow("F3 at the end") << "A[2,3) B[0,3)" << QStringList{"B 0-2", "A 2-3"};
    const QStringList f4{"B 0-1", "A 1-2", "B 2-3", "A 3-4", "B 4-5"};
    QTest::newRow("F4 twice") << "A[1,2) A[3,4) B[0,5)" << f4;
    QTest::newRow("F5 with a gap")
        << "A[1,2) A[3,4) A[7,8) A[9,10) B[0,5) B[6,11)"
        << f4 + QStringList{"B 6-7", "A 7-8", "B 8-9", "A 9-10", "B 10-11"};
    QTest::newRow("F6 parts from two files, in the order of arrival")
        << "A[1,2) B[0,5) A[3,4)" << f4;
    QTest::newRow("N1 three levels")
        << "op1[0,5) op2[1,4) op3[2,3)"
        << QStringList{"op1 0-1", "op2 1-2", "op3 2-3", "op2 3-4", "op1 4-5"};
    QTest::newRow("N2 two roots, later one first")
        << "op4[5,8) op5[6,7) op1[0,5) op2[1,2) op3[3,4)"
        << QStringList{"op1 0-1", "op2 1-2", "op1 2-3", "op3 3-4",
                       "op1 4-5", "op4 5-6", "op5 6-7", "op4 7-8"};
    QTest::newRow("W a training loop, us as given")
        << "train_loop[1551209039576428,1551209040757185) "
           "q_forward[1551209039576444,1551209040754733)"
        << QStringList{"train_loop 1551209039576428-1551209039576444",
                       "q_forward 1551209039576444-1551209040754733",
                       "train_loop 1551209040754733-1551209040757185"};
    QTest::newRow("zero length is never current") << "A[0,4) B[2,2)" << QStringList{"A 0-4"};
    QTest::newRow("not nested: the latest started")
        << "A[0,4) B[2,6)" << QStringList{"A 0-2", "B 2-6"};
}

void tst_OperationTimeline::givesEachInstantToTheInnermost()
{
    QFETCH(const QString, operations);
    QFETCH(const QStringList, expected);
    QCOMPARE(flattened(operations), expected);
}

namespace {

QString at(const TraceStore& trace, const OperationMap& map, std::uint32_t track, std::int64_t ns)
{
    const auto name = map.at(TrackId(track), ns);
    return name ? QString::fromStdString(std::string(trace.text(*name))) : QStringLiteral("-");
}

} // namespace

void tst_OperationTimeline::inheritsFromTheRootThread()
{
    const auto trace = traceFromLiteral("thread main: python[0,100)\n"
                                        "thread worker: backend[5,80)\n"
                                        "ops main: train[10,90) step[20,30)\n"
                                        "ops worker: load[40,50)\n");
    const OperationMap map(*trace, ProcessId(0));
    QCOMPARE(at(*trace, map, 1, 9), QStringLiteral("-"));
    QCOMPARE(at(*trace, map, 1, 15), QStringLiteral("train"));
    QCOMPARE(at(*trace, map, 1, 20), QStringLiteral("step"));
    QCOMPARE(at(*trace, map, 1, 45), QStringLiteral("load"));
    QCOMPARE(at(*trace, map, 1, 50), QStringLiteral("train"));
    QCOMPARE(at(*trace, map, 0, 45), QStringLiteral("train"));
}

void tst_OperationTimeline::inheritsAlongBackwardLinks()
{
    const auto trace =
        traceFromLiteral("thread main: python[0,100)\n"
                         "thread other: backend:forward[30,40)#1\n"
                         "thread autograd: backend:early[5,9) backend:backward[60,70)<1\n"
                         "ops main: train[0,100)\n"
                         "ops other: branch[20,90)\n");
    const OperationMap map(*trace, ProcessId(0));
    QCOMPARE(at(*trace, map, 2, 8), QStringLiteral("train"));
    QCOMPARE(at(*trace, map, 2, 65), QStringLiteral("branch"));
}

void tst_OperationTimeline::survivesACircleOfLinks()
{
    const auto trace = traceFromLiteral("thread a: backend[0,10)#1 backend[20,30)<2\n"
                                        "thread b: backend[5,9)#2 backend[40,50)<1\n"
                                        "thread main: python[0,60)\n"
                                        "ops main: train[0,60)\n");
    const OperationMap map(*trace, ProcessId(0));
    QCOMPARE(at(*trace, map, 0, 15),
             QStringLiteral("train")); // no link reached a yet: from the root
    QCOMPARE(at(*trace, map, 0, 25), QStringLiteral("train")); // from b, whose own link comes later
    QCOMPARE(at(*trace, map, 0, 45),
             QStringLiteral("train")); // from b, which inherits from a: back to the root
}

void tst_OperationTimeline::findsTheRootByEarliestStart()
{
    const auto trace = traceFromLiteral("thread late: python[0,100)\n"
                                        "thread early: python[0,100)\n"
                                        "thread bare: python[0,100)\n"
                                        "ops late: big[10,100)\n"
                                        "ops early: small[5,50)\n");
    const OperationMap map(*trace, ProcessId(0));
    QCOMPARE(at(*trace, map, 2, 20), QStringLiteral("small"));
    QCOMPARE(at(*trace, map, 2, 60), QStringLiteral("-"));
}

QTEST_APPLESS_MAIN(tst_OperationTimeline)
#include "tst_operation_timeline.moc"
