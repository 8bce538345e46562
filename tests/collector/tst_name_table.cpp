// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/name_table.h"

#include <QTest>

#include <array>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using hscope::collector::NameTable;

class tst_NameTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesOneNumberPerText();
    void keepsAnyBytes();
    void isBoundedByNames();
    void isBoundedByBytes();
    void isReadWhileItGrows();
};

void tst_NameTable::givesOneNumberPerText()
{
    NameTable names;
    QVERIFY(names.has(0));
    QVERIFY(!names.has(1));
    QVERIFY(names.at(0).empty());
    QCOMPARE(names.intern("a"), 1U);
    QCOMPARE(names.intern("b"), 2U);
    QCOMPARE(names.intern("a"), 1U);
    QCOMPARE(names.intern(""), 3U);
    QVERIFY(names.at(2) == "b");
    QVERIFY(names.at(4).empty());
    QVERIFY(names.at(~0U).empty());
    QVERIFY(!names.has(4));
}

void tst_NameTable::keepsAnyBytes()
{
    NameTable names;
    const std::string bytes("\0\xff\0", 3);
    QVERIFY(names.at(names.intern(bytes)) == bytes);
    const std::string large(1'000'000, 'x');
    const std::uint32_t cut = names.intern(large);
    QCOMPARE(names.at(cut).size(), NameTable::kLongestName);
    QCOMPARE(names.shortened(), std::uint64_t{1});
    QCOMPARE(names.intern(large.substr(0, NameTable::kLongestName)), cut);
}

void tst_NameTable::isBoundedByNames()
{
    NameTable names;
    for (std::size_t i = 1; i < NameTable::kMostNames; ++i) {
        QCOMPARE(names.intern("name " + std::to_string(i)), static_cast<std::uint32_t>(i));
    }
    QCOMPARE(names.intern("one more"), 0U);
    QCOMPARE(names.intern("one more"), 0U);
    QCOMPARE(names.refused(), std::uint64_t{2});
    QCOMPARE(names.intern("name 5"), 5U); // known ones still work
}

void tst_NameTable::isBoundedByBytes()
{
    NameTable names;
    std::size_t accepted = 0;
    for (std::size_t i = 0; i < 3000; ++i) {
        std::string text(NameTable::kLongestName, 'x');
        text.replace(0, 4, std::to_string(1000 + i));
        accepted += names.intern(text) == 0 ? 0U : 1U;
    }
    QCOMPARE(accepted, NameTable::kMostBytes / NameTable::kLongestName);
    QVERIFY(names.refused() > 0);
}

void tst_NameTable::isReadWhileItGrows()
{
    constexpr int kNames = 20'000;
    NameTable names;
    std::array<std::vector<std::uint32_t>, 2> numbers;
    std::atomic<bool> isOver{false};
    std::thread reader([&] {
        while (!isOver.load()) {
            for (std::uint32_t number = 1; names.has(number); number += 97) {
                if (names.at(number).empty()) {
                    qFatal("a name without text");
                }
            }
        }
    });
    std::vector<std::thread> writers;
    for (auto& mine : numbers) {
        writers.emplace_back([&names, &mine] {
            for (int i = 0; i < kNames; ++i) {
                mine.push_back(names.intern("name " + std::to_string(i)));
            }
        });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    isOver = true;
    reader.join();
    QVERIFY(numbers[0] == numbers[1]);
}

QTEST_APPLESS_MAIN(tst_NameTable)
#include "tst_name_table.moc"
