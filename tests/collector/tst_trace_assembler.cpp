// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/name_table.h"
#include "collector/src/trace_assembler.h"

#include <QTest>

using namespace hscope::collector;

class tst_TraceAssembler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void completesARowThatIsNotWrittenYet();
    void endsARowThatIsWritten();
    void drawsOpenSlicesToNow();
    void joinsLinksInAnyOrder();
    void endsAPhaseWithTheNext();
    void dropsWhatBeganBeyondALimit();
    void countsMuchTextAsManyRows();
};

void tst_TraceAssembler::completesARowThatIsNotWrittenYet()
{
    const NameTable names;
    TraceAssembler assembler(names);
    const auto outer = assembler.beginSlice(1, 100, 5, 3, 0);
    const auto inner = assembler.beginSlice(1, 110, 6, 4, 0);
    assembler.endSlice(inner, 120);
    assembler.endSlice(outer, 150);
    const EventRows& rows = assembler.rows(1000);
    QVERIFY((rows.slices[0] == EventRows::SliceRow{1, 1, 100, 50, 5, 3, 0}));
    QVERIFY((rows.slices[1] == EventRows::SliceRow{2, 1, 110, 10, 6, 4, 0}));
    QVERIFY(rows.sliceEnds.empty());
}

void tst_TraceAssembler::endsARowThatIsWritten()
{
    const NameTable names;
    TraceAssembler assembler(names);
    const auto outer = assembler.beginSlice(1, 100, 5, 3, 0);
    assembler.rows(110).clear();
    const auto inner = assembler.beginSlice(1, 120, 5, 3, 0);
    assembler.endSlice(inner, 130);
    assembler.endSlice(outer, 140);
    const EventRows& rows = assembler.rows(200);
    QCOMPARE(rows.slices.size(), std::size_t{1});
    QCOMPARE(rows.slices[0][3], 10);
    QCOMPARE(rows.sliceEnds.size(), std::size_t{1});
    QCOMPARE(rows.sliceEnds[0].id, outer.id);
    QCOMPARE(rows.sliceEnds[0].durationNs, 40);
}

void tst_TraceAssembler::drawsOpenSlicesToNow()
{
    const NameTable names;
    TraceAssembler assembler(names);
    static_cast<void>(assembler.beginSlice(1, 100, 5, 3, 0));
    static_cast<void>(
        assembler.beginSlice(1, 300, 5, 3, 0)); // later than the drain's look at the clock
    const EventRows& rows = assembler.rows(250);
    QCOMPARE(rows.slices[0][3], 150);
    QCOMPARE(rows.slices[0][6], 1);
    QCOMPARE(rows.slices[1][3], 0);
}

void tst_TraceAssembler::joinsLinksInAnyOrder()
{
    const NameTable names;
    TraceAssembler assembler(names);
    const auto a = assembler.beginSlice(1, 0, 1, 1, 0);
    const auto b = assembler.beginSlice(2, 0, 1, 1, 0);
    assembler.linkFrom(a, 2, 77);
    assembler.linkTo(b, 3, 77); // another kind
    QVERIFY(assembler.rows(0).links.empty());
    assembler.linkTo(b, 2, 77);
    assembler.linkFrom(a, 3, 77);
    assembler.linkFrom(a, 99, 1); // no such kind
    assembler.linkTo(b, 5, 1);
    const EventRows& rows = assembler.rows(0);
    QCOMPARE(rows.links.size(), std::size_t{3});
    for (const EventRows::LinkRow& link : rows.links) {
        QCOMPARE(link.from, a.id);
        QCOMPARE(link.to, b.id);
    }
    QCOMPARE(rows.links[2].kind, 5);
}

void tst_TraceAssembler::endsAPhaseWithTheNext()
{
    const NameTable names;
    TraceAssembler assembler(names);
    assembler.setPhase(100, 1);
    assembler.setPhase(200, 2);
    EventRows& rows = assembler.rows(250);
    QCOMPARE(rows.phases.size(), std::size_t{4}); // each is written when it begins, too
    QCOMPARE(rows.phases[1].id, 1);
    QCOMPARE(rows.phases[1].durationNs, 100);
    QCOMPARE(rows.phases[3].id, 2);
    QCOMPARE(rows.phases[3].durationNs, 50);
    rows.clear();
    assembler.setPhase(300, std::nullopt);
    QCOMPARE(assembler.rows(400).phases.size(), std::size_t{1});
    QCOMPARE(assembler.rows(400).phases[0].durationNs, 100);
}

void tst_TraceAssembler::dropsWhatBeganBeyondALimit()
{
    const NameTable names;
    TraceAssembler assembler(names);
    const auto written = assembler.beginSlice(1, 100, 5, 3, 0);
    auto iteration = assembler.beginIteration(written, 1);
    assembler.rows(110).clear();
    const std::int64_t limit = assembler.nextSlice();
    const auto beyond = assembler.beginSlice(1, 120, 5, 3, 0);
    assembler.addArgument(beyond, 0, 1, "1");
    assembler.endIteration(assembler.beginIteration(beyond, 2), 125);
    assembler.endSlice(beyond, 125);
    assembler.endSlice(written, 130);
    assembler.endIteration(iteration, 130);
    EventRows& rows = assembler.rows(200);
    QCOMPARE(rows.dropFrom(limit), std::size_t{1});
    QVERIFY(rows.slices.empty());
    QVERIFY(rows.arguments.empty());
    QCOMPARE(rows.sliceEnds.size(), std::size_t{1});
    QCOMPARE(rows.iterations.size(), std::size_t{1});
}

void tst_TraceAssembler::countsMuchTextAsManyRows()
{
    const NameTable names;
    TraceAssembler assembler(names);
    const auto slice = assembler.beginSlice(1, 0, 1, 1, 0);
    assembler.addArgument(slice, 0, 1, std::string(1'000'000, 'x'));
    QVERIFY(assembler.waiting() > 5000);
    assembler.rows(0).clear();
    QCOMPARE(assembler.waiting(), std::size_t{0});
}

QTEST_APPLESS_MAIN(tst_TraceAssembler)
#include "tst_trace_assembler.moc"
