// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/format.h"

#include <QTest>

#include <limits>

namespace {

using namespace hscope::app;
using hscope::core::Duration;
using hscope::core::Error;
using hscope::core::ErrorCode;

/// Thin spaces are hard to tell in a source: `_` stands for one, `-` at the start for a minus.
QString readable(QString text)
{
    return text.replace(QChar(0x2009), u'_').replace(QChar(0x2212), u'-');
}

} // namespace

class tst_Format : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void durationsHaveFourDigits_data()
    {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<QString>("text");
        QTest::addRow("nothing") << qint64(0) << QStringLiteral("0 ns");
        QTest::addRow("ns") << qint64(842) << QStringLiteral("842 ns");
        QTest::addRow("first µs") << qint64(1000) << QStringLiteral("1.000 µs");
        QTest::addRow("µs") << qint64(61842) << QStringLiteral("61.84 µs");
        QTest::addRow("rounded into the next unit") << qint64(999960) << QStringLiteral("1.000 ms");
        QTest::addRow("ms") << qint64(1740000) << QStringLiteral("1.740 ms");
        QTest::addRow("hundreds") << qint64(298000000) << QStringLiteral("298.0 ms");
        QTest::addRow("s") << qint64(12840000000) << QStringLiteral("12.84 s");
        QTest::addRow("many s") << qint64(1234567000000) << QStringLiteral("1_235 s");
        QTest::addRow("negative") << qint64(-4000) << QStringLiteral("-4.000 µs");
        QTest::addRow("smallest") << std::numeric_limits<qint64>::min()
                                  << QStringLiteral("-9_223_372_037 s");
    }

    void durationsHaveFourDigits()
    {
        QFETCH(qint64, ns);
        QFETCH(QString, text);
        QCOMPARE(readable(formatDuration(Duration(ns))), text);
    }

    void offsetsHaveASign()
    {
        QCOMPARE(readable(formatOffset(Duration(20160))), QStringLiteral("+20.16 µs"));
        QCOMPARE(readable(formatOffset(Duration(-4000))), QStringLiteral("-4.000 µs"));
    }

    void exactNumbersAreGrouped()
    {
        QCOMPARE(readable(formatExactNs(1234522000)), QStringLiteral("1_234_522_000"));
        QCOMPARE(readable(formatExactNs(-999)), QStringLiteral("-999"));
        QCOMPARE(readable(formatCount(1284096)), QStringLiteral("1_284_096"));
        QCOMPARE(readable(formatPosition(Duration(1234567890))), QStringLiteral("1.234_567_890 s"));
        QCOMPARE(readable(formatPosition(Duration(-5))), QStringLiteral("-0.000_000_005 s"));
    }

    void columnsHaveOneUnitAndPrecision()
    {
        const TimeUnit seconds = timeUnitFor(Duration(12840000000));
        QCOMPARE(seconds.name, QStringLiteral("s"));
        QCOMPARE(formatInUnit(5412000000, seconds), QStringLiteral("5.412"));
        QCOMPARE(formatInUnit(0, seconds), QStringLiteral("0.000"));
        QCOMPARE(timeUnitFor(Duration(98000000)).name, QStringLiteral("ms"));
        QCOMPARE(timeUnitFor(Duration(500)).name, QStringLiteral("µs"));
    }

    void percentHasOneDecimal()
    {
        QCOMPARE(formatPercent(0.4659), QStringLiteral("46.6%"));
        QCOMPARE(formatPercent(1), QStringLiteral("100.0%"));
    }

    void argumentsAreShownWithoutQuotes_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("text");
        QTest::addRow("number") << QByteArray("88213") << QStringLiteral("88213");
        QTest::addRow("list") << QByteArray("[32, 1, 1]") << QStringLiteral("[32, 1, 1]");
        QTest::addRow("string") << QByteArray("\"a \\\"b\\\" \\u00b5\"")
                                << QStringLiteral("a \"b\" µ");
        QTest::addRow("broken string") << QByteArray("\"a") << QStringLiteral("\"a");
    }

    void argumentsAreShownWithoutQuotes()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, text);
        QCOMPARE(formatArgumentValue({json.constData(), static_cast<std::size_t>(json.size())}),
                 text);
    }

    void longNamesAreCutInTheMiddle()
    {
        QCOMPARE(elideMiddle(QStringLiteral("abcdefghij"), 5), QStringLiteral("ab…ij"));
        QCOMPARE(elideMiddle(QStringLiteral("abc"), 5), QStringLiteral("abc"));
    }

    void oneIsNotMany()
    {
        const auto slices = [](std::int64_t count) {
            return formatCounted(count, QStringLiteral("1 slice"), QStringLiteral("%1 slices"));
        };
        QCOMPARE(slices(0), QStringLiteral("0 slices"));
        QCOMPARE(slices(1), QStringLiteral("1 slice"));
        QCOMPARE(slices(1234), QStringLiteral("1\u2009234 slices"));
    }

    void toolTipsAreShortAndPlain()
    {
        QCOMPARE(toolTipText(QStringLiteral("a<b>")), QStringLiteral("<span>a&lt;b&gt;</span>"));
        QVERIFY(toolTipText(QString()).isEmpty());
        QVERIFY(toolTipText(QString(1 << 20, u'x')).size() < 10000);
    }

    void failuresNameTheFileAndTheNextStep_data()
    {
        QTest::addColumn<int>("code");
        for (int code = 0; code <= static_cast<int>(ErrorCode::Internal); ++code) {
            QTest::addRow("error code %d", code) << code;
        }
    }

    void failuresNameTheFileAndTheNextStep()
    {
        QFETCH(int, code);
        const Error error(static_cast<ErrorCode>(code), "something %1 is wrong.");
        const QString text = loadErrorText("/tmp/run%1.json", error);
        QVERIFY2(text.contains(QStringLiteral("run%1.json")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("open")) || text.contains(QStringLiteral("again")),
                 qPrintable(text));
        QVERIFY(text.endsWith(u'.'));
        QCOMPARE(text.count(u". "), 0);
    }

    void failuresDoNotRepeatThePath()
    {
        QCOMPARE(
            loadErrorText("/tmp/new.hscope",
                          Error(ErrorCode::Unsupported,
                                "/tmp/new.hscope has format version 7: a newer one is needed")),
            QStringLiteral("new.hscope has format version 7: a newer one is needed."));
        QCOMPARE(loadErrorText("/tmp/pipe", Error(ErrorCode::Unsupported, "/tmp/pipe is a pipe")),
                 QStringLiteral("pipe is a pipe: open another file."));
    }
};

QTEST_GUILESS_MAIN(tst_Format)
#include "tst_format.moc"
