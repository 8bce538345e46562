// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/object_scan.h"

#include <QTest>

#include <random>
#include <string>

using namespace hscope::core;

namespace {

/// A random object with nested braces, strings with every awkward character, and escapes; not
/// always short.
std::string anyObject(std::mt19937& random, int depth)
{
    static constexpr std::string_view kInString = "ab{}[],:\"\\ \n";
    std::string text = "{";
    const auto members = random() % 5;
    for (unsigned i = 0; i < members; ++i) {
        text += i == 0 ? "" : ",";
        text += "\"k\":";
        if (depth > 0 && random() % 3 == 0) {
            text += anyObject(random, depth - 1);
            continue;
        }
        text += '"';
        for (auto length = random() % 90; length > 0; --length) {
            const char c = kInString[random() % kInString.size()];
            text += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
        }
        text += '"';
    }
    return text + std::string(random() % 4, ' ') + "}";
}

} // namespace

class tst_ObjectScan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheEndOfAnyObject();
    void continuesWhereTheTextEnded();
    void stopsWhereTheNextEventBegins();
};

void tst_ObjectScan::findsTheEndOfAnyObject()
{
    std::mt19937 random(1);
    for (int i = 0; i < 5000; ++i) {
        const std::string object = anyObject(random, 3);
        const std::string text = object + ",{\"ph\":\"X\"}]" + std::string(random() % 100, '}');
        ObjectScan scan;
        QVERIFY(scan.advance(text) == ObjectScan::End::Complete);
        QCOMPARE(scan.at, object.size());
    }
}

void tst_ObjectScan::continuesWhereTheTextEnded()
{
    std::mt19937 random(2);
    for (int i = 0; i < 1000; ++i) {
        const std::string object = anyObject(random, 3);
        const std::string text = object + std::string(80, ' ');
        ObjectScan scan;
        for (std::size_t size = random() % 50; size < object.size(); size += 1 + random() % 90) {
            QVERIFY(scan.advance(std::string_view(text).substr(0, size)) ==
                    ObjectScan::End::OutOfData);
        }
        QVERIFY(scan.advance(text) == ObjectScan::End::Complete);
        QCOMPARE(scan.at, object.size());
    }
}

void tst_ObjectScan::stopsWhereTheNextEventBegins()
{
    for (const std::size_t padding :
         {std::size_t{0}, std::size_t{40}, std::size_t{63}, std::size_t{64}, std::size_t{500}}) {
        const std::string broken =
            "{\"ph\":\"X\",\"name\":\"say \"hi" + std::string(padding, 'x') + "\"},\n";
        const std::string text = broken + "{ \"ph\":\"X\",\"name\":\"ok\"}" + std::string(100, ' ');
        ObjectScan scan;
        QVERIFY(scan.advance(text) == ObjectScan::End::Resync);
        QCOMPARE(scan.at, broken.size());
    }
}

QTEST_APPLESS_MAIN(tst_ObjectScan)
#include "tst_object_scan.moc"
