// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/trace_document.h"
#include "app/timeline/timeline_index.h"
#include "tests/app/tiny_trace.h"
#include "tests/support/temp_folder.h"

#include <QSignalSpy>
#include <QTest>

#include <string>

namespace {

using hscope::app::TraceDocument;
using hscope::test::kTinyTrace;
using hscope::test::TempFolder;
namespace core = hscope::core;

core::SliceId findSlice(const core::TraceStore& store, std::string_view name)
{
    for (std::uint32_t i = 0; i < store.slices().size(); ++i) {
        if (store.nameOf(core::SliceId(i)) == name) {
            return core::SliceId(i);
        }
    }
    qFatal("no such slice");
}

core::TimeRange rangeUs(std::int64_t start, std::int64_t end)
{
    return {core::traceTime(start * 1000), core::traceTime(end * 1000)};
}

void openTiny(TraceDocument& document, const TempFolder& folder)
{
    document.open(folder.write("tiny.json", kTinyTrace));
    QTRY_COMPARE(document.state(), TraceDocument::State::Ready);
}

/// A trace that takes a moment to load.
std::string largeTrace()
{
    std::string text = "{\"traceEvents\": [";
    for (int i = 0; i < 200000; ++i) {
        text +=
            R"({"ph": "X", "cat": "cpu_op", "name": "op", "pid": 1, "tid": 1, "dur": 1, "ts": )" +
            std::to_string(i * 2) + "},\n";
    }
    return text + R"({"ph": "i", "name": "end", "pid": 1, "tid": 1, "ts": 1}]})";
}

} // namespace

class tst_TraceDocument : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void opensATraceOffTheThread()
    {
        const TempFolder folder;
        TraceDocument document;
        const QSignalSpy traces(&document, &TraceDocument::traceChanged);
        document.open(folder.write("tiny.json", kTinyTrace));
        QCOMPARE(document.state(), TraceDocument::State::Loading);
        QVERIFY(document.store() == nullptr);
        QTRY_COMPARE(document.state(), TraceDocument::State::Ready);
        QCOMPARE(traces.size(), 1);
        QVERIFY(document.store() != nullptr);
        QVERIFY(document.timelineIndex() != nullptr);
        QCOMPARE(document.timelineIndex()->store(), document.store());
        QCOMPARE(document.visibleRange(), document.traceRange());
        QTRY_VERIFY(document.breakdown() != nullptr);
        document.close();
        QCOMPARE(document.state(), TraceDocument::State::Empty);
        QVERIFY(document.store() == nullptr);
    }

    void failsWithOneSentence_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addRow("no trace") << QByteArray("just a note");
        QTest::addRow("empty") << QByteArray();
        QTest::addRow("some other database") << QByteArray("SQLite format 3\0 and nothing", 29);
    }

    void failsWithOneSentence()
    {
        QFETCH(QByteArray, content);
        const TempFolder folder;
        TraceDocument document;
        document.open(folder.write(
            "odd.json", {content.constData(), static_cast<std::size_t>(content.size())}));
        QTRY_COMPARE(document.state(), TraceDocument::State::Failed);
        QVERIFY2(document.errorText().contains(QStringLiteral("odd.json")),
                 qPrintable(document.errorText()));
        QVERIFY(document.errorText().endsWith(u'.'));
        document.dismissError();
        QCOMPARE(document.state(), TraceDocument::State::Empty);
        QVERIFY(document.errorText().isEmpty());
    }

    void keepsTheOldTraceWhenTheNextOneFails()
    {
        const TempFolder folder;
        TraceDocument document;
        openTiny(document, folder);
        const auto store = document.store();
        document.open(folder.path("missing.json"));
        QTRY_COMPARE(document.state(), TraceDocument::State::Failed);
        QVERIFY(document.errorText().contains(QStringLiteral("missing.json")));
        QCOMPARE(document.store(), store);
        document.dismissError();
        QCOMPARE(document.state(), TraceDocument::State::Ready);
        QCOMPARE(document.path().filename().string(), std::string("tiny.json"));
    }

    void cancelsAndNeverAnswers()
    {
        const TempFolder folder;
        const auto large = folder.write("large.json", largeTrace());
        TraceDocument document;
        openTiny(document, folder);
        const auto store = document.store();
        document.open(large);
        document.cancelLoading();
        QCOMPARE(document.state(), TraceDocument::State::Ready);
        QCOMPARE(document.store(), store);
        QTest::qWait(300);
        QCOMPARE(document.store(), store);
        QCOMPARE(document.path().filename().string(), std::string("tiny.json"));
    }

    void theNewestOpenWins()
    {
        const TempFolder folder;
        const auto large = folder.write("large.json", largeTrace());
        TraceDocument document;
        const QSignalSpy traces(&document, &TraceDocument::traceChanged);
        document.open(large);
        openTiny(document, folder);
        QTest::qWait(200);
        QCOMPARE(traces.size(), 1);
        QCOMPARE(document.path().filename().string(), std::string("tiny.json"));
    }

    void goesWhileLoading()
    {
        const TempFolder folder;
        const auto large = folder.write("large.json", largeTrace());
        {
            TraceDocument document;
            document.open(large);
        }
        QTest::qWait(50); // Nothing may arrive at what is gone.
    }

    void switchesTheAttribution()
    {
        const TempFolder folder;
        TraceDocument document;
        openTiny(document, folder);
        QTRY_VERIFY(document.breakdown() != nullptr);
        const auto launch = document.breakdown();
        QCOMPARE(launch->attribution, core::Attribution::Launch);
        const QSignalSpy spy(&document, &TraceDocument::attributionChanged);
        document.setAttribution(core::Attribution::Time);
        QTRY_VERIFY(document.breakdown() != nullptr);
        QCOMPARE(document.breakdown()->attribution, core::Attribution::Time);
        QVERIFY(document.breakdown()->rows != launch->rows);
        document.setAttribution(core::Attribution::Time);
        QCOMPARE(spy.size(), 1);
        document.setAttribution(core::Attribution::Launch);
        QCOMPARE(document.breakdown(), launch); // At once: it was computed before.
    }

    void isSilentWhenNothingChanges()
    {
        const TempFolder folder;
        TraceDocument document;
        openTiny(document, folder);
        const QSignalSpy ranges(&document, &TraceDocument::visibleRangeChanged);
        const QSignalSpy selections(&document, &TraceDocument::selectionChanged);
        document.setVisibleRange(rangeUs(120, 160));
        document.setVisibleRange(rangeUs(120, 160));
        QCOMPARE(ranges.size(), 1);
        const core::SliceId slice = findSlice(*document.store(), "aten::linear");
        document.select(slice);
        document.select(slice);
        QCOMPARE(selections.size(), 1);
    }

    void clampsTheVisibleRange()
    {
        const TempFolder folder;
        TraceDocument document;
        openTiny(document, folder);
        const core::TimeRange whole = document.traceRange();
        document.setVisibleRange({whole.start - std::chrono::hours(1), whole.end});
        QCOMPARE(document.visibleRange(), whole);
        document.setVisibleRange({whole.start, whole.start});
        QCOMPARE(document.visibleRange().length(), core::Duration(10));
        document.setVisibleRange({whole.end, whole.end + core::Duration(1000)});
        QCOMPARE(document.visibleRange().end, whole.end);
        QCOMPARE(document.visibleRange().length(), core::Duration(1000));
    }

    void historyTakesGesturesAndJumpsAsSteps()
    {
        const TempFolder folder;
        TraceDocument document;
        openTiny(document, folder);
        const core::TimeRange whole = document.traceRange();
        QVERIFY(!document.canGoBack());
        for (int i = 1; i < 20; ++i) { // One gesture.
            document.setVisibleRange(rangeUs(100 + i, 300 - i));
        }
        document.jumpTo(rangeUs(130, 140));
        document.goBack();
        QCOMPARE(document.visibleRange(), rangeUs(119, 281));
        document.goBack();
        QCOMPARE(document.visibleRange(), whole);
        QVERIFY(!document.canGoBack());
        document.goForward();
        document.goForward();
        QCOMPARE(document.visibleRange(), rangeUs(130, 140));
        QVERIFY(!document.canGoForward());
    }

    void revealsWhatIsOutOfSight()
    {
        const TempFolder folder;
        TraceDocument document;
        openTiny(document, folder);
        document.jumpTo(rangeUs(100, 130));
        const core::SliceId slice = findSlice(*document.store(), "gemm<b>bold</b>");
        document.reveal(slice);
        QCOMPARE(document.selection(), std::optional(slice));
        QVERIFY(document.visibleRange().contains(document.store()->rangeOf(slice).start));
        document.goBack();
        QCOMPARE(document.visibleRange(), rangeUs(100, 130));
        document.fitSelection();
        QVERIFY(document.visibleRange().contains(document.store()->rangeOf(slice).start));
    }

    void fetchesArguments()
    {
        const TempFolder folder;
        TraceDocument document;
        openTiny(document, folder);
        QSignalSpy spy(&document, &TraceDocument::argumentsLoaded);
        document.requestArguments(findSlice(*document.store(), "cudaLaunchKernel"));
        QTRY_COMPARE(spy.size(), 1);
        const auto arguments = spy.first().at(1).value<std::vector<core::Argument>>();
        QCOMPARE(arguments.size(), 3U);
        QCOMPARE(arguments.front(), (core::Argument{"correlation", "42"}));
    }

    void saysWhyArgumentsAreGone()
    {
        const TempFolder folder;
        TraceDocument document;
        openTiny(document, folder);
        std::filesystem::remove(document.path());
        QSignalSpy spy(&document, &TraceDocument::argumentsLoaded);
        document.requestArguments(findSlice(*document.store(), "cudaLaunchKernel"));
        QTRY_COMPARE(spy.size(), 1);
        QVERIFY2(spy.first().at(2).toString().contains(QStringLiteral("tiny.json")),
                 qPrintable(spy.first().at(2).toString()));
    }

    void cutOffFilesOpenWithADiagnostic()
    {
        const TempFolder folder;
        TraceDocument document;
        document.open(folder.write("cut.json", kTinyTrace.substr(0, kTinyTrace.size() - 60)));
        QTRY_COMPARE(document.state(), TraceDocument::State::Ready);
        QVERIFY(!document.store()->diagnostics().list().empty());
    }
};

QTEST_GUILESS_MAIN(tst_TraceDocument)
#include "tst_trace_document.moc"
