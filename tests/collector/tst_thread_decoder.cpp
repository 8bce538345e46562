// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/name_table.h"
#include "collector/src/thread_decoder.h"
#include "tests/support/qtest_printers.h"

#include <QTest>

#include <bit>
#include <string>
#include <vector>

using namespace hscope::collector;

namespace {

/// A thread whose ticks are nanoseconds, and what becomes of its records.
class Decoded
{
public:
    Decoded()
        : m_assembler(m_names)
        , m_decoder(m_assembler, 1)
        , m_map({0, 0}, {1000, 1000})
    {
    }

    void record(RecordKind kind, std::uint64_t value, std::uint32_t name = 0,
                std::uint8_t detail = 1)
    {
        m_decoder.decode({value, kind, detail, name}, m_map, faults);
    }

    void text(std::string_view bytes)
    {
        for (std::size_t at = 0; at < bytes.size(); at += 8) {
            std::uint64_t value = 0;
            for (std::size_t i = at; i < std::min(at + 8, bytes.size()); ++i) {
                value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * (i - at));
            }
            record(RecordKind::Bytes, value);
        }
    }

    std::uint32_t name(std::string_view text) { return m_names.intern(text); }

    void end() { m_decoder.endAll(faults); }

    /// "name start-end" of each slice, an open one with "?".
    std::string slices()
    {
        std::string all;
        const EventRows& rows = m_assembler.rows(9999);
        for (const EventRows::SliceRow& row : rows.slices) {
            all += (all.empty() ? "" : ", ") +
                   rows.strings[static_cast<std::size_t>(row[4] - 1)].value + " " +
                   std::to_string(row[2]) + "-" +
                   ((row[6] & 1) == 0 ? std::to_string(row[2] + row[3]) : std::string("?"));
        }
        return all;
    }

    EventRows& rows() { return m_assembler.rows(9999); }

    ThreadDecoder& decoder() { return m_decoder; }

    EventFaults faults;

private:
    NameTable m_names;
    TraceAssembler m_assembler;
    ThreadDecoder m_decoder;
    TickMap m_map;
};

} // namespace

class tst_ThreadDecoder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matchesBeginsAndEnds();
    void keepsWhoRecordedIt();
    void endsInnerScopesWithAnOuterOne();
    void countsEndsWithoutBegin();
    void endsOpenScopesWithTheThread();
    void neverGoesBackwards();
    void putsTextTogether();
    void readsIterationsCountersAndProgress();
    void writesArgumentsAsJson();
    void ignoresPartsWithoutAnEvent();
};

void tst_ThreadDecoder::matchesBeginsAndEnds()
{
    Decoded thread;
    thread.record(RecordKind::ScopeBegin, 10, thread.name("a"));
    thread.record(RecordKind::Skip, 0);
    thread.record(RecordKind::OperationBegin, 20, thread.name("b"));
    thread.record(RecordKind::ScopeBegin, 30, thread.name("a"));
    thread.record(RecordKind::ScopeEnd, 40);
    thread.record(RecordKind::OperationEnd, 50);
    thread.record(RecordKind::ScopeEnd, 60);
    COMPARE_TEXT(thread.slices(), std::string("a 10-60, b 20-50, a 30-40"));
    QVERIFY(thread.rows().operations == std::vector<std::int64_t>{2});
}

/// Hook number h is h + 1 in bits 2 to 4.
void tst_ThreadDecoder::keepsWhoRecordedIt()
{
    Decoded thread;
    thread.record(RecordKind::ScopeBegin, 10, thread.name("a"), 3);
    thread.record(RecordKind::ScopeBegin, 20, thread.name("b"), 0x13);
    thread.record(RecordKind::OperationBegin, 30, thread.name("c"), 0x20);
    thread.record(RecordKind::ScopeBegin, 40, thread.name("d"), 0x34);
    thread.record(RecordKind::ScopeEnd, 50);
    std::vector<std::int64_t> flags;
    std::vector<std::int64_t> categories;
    for (const EventRows::SliceRow& row : thread.rows().slices) {
        categories.push_back(row[5]);
        flags.push_back(row[6]);
    }
    QVERIFY((categories == std::vector<std::int64_t>{3, 3, 11, 4}));
    QVERIFY((flags == std::vector<std::int64_t>{4 + 1, 8 + 1, 12 + 1, 16}));
}

void tst_ThreadDecoder::endsInnerScopesWithAnOuterOne()
{
    Decoded thread;
    thread.record(RecordKind::OperationBegin, 10, thread.name("operation"));
    thread.record(RecordKind::ScopeBegin, 20, thread.name("scope"));
    thread.record(RecordKind::OperationEnd, 30);
    thread.record(RecordKind::ScopeEnd, 40);
    COMPARE_TEXT(thread.slices(), std::string("operation 10-30, scope 20-30"));
    QCOMPARE(thread.faults.endsOutOfOrder, std::uint64_t{1});
    QCOMPARE(thread.faults.endsWithoutBegin, std::uint64_t{1});
}

void tst_ThreadDecoder::countsEndsWithoutBegin()
{
    Decoded thread;
    thread.record(RecordKind::ScopeEnd, 10);
    thread.record(RecordKind::IterationEnd, 10);
    thread.record(RecordKind::ArgumentInteger, 5, thread.name("a"));
    thread.record(RecordKind::LinkTo, 5);
    COMPARE_TEXT(thread.slices(), std::string());
    QCOMPARE(thread.faults.endsWithoutBegin, std::uint64_t{2});
    QCOMPARE(thread.faults.argumentsWithoutScope, std::uint64_t{2});
}

void tst_ThreadDecoder::endsOpenScopesWithTheThread()
{
    Decoded thread;
    thread.record(RecordKind::ScopeBegin, 10, thread.name("a"));
    thread.record(RecordKind::ScopeBegin, 20, thread.name("b"));
    COMPARE_TEXT(thread.slices(), std::string("a 10-?, b 20-?"));
    thread.record(RecordKind::Instant, 30, thread.name("i"));
    thread.end();
    COMPARE_TEXT(thread.slices(), std::string("a 10-30, b 20-30"));
    QCOMPARE(thread.faults.scopesLeftOpen, std::uint64_t{2});
}

void tst_ThreadDecoder::neverGoesBackwards()
{
    Decoded thread;
    thread.record(RecordKind::ScopeBegin, 100, thread.name("a"));
    thread.record(RecordKind::ScopeBegin, 50, thread.name("b"));
    thread.record(RecordKind::ScopeEnd, 70);
    thread.record(RecordKind::ScopeEnd, 110);
    COMPARE_TEXT(thread.slices(), std::string("a 100-110, b 100-100"));
    QCOMPARE(thread.faults.clockBackwards, std::uint64_t{2});
}

void tst_ThreadDecoder::putsTextTogether()
{
    Decoded thread;
    for (const std::string_view text : {"", "short", "exactly8", "more than eight bytes"}) {
        thread.record(RecordKind::ScopeBeginText, 10, static_cast<std::uint32_t>(text.size()));
        thread.text(text);
        thread.record(RecordKind::ScopeEnd, 20);
    }
    COMPARE_TEXT(thread.slices(),
                 std::string(" 10-20, short 20-20, exactly8 20-20, more than eight bytes 20-20"));
}

void tst_ThreadDecoder::readsIterationsCountersAndProgress()
{
    Decoded thread;
    const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
    thread.record(RecordKind::IterationBegin, 10);
    thread.record(RecordKind::Number, static_cast<std::uint64_t>(-3));
    thread.record(RecordKind::Counter, 20, thread.name("loss"));
    thread.record(RecordKind::Real, bits(0.25));
    thread.record(RecordKind::Progress, 25);
    thread.record(RecordKind::Real, bits(1.0));
    thread.record(RecordKind::Real, bits(4.0));
    thread.record(RecordKind::IterationEnd, 30);
    COMPARE_TEXT(thread.slices(), std::string("iteration -3 10-30"));
    const EventRows& rows = thread.rows();
    QCOMPARE(rows.iterations.back().number, -3);
    QCOMPARE(rows.iterations.back().durationNs, 20);
    QCOMPARE(rows.counters[0].value, 0.25);
    QVERIFY(!rows.counters[0].total);
    QCOMPARE(rows.counters[1].value, 1.0);
    QCOMPARE(*rows.counters[1].total, 4.0);
    QVERIFY(rows.counters[0].track != rows.counters[1].track);
}

void tst_ThreadDecoder::writesArgumentsAsJson()
{
    Decoded thread;
    thread.record(RecordKind::ScopeBegin, 10, thread.name("a"));
    thread.record(RecordKind::ArgumentInteger, static_cast<std::uint64_t>(-7), thread.name("i"));
    thread.record(RecordKind::ArgumentReal, std::bit_cast<std::uint64_t>(0.5), thread.name("r"));
    const std::string_view text = "say \"hi\"\xff";
    thread.record(RecordKind::ArgumentText, text.size(), thread.name("t"));
    thread.text(text);
    const EventRows& rows = thread.rows();
    QCOMPARE(rows.arguments.size(), std::size_t{3});
    COMPARE_TEXT(rows.arguments[0].json, std::string("-7"));
    COMPARE_TEXT(rows.arguments[1].json, std::string("0.5"));
    COMPARE_TEXT(rows.arguments[2].json, std::string("\"say \\\"hi\\\"\xEF\xBF\xBD\""));
    QCOMPARE(rows.arguments[2].position, 2);
    QCOMPARE(thread.faults.textsRepaired, std::uint64_t{1});
}

void tst_ThreadDecoder::ignoresPartsWithoutAnEvent()
{
    Decoded thread;
    thread.record(RecordKind::Bytes, 1);
    thread.record(RecordKind::Real, 1);
    thread.record(RecordKind::Number, 1);
    thread.record(static_cast<RecordKind>(200), 1);
    thread.record(RecordKind::ScopeBegin, 10, thread.name("a"), 200); // no such category
    thread.record(RecordKind::ScopeEnd, 20);
    COMPARE_TEXT(thread.slices(), std::string("a 10-20"));
    QCOMPARE(thread.rows().slices[0][5], 1);
    thread.record(RecordKind::ProcessName, 0, thread.name("p"));
    QVERIFY(thread.decoder().takeProcessName());
    QVERIFY(!thread.decoder().takeProcessName());
    QVERIFY(!thread.decoder().isNamed());
}

QTEST_APPLESS_MAIN(tst_ThreadDecoder)
#include "tst_thread_decoder.moc"
