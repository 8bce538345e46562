// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/models/format.h"
#include "app/models/trace_document.h"
#include "app/widgets/bar_list_chart.h"
#include "app/widgets/export_button.h"
#include "app/widgets/gpu_truth_panel.h"
#include "app/widgets/number_field.h"
#include "app/widgets/table_panel.h"
#include "app/widgets/transition_panel.h"
#include "tests/app/tiny_trace.h"
#include "tests/support/temp_folder.h"

#include <QImage>
#include <QSettings>
#include <QTableView>
#include <QTest>

using namespace hscope::app;
using namespace hscope::test;
namespace core = hscope::core;

namespace {

/// Two kernels with a pause of 100 us between them, whose launch came late.
constexpr std::string_view kPause = R"json([
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 0, "dur": 5, "args": {"correlation": 1}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 100, "dur": 5, "args": {"correlation": 2}},
{"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 10, "dur": 10, "args": {"correlation": 1, "device": 0, "stream": 7}},
{"ph": "X", "cat": "kernel", "name": "b", "pid": 0, "tid": 7, "ts": 120, "dur": 80, "args": {"correlation": 2, "device": 0, "stream": 7}}
])json";

struct Setup
{
    TempFolder folder;
    QSettings settings{toPathText(folder.path("settings.ini")), QSettings::IniFormat};
    Theme theme{settings};
    TraceDocument document;

    void open(std::string_view trace)
    {
        document.open(folder.write("trace.json", std::string(trace)));
        QTRY_COMPARE(document.state(), TraceDocument::State::Ready);
        QTRY_VERIFY(document.breakdown() != nullptr);
    }
};

/// A point within the chart at which `key` is hit.
std::optional<QPoint> findKey(const BarListChart& chart, const BarKey& key)
{
    for (int y = 0; y < chart.height(); ++y) {
        for (int x = 0; x < chart.width(); ++x) {
            if (chart.keyAt({x, y}) == key) {
                return QPoint(x, y);
            }
        }
    }
    return std::nullopt;
}

} // namespace

class tst_AnalysisPanels : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void gpuTruthGoesThroughItsStates()
    {
        Setup setup;
        GpuTruthPanel panel(setup.document, setup.theme);
        QVERIFY(panel.message().startsWith(u"Open a trace"));
        setup.open(kTinyTrace);
        QTRY_VERIFY(panel.message().isEmpty());
        QCOMPARE(panel.devices().rowCount(), 2);
        QCOMPARE(panel.operations().rowCount(), 2);
        setup.open(
            R"([{"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 5}])");
        QTRY_VERIFY(panel.message().startsWith(u"This trace has no GPU work"));
        QCOMPARE(panel.operations().rowCount(), 0);
        setup.document.close();
        QVERIFY(panel.message().startsWith(u"Open a trace"));
    }

    void theWindowChangesTheSampledUtilisation()
    {
        Setup setup;
        GpuTruthPanel panel(setup.document, setup.theme);
        setup.open(kTinyTrace);
        QTRY_VERIFY(panel.message().isEmpty());
        const auto sampled = [&panel] {
            return panel.devices().index(0, DeviceTruthModel::Sampled).data().toString();
        };
        QCOMPARE(sampled(), QStringLiteral("100.0%"));
        // The kernel runs in [40,120) of 200 us: in the windows 1 to 4 of 7 of 32 us.
        panel.windowField()->setValue(0.000032);
        QTRY_COMPARE(sampled(), QStringLiteral("42.9%"));
        QCOMPARE(panel.devices().index(0, DeviceTruthModel::Share).data().toString(),
                 QStringLiteral("40.0%"));
    }

    void theThresholdDividesPauses()
    {
        Setup setup;
        GpuTruthPanel panel(setup.document, setup.theme);
        setup.open(R"([
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 0, "dur": 5, "args": {"correlation": 1}},
{"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 10, "dur": 10, "args": {"device": 0, "stream": 7}},
{"ph": "X", "cat": "kernel", "name": "b", "pid": 0, "tid": 7, "ts": 25, "dur": 10, "args": {"correlation": 1, "device": 0, "stream": 7}}])");
        QTRY_VERIFY(panel.message().isEmpty());
        const auto wait = [&panel] {
            return panel.devices().index(0, DeviceTruthModel::KernelWait).data(CopyRole).toString();
        };
        QCOMPARE(wait(), QStringLiteral("0"));
        panel.thresholdField()->setValue(6000);
        QTRY_COMPARE(wait(), QStringLiteral("5000"));
    }

    void barsAndTablesShareOneSelection()
    {
        Setup setup;
        GpuTruthPanel panel(setup.document, setup.theme);
        panel.resize(1000, 400);
        panel.show();
        setup.open(kTinyTrace);
        QTRY_VERIFY(panel.message().isEmpty());
        QTest::qWait(50);
        BarListChart& chart = *panel.chart();
        const auto device = findKey(chart, BarKey{DeviceTable, 0});
        QVERIFY(device);
        QTest::mouseClick(&chart, Qt::LeftButton, {}, *device);
        QCOMPARE(panel.shownTable(), DeviceTable);
        QCOMPARE(panel.deviceTable()->selectedRow(), 0);
        for (int row = 0; row < panel.operations().rowCount(); ++row) {
            QVERIFY(findKey(chart, BarKey{OperationTable, row}));
        }
        QTest::mouseClick(&chart, Qt::LeftButton, {}, *findKey(chart, BarKey{OperationTable, 1}));
        QCOMPARE(panel.shownTable(), OperationTable);
        QCOMPARE(panel.operationTable()->selectedRow(), 1);
        QCOMPARE(panel.deviceTable()->selectedRow(), -1);
        panel.operationTable()->selectRow(0);
        QCOMPARE(panel.selected(), std::optional(BarKey{OperationTable, 0}));
        // Other numbers keep it.
        setup.document.setAttribution(core::Attribution::Time);
        QTRY_VERIFY(setup.document.breakdown() != nullptr);
    }

    void enterShowsTheLongestPause()
    {
        Setup setup;
        GpuTruthPanel panel(setup.document, setup.theme);
        panel.show();
        setup.open(kPause);
        QTRY_VERIFY(panel.message().isEmpty());
        panel.showTable(DeviceTable);
        panel.deviceTable()->selectRow(0);
        QTest::keyClick(panel.deviceTable()->view(), Qt::Key_Return);
        // The pause is [20,120) us, with a quarter of it on both sides, within the trace.
        const core::TraceTime start = setup.document.traceRange().start;
        QCOMPARE(setup.document.visibleRange().start - start, core::Duration(0));
        QCOMPARE(setup.document.visibleRange().length(), core::Duration(150'000));
        setup.document.goBack();
        QCOMPARE(setup.document.visibleRange().length(), core::Duration(200'000));
    }

    void transitionsFollowTheTrace()
    {
        Setup setup;
        TransitionPanel panel(setup.document, setup.theme);
        panel.resize(1000, 400);
        panel.show();
        QVERIFY(panel.message().startsWith(u"Open a trace"));
        setup.open(kTinyTrace);
        QVERIFY(panel.message().isEmpty());
        QTest::qWait(50);
        for (int row = 0; row < panel.model().rowCount(); ++row) {
            const auto point = findKey(*panel.chart(), BarKey{0, row});
            QVERIFY(point);
            QTest::mouseClick(panel.chart(), Qt::LeftButton, {}, *point);
            QCOMPARE(panel.table()->selectedRow(), row);
        }
        setup.document.close();
        QVERIFY(panel.message().startsWith(u"Open a trace"));
        QCOMPARE(panel.model().rowCount(), 0);
    }

    void chartsAreSavedAsPictures()
    {
        Setup setup;
        GpuTruthPanel panel(setup.document, setup.theme);
        panel.resize(1000, 400);
        setup.open(kTinyTrace);
        QTRY_VERIFY(panel.message().isEmpty());
        const QString path = toPathText(setup.folder.path("truth.png"));
        QVERIFY(saveView(*panel.chart(), path));
        QVERIFY(!QImage(path).isNull());
    }
};

QTEST_MAIN(tst_AnalysisPanels)
#include "tst_analysis_panels.moc"
