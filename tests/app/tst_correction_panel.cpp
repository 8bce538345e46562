// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/format.h"
#include "app/models/table_text.h"
#include "app/widgets/analysis_dock.h"
#include "app/widgets/breakdown_chart.h"
#include "app/widgets/breakdown_panel.h"
#include "app/widgets/correction_button.h"
#include "app/widgets/correction_panel.h"
#include "app/widgets/main_window.h"
#include "app/widgets/status_line.h"
#include "app/widgets/timeline_view.h"
#include "app/widgets/trace_tool_bar.h"
#include "tests/app/recorded_trace.h"
#include "tests/app/tiny_trace.h"

#include <QApplication>
#include <QLabel>
#include <QRadioButton>
#include <QSettings>
#include <QTest>
#include <QtCharts/QAbstractSeries>
#include <QtCharts/QChart>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace core = hscope::core;
namespace sim = hscope::sim;

/// A window with settings of its own that shows a trace.
struct Setup
{
    TempFolder folder;
    QSettings settings{toPathText(folder.path("settings.ini")), QSettings::IniFormat};
    Theme theme{settings};
    MainWindow window{settings, theme, QString()};

    TraceCorrection& correction() { return window.document().correction(); }

    CorrectionButton& button() { return *window.toolBar()->correctionButton(); }

    CorrectionPanel& panel() { return *button().panel(); }

    void open(const std::filesystem::path& trace)
    {
        window.show();
        window.openFile(toPathText(trace));
        QTRY_VERIFY(window.document().breakdown() != nullptr);
        QVERIFY(QTest::qWaitForWindowExposed(&window));
    }

    void correct(CorrectionMode mode)
    {
        correction().setMode(mode);
        QTRY_VERIFY(window.document().shownCorrection() == mode && window.document().breakdown());
    }

    /// The breakdown panel, once there is one.
    BreakdownPanel& breakdown() { return *window.analysisDock()->breakdownPanel(); }
};

/// How many pixels of a widget have exactly one colour.
int countPixels(QWidget& widget, const QColor& color)
{
    const QImage image = widget.grab().toImage();
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            count += image.pixelColor(x, y) == color ? 1 : 0;
        }
    }
    return count;
}

} // namespace

class tst_CorrectionPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keysReachEverything();
    void calibrationsSayHowGoodTheyAre();
    void saysWhyNothingCanBeDone();
    void overheadIsHatched_data();
    void overheadIsHatched();
    void whiskersStandAtBothEnds_data();
    void whiskersStandAtBothEnds();
    void numbersCarryTheirInterval();
    void whatIsNotKnownIsSaid();
};

void tst_CorrectionPanel::keysReachEverything()
{
    Setup s;
    s.open(writeTrace(s.folder, "one.hscope", *recordedTrace(kOneOperator)));
    QCOMPARE(s.button().text(), QStringLiteral("off"));
    s.button().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&s.button(), Qt::Key_Space);
    QTRY_VERIFY(s.panel().isVisible());
    QVERIFY(s.panel().modes()[0]->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QVERIFY(s.correction().mode() == CorrectionMode::Breakdown);
    QTRY_VERIFY(s.button().text().startsWith(u"breakdown, ±"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QVERIFY(s.correction().mode() == CorrectionMode::Timeline);
    QList<QWidget*> reached;
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        reached.append(QApplication::focusWidget());
    }
    QVERIFY(reached.contains(s.panel().choices()[0]));
    QVERIFY(reached.contains(static_cast<QWidget*>(s.panel().openButton())));
    QVERIFY(!s.button().accessibleName().isEmpty() && !s.panel().accessibleName().isEmpty());
    for (const QRadioButton* mode : s.panel().modes()) {
        QVERIFY(!mode->text().isEmpty() && !mode->accessibleDescription().isEmpty());
    }
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!s.panel().isVisible());
    QTRY_VERIFY(s.button().text().startsWith(u"timeline, ±"));
}

void tst_CorrectionPanel::calibrationsSayHowGoodTheyAre()
{
    Setup s;
    s.open(writeTrace(s.folder, "one.hscope", *recordedTrace(kOneOperator)));
    const auto good = s.folder.path("good.json");
    QVERIFY(sim::writeCalibration(operatorCalibration({7, 8, 9}), good));
    s.button().openCalibration(toPathText(good));
    QVERIFY(s.panel().isVisible());
    QCOMPARE(s.panel().choices().size(), std::size_t{2});
    QVERIFY(s.panel().choices()[1]->isChecked());
    QVERIFY(s.panel().choices()[1]->accessibleDescription().startsWith(u"+13.0% ± 0.8%"));
    sim::Calibration other = operatorCalibration({7, 8, 9});
    other.model.origin.machine = "elsewhere";
    QVERIFY(sim::writeCalibration(other, s.folder.path("other.json")));
    s.button().openCalibration(toPathText(s.folder.path("other.json")));
    QVERIFY(s.panel().message().contains(u"elsewhere"));
    QVERIFY(!s.panel().choices()[1]->isEnabled());
    QVERIFY(s.panel().choices()[1]->accessibleDescription().contains(u"elsewhere"));
    QVERIFY(s.panel().choices()[2]->isChecked());
    QCOMPARE(s.settings.value(QStringLiteral("calibrations")).toStringList().size(), 2);
    s.panel().hide();
    // The next run of the program knows them.
    Setup next;
    next.settings.setValue(QStringLiteral("calibrations"), QStringList(toPathText(good)));
    next.open(writeTrace(next.folder, "one.hscope", *recordedTrace(kOneOperator, false)));
    QVERIFY(!next.correction().chosen());
    next.button().click();
    QCOMPARE(next.correction().chosen(), std::optional(std::size_t{1}));
    next.panel().hide();
}

void tst_CorrectionPanel::saysWhyNothingCanBeDone()
{
    Setup s;
    s.open(s.folder.write("tiny.json", kTinyTrace));
    s.button().click();
    QVERIFY(s.panel().message().contains(u"hscope calibrate -- COMMAND"));
    QVERIFY(s.panel().modes()[0]->isEnabled());
    QVERIFY(!s.panel().modes()[1]->isEnabled() && !s.panel().modes()[2]->isEnabled());
    QVERIFY(!s.panel().choices()[0]->isEnabled());
    s.panel().hide();
}

void tst_CorrectionPanel::overheadIsHatched_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addRow("light") << false;
    QTest::addRow("dark") << true;
}

void tst_CorrectionPanel::overheadIsHatched()
{
    QFETCH(bool, dark);
    Setup s;
    s.theme.overrideMode(dark ? Theme::Mode::Dark : Theme::Mode::Light);
    s.open(writeTrace(s.folder, "one.hscope", *recordedTrace(kOneOperator)));
    const Palette& palette = s.theme.palette();
    const auto hatched = [&] { return countPixels(*s.window.timeline(), palette.overheadHatch); };
    QCOMPARE(hatched(), 0);
    s.correct(CorrectionMode::Breakdown);
    QVERIFY2(hatched() > 20, qPrintable(QString::number(hatched())));
    QVERIFY(countPixels(*s.window.timeline(), palette.overheadFill) > 20);
    s.correct(CorrectionMode::Timeline);
    QCOMPARE(hatched(), 0);
}

void tst_CorrectionPanel::whiskersStandAtBothEnds_data()
{
    overheadIsHatched_data();
}

/// A bar of 60 ns that may be 40 to 80.
void tst_CorrectionPanel::whiskersStandAtBothEnds()
{
    QFETCH(bool, dark);
    Setup s;
    s.theme.overrideMode(dark ? Theme::Mode::Dark : Theme::Mode::Light);
    BreakdownBars bars;
    BreakdownBars::Bar bar;
    bar.operation = QStringLiteral("train");
    core::CategorySet backend;
    backend.insert(core::Category::Backend);
    bar.segments.push_back({{"train", backend, false}, 60, 40, 80});
    bar.totalNs = 60;
    bar.lowNs = 40;
    bar.highNs = 80;
    bars.bars.push_back(bar);
    bars.wallNs = 100;
    BreakdownChart chart(s.theme);
    chart.resize(600, 200);
    chart.setBars(bars);
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    QTest::qWait(50);
    const QImage image = chart.grab().toImage();
    const TimeUnit unit = timeUnitFor(core::Duration(100));
    const auto pixelsOf = [&](double ns) {
        const QPointF point =
            chart.chart()->mapToPosition(QPointF(ns / unit.ns, 0), chart.chart()->series().front());
        const QPoint at = chart.mapFromScene(chart.chart()->mapToScene(point)) +
                          chart.viewport()->mapTo(&chart, QPoint());
        // The cap reaches 4 pixels up; the round-off of a position is at most one.
        int found = 0;
        for (int x = at.x() - 1; x <= at.x() + 1; ++x) {
            int column = 0;
            for (int y = at.y() - 4; y <= at.y() + 4; ++y) {
                column += image.pixelColor(x, y) == s.theme.palette().text ? 1 : 0;
            }
            found = std::max(found, column);
        }
        return found;
    };
    QVERIFY2(pixelsOf(40) >= 8, qPrintable(QString::number(pixelsOf(40))));
    QVERIFY2(pixelsOf(80) >= 8, qPrintable(QString::number(pixelsOf(80))));
    QVERIFY(pixelsOf(50) < 4);
}

void tst_CorrectionPanel::numbersCarryTheirInterval()
{
    Setup s;
    s.open(writeTrace(s.folder, "one.hscope", *recordedTrace(kOneOperator)));
    using Column = BreakdownTableModel::Column;
    QVERIFY(!s.breakdown().model().findColumn(Column::Interval));
    s.correct(CorrectionMode::Breakdown);
    const BreakdownTableModel& model = s.breakdown().model();
    QVERIFY(model.findColumn(Column::Interval).has_value());
    QCOMPARE(model.totalNs(), 92);
    QCOMPARE(model.wallNs(), 92);
    const QString csv = tableText(model, TableTextFormat::Csv, {model.index(0, 0)});
    QVERIFY2(csv.contains(u"Time, corrected, ns") && csv.contains(u"95% interval"),
             qPrintable(csv));
    const QModelIndex interval = model.index(0, *model.findColumn(Column::Interval));
    QVERIFY(interval.data(Qt::ToolTipRole).toString().contains(u"95% interval"));
    QStringList status;
    for (const QLabel* label : s.window.statusLine()->findChildren<QLabel*>()) {
        if (label->isVisible()) {
            status.append(label->text());
        }
    }
    QVERIFY2(status.join(u'|').contains(u"corrected ±"), qPrintable(status.join(u'|')));
}

void tst_CorrectionPanel::whatIsNotKnownIsSaid()
{
    Setup s;
    s.open(writeTrace(s.folder, "two.hscope",
                      *recordedTrace("ops main: train[0,60)~program\n"
                                     "thread main: python[0,100) backend[20,40)~torch")));
    QVERIFY(!s.breakdown().notice()->isVisible());
    s.correct(CorrectionMode::Breakdown);
    QTRY_VERIFY(s.breakdown().notice()->isVisible());
    QCOMPARE(s.breakdown().notice()->text(),
             QStringLiteral("1 operation: cost not known, still in the times"));
    s.correct(CorrectionMode::Off);
    QTRY_VERIFY(!s.breakdown().notice()->isVisible());
}

QTEST_MAIN(tst_CorrectionPanel)

#include "tst_correction_panel.moc"
