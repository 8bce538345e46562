// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/overhead_model.h"
#include "core/store/trace_builder.h"
#include "tests/support/trace_literal.h"

#include <QTest>

using namespace hscope::core;
using namespace hscope::test;

namespace {

std::shared_ptr<const TraceStore> withMeta(std::initializer_list<MetaEntry> entries,
                                           std::vector<CalibrationEntry> calibration = {})
{
    TraceStore::Data data = traceFromLiteral("thread main: python[0,10)")->copy();
    data.meta.assign(entries);
    data.calibration = std::move(calibration);
    return std::make_shared<const TraceStore>(std::move(data));
}

} // namespace

class tst_OverheadModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsWhatEachHookBrings();
    void findsTheCostOfAFunction();
    void readsWhatTheRecorderMeasured();
    void refusesAnotherMachine_data();
    void refusesAnotherMachine();
};

void tst_OverheadModel::knowsWhatEachHookBrings()
{
    const auto trace = traceFromLiteral(
        "ops main: a[0,50)~program b[60,70)~python c[80,90)\n"
        "iterations main: 1[0,100)~program\n"
        "thread main: backend[0,10)~torch backend[10,20)~program python[20,30)~python "
        "gpu_api[30,40)~gpu_api backend[40,50) backend[42,45)~torch_autograd "
        "backend[46,47)~torch_backward overhead[50,60)~program overhead[60,61)\n");
    const auto counts = countEvents(*trace);
    const auto of = [&counts](OverheadKind kind) { return counts[static_cast<std::size_t>(kind)]; };
    QCOMPARE(of(OverheadKind::Annotation), std::uint64_t{2});
    QCOMPARE(of(OverheadKind::PythonAnnotation), std::uint64_t{1});
    QCOMPARE(of(OverheadKind::Torch), std::uint64_t{1});
    QCOMPARE(of(OverheadKind::TorchAutograd), std::uint64_t{1});
    QCOMPARE(of(OverheadKind::TorchBackward), std::uint64_t{1});
    QCOMPARE(of(OverheadKind::Scope), std::uint64_t{1});
    QCOMPARE(of(OverheadKind::Python), std::uint64_t{1});
    QCOMPARE(of(OverheadKind::GpuApi), std::uint64_t{1});
    QCOMPARE(of(OverheadKind::Cupti), std::uint64_t{0}); // nothing reported work of GPUs
    const auto withWork = traceFromLiteral("thread main: python[0,50) gpu_api[10,20)~gpu_api\n"
                                           "gpu 0/7: gpu_kernel[15,30)\n");
    QCOMPARE(countEvents(*withWork)[static_cast<std::size_t>(OverheadKind::Cupti)],
             std::uint64_t{1});
    QCOMPARE(of(OverheadKind::Profiler), std::uint64_t{2});
}

void tst_OverheadModel::findsTheCostOfAFunction()
{
    const OverheadModel model{{},
                              {{OverheadKind::Cupti, "launch", 5, 5, 5, 5, 1, {}},
                               {OverheadKind::GpuApi, {}, 2, 2, 2, 0, 1, {}}}};
    QCOMPARE(model.find(OverheadKind::Cupti, "launch")->meanNs, 5.0);
    QVERIFY(model.find(OverheadKind::Cupti, "malloc") == nullptr);
    QCOMPARE(model.find(OverheadKind::GpuApi, "malloc")->meanNs, 2.0);
    QVERIFY(model.find(OverheadKind::Torch) == nullptr);
    QCOMPARE(model.only(OverheadKind::GpuApi).costs.size(), std::size_t{1});
}

/// Two processes measured 20 and 30 ns for a scope, 8 and 12 of them inside. Programs may make that
/// a fifth less or half more.
void tst_OverheadModel::readsWhatTheRecorderMeasured()
{
    const auto trace = withMeta({{"machine", "a processor"}, {"meta.torch_version", "1.13.1"}},
                                {{"scope", {}, 20, 18, 22, 50},
                                 {"scope_inside", {}, 8, 8, 8, 50},
                                 {"scope", {}, 30, 28, 32, 50},
                                 {"scope_inside", {}, 12, 12, 12, 50},
                                 {"scope_dormant", {}, 6, 6, 6, 50},
                                 {"scope_dormant", {}, 8, 8, 8, 50},
                                 {"unheard_of", {}, 1, 1, 1, 1}});
    const OverheadModel model = recordedModel(*trace);
    QCOMPARE(model.costs.size(), std::size_t{1});
    QCOMPARE(model.costs[0].meanNs, 25.0);
    QCOMPARE(model.costs[0].lowNs, 0.8 * 23);
    QCOMPARE(model.costs[0].highNs, 1.5 * 27);
    QCOMPARE(model.costs[0].insideNs, 10.0);
    QCOMPARE(model.costs[0].dormantNs, 7.0);
    QCOMPARE(model.costs[0].samples, std::int64_t{100});
    QCOMPARE(QString::fromStdString(model.origin.machine), QStringLiteral("a processor"));
    QCOMPARE(QString::fromStdString(model.origin.hooks), QStringLiteral("torch 1.13.1"));
}

void tst_OverheadModel::refusesAnotherMachine_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QString>("collector");
    QTest::addColumn<QString>("torch");
    QTest::addColumn<QString>("said");
    QTest::newRow("the same") << "cpu A" << "1" << "1.13.1" << "";
    QTest::newRow("machine") << "cpu B" << "1" << "1.13.1" << "the machine cpu A";
    QTest::newRow("recorder") << "cpu A" << "2" << "1.13.1" << "the recorder 1";
    QTest::newRow("hooks") << "cpu A" << "1" << "2.0" << "the hooks torch 1.13.1";
    QTest::newRow("not said") << "" << "" << "" << "";
}

void tst_OverheadModel::refusesAnotherMachine()
{
    QFETCH(const QString, machine);
    QFETCH(const QString, collector);
    QFETCH(const QString, torch);
    QFETCH(const QString, said);
    const auto trace = withMeta({{"machine", machine.toStdString()},
                                 {"collector_version", collector.toStdString()},
                                 {"meta.torch_version", torch.toStdString()}});
    const auto checked = checkOrigin({{"cpu A", "1", "torch 1.13.1"}, {}}, *trace);
    QCOMPARE(checked.has_value(), said.isEmpty());
    if (!checked) {
        QVERIFY(QString::fromStdString(checked.error().message).contains(said));
    }
}

QTEST_GUILESS_MAIN(tst_OverheadModel)

#include "tst_overhead_model.moc"
