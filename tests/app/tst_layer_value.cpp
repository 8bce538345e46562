// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/layer_value.h"
#include "app/models/quantity.h"
#include "tests/app/workload_literal.h"

#include <QTest>

#include <cmath>
#include <random>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace sim = hscope::sim;

const QString kThin = QStringLiteral("\u2009");

} // namespace

class tst_LayerValue : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void readsQuantities_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("quantity");
        QTest::addColumn<double>("value"); // Below 0: it is none.
        const int number = static_cast<int>(Quantity::Number);
        const int bytes = static_cast<int>(Quantity::Bytes);
        const int seconds = static_cast<int>(Quantity::Seconds);
        QTest::addRow("plain") << QStringLiteral("10240") << bytes << 10240.0;
        QTest::addRow("kB") << QStringLiteral("10.24 kB") << bytes << 10240.0;
        QTest::addRow("no space") << QStringLiteral("10.24kB") << bytes << 10240.0;
        QTest::addRow("KiB") << QStringLiteral("1 KiB") << bytes << 1024.0;
        QTest::addRow("GB") << QStringLiteral("1.5 GB") << bytes << 1.5e9;
        QTest::addRow("MiB") << QStringLiteral("2 MiB") << bytes << 2097152.0;
        QTest::addRow("exponent") << QStringLiteral("1e3 kB") << bytes << 1e6;
        QTest::addRow("comma") << QStringLiteral("0,5 kB") << bytes << 500.0;
        QTest::addRow("groups") << QStringLiteral("1 024 B") << bytes << 1024.0;
        QTest::addRow("thin groups") << (QStringLiteral("1") + kThin + u"024") << bytes << 1024.0;
        QTest::addRow("micro") << QStringLiteral("6.465 µs") << seconds << 6.465e-6;
        QTest::addRow("greek mu") << QStringLiteral("6.465 \u03bcs") << seconds << 6.465e-6;
        QTest::addRow("us") << QStringLiteral("6.465us") << seconds << 6.465e-6;
        QTest::addRow("ms") << QStringLiteral("4.5 ms") << seconds << 0.0045;
        QTest::addRow("seconds") << QStringLiteral("1e-6") << seconds << 1e-6;
        QTest::addRow("ns") << QStringLiteral("52.8 ns") << seconds << 5.28e-8;
        QTest::addRow("a time is no size") << QStringLiteral("4 ms") << bytes << -1.0;
        QTest::addRow("a unit alone") << QStringLiteral("kB") << bytes << -1.0;
        QTest::addRow("nothing") << QString() << number << -1.0;
        QTest::addRow("word") << QStringLiteral("fast") << seconds << -1.0;
        QTest::addRow("not a number") << QStringLiteral("nan") << number << -1.0;
        QTest::addRow("infinite") << QStringLiteral("inf") << number << -1.0;
        QTest::addRow("too large") << QStringLiteral("1e999") << number << -1.0;
        QTest::addRow("number") << QStringLiteral("0.995") << number << 0.995;
    }

    void readsQuantities()
    {
        QFETCH(QString, text);
        QFETCH(int, quantity);
        QFETCH(double, value);
        const auto read = parseQuantity(text, static_cast<Quantity>(quantity));
        QCOMPARE(read.has_value(), value >= 0);
        QVERIFY(!read || *read == value); // The same bits.
    }

    void exactTextsReadBack()
    {
        std::mt19937_64 random(5);
        std::uniform_real_distribution<double> mantissa(1, 10);
        std::uniform_int_distribution<int> exponent(-25, 25);
        for (int i = 0; i < 20000; ++i) {
            const double value = mantissa(random) * std::pow(10.0, exponent(random));
            for (const Quantity quantity : {Quantity::Number, Quantity::Bytes, Quantity::Seconds}) {
                const QString text = exactQuantity(value, quantity);
                QVERIFY2(parseQuantity(text, quantity) == value, qPrintable(text));
            }
        }
        QCOMPARE(exactQuantity(6.465e-6, Quantity::Seconds), QStringLiteral("6.465 µs"));
        QCOMPARE(exactQuantity(10240, Quantity::Bytes), QStringLiteral("10.24 kB"));
        QCOMPARE(exactQuantity(0, Quantity::Bytes), QStringLiteral("0 B"));
        QCOMPARE(exactQuantity(1e9, Quantity::Number), QStringLiteral("1000000000"));
        QCOMPARE(groupedNumber(1234567.5), QString(u"1" + kThin + u"234" + kThin + u"567.5"));
        QCOMPARE(formatBytes(346112), QStringLiteral("346.1 kB"));
    }

    void setsValuesFromText_data()
    {
        QTest::addColumn<int>("field");
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("plain"); // What stands there then; "!": the text is refused.
        const auto row = [](const char* name, LayerField field, const char* type, const char* text,
                            const char* plain) {
            QTest::addRow("%s", name) << static_cast<int>(field) << QString::fromUtf8(type)
                                      << QString::fromUtf8(text) << QString::fromUtf8(plain);
        };
        row("name", LayerField::Name, "", " fc2 ", "fc2");
        row("no name", LayerField::Name, "", " ", "!");
        row("no kind", LayerField::Kind, "", "", "!");
        row("shape", LayerField::Shape, "", "128 x 10", "128 x 10");
        row("list", LayerField::Shape, "", "[128, 10]", "[128,10]");
        row("broken list", LayerField::Shape, "", "[128, 10", "!");
        row("list of words", LayerField::Shape, "", "[a, b]", "!");
        row("no shape", LayerField::Shape, "", "", "");
        row("size", LayerField::OutputBytes, "", "1.5 kB", "1500");
        row("no size", LayerField::OutputBytes, "", "", "0");
        row("negative size", LayerField::OutputBytes, "", "-1", "!");
        row("activations", LayerField::ActivationBytes, "", "1 MB", "1000000");
        row("no activations", LayerField::ActivationBytes, "", "", "");
        row("time", LayerField::Compute, "v100", "2 us", "0.000002");
        row("negative time", LayerField::Compute, "v100", "-2 us", "!");
        row("cannot run there", LayerField::Compute, "v100", "", "");
        row("another type", LayerField::Compute, "t4", "1 s", "1");
        row("transfer of no type", LayerField::Communication, "t4", "1 s", "!");
        row("no transfer of no type", LayerField::Communication, "t4", "", "");
        row("part", LayerField::Alpha, "v100", "0.995", "0.995");
        row("too large a part", LayerField::Alpha, "v100", "1.5", "!");
        row("the usual part", LayerField::Alpha, "v100", "", "1");
        row("measured", LayerField::Measured, "v100", "1: 8 ms, 2: 4.5 ms", "1: 0.008, 2: 0.0045");
        row("measured twice", LayerField::Measured, "v100", "2: 1 s, 2: 2 s", "!");
        row("measured nothing", LayerField::Measured, "v100", "8 ms", "!");
        row("forward", LayerField::Forward, "v100", "1 ms", "0.001");
    }

    void setsValuesFromText()
    {
        QFETCH(int, field);
        QFETCH(QString, type);
        QFETCH(QString, text);
        QFETCH(QString, plain);
        sim::Layer layer = smallWorkload().layers[2];
        const sim::Layer before = layer;
        const LayerValue value{static_cast<LayerField>(field), type.toStdString()};
        const auto set = setText(layer, value, text);
        QCOMPARE(set.has_value(), plain != u"!");
        if (!set) {
            QVERIFY(!set.error().message.empty());
            QCOMPARE(layer, before);
            return;
        }
        QCOMPARE(plainText(layer, value), plain);
        // All three texts say the same.
        sim::Layer again = layer;
        QVERIFY(setText(again, value, exactText(layer, value)).has_value());
        QCOMPARE(again, layer);
        QVERIFY(setText(again, value, plainText(layer, value)).has_value());
        QCOMPARE(again, layer);
    }

    void costsAreOfTheFewestUnits()
    {
        sim::LayerProfile profile;
        profile.computeSeconds = 2;
        profile.communicationSeconds = 3;
        QCOMPARE(unitSeconds(profile), 3.0);
        profile.measured = {{2, 5}, {4, 3}};
        QCOMPARE(unitSeconds(profile), 10.0);
    }
};

QTEST_GUILESS_MAIN(tst_LayerValue)
#include "tst_layer_value.moc"
