// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/overhead_layout.h"
#include "core/correction/overhead_slices.h"
#include "tests/support/model_printer.h"
#include "tests/support/qtest_printers.h"
#include "tests/support/trace_literal.h"

#include <QTest>

using namespace hscope::core;
using namespace hscope::test;

namespace {

OverheadModel model(OverheadKind kind, double mean, double inside)
{
    return {{}, {{kind, {}, mean, mean, mean, inside, 1, {}}}};
}

QStringList layOut(std::string_view literal, const OverheadModel& model)
{
    const auto trace = traceFromLiteral(literal);
    QStringList lines;
    for (const ThreadOverhead& thread : layOutOverhead(*trace, model)) {
        for (const OverheadInterval& interval : thread.intervals) {
            lines << QStringLiteral("%1[%2,%3)")
                         .arg(QString::fromLatin1(nameOf(interval.kind)))
                         .arg(interval.startNs)
                         .arg(interval.endNs);
        }
        lines << QStringLiteral("cut %1").arg(thread.clippedNs);
    }
    return lines;
}

} // namespace

class tst_OverheadLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void surroundsBeginAndEnd();
    void takesDormantCallsToo();
    void sharesTheRoomThereIs();
    void staysInItsOperation();
    void carriesFractions();
    void putsCuptiAtTheBegin();
    void leavesOtherProfilersAlone();
    void becomesSlices();
};

/// 8 ns per event, 4 of them inside: 2 on each side of begin and end.
void tst_OverheadLayout::surroundsBeginAndEnd()
{
    QCOMPARE(
        layOut("thread main: python[0,100) backend[10,30)~torch backend[40,60)~torch",
               model(OverheadKind::Torch, 8, 4)),
        QStringList({"torch[8,10)", "torch[10,12)", "torch[28,30)", "torch[30,32)", "torch[38,40)",
                     "torch[40,42)", "torch[58,60)", "torch[60,62)", "cut 0"}));
}

/// Recording takes 4 ns, all of them outside, and the calls 4 more, half of them inside.
void tst_OverheadLayout::takesDormantCallsToo()
{
    OverheadModel costs = model(OverheadKind::Scope, 4, 0);
    costs.costs[0].dormantNs = 4;
    QCOMPARE(layOut("thread main: python[0,100) native[10,30)~program", costs),
             QStringList({"scope[7,10)", "scope[10,11)", "scope[29,30)", "scope[30,33)", "cut 0"}));
}

/// A slice of 2 ns has room for half of its 4, one of 0 for none; the gap of 3 between them for 3
/// of the 4 that both want. So 7 of 16 are missing: what is before the first and after the last
/// gets twice its 2, and 3 are missing still.
void tst_OverheadLayout::sharesTheRoomThereIs()
{
    QCOMPARE(layOut("thread main: python[0,100) backend[10,12)~torch backend[15,15)~torch",
                    model(OverheadKind::Torch, 8, 4)),
             QStringList({"torch[6,10)", "torch[10,11)", "torch[11,12)", "torch[12,14)",
                          "torch[14,15)", "torch[15,19)", "cut 3"}));
}

/// The moment that an operation begins bounds what is before and after it: of 2 ns before the slice
/// there is room for 1, and the other three sides share what is missing, 2.33 each.
void tst_OverheadLayout::staysInItsOperation()
{
    QCOMPARE(
        layOut("ops main: train[20,80)~program\n"
               "thread main: python[0,100) backend[21,60)~torch",
               model(OverheadKind::Torch, 8, 4)),
        QStringList({"torch[20,21)", "torch[21,24)", "torch[58,60)", "torch[60,62)", "cut 0"}));
    QCOMPARE(layOut("ops main: train[20,80)~program\nthread main: python[0,100)",
                    model(OverheadKind::Annotation, 8, 4)),
             QStringList({"annotation[18,20)", "annotation[20,22)", "annotation[78,80)",
                          "annotation[80,82)", "cut 0"}));
}

/// 0.75 ns on each side of each moment: what rounding leaves is not lost. Four moments inside the
/// wall time want 6 ns.
void tst_OverheadLayout::carriesFractions()
{
    const auto trace =
        traceFromLiteral("thread main: python[0,100) backend[10,30)~torch backend[50,70)~torch");
    const auto overhead = layOutOverhead(*trace, model(OverheadKind::Torch, 3, 1.5));
    std::int64_t sum = 0;
    for (const OverheadInterval& interval : overhead.at(0).intervals) {
        sum += interval.endNs - interval.startNs;
    }
    QCOMPARE(sum, std::int64_t{6});
}

void tst_OverheadLayout::putsCuptiAtTheBegin()
{
    OverheadModel costs{{},
                        {{OverheadKind::GpuApi, {}, 2, 2, 2, 0, 1, {}},
                         {OverheadKind::Cupti, "launch", 5, 5, 5, 5, 1, {}}}};
    const std::string calls = "thread main: python[0,100) gpu_api:launch[10,30)~gpu_api "
                              "gpu_api:malloc[50,60)~gpu_api\n";
    QCOMPARE(layOut(calls + "gpu 0/7: gpu_kernel[12,20)", costs),
             QStringList({"cupti[9,10)", "cupti[10,15)", "gpu_api[30,31)", "gpu_api[49,50)",
                          "gpu_api[60,61)", "cut 0"}));
    // Without work of GPUs CUPTI had nothing to do.
    QCOMPARE(layOut(calls, costs), QStringList({"gpu_api[9,10)", "gpu_api[30,31)", "gpu_api[49,50)",
                                                "gpu_api[60,61)", "cut 0"}));
}

void tst_OverheadLayout::leavesOtherProfilersAlone()
{
    QCOMPARE(layOut("thread main: python[0,100) backend[10,30)", model(OverheadKind::Torch, 8, 4)),
             QStringList());
}

void tst_OverheadLayout::becomesSlices()
{
    const auto trace = traceFromLiteral("thread main: python[0,100) backend[10,30)~torch#1\n"
                                        "gpu 0/7: gpu_kernel[25,44)@1");
    const auto overhead = layOutOverhead(*trace, model(OverheadKind::Torch, 8, 4));
    const auto shown = withOverheadSlices(*trace, overhead);
    const auto expected = traceFromLiteral(
        "thread main: python[0,100) overhead:torch_overhead[8,10) backend[10,30)~torch#1 "
        "overhead:torch_overhead[10,12) overhead:torch_overhead[28,30) "
        "overhead:torch_overhead[30,32)\n"
        "gpu 0/7: gpu_kernel[25,44)@1");
    QStringList wanted = printTrace(*expected);
    wanted.replaceInStrings(QStringLiteral("torch_overhead"), QStringLiteral("torch overhead"));
    QCOMPARE(printTrace(*shown), wanted);
}

QTEST_GUILESS_MAIN(tst_OverheadLayout)

#include "tst_overhead_layout.moc"
