// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/models/analysis_bars.h"
#include "app/models/operation_truth_model.h"
#include "app/models/transition_model.h"
#include "tests/support/trace_literal.h"

#include <QAbstractItemModelTester>
#include <QTest>

namespace {

using namespace hscope::app;
using hscope::test::traceFromLiteral;
namespace core = hscope::core;
using Devices = GpuTruthSource::Devices;

constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

/// 200 ns of wall time. Device 0 works [10,30), [60,70), [75,95) and pauses for 30 ns, whose next
/// work was launched at 45, and for 5 ns, whose next work has no launch.
std::shared_ptr<const core::TraceStore> exampleTrace()
{
    return traceFromLiteral("process trainer\n"
                            "thread main: python[0,40) gpu_api[5,8)#1 gpu_api[45,50)#2 "
                            "backend[150,200)\n"
                            "ops main: forward[0,50) backward[50,160)\n"
                            "gpu 0/7: gpu_kernel[10,30)@1 gpu_memcpy[60,70)@2\n"
                            "gpu 0/9: gpu_kernel[75,95)\n"
                            "iterations main: 1[0,100) 2[100,200)\n");
}

core::Breakdown breakdownOf(const core::TraceStore& store)
{
    core::NullProgress progress;
    return *core::computeBreakdown(store, core::Attribution::Launch, progress, {});
}

std::shared_ptr<const Devices> devicesOf(const core::TraceStore& store)
{
    return std::make_shared<const Devices>(core::deviceTruth(store, {core::Duration(10)}));
}

QStringList printRows(const TableModel& model, int role = Qt::DisplayRole)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            cells.append(model.index(row, column).data(role).toString());
        }
        lines.append(cells.join(u'|'));
    }
    return lines;
}

QStringList headers(const TableModel& model, int role)
{
    QStringList titles;
    for (int column = 0; column < model.columnCount(); ++column) {
        titles.append(model.headerData(column, Qt::Horizontal, role).toString());
    }
    return titles;
}

/// `look value` of each part, then the text at the end.
QStringList printBar(const BarRow& row)
{
    QStringList words{row.title};
    for (const BarPart& part : row.parts) {
        words.append(lookName(part.look) + u' ' + QString::number(part.value));
    }
    if (row.beside) {
        words.append(u"beside " + QString::number(row.beside->value));
    }
    words.append(row.value);
    return words;
}

} // namespace

class tst_AnalysisModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void operationsShowWhatWorksInThem()
    {
        OperationTruthModel model;
        const QAbstractItemModelTester tester(&model, kFatal);
        const auto store = exampleTrace();
        model.setOperations(core::operationTruth(breakdownOf(*store)), core::Duration(200));
        // forward: [10,30) with its kernel, idle [40,45); backward: idle but for [150,160); its
        // copy was launched by forward, after which it ran.
        QCOMPARE(printRows(model, CopyRole),
                 (QStringList{QStringLiteral("backward|0|0|10|100|110|0"),
                              QStringLiteral("forward|0|20|25|5|50|10"),
                              QStringLiteral("(outside)|0|0|40|0|40|0"),
                              QStringLiteral("(no launch)|0|0|0|0|0|20")}));
        QCOMPARE(model.totals().mid(1),
                 (QStringList{QStringLiteral("0.000"), QStringLiteral("0.020"),
                              QStringLiteral("0.075"), QStringLiteral("0.105"),
                              QStringLiteral("0.200"), QStringLiteral("0.030")}));
        QCOMPARE(headers(model, Qt::DisplayRole)[1], QStringLiteral("GPU only, µs"));
    }

    void devicesComeBeforeTheirStreams()
    {
        DeviceTruthModel model;
        const QAbstractItemModelTester tester(&model, kFatal);
        const auto store = exampleTrace();
        model.setDevices(store, devicesOf(*store));
        // Kernels lie in the windows 1, 2, 7, 8, 9 of 20.
        QCOMPARE(printRows(model, CopyRole),
                 (QStringList{QStringLiteral("GPU 0|50|0.25|0.25|30|0|5|30|1"),
                              QStringLiteral("GPU 0 stream 7|30|0.15||30|0|0|30|0"),
                              QStringLiteral("GPU 0 stream 9|20|0.1||0|0|0|0|0")}));
        QCOMPARE(model.longestPause(0).start, core::traceTime(30));
        QVERIFY(model.longestPause(2).isEmpty());
        model.setDevices(nullptr, nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void streamsNameTheirProcessWhereTheyShareADevice()
    {
        const auto store = traceFromLiteral("process a\ngpu 0/7: gpu_kernel[0,10)\n"
                                            "process b\ngpu 0/7: gpu_kernel[20,30)");
        DeviceTruthModel model;
        model.setDevices(store, devicesOf(*store));
        QCOMPARE(model.index(2, 0).data().toString(), QStringLiteral("GPU 0 stream 7 of b"));
    }

    void transitionsHaveTheirMeans()
    {
        TransitionModel model;
        const QAbstractItemModelTester tester(&model, kFatal);
        const auto store = exampleTrace();
        model.setMeans(core::transitionMeans(*store, breakdownOf(*store)));
        QVERIFY(printRows(model).contains(QStringLiteral("forward|gpu_api|2|1.00")));
        QVERIFY(printRows(model).contains(QStringLiteral("backward|backend|1|0.50")));
        model.setMeans({{core::ProcessId(0), "step", core::Category::Python, 1234, std::nullopt}});
        QCOMPARE(printRows(model, CopyRole), QStringList(QStringLiteral("step|python|1234|")));
    }

    void barsSetBusyBesideSampled()
    {
        const auto store = exampleTrace();
        const auto devices = devicesOf(*store);
        DeviceTruthModel model;
        model.setDevices(store, devices);
        const BarList bars = deviceBars(*devices, model, core::Duration(200));
        QCOMPARE(bars.size(), std::size_t{1});
        QCOMPARE(bars[0].scale, 200.0);
        QCOMPARE(printBar(bars[0].rows[0]),
                 (QStringList{QStringLiteral("busy"), QStringLiteral("busy 50"),
                              QStringLiteral("25.0%")}));
        QCOMPARE(printBar(bars[0].rows[1]),
                 (QStringList{QStringLiteral("sampled"), QStringLiteral("sampled 50"),
                              QStringLiteral("25.0%")}));
        QCOMPARE(printBar(bars[0].rows[2]),
                 (QStringList{QStringLiteral("paused"), QStringLiteral("host wait 30"),
                              QStringLiteral("other 5"), QStringLiteral("17.5%")}));
        QVERIFY(bars[0].rows[0].parts[0].key == (BarKey{DeviceTable, 0}));
        QCOMPARE(gpuTruthTitle(*devices, core::Duration(200)),
                 QStringLiteral("GPU 0 is 25.0% busy, sampling says 25.0%"));
    }

    void barsOfOperationsAreLimited()
    {
        const auto store = exampleTrace();
        OperationTruthModel model;
        model.setOperations(core::operationTruth(breakdownOf(*store)), core::Duration(200));
        const BarGroup all = operationBars(model.operations(), QString(), 40);
        QCOMPARE(printBar(all.rows[1]),
                 (QStringList{QStringLiteral("forward"), QStringLiteral("CPU only 25"),
                              QStringLiteral("CPU + GPU 20"), QStringLiteral("idle 5"),
                              QStringLiteral("beside 10"), QStringLiteral("50 ns")}));
        QCOMPARE(all.scale, 110.0);
        QVERIFY(all.remark.isEmpty());
        const BarGroup some = operationBars(model.operations(), QString(), 3);
        QCOMPARE(some.rows.size(), std::size_t{3});
        QCOMPARE(some.remark, QStringLiteral("The table has 1 more."));
    }

    void barsOfTransitionsCountPerIteration()
    {
        const auto store = exampleTrace();
        const auto means = core::transitionMeans(*store, breakdownOf(*store));
        const BarGroup bars = transitionBars(means, 40);
        QCOMPARE(bars.rows.front().title, QStringLiteral("forward"));
        QCOMPARE(transitionTitle(means, 40),
                 QStringLiteral("forward enters python 1.00 times per iteration"));
        QVERIFY(transitionTitle({}, 40).isEmpty());
        const std::vector<core::TransitionMean> totals = {
            {core::ProcessId(0), "step", core::Category::Python, 1200, std::nullopt}};
        QCOMPARE(printBar(transitionBars(totals, 40).rows.front()),
                 (QStringList{QStringLiteral("step"), QStringLiteral("python 1200"),
                              QStringLiteral("1\u2009200")}));
        QCOMPARE(transitionTitle(totals, 40),
                 QStringLiteral("step enters python 1\u2009200 times"));
    }
};

QTEST_APPLESS_MAIN(tst_AnalysisModels)
#include "tst_analysis_models.moc"
