// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/utf8.h"
#include "tests/support/qtest_printers.h"

#include <QTest>

using namespace hscope::core;

class tst_Utf8 : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void replacesEachBadByte();
    void resolvesEscapes_data();
    void resolvesEscapes();
    void quotesForJson();
};

void tst_Utf8::replacesEachBadByte()
{
    COMPARE_TEXT(toValidUtf8("caf\xc3\xa9 \xe2\x9c\x93"), "caf\xc3\xa9 \xe2\x9c\x93");
    COMPARE_TEXT(toValidUtf8("caf\xe9!"), "caf\xef\xbf\xbd!");
    COMPARE_TEXT(toValidUtf8("\xc0\x80"), "\xef\xbf\xbd\xef\xbf\xbd");      // overlong NUL
    COMPARE_TEXT(toValidUtf8("\xe2\x9c"), "\xef\xbf\xbd\xef\xbf\xbd");      // cut off
    COMPARE_TEXT(toValidUtf8("\xed\xa0\x80").substr(0, 3), "\xef\xbf\xbd"); // surrogate
}

void tst_Utf8::resolvesEscapes_data()
{
    QTest::addColumn<QString>("raw");
    QTest::addColumn<QString>("text");
    QTest::newRow("simple ones") << R"(a\"b\\c\/d\n)" << "a\"b\\c/d\n";
    QTest::newRow("code point") << R"(\u00e9)" << QString(QChar(0xe9));
    QTest::newRow("surrogate pair") << R"(\ud83d\udd25)" << QString::fromUtf8("\xf0\x9f\x94\xa5");
    QTest::newRow("lone surrogate") << R"(\ud83d x)" << QString(QChar(0xfffd)) + " x";
    QTest::newRow("NUL") << R"(\u0000)" << QString(QChar(0xfffd));
    QTest::newRow("Windows path") << R"(C:\code)" << R"(C:\code)";
    QTest::newRow("bad code point") << R"(\u12g4)" << R"(\u12g4)";
    QTest::newRow("backslash at the end") << R"(a\)" << R"(a\)";
}

void tst_Utf8::resolvesEscapes()
{
    QFETCH(const QString, raw);
    QFETCH(const QString, text);
    QCOMPARE(QString::fromStdString(unescapeJson(raw.toStdString())), text);
}

void tst_Utf8::quotesForJson()
{
    COMPARE_TEXT(quoteJson("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
}

QTEST_APPLESS_MAIN(tst_Utf8)
#include "tst_utf8.moc"
