// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/label_cache.h"

#include <QTest>

using namespace hscope::app;

class tst_LabelCache : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void dropsQualifiers_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        QTest::newRow("operator") << QStringLiteral("aten::linear") << QStringLiteral("linear");
        QTest::newRow("too short without")
            << QStringLiteral("aten::to") << QStringLiteral("aten::to");
        QTest::newRow("nothing to drop")
            << QStringLiteral("cudaLaunchKernel") << QStringLiteral("cudaLaunchKernel");
        QTest::newRow("inside a template")
            << QStringLiteral("void at::native::elementwise<at::Tensor, 4>(int)")
            << QStringLiteral("elementwise<at::Tensor, 4>(int)");
        QTest::newRow("inside parameters")
            << QStringLiteral("reduce(at::Tensor)") << QStringLiteral("reduce(at::Tensor)");
        QTest::newRow("ends with colons") << QStringLiteral("aten::") << QStringLiteral("aten::");
        QTest::newRow("unbalanced brackets")
            << QStringLiteral("a>>b::forward") << QStringLiteral("forward");
        QTest::newRow("empty") << QString() << QString();
    }

    void dropsQualifiers()
    {
        QFETCH(const QString, name);
        QTEST(withoutQualifier(name), "expected");
    }

    void elidesInTheMiddleToWhatFits()
    {
        LabelCache cache{QFont()};
        const QString name = QStringLiteral("abcdefghijklmnopqrstuvwxyz");
        const double full = QFontMetricsF(QFont()).horizontalAdvance(name);
        QCOMPARE(cache.find(1, full + 20, [&] { return name; })->text(), name);
        for (double width = full * 0.9; width > full * 0.35; width -= 3) {
            const QStaticText* text = cache.find(1, width, [&] { return name; });
            QVERIFY(text != nullptr);
            QVERIFY(text->size().width() <= width + 1.0);
            QVERIFY(text->text().contains(QChar(0x2026)));
            QVERIFY(text->text().startsWith(u'a') && text->text().endsWith(u'z'));
        }
    }

    void drawsNoneBelowFourLetters()
    {
        LabelCache cache{QFont()};
        QVERIFY(cache.find(1, 20, [] { return QStringLiteral("WWWWWWWWWW"); }) == nullptr);
        QVERIFY(cache.find(2, 100, [] { return QString(); }) == nullptr);
    }

    void asksForANameOnce()
    {
        LabelCache cache{QFont()};
        int calls = 0;
        for (int i = 0; i < 3; ++i) {
            QVERIFY(cache.find(9, 500, [&] {
                ++calls;
                return QStringLiteral("forward");
            }) != nullptr);
        }
        QCOMPARE(calls, 1);
    }

    void neverReadsMarkup()
    {
        LabelCache cache{QFont()};
        const QStaticText* text =
            cache.find(1, 500, [] { return QStringLiteral("<b>bold</b> name"); });
        QCOMPARE(text->textFormat(), Qt::PlainText);
    }
};

QTEST_MAIN(tst_LabelCache)
#include "tst_label_cache.moc"
