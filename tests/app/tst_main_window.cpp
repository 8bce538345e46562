// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/format.h"
#include "app/widgets/analysis_dock.h"
#include "app/widgets/breakdown_chart.h"
#include "app/widgets/breakdown_panel.h"
#include "app/widgets/details_panel.h"
#include "app/widgets/elided_label.h"
#include "app/widgets/failure_page.h"
#include "app/widgets/instance_histogram.h"
#include "app/widgets/iteration_stepper.h"
#include "app/widgets/main_window.h"
#include "app/widgets/table_panel.h"
#include "app/widgets/timeline_view.h"
#include "app/widgets/trace_tool_bar.h"
#include "tests/app/tiny_trace.h"
#include "tests/support/temp_folder.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QScrollArea>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <set>
#include <string>

namespace {

using namespace hscope::app;
using hscope::test::kTinyTrace;
using hscope::test::TempFolder;
namespace core = hscope::core;

/// A window with settings of its own and a tiny trace beside it.
struct Setup
{
    TempFolder folder;
    QString trace = toPathText(folder.write("tiny.json", kTinyTrace));
    QSettings settings{toPathText(folder.path("settings.ini")), QSettings::IniFormat};
    Theme theme{settings};
    MainWindow window{settings, theme, QString()};

    /// Another trace to open; single quotes stand for double ones.
    void write(std::string_view name, std::string json)
    {
        std::ranges::replace(json, '\'', '"');
        trace = toPathText(folder.write(name, json));
    }

    void open()
    {
        window.openFile(trace);
        QTRY_COMPARE(window.document().state(), TraceDocument::State::Ready);
        QTRY_VERIFY(window.document().breakdown() != nullptr);
    }
};

core::SliceId findSlice(const core::TraceStore& store, std::string_view name)
{
    for (std::uint32_t i = 0; i < store.slices().size(); ++i) {
        if (store.nameOf(core::SliceId(i)) == name) {
            return core::SliceId(i);
        }
    }
    qFatal("no such slice");
}

void drop(MainWindow& window, const QStringList& paths)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths) {
        urls.append(QUrl::fromLocalFile(path));
    }
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
}

} // namespace

class tst_MainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void startsOnTheStartPage()
    {
        Setup setup;
        setup.window.show();
        QCOMPARE(setup.window.page(), MainWindow::Page::Start);
        QVERIFY(setup.window.analysisDock()->isHidden());
        QVERIFY(setup.window.analysisDock()->breakdownPanel() == nullptr);
        QVERIFY(!setup.window.actions().fitTrace->isEnabled());
        QVERIFY(!setup.window.toolBar()->attributionBox()->isEnabled());
        QVERIFY(!setup.window.toolBar()->iterationStepper()->isVisible());
    }

    void opensAFileAndRemembersIt()
    {
        Setup setup;
        setup.window.show();
        setup.open();
        QCOMPARE(setup.window.page(), MainWindow::Page::Trace);
        QVERIFY(!setup.window.analysisDock()->isHidden());
        QCOMPARE(setup.window.recentFiles().files(), QStringList{setup.trace});
        QVERIFY(setup.window.windowTitle().startsWith(QStringLiteral("tiny.json")));
        const RecentFiles::Thumbnails pictures = setup.window.recentFiles().thumbnails(setup.trace);
        QVERIFY(!pictures.light.isNull() && !pictures.dark.isNull());
        QVERIFY(pictures.light != pictures.dark);
        setup.window.actions().close->trigger();
        QCOMPARE(setup.window.page(), MainWindow::Page::Start);
        setup.window.recentFiles().clear();
        QVERIFY(setup.window.recentFiles().thumbnails(setup.trace).light.isNull());
    }

    void opensWhatIsDropped()
    {
        Setup setup;
        setup.window.show();
        drop(setup.window, {setup.trace, QStringLiteral("/second.json")});
        QTRY_COMPARE(setup.window.document().state(), TraceDocument::State::Ready);
        bool told = false;
        for (const QLabel* label : setup.window.findChildren<QLabel*>()) {
            told = told || label->text().contains(QStringLiteral("2 files were dropped"));
        }
        QVERIFY(told);
        QVERIFY(!setup.window.openUrls({QUrl(QStringLiteral("https://example.org/a.json"))}));
    }

    void showsFailuresInTheWindow()
    {
        Setup setup;
        setup.window.show();
        setup.window.openFile(toPathText(setup.folder.path("gone.json")));
        QTRY_COMPARE(setup.window.page(), MainWindow::Page::Failure);
        QVERIFY(setup.window.failurePage()->sentence().contains(QStringLiteral("gone.json")));
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        QVERIFY(setup.window.recentFiles().files().isEmpty());
        Q_EMIT setup.window.failurePage()->backRequested();
        QCOMPARE(setup.window.page(), MainWindow::Page::Start);
    }

    void showsTheSelectionInTheDetails()
    {
        Setup setup;
        setup.window.show();
        setup.open();
        TraceDocument& document = setup.window.document();
        document.select(findSlice(*document.store(), "cudaLaunchKernel"));
        const DetailsPanel* details = setup.window.detailsPanel();
        QTRY_COMPARE(details->arguments().rowCount(), 3);
        QCOMPARE(details->relations().rowCount(), 2);
        QTRY_VERIFY(details->isComplete());
        QVERIFY(setup.window.actions().fitSelection->isEnabled());
        setup.window.actions().copy->trigger();
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("cudaLaunchKernel")));
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("10000")));
    }

    void showsHowLongTheNamesakesTake()
    {
        Setup setup;
        setup.window.show();
        setup.open();
        TraceDocument& document = setup.window.document();
        document.select(findSlice(*document.store(), "aten::mul"));
        DetailsPanel* details = setup.window.detailsPanel();
        QTRY_VERIFY(details->isComplete());
        QStringList texts;
        for (const QLabel* label : details->findChildren<QLabel*>()) {
            texts.append(label->text());
        }
        QVERIFY(texts.contains(QStringLiteral("80.00 µs")));
        QVERIFY(texts.contains(QStringLiteral("20.00 µs, 60.00 µs")));
        QVERIFY(texts.contains(QStringLiteral("2, longest first")));
        // The shortest is at the left end of the histogram.
        const core::SliceId longest = *document.selection();
        auto* histogram = details->findChild<InstanceHistogram*>();
        QTest::mouseClick(histogram, Qt::LeftButton, {}, QPoint(1, 10));
        QVERIFY(document.selection() != longest);
        QCOMPARE(document.store()->rangeOf(*document.selection()).length().count(), 20000);
        QTest::mouseClick(histogram, Qt::LeftButton, {}, QPoint(histogram->width() - 2, 10));
        QCOMPARE(document.selection(), std::optional(longest));
    }

    void neverReadsNamesAsMarkup()
    {
        Setup setup;
        setup.window.show();
        setup.open();
        TraceDocument& document = setup.window.document();
        document.select(findSlice(*document.store(), "gemm<b>bold</b>"));
        bool found = false;
        for (const QLabel* label : setup.window.findChildren<QLabel*>()) {
            if (label->text().contains(QStringLiteral("<b>"))) {
                found = true;
                QCOMPARE(label->textFormat(), Qt::PlainText);
            }
        }
        QVERIFY(found);
    }

    void neverLaysOutAllOfALongName()
    {
        Setup setup;
        const std::string name(1 << 20, 'x');
        const std::string event = "{'ph': 'X', 'cat': 'cpu_op', 'name': '" + name +
                                  "', 'pid': 1, 'tid': 1, 'ts': 100, 'dur': 50, 'args': {'" + name +
                                  "': '" + name + "'}}";
        const std::string process =
            "{'ph': 'M', 'name': 'process_name', 'pid': 1, 'tid': 0, 'args': {'name': '" + name +
            "'}}";
        setup.write("long.json", "{'traceEvents': [" + process + ",\n" + event + "]}");
        setup.window.show();
        setup.open();
        setup.window.document().select(core::SliceId(0));
        const DetailsPanel* details = setup.window.detailsPanel();
        QTRY_VERIFY(details->isComplete());
        QTRY_COMPARE(details->arguments().rowCount(), 1);
        QTest::qWait(50);
        for (const QWidget* widget : setup.window.findChildren<QWidget*>()) {
            QVERIFY(widget->toolTip().size() < 10000);
            QVERIFY(widget->accessibleName().size() < 10000);
            const auto* label = qobject_cast<const QLabel*>(widget);
            QVERIFY(label == nullptr || qobject_cast<const ElidedLabel*>(label) != nullptr ||
                    label->text().size() < 10000);
        }
        const QModelIndex value = details->arguments().index(0, 1);
        QVERIFY(value.data(Qt::ToolTipRole).toString().size() < 10000);
        QCOMPARE(value.data(CopyRole).toString().size(), qsizetype{1 << 20});
        // Nothing in the panel is wider than the panel.
        const auto* scroll = details->findChild<QScrollArea*>();
        QCOMPARE(scroll->widget()->width(), scroll->viewport()->width());
    }

    void saysThatAFileHasNoEvents()
    {
        Setup setup;
        setup.write("empty.json", "{'traceEvents': []}");
        setup.window.show();
        setup.window.openFile(setup.trace);
        QTRY_COMPARE(setup.window.document().state(), TraceDocument::State::Ready);
        QVERIFY(!setup.window.timeline()->isVisible());
        const auto labels = setup.window.findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
            return label->isVisible() && label->text().startsWith(u"This file has no events");
        }));
        setup.write("tiny.json", std::string(kTinyTrace));
        setup.open();
        QVERIFY(setup.window.timeline()->isVisible());
    }

    void namesALoneBar()
    {
        Setup setup;
        setup.write("lone.json", "{'traceEvents': [{'ph': 'X', 'cat': 'cpu_op', 'name': 'a', "
                                 "'pid': 1, 'tid': 1, 'ts': 1, 'dur': 5}]}");
        setup.window.show();
        setup.open();
        const BreakdownChart* chart = setup.window.analysisDock()->breakdownPanel()->chart();
        QCOMPARE(chart->names(), QStringList(QStringLiteral("(outside)")));
    }

    void switchesTheAttributionFromTheToolBar()
    {
        Setup setup;
        setup.window.show();
        setup.open();
        const auto before = setup.window.document().breakdown();
        setup.window.toolBar()->attributionBox()->setCurrentIndex(1);
        QCOMPARE(setup.window.document().attribution(), core::Attribution::Time);
        QTRY_VERIFY(setup.window.document().breakdown() != nullptr &&
                    setup.window.document().breakdown() != before);
        const BreakdownPanel* panel = setup.window.analysisDock()->breakdownPanel();
        QCOMPARE(panel->model().totalNs(), panel->model().wallNs());
    }

    void chartAndTableShareOneSelection()
    {
        Setup setup;
        setup.window.show();
        setup.open();
        BreakdownPanel* panel = setup.window.analysisDock()->breakdownPanel();
        QVERIFY(panel != nullptr);
        const BreakdownKey key = panel->model().keyAt(1);
        Q_EMIT panel->chart()->segmentClicked(key);
        QCOMPARE(panel->table()->selectedRow(), 1);
        panel->table()->selectRow(0);
        QCOMPARE(panel->selected(), std::optional(panel->model().keyAt(0)));
        setup.window.document().setAttribution(core::Attribution::Time);
        QTRY_VERIFY(setup.window.document().breakdown() != nullptr);
    }

    void everySegmentCanBeHit()
    {
        Setup setup;
        setup.window.resize(1280, 800);
        setup.window.show();
        setup.open();
        const BreakdownChart* chart = setup.window.analysisDock()->breakdownPanel()->chart();
        QTest::qWait(50);
        std::set<std::string> hit;
        for (int y = 0; y < chart->height(); y += 2) {
            for (int x = 0; x < chart->width(); x += 2) {
                if (const auto key = chart->keyAt(QPoint(x, y))) {
                    hit.insert(key->operation + std::to_string(key->categories.bits()) +
                               (key->asynchronous ? "async" : ""));
                }
            }
        }
        std::size_t segments = 0;
        for (const BreakdownBars::Bar& bar : chart->bars().bars) {
            segments += bar.segments.size() + bar.asynchronous.size();
        }
        QCOMPARE(hit.size(), segments);
    }

    void stepsThroughIterations()
    {
        Setup setup;
        setup.window.show();
        setup.open();
        TraceDocument& document = setup.window.document();
        setup.window.actions().previousIteration->trigger();
        QVERIFY(setup.window.toolBar()->iterationStepper()->text().startsWith(
            QStringLiteral("7 (1 of 2)")));
        setup.window.actions().nextIteration->trigger();
        QVERIFY(setup.window.toolBar()->iterationStepper()->text().startsWith(
            QStringLiteral("8 (2 of 2)")));
        QVERIFY(!setup.window.actions().nextIteration->isEnabled());
        QVERIFY(document.canGoBack());
        setup.window.actions().back->trigger();
        QVERIFY(setup.window.toolBar()->iterationStepper()->text().startsWith(
            QStringLiteral("7 (1 of 2)")));
    }

    void switchesTheThemeAndRemembersIt()
    {
        Setup setup;
        setup.window.show();
        setup.open();
        setup.theme.setMode(Theme::Mode::Light);
        QVERIFY(!setup.theme.palette().dark);
        setup.window.actions().toggleTheme->trigger();
        QVERIFY(setup.theme.palette().dark);
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 128);
        QCOMPARE(setup.settings.value(QStringLiteral("theme")).toString(), QStringLiteral("dark"));
        setup.theme.setMode(Theme::Mode::System);
    }

    void followsTheSystemsTheme()
    {
        Setup setup;
        setup.window.show();
        setup.theme.setMode(Theme::Mode::System);
        const bool before = setup.theme.palette().dark;
        QSignalSpy changed(&setup.theme, &Theme::changed);
        setup.theme.setSystemDark(!before);
        QCOMPARE(setup.theme.palette().dark, !before);
        QCOMPARE(changed.count(), 1);
        // A change on the desktop is read anew: here it still is what it was at the start.
        QEvent event(QEvent::ThemeChange);
        QApplication::sendEvent(&setup.window, &event);
        QTRY_COMPARE(setup.theme.palette().dark, before);
        QCOMPARE(QApplication::palette().color(QPalette::Window), setup.theme.palette().window);
        setup.theme.setMode(before ? Theme::Mode::Light : Theme::Mode::Dark);
        setup.theme.setSystemDark(!before);
        setup.theme.setSystemDark(before);
        QCOMPARE(setup.theme.palette().dark, !before);
        setup.theme.setMode(Theme::Mode::System);
    }

    void keepsTheColumns()
    {
        Setup setup;
        setup.window.show();
        setup.open();
        const auto columnOf = [](const BreakdownPanel& panel, BreakdownTableModel::Column column) {
            return *panel.model().findColumn(column);
        };
        BreakdownPanel* panel = setup.window.analysisDock()->breakdownPanel();
        const int resource = columnOf(*panel, BreakdownTableModel::Column::Resource);
        const int share = columnOf(*panel, BreakdownTableModel::Column::Share);
        panel->table()->setColumnShown(resource, false);
        QHeaderView* header = panel->table()->view()->horizontalHeader();
        header->moveSection(header->visualIndex(share), 0);
        setup.window.close();

        MainWindow again(setup.settings, setup.theme, QString());
        again.show();
        again.openFile(setup.trace);
        QTRY_VERIFY(again.document().breakdown() != nullptr);
        panel = again.analysisDock()->breakdownPanel();
        header = panel->table()->view()->horizontalHeader();
        QVERIFY(header->isSectionHidden(resource));
        QCOMPARE(header->visualIndex(share), 0);
        panel->table()->setColumnShown(resource, true);
        QVERIFY(!header->isSectionHidden(resource));
    }

    void keepsTheLayout()
    {
        Setup setup;
        setup.window.show();
        setup.open();
        setup.window.analysisDock()->close();
        setup.window.close();
        MainWindow again(setup.settings, setup.theme, QString());
        again.show();
        again.openFile(setup.trace);
        QTRY_COMPARE(again.document().state(), TraceDocument::State::Ready);
        QVERIFY(again.analysisDock()->isHidden());
        QVERIFY(!again.detailsPanel()->parentWidget()->isHidden());
    }

    void closingOnTheStartPageKeepsTheLayoutToo()
    {
        Setup setup;
        setup.window.show();
        setup.window.close();
        MainWindow again(setup.settings, setup.theme, QString());
        again.show();
        again.openFile(setup.trace);
        QTRY_COMPARE(again.document().state(), TraceDocument::State::Ready);
        QVERIFY(!again.analysisDock()->isHidden());
    }
};

QTEST_MAIN(tst_MainWindow)
#include "tst_main_window.moc"
