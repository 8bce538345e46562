// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/palette.h"

#include <QTest>

namespace {

using hscope::app::contrastRatio;
using hscope::app::hashedResourceColor;
using hscope::app::labelColor;
using hscope::app::operationColors;
using hscope::app::Palette;
using hscope::core::Category;

constexpr double kText = 4.5;
constexpr double kGraphics = 3.0;

void addPalettes()
{
    QTest::addColumn<bool>("dark");
    QTest::addRow("dark") << true;
    QTest::addRow("light") << false;
}

const Palette& fetchPalette()
{
    QFETCH(bool, dark);
    return dark ? Palette::darkPalette() : Palette::lightPalette();
}

void verifyContrast(const QColor& a, const QColor& b, double least, const char* what)
{
    const double ratio = contrastRatio(a, b);
    QVERIFY2(ratio >= least, qPrintable(QStringLiteral("%1: %2 on %3 is %4")
                                            .arg(QLatin1String(what), a.name(), b.name())
                                            .arg(ratio)));
}

} // namespace

class tst_Palette : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void textIsReadableOnEveryGround_data() { addPalettes(); }

    void textIsReadableOnEveryGround()
    {
        const Palette& p = fetchPalette();
        for (const QColor& ground :
             {p.window, p.surface, p.canvas, p.field, p.alternateRow, p.selection}) {
            verifyContrast(p.text, ground, kText, "text");
            verifyContrast(p.secondaryText, ground, kText, "secondary text");
        }
        for (const QColor& ground : {p.window, p.surface, p.canvas, p.alternateRow}) {
            verifyContrast(p.accent, ground, kText, "link");
            verifyContrast(p.warning, ground, kText, "warning");
            verifyContrast(p.error, ground, kText, "error");
            verifyContrast(p.ok, ground, kText, "ok");
        }
        verifyContrast(labelColor(p.accent), p.accent, kText, "primary button");
    }

    void graphicsStandOutFromTheCanvas_data() { addPalettes(); }

    void graphicsStandOutFromTheCanvas()
    {
        const Palette& p = fetchPalette();
        for (const QColor& color : p.categories) {
            verifyContrast(color, p.canvas, kGraphics, "category");
            verifyContrast(color, p.surface, 2.9, "category in charts");
        }
        for (const QColor& color : p.resources) {
            verifyContrast(color, p.canvas, kGraphics, "resource type");
            verifyContrast(color, p.surface, kGraphics, "resource type in charts");
        }
        for (const char* id : {"h100", "tpu-v4", "gen-7", "", "mi300x", "cpu-arm"}) {
            verifyContrast(hashedResourceColor(QString::fromLatin1(id), p), p.canvas, kGraphics,
                           "other resource type");
        }
        verifyContrast(p.outline, p.window, kGraphics, "outline of controls");
        verifyContrast(p.outline, p.surface, kGraphics, "outline of controls");
        verifyContrast(p.overheadHatch, p.overheadFill, kGraphics, "overhead hatch");
    }

    void labelsAreReadableOnEveryCategoryAndDepth_data() { addPalettes(); }

    void labelsAreReadableOnEveryCategoryAndDepth()
    {
        const Palette& p = fetchPalette();
        for (const QColor& color : p.categories) {
            for (const double share : {0.76, 0.88, 0.94, 0.96, 1.0}) {
                const auto channel = [share](int value) { return static_cast<int>(value * share); };
                const QColor ground(channel(color.red()), channel(color.green()),
                                    channel(color.blue()));
                verifyContrast(labelColor(ground), ground, kText, "label");
            }
        }
    }

    void utilizationGetsEverStronger_data() { addPalettes(); }

    void utilizationGetsEverStronger()
    {
        const Palette& p = fetchPalette();
        double before = 0;
        for (int percent = 0; percent <= 100; percent += 5) {
            const QColor color = hscope::app::utilizationColor(percent / 100.0, p);
            const double contrast = contrastRatio(color, p.canvas);
            QVERIFY2(contrast > before, qPrintable(QString::number(percent)));
            before = contrast;
            verifyContrast(labelColor(color), color, kText, "label on a device");
        }
        QCOMPARE(hscope::app::utilizationColor(0, p), p.utilization.front());
        QCOMPARE(hscope::app::utilizationColor(7, p), p.utilization.back());
        verifyContrast(p.utilization.front(), p.utilization.back(), kText, "both ends");
    }

    void operationsAreReadableAndStable_data() { addPalettes(); }

    void operationsAreReadableAndStable()
    {
        const Palette& p = fetchPalette();
        for (const QString& name :
             {QStringLiteral("inference"), QStringLiteral("simulation"),
              QStringLiteral("backpropagation"), QStringLiteral("forward"), QString(),
              QStringLiteral("Optimizer.step#SGD.step"), QStringLiteral("(outside)")}) {
            const auto colors = operationColors(name, p);
            verifyContrast(labelColor(colors.fill), colors.fill, kText, "operation label");
            verifyContrast(colors.line, p.canvas, kGraphics, "operation line");
            QCOMPARE(operationColors(name, p).fill, colors.fill);
        }
        // The same in every run and on every machine: the hash is part of the look.
        QCOMPARE_NE(operationColors(u"inference", p).line, operationColors(u"simulation", p).line);
    }

    void contrastIsThatOfTheStandard()
    {
        QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
        QVERIFY(std::abs(contrastRatio(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.01);
    }

    void isDarkByTheLightnessOfItsWindow()
    {
        QVERIFY(Palette::darkPalette().window.lightness() < 128);
        QVERIFY(Palette::lightPalette().window.lightness() > 128);
        const QPalette widgets = hscope::app::widgetPalette(Palette::darkPalette());
        QCOMPARE(widgets.color(QPalette::Window), Palette::darkPalette().window);
    }
};

QTEST_GUILESS_MAIN(tst_Palette)
#include "tst_palette.moc"
