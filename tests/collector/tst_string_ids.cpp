// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/name_table.h"
#include "collector/src/string_ids.h"
#include "tests/support/qtest_printers.h"

#include <QTest>

#include <string>

using namespace hscope::collector;

class tst_StringIds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesEachTextOnce();
    void repairsTexts();
    void knowsNoNumberThatWasNeverGiven();
    void isBounded();
};

void tst_StringIds::writesEachTextOnce()
{
    NameTable names;
    EventRows rows;
    StringIds ids(names);
    const std::uint32_t name = names.intern("forward");
    QCOMPARE(ids.ofName(name, rows), 1);
    QCOMPARE(ids.ofText("forward", rows), 1);
    QCOMPARE(ids.ofText("backward", rows), 2);
    QCOMPARE(ids.ofName(names.intern("backward"), rows), 2);
    QCOMPARE(rows.strings.size(), std::size_t{2});
    COMPARE_TEXT(rows.strings[1].value, std::string("backward"));
}

void tst_StringIds::repairsTexts()
{
    NameTable names;
    EventRows rows;
    StringIds ids(names);
    QCOMPARE(ids.ofText(std::string("a\0b", 3), rows), 1);
    QCOMPARE(ids.ofText("\xff", rows), 2);
    QCOMPARE(ids.ofText("caf\xc3\xa9", rows), 3);
    COMPARE_TEXT(rows.strings[0].value, std::string("a\xEF\xBF\xBD"
                                                    "b"));
    COMPARE_TEXT(rows.strings[1].value, std::string("\xEF\xBF\xBD"));
    QCOMPARE(ids.repaired(), std::uint64_t{2});
}

void tst_StringIds::knowsNoNumberThatWasNeverGiven()
{
    NameTable names;
    EventRows rows;
    StringIds ids(names);
    QCOMPARE(ids.ofName(0, rows), 1);
    QCOMPARE(ids.ofName(~0U, rows), 2);
    QCOMPARE(ids.ofName(1, rows), 2);
    QCOMPARE(ids.unknown(), std::uint64_t{2});
    QCOMPARE(names.intern("later"), 1U);
    QCOMPARE(ids.ofName(1, rows), 3);
    COMPARE_TEXT(rows.strings[0].value, std::string("(more names)"));
    COMPARE_TEXT(rows.strings[1].value, std::string("(unknown name)"));
    COMPARE_TEXT(rows.strings[2].value, std::string("later"));
}

void tst_StringIds::isBounded()
{
    NameTable names;
    EventRows rows;
    StringIds ids(names);
    for (std::size_t i = 0; i < StringIds::kMostTexts + 10; ++i) {
        static_cast<void>(ids.ofText(std::to_string(i), rows));
    }
    QCOMPARE(ids.refused(), std::uint64_t{10});
    QCOMPARE(rows.strings.size(), StringIds::kMostTexts + 1);
    QCOMPARE(ids.ofText("5", rows), 6);
}

QTEST_APPLESS_MAIN(tst_StringIds)
#include "tst_string_ids.moc"
