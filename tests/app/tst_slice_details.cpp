// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/instance_navigator.h"
#include "app/models/iterations.h"
#include "app/models/range_history.h"
#include "app/models/recent_files.h"
#include "app/models/slice_details.h"
#include "tests/support/trace_literal.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace {

using namespace hscope::app;
using hscope::test::traceFromLiteral;
namespace core = hscope::core;

std::shared_ptr<const core::TraceStore> exampleTrace()
{
    return traceFromLiteral(
        "process trainer\n"
        "thread main: python:step[0,90) backend:linear[10,40) gpu_api:launch[20,30)#1 "
        "backend:mul[50,60) backend:mul[70,75)\n"
        "ops main: inference[0,45) inner[5,15) training[45,100)\n"
        "gpu 0/7: gpu_kernel:gemm[60,80)@1\n"
        "iterations main: 7[0,50) 8[50,100)\n");
}

core::SliceId findSlice(const core::TraceStore& store, std::string_view name)
{
    for (std::uint32_t i = 0; i < store.slices().size(); ++i) {
        if (store.nameOf(core::SliceId(i)) == name) {
            return core::SliceId(i);
        }
    }
    qFatal("no such slice");
}

core::TimeRange range(std::int64_t start, std::int64_t end)
{
    return {core::traceTime(start), core::traceTime(end)};
}

} // namespace

class tst_SliceDetails : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void slicesOfAThreadHaveSelfTime()
    {
        const auto store = exampleTrace();
        const SliceDetails step = describeSlice(*store, findSlice(*store, "step"));
        QCOMPARE(step.self, std::optional(core::Duration(90 - 30 - 10 - 5)));
        const SliceDetails linear = describeSlice(*store, findSlice(*store, "linear"));
        QCOMPARE(linear.self, std::optional(core::Duration(20)));
        QCOMPARE(linear.operation, QStringLiteral("inner"));
        QCOMPARE(linear.kind, QStringLiteral("backend"));
        QCOMPARE(linear.process, QStringLiteral("trainer"));
    }

    void gpuSlicesBelongToTheOperationThatLaunchedThem()
    {
        const auto store = exampleTrace();
        const SliceDetails kernel = describeSlice(*store, findSlice(*store, "gemm"));
        QCOMPARE(kernel.operation, QStringLiteral("inference"));
        QCOMPARE(kernel.iteration, std::optional<std::int64_t>(8));
        QVERIFY(!kernel.self.has_value());
        QCOMPARE(kernel.track, QStringLiteral("GPU 0 stream 7"));
    }

    void callersAreRelations()
    {
        const auto store = exampleTrace();
        const auto relations = relationsOf(*store, findSlice(*store, "launch"), 100);
        QCOMPARE(relations.size(), 2U);
        QCOMPARE(relations[0].name, QStringLiteral("gemm"));
        QCOMPARE(relations[1].name, QStringLiteral("linear"));
        QCOMPARE(relations[1].offset, core::Duration(-10));
        QCOMPARE(relationsOf(*store, findSlice(*store, "launch"), 1).size(), 1U);
    }

    void iterationsAreFoundByTime()
    {
        const auto store = exampleTrace();
        const auto iterations = mainIterations(*store);
        QCOMPARE(iterations.size(), 2U);
        QCOMPARE(iterationAt(iterations, core::traceTime(49)), std::optional<std::size_t>(0));
        QCOMPARE(iterationAt(iterations, core::traceTime(50)), std::optional<std::size_t>(1));
        QVERIFY(!iterationAt(iterations, core::traceTime(-1)));
        QVERIFY(findIteration(*store, core::ProcessId(0), core::traceTime(100)) == nullptr);
    }

    void instancesGoFromLongToShort()
    {
        const auto store = exampleTrace();
        InstanceNavigator navigator;
        const QSignalSpy spy(&navigator, &InstanceNavigator::changed);
        navigator.setSlice(store, findSlice(*store, "mul"));
        QTRY_COMPARE(navigator.count(), 2U);
        QCOMPARE(navigator.position(), std::optional<std::size_t>(0));
        QVERIFY(!navigator.previous());
        const auto next = navigator.next();
        QVERIFY(next.has_value());
        navigator.setSlice(store, next);
        QCOMPARE(navigator.position(), std::optional<std::size_t>(1));
        QVERIFY(!navigator.next());
        navigator.setSlice(nullptr, std::nullopt);
        QCOMPARE(navigator.count(), 0U);
    }

    void historyWorksLikeABrowser()
    {
        RangeHistory history;
        QVERIFY(!history.back(range(0, 1)));
        history.leave(range(0, 1));
        history.leave(range(0, 2));
        QCOMPARE(history.back(range(0, 3)), std::optional(range(0, 2)));
        QCOMPARE(history.forward(range(0, 2)), std::optional(range(0, 3)));
        QCOMPARE(history.back(range(0, 3)), std::optional(range(0, 2)));
        history.leave(range(0, 2));
        QVERIFY(!history.canGoForward());
        QVERIFY(history.canGoBack());
    }

    void recentFilesPersistNewestFirst()
    {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        RecentFiles files(settings);
        const QSignalSpy spy(&files, &RecentFiles::changed);
        files.add(QStringLiteral("/a"));
        files.add(QStringLiteral("/b"));
        files.add(QStringLiteral("/a"));
        files.add(QStringLiteral("/a"));
        QCOMPARE(files.files(), (QStringList{QStringLiteral("/a"), QStringLiteral("/b")}));
        QCOMPARE(spy.size(), 3);
        QCOMPARE(RecentFiles(settings).files(), files.files());
        for (int i = 0; i < 30; ++i) {
            files.add(QStringLiteral("/file%1").arg(i));
        }
        QCOMPARE(files.files().size(), RecentFiles::kLimit);
        files.clear();
        QVERIFY(files.files().isEmpty());
    }
};

QTEST_GUILESS_MAIN(tst_SliceDetails)
#include "tst_slice_details.moc"
