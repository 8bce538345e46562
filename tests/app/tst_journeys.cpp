// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What users come for, from the start page to the answer, in the whole window. Each step leaves a
// picture per theme in tests/journeys of the build folder, to be looked at.
#include "app/models/format.h"
#include "app/widgets/cluster_canvas.h"
#include "app/widgets/cluster_card_button.h"
#include "app/widgets/cluster_connect_panel.h"
#include "app/widgets/cluster_form.h"
#include "app/widgets/cluster_inspector.h"
#include "app/widgets/cluster_page.h"
#include "app/widgets/cluster_palette.h"
#include "app/widgets/cluster_workspace.h"
#include "app/widgets/cost_chart.h"
#include "app/widgets/floor_spin_box.h"
#include "app/widgets/guide_bar.h"
#include "app/widgets/main_window.h"
#include "app/widgets/placement_strips.h"
#include "app/widgets/schedule_details.h"
#include "app/widgets/schedules_page.h"
#include "app/widgets/schedules_timeline.h"
#include "app/widgets/schedules_tool_bar.h"
#include "app/widgets/start_page.h"
#include "app/widgets/table_panel.h"
#include "app/widgets/two_line_button.h"
#include "app/widgets/what_if_panel.h"
#include "tests/support/temp_folder.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace sim = hscope::sim;

/// The least cost of CTRDNN_heavy on unlimited CPU cores and V100s, to which neither 240 of the one
/// nor 16 of the other are a limit: heterps_workloads' expected.csv.
constexpr double kLeastCostUsd = 208.01299947;
constexpr int kPatienceMs = 60000;

/// The program as it starts the first time.
struct Journey
{
    TempFolder folder;
    QSettings settings{toPathText(folder.path("settings.ini")), QSettings::IniFormat};
    Theme theme{settings};
    MainWindow window{settings, theme, QString()};
    ScheduleSession& session = window.session();
    ClusterDocument& document = window.cluster().document();
    ClusterPage& page = *window.cluster().page();
    QDir pictures{QCoreApplication::applicationDirPath() + QStringLiteral("/journeys")};
    QString name;
    int steps = 0;

    explicit Journey(QString title)
        : name(std::move(title))
    {
        window.setBundled(bundledFiles());
        window.resize(1440, 900);
        window.show();
        QApplication::setActiveWindow(&window);
        pictures.mkpath(QStringLiteral("."));
    }

    ~Journey() { document.begin(document.cluster()); } // Nothing to ask about at the end.

    /// Leaves a picture per theme; false if one could not be written.
    [[nodiscard]] bool look(const char* what)
    {
        ++steps;
        bool written = true;
        for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            theme.overrideMode(mode);
            QTest::qWait(60); // Queued repaints; nothing is decided by it.
            const QString file =
                QStringLiteral("%1-%2-%3-%4.png")
                    .arg(name)
                    .arg(steps)
                    .arg(QLatin1String(what), mode == Theme::Mode::Dark ? QStringLiteral("dark")
                                                                        : QStringLiteral("light"));
            written = window.grab().save(pictures.filePath(file)) && written;
        }
        return written;
    }

    void press(const QString& title)
    {
        for (QAbstractButton* button : window.findChildren<QAbstractButton*>()) {
            if (button->isVisible() && button->accessibleName().startsWith(title)) {
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
        }
        QFAIL(qPrintable(QStringLiteral("no button ") + title));
    }

    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }

    /// Presses Tab until the keyboard is in `widget`, as one does who has no mouse.
    void tabTo(const QWidget* widget)
    {
        constexpr int kMostTabs = 200;
        for (int i = 0; i < kMostTabs && QApplication::focusWidget() != widget; ++i) {
            key(Qt::Key_Tab);
        }
        QCOMPARE(QApplication::focusWidget(), widget);
    }

    void addCard(const char* type)
    {
        page.cards()->button({ClusterCard::Kind::Type, type})->setFocus();
        key(Qt::Key_Return);
    }

    void setCount(const std::string& node, int count)
    {
        document.select({nodeElement(node)});
        auto* box = page.inspector()->form()->findChild<QSpinBox*>();
        box->setFocus();
        box->setValue(count);
    }

    /// From the port at the top of a server onto a switch.
    void dragLink(const std::string& node, const std::string& networkSwitch)
    {
        ClusterCanvas& canvas = *page.canvas();
        canvas.fitAll();
        QWidget* viewport = canvas.viewport();
        const QRectF from = *canvas.drawing().rectOf(nodeElement(node));
        const QPoint start = canvas.mapFromScene(QPointF(from.center().x(), from.top()));
        const QPoint end =
            canvas.mapFromScene(canvas.drawing().rectOf(switchElement(networkSwitch))->center());
        QTest::mousePress(viewport, Qt::LeftButton, {}, start);
        for (const double part : {0.3, 0.7, 1.0}) {
            const QPoint point = start + (QPointF(end - start) * part).toPoint();
            QMouseEvent move(QEvent::MouseMove, point, viewport->mapToGlobal(point), Qt::NoButton,
                             Qt::LeftButton, {});
            QApplication::sendEvent(viewport, &move);
        }
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, end);
    }

    void clickRow(const char* scheduler)
    {
        QTableView* view = window.schedulesPage()->results()->view();
        QCoreApplication::processEvents(); // Rows that were sorted anew are laid out.
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            const QModelIndex index = view->model()->index(row, 0);
            if (index.data().toString() == QLatin1String(scheduler)) {
                view->scrollTo(index);
                QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                                  view->visualRect(index).center());
                QCOMPARE(session.entries()[*session.selected()].scheduler,
                         QLatin1String(scheduler));
                return;
            }
        }
        QFAIL(scheduler);
    }

    void clickLayer(std::size_t layer)
    {
        PlacementStrips& strips = *window.schedulesPage()->strips();
        const std::size_t row = *session.selected();
        QTest::mouseClick(&strips, Qt::LeftButton, {},
                          strips.stripsLayout().cellRect(row, layer).center());
    }

    [[nodiscard]] bool isSettled()
    {
        return session.state() == ScheduleSession::State::Ready && session.problem() &&
               !session.isRunning() && !session.front().empty() &&
               !window.schedulesPage()->timeline()->model().isRunning();
    }

    [[nodiscard]] const ScheduleEntry& entry(const char* scheduler) const
    {
        return session.entries()[*session.findEntry(QLatin1String(scheduler))];
    }
};

} // namespace

class tst_Journeys : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void drawsAMixedClusterAndFindsTheCheapestPlan()
    {
        Journey j(QStringLiteral("cheapest"));
        QVERIFY(j.look("start"));
        j.press(QStringLiteral("Draw a cluster"));
        QCOMPARE(j.window.page(), MainWindow::Page::Cluster);
        QVERIFY(j.look("empty"));

        j.addCard("cpu-core");
        j.addCard("v100");
        QTest::mouseClick(j.page.cards()->button({ClusterCard::Kind::Switch, {}}), Qt::LeftButton);
        j.page.cards()->button({ClusterCard::Kind::Switch, {}})->setFocus();
        j.key(Qt::Key_Return);
        QCOMPARE(j.document.cluster().nodes.size(), std::size_t{2});
        QCOMPARE(j.document.cluster().switches.size(), std::size_t{1});
        const std::string cpu = j.document.cluster().nodes[0].id;
        const std::string gpu = j.document.cluster().nodes[1].id;
        const std::string networkSwitch = j.document.cluster().switches[0].id;
        j.setCount(cpu, 5); // 240 cores
        j.setCount(gpu, 2); // 16 V100s
        QVERIFY(j.look("servers"));

        j.dragLink(cpu, networkSwitch);
        j.dragLink(gpu, networkSwitch);
        QCOMPARE(j.document.cluster().links.size(), std::size_t{2});
        QCOMPARE(j.document.totals().usdPerHour, 5 * 48 * 0.04 + 2 * 8 * 2.42);
        QVERIFY(j.look("linked"));

        j.page.actions().schedule->trigger();
        QCOMPARE(j.window.page(), MainWindow::Page::Schedules);
        QTRY_VERIFY_WITH_TIMEOUT(j.isSettled(), kPatienceMs);
        QCOMPARE(toText(j.session.scenario().cluster->name), j.document.title());
        QVERIFY(j.look("scheduled"));
        QCOMPARE(j.entry("cpu-only").state, ScheduleEntry::State::Infeasible);

        j.clickRow("exact");
        QTRY_VERIFY_WITH_TIMEOUT(j.isSettled(), kPatienceMs);
        QVERIFY(j.entry("exact").placement->provenOptimal);
        QVERIFY(std::abs(*j.entry("exact").placement->costUsd - kLeastCostUsd) < 1e-6);
        QVERIFY(*j.entry("exact").placement->throughput >= 50'000);
        QVERIFY(j.look("cheapest"));

        // A floor that these devices cannot meet: the row says how far they go.
        j.window.schedulesToolBar()->floorBox()->setValue(1e6);
        QTRY_VERIFY_WITH_TIMEOUT(j.session.problem() && !j.session.isRunning(), kPatienceMs);
        QCOMPARE(j.entry("exact").state, ScheduleEntry::State::Infeasible);
        QVERIFY2(j.entry("exact").reason.contains(QStringLiteral("at most")),
                 qPrintable(j.entry("exact").reason));
        QVERIFY(j.look("too-high"));

        // Another workload on the same drawing, which is in no file.
        QComboBox& workloads = *j.window.schedulesToolBar()->workloadBox();
        workloads.setFocus();
        QTest::keyClicks(&workloads, QStringLiteral("NCE"));
        QTRY_COMPARE(toText(j.session.scenario().workload->name), QStringLiteral("NCE"));
        QCOMPARE(*j.session.scenario().cluster, j.document.cluster());
    }

    void explainsWhyOnePlanIsSlowerThanAnother()
    {
        Journey j(QStringLiteral("slower"));
        j.press(QStringLiteral("Open example scenario"));
        QTRY_VERIFY_WITH_TIMEOUT(j.isSettled(), kPatienceMs);
        QVERIFY(j.look("scenario"));

        // Plan B, all on V100s, against plan A, the optimum.
        j.clickRow("gpu-only");
        SchedulesTimeline& timeline = *j.window.schedulesPage()->timeline();
        const auto& replays = timeline.model().replays();
        QTRY_VERIFY_WITH_TIMEOUT(j.isSettled() && replays.size() == 2, kPatienceMs);
        QCOMPARE(replays[0].scheduler, QStringLiteral("gpu-only"));
        QCOMPARE(replays[1].scheduler, QStringLiteral("exact"));
        QVERIFY(*j.entry("gpu-only").placement->periodSeconds >
                *j.entry("exact").placement->periodSeconds);
        QVERIFY(j.look("b-against-a"));

        timeline.differencesBox()->setCurrentIndex(1);
        QTRY_VERIFY_WITH_TIMEOUT(j.isSettled(), kPatienceMs);
        QVERIFY(j.look("differences"));

        timeline.tabs()->setCurrentIndex(SchedulesTimeline::TimeSplit);
        QVERIFY(!timeline.timeSplit().splits().empty());
        for (const TimeSplitRow& row : timeline.timeSplit().splits()) {
            hscope::core::Duration sum{};
            for (const hscope::core::Duration time : row.times) {
                sum += time;
            }
            QCOMPARE(sum, row.span());
        }
        // The V100s of plan B spend most of their time on traffic: on all layers together it is
        // 0.34 ms per sample, computing 0.09 ms. Plan A has CPU cores that compute nearly all of
        // the time.
        const auto& splits = timeline.timeSplit().splits();
        const auto part = [](const TimeSplitRow& row, TimeUse use) {
            return static_cast<double>(row.times[static_cast<std::size_t>(use)].count()) /
                   static_cast<double>(row.span().count());
        };
        QCOMPARE(splits.front().scheduler, QStringLiteral("gpu-only"));
        QVERIFY(part(splits.front(), TimeUse::Transfer) > 0.7);
        const auto layer6 =
            std::ranges::find(splits, QStringLiteral("layer 6"), &TimeSplitRow::layers);
        QVERIFY(layer6 != splits.end() && part(*layer6, TimeUse::Compute) > 0.85);
        QVERIFY(j.look("where-the-time-goes"));

        j.clickLayer(6);
        QCOMPARE(j.session.selectedLayer(), std::optional<std::size_t>(6));
        QVERIFY(j.look("why-this-layer"));

        timeline.tabs()->setCurrentIndex(SchedulesTimeline::Timelines);
        j.window.schedulesToolBar()->whatIfButton()->click();
        WhatIfPanel& whatIf = *j.window.schedulesToolBar()->whatIfPanel();
        QCOMPARE(whatIf.rows().size(), std::size_t{2});
        whatIf.rows()[1].price->setValue(whatIf.rows()[1].price->value() / 2);
        whatIf.hide();
        QTRY_VERIFY_WITH_TIMEOUT(j.isSettled(), kPatienceMs);
        // Cost is linear in the price of the only type that is used: oracle cost / 2.
        QVERIFY(std::abs(*j.entry("gpu-only").placement->costUsd - 273.728905671 / 2) < 1e-6);
        QVERIFY(j.look("what-if"));
    }

    /// From the start page to the reason for a layer's place: Tab, arrows, Return and shortcuts.
    void aFullScenarioByKeyboardAlone()
    {
        Journey j(QStringLiteral("keys"));
        const auto buttons = j.window.findChildren<TwoLineButton*>();
        const auto draw = std::ranges::find_if(buttons, [](const TwoLineButton* button) {
            return button->accessibleName().startsWith(QStringLiteral("Draw a cluster"));
        });
        QVERIFY(draw != buttons.end());
        j.tabTo(*draw);
        j.key(Qt::Key_Return);
        QCOMPARE(j.window.page(), MainWindow::Page::Cluster);

        // Servers and a switch from their cards, and how many of each in the inspector.
        const auto setCount = [&j](int count) {
            j.tabTo(j.page.canvas());
            j.key(Qt::Key_F2); // To the name of what is selected; Tab would go on in the drawing.
            j.tabTo(j.page.inspector()->form()->findChild<QSpinBox*>());
            j.key(Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(QApplication::focusWidget(), QString::number(count));
            j.key(Qt::Key_Return);
        };
        j.tabTo(j.page.cards()->button({ClusterCard::Kind::Type, "cpu-core"}));
        j.key(Qt::Key_Return);
        setCount(5);
        j.tabTo(j.page.cards()->button({ClusterCard::Kind::Type, "v100"}));
        j.key(Qt::Key_Return);
        setCount(2);
        j.tabTo(j.page.cards()->button({ClusterCard::Kind::Switch, {}}));
        j.key(Qt::Key_Return);
        QCOMPARE(j.document.cluster().nodes.size(), std::size_t{2});
        QCOMPARE(j.document.cluster().nodes[0].count, 5);
        QCOMPARE(j.document.cluster().nodes[1].count, 2);
        const ClusterElements networkSwitch{switchElement("sw-0")};
        QCOMPARE(j.document.selection(), networkSwitch);

        // The switch is selected: connect it to both.
        for (const sim::Node& node : std::vector<sim::Node>(j.document.cluster().nodes)) {
            j.tabTo(j.page.canvas());
            constexpr int kMostElements = 10;
            for (int i = 0; i < kMostElements && j.document.selection() != networkSwitch; ++i) {
                j.key(Qt::Key_Tab); // The link is selected once it is there.
            }
            j.key(Qt::Key_L, Qt::ControlModifier);
            QVERIFY(j.page.connectPanel()->isVisible());
            QTest::keyClicks(QApplication::focusWidget(), QString::fromStdString(node.id));
            j.key(Qt::Key_Return);
        }
        QCOMPARE(j.document.cluster().links.size(), std::size_t{2});
        QVERIFY(j.document.problems().empty());

        j.tabTo(j.page.canvas());
        j.key(Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(j.window.page(), MainWindow::Page::Schedules);
        QTRY_VERIFY_WITH_TIMEOUT(j.isSettled(), kPatienceMs);
        j.tabTo(j.window.schedulesPage()->results()->view());
        j.key(Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(j.session.entries()[*j.session.selected()].scheduler, QStringLiteral("exact"));
        QVERIFY(std::abs(*j.entry("exact").placement->costUsd - kLeastCostUsd) < 1e-6);
        j.tabTo(j.window.schedulesPage()->strips());
        for (int i = 0; i < 7; ++i) {
            j.key(Qt::Key_Right);
        }
        QCOMPARE(j.session.selectedLayer(), std::optional<std::size_t>(6));
        const LayerExplanationModel& facts = j.window.schedulesPage()->details()->facts();
        QTRY_VERIFY(facts.rowCount() > 0);
        QVERIFY(j.look("reason"));
    }

    void theGuidedExampleCanBeDoneByHand()
    {
        Journey j(QStringLiteral("guide"));
        GuideBar& bar = *j.window.guideBar();
        QVERIFY(!bar.isVisible());
        j.press(QStringLiteral("Guided example"));
        QVERIFY(bar.isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(bar.nextButton()->isEnabled(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(j.isSettled() || j.session.front().empty(), kPatienceMs);
        QVERIFY2(bar.text().contains(QStringLiteral("infeasible: at most")),
                 qPrintable(bar.text()));
        QVERIFY(j.look("cpus"));

        QTest::mouseClick(bar.nextButton(), Qt::LeftButton);
        QCOMPARE(j.window.page(), MainWindow::Page::Cluster);
        QVERIFY(!bar.nextButton()->isEnabled());
        QVERIFY(j.look("add-servers"));
        j.addCard("v100");
        QVERIFY(!bar.nextButton()->isEnabled());
        j.addCard("v100");
        QVERIFY(bar.nextButton()->isEnabled());
        QVERIFY(j.look("added"));

        QTest::mouseClick(bar.nextButton(), Qt::LeftButton);
        QVERIFY(!bar.nextButton()->isEnabled());
        QVERIFY(j.look("link"));
        j.dragLink(j.document.cluster().nodes[1].id, "switch");
        j.dragLink(j.document.cluster().nodes[2].id, "switch");
        QVERIFY(bar.nextButton()->isEnabled());
        QVERIFY(j.look("linked"));

        QTest::mouseClick(bar.nextButton(), Qt::LeftButton);
        QVERIFY(j.look("schedule"));
        j.page.canvas()->setFocus();
        j.key(Qt::Key_R, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(j.isSettled(), kPatienceMs);
        QTRY_VERIFY(bar.nextButton()->isEnabled());
        QVERIFY(std::abs(*j.entry("exact").placement->costUsd - kLeastCostUsd) < 1e-6);
        QVERIFY2(bar.text().contains(QStringLiteral("208.01")), qPrintable(bar.text()));
        QVERIFY(j.look("scheduled"));

        QTest::mouseClick(bar.nextButton(), Qt::LeftButton);
        QVERIFY(!bar.nextButton()->isEnabled());
        // Not on the button that ends the guide, which is the only one left.
        QCOMPARE(QApplication::focusWidget(), j.window.schedulesPage()->results()->view());
        j.clickRow("greedy");
        QVERIFY(bar.nextButton()->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(j.isSettled(), kPatienceMs);
        QVERIFY(j.look("compared"));

        QTest::mouseClick(bar.nextButton(), Qt::LeftButton);
        QVERIFY(!bar.nextButton()->isEnabled());
        j.clickLayer(6);
        QVERIFY(bar.nextButton()->isEnabled());
        QVERIFY(j.look("reason"));

        QTest::mouseClick(bar.nextButton(), Qt::LeftButton);
        QVERIFY(!bar.nextButton()->isEnabled());
        j.window.schedulesPage()->timeline()->tabs()->setCurrentIndex(SchedulesTimeline::TimeSplit);
        QVERIFY(bar.nextButton()->isEnabled());
        QVERIFY(j.look("time"));

        QTest::mouseClick(bar.nextButton(), Qt::LeftButton);
        QVERIFY(!bar.nextButton()->isEnabled());
        j.window.schedulesToolBar()->floorBox()->setValue(30'000);
        QTRY_VERIFY_WITH_TIMEOUT(bar.nextButton()->isEnabled(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(j.isSettled(), kPatienceMs);
        QVERIFY(j.look("what-if"));

        QTest::mouseClick(bar.nextButton(), Qt::LeftButton);
        QVERIFY(j.look("end"));
        QTest::mouseClick(bar.nextButton(), Qt::LeftButton);
        QVERIFY(!bar.isVisible());
    }

    /// Every step can be had done, and one can go back and leave at any time.
    void theGuidedExampleDoesItselfWhatOneSkips()
    {
        Journey j(QStringLiteral("guide-alone"));
        GuideBar& bar = *j.window.guideBar();
        j.press(QStringLiteral("Guided example"));
        int steps = 1;
        for (; bar.nextButton()->text() != QStringLiteral("Finish"); ++steps) {
            if (bar.performButton()->isVisible() && bar.performButton()->isEnabled()) {
                QTest::mouseClick(bar.performButton(), Qt::LeftButton);
            }
            QTRY_VERIFY_WITH_TIMEOUT(bar.nextButton()->isEnabled(), kPatienceMs);
            QTest::mouseClick(bar.nextButton(), Qt::LeftButton);
        }
        QCOMPARE(steps, 9);
        QVERIFY(j.session.isEdited());
        QCOMPARE(j.document.cluster().links.size(), std::size_t{3});
        QTest::mouseClick(bar.backButton(), Qt::LeftButton);
        QVERIFY(bar.text().startsWith(QStringLiteral("Step 8 of 9")));
        QTest::mouseClick(bar.closeButton(), Qt::LeftButton);
        QVERIFY(!bar.isVisible());
    }
};

QTEST_MAIN(tst_Journeys)
#include "tst_journeys.moc"
