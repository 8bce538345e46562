// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/decimal_time.h"

#include <QTest>

using namespace hscope::core;

class tst_DecimalTime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsExactly_data();
    void readsExactly();
    void refuses_data();
    void refuses();
    void saysWhatIsOutOfRange_data();
    void saysWhatIsOutOfRange();
};

void tst_DecimalTime::readsExactly_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("ns");
    QTest::newRow("epoch with nanoseconds")
        << "1712195495519689.047" << qint64{1712195495519689047};
    QTest::newRow("epoch in whole us") << "1623142623460111" << qint64{1623142623460111000};
    QTest::newRow("zero") << "0" << qint64{0};
    QTest::newRow("one decimal") << "3.1" << qint64{3100};
    QTest::newRow("exponent") << "1.5e3" << qint64{1500000};
    QTest::newRow("capital exponent") << "2E1" << qint64{20000};
    QTest::newRow("negative exponent") << "1500e-3" << qint64{1500};
    QTest::newRow("negative") << "-50" << qint64{-50000};
    QTest::newRow("negative fraction") << "-0.001" << qint64{-1};
    QTest::newRow("half rounds to even, down") << "0.0005" << qint64{0};
    QTest::newRow("half rounds to even, up") << "0.0015" << qint64{2};
    QTest::newRow("just above half") << "0.00050000000000000000000000000000000000001" << qint64{1};
    QTest::newRow("carry over nines") << "9.9995" << qint64{10000};
    QTest::newRow("many leading zeros") << "0000000000000000000000000012.5" << qint64{12500};
    QTest::newRow("below a nanosecond") << "1e-300" << qint64{0};
    QTest::newRow("no digit before the point") << ".5" << qint64{500};
    QTest::newRow("no digit after the point") << "5." << qint64{5000};
    QTest::newRow("plus sign") << "+7" << qint64{7000};
    QTest::newRow("the largest") << "2305843009213693.952" << (qint64{1} << 61);
}

void tst_DecimalTime::readsExactly()
{
    QFETCH(const QString, text);
    QFETCH(const qint64, ns);
    const DecimalTime time = parseMicroseconds(text.toStdString());
    QVERIFY(time.status == DecimalTime::Status::Ok);
    QCOMPARE(qint64{time.ns}, ns);
}

void tst_DecimalTime::refuses_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "300abc", "x", "0.-01", "-", ".", "1e", "1e+", "1.2.3", "NaN",
                             "inf", " 1", "1 ", "0x10"}) {
        QTest::newRow(text) << text;
    }
}

void tst_DecimalTime::refuses()
{
    QFETCH(const QString, text);
    QVERIFY(parseMicroseconds(text.toStdString()).status == DecimalTime::Status::Invalid);
}

void tst_DecimalTime::saysWhatIsOutOfRange_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"9223372036854775807", "1e300", "-1e300", "2305843009213693.953",
                             "9999999999999999", "99999999999999999999999999999999999999"}) {
        QTest::newRow(text) << text;
    }
}

void tst_DecimalTime::saysWhatIsOutOfRange()
{
    QFETCH(const QString, text);
    QVERIFY(parseMicroseconds(text.toStdString()).status == DecimalTime::Status::OutOfRange);
}

QTEST_APPLESS_MAIN(tst_DecimalTime)
#include "tst_decimal_time.moc"
