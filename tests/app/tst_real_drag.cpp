// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drag and drop with a real pointer on a real display: the X server sends the events, xdotool moves
// the pointer. CMake runs this under Xvfb.
#include "app/models/format.h"
#include "app/widgets/cluster_canvas.h"
#include "app/widgets/cluster_card_button.h"
#include "app/widgets/cluster_page.h"
#include "app/widgets/cluster_palette.h"
#include "app/widgets/cluster_workspace.h"
#include "app/widgets/main_window.h"
#include "app/widgets/placement_strips.h"
#include "app/widgets/schedules_page.h"
#include "tests/app/cluster_literal.h"
#include "tests/support/temp_folder.h"

#include <QApplication>
#include <QProcess>
#include <QSettings>
#include <QTest>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace sim = hscope::sim;

constexpr int kPatienceMs = 60000;

/// The pointer of the display. Its events come from the X server, so they are waited for; in the
/// background, since a drag runs an event loop of its own.
class Pointer
{
public:
    /// Goes to `from`, presses the left button and moves on to `to`.
    void press(QPoint from, QPoint to)
    {
        QStringList script = pressed(from);
        addWay(script, from, to);
        start(script);
    }

    /// Both at once: while something is carried, nothing else of the program goes on.
    void drag(QPoint from, QPoint to)
    {
        QStringList script = pressed(from);
        addWay(script, from, to);
        addRelease(script);
        start(script);
    }

    /// Moves with the button down and lets go at `to`.
    void drop(QPoint from, QPoint to)
    {
        QStringList script;
        addWay(script, from, to);
        addRelease(script);
        start(script);
    }

    [[nodiscard]] bool isDone() const { return m_process.state() == QProcess::NotRunning; }

    [[nodiscard]] QByteArray errors() { return m_process.readAllStandardError(); }

private:
    [[nodiscard]] static QStringList pressed(QPoint at)
    {
        QStringList script = {QStringLiteral("mousemove")};
        add(script, at);
        script << QStringLiteral("mousedown") << QStringLiteral("1") << QStringLiteral("sleep")
               << QStringLiteral("0.03");
        return script;
    }

    static void addRelease(QStringList& script)
    {
        script << QStringLiteral("mouseup") << QStringLiteral("1");
    }

    static void add(QStringList& script, QPoint point)
    {
        script << QString::number(point.x()) << QString::number(point.y())
               << QStringLiteral("sleep") << QStringLiteral("0.03");
    }

    static void addWay(QStringList& script, QPoint from, QPoint to)
    {
        constexpr int kSteps = 10;
        for (int step = 1; step <= kSteps; ++step) {
            script << QStringLiteral("mousemove");
            add(script, from + (to - from) * step / kSteps);
        }
    }

    void start(const QStringList& script) { m_process.start(QStringLiteral("xdotool"), script); }

    QProcess m_process;
};

struct Setup
{
    TempFolder folder;
    QSettings settings{toPathText(folder.path("settings.ini")), QSettings::IniFormat};
    Theme theme{settings};
    MainWindow window{settings, theme, QString()};
    ClusterDocument& document = window.cluster().document();
    ClusterPage& page = *window.cluster().page();
    Pointer pointer;

    Setup()
    {
        window.setBundled(bundledFiles());
        window.setGeometry(0, 0, 1440, 900);
        window.show();
    }

    ~Setup() { document.begin(document.cluster()); } // Nothing to ask about at the end.

    void waitForPointer()
    {
        QTRY_VERIFY_WITH_TIMEOUT(pointer.isDone(), kPatienceMs);
        QCOMPARE(pointer.errors(), QByteArray());
    }

    void drag(QPoint from, QPoint to)
    {
        pointer.drag(from, to);
        waitForPointer();
    }

    [[nodiscard]] QPoint onCanvas(QPointF scene)
    {
        ClusterCanvas& canvas = *page.canvas();
        return canvas.viewport()->mapToGlobal(canvas.mapFromScene(scene));
    }
};

} // namespace

class tst_RealDrag : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aCardIsDraggedOntoTheCanvas()
    {
        Setup s;
        s.window.showPage(MainWindow::Page::Cluster);
        s.document.begin(smallCluster());
        s.page.canvas()->fitAll();
        QVERIFY(QTest::qWaitForWindowExposed(&s.window));
        const std::size_t before = s.document.cluster().nodes.size();
        ClusterCardButton* card = s.page.cards()->button({ClusterCard::Kind::Type, "v100"});
        QVERIFY(card != nullptr && card->isVisible());
        const QWidget* viewport = s.page.canvas()->viewport();
        const QPoint target = viewport->mapToGlobal(viewport->rect().center() + QPoint(0, 120));
        s.drag(card->mapToGlobal(card->rect().center()), target);
        QTRY_COMPARE(s.document.cluster().nodes.size(), before + 1);
        QCOMPARE(s.document.cluster().nodes.back().devices[0].type, "v100");
        // It lies where it was dropped, but for what snapping moves.
        const QRectF dropped =
            *s.page.canvas()->drawing().rectOf(nodeElement(s.document.cluster().nodes.back().id));
        QVERIFY(dropped.adjusted(-16, -16, 16, 16)
                    .contains(s.page.canvas()->mapToScene(viewport->mapFromGlobal(target))));
        QCOMPARE(s.document.undoStack().count(), 1);
        s.document.undoStack().undo();
        QCOMPARE(s.document.cluster(), smallCluster());
    }

    void aLinkIsDraggedFromAServerToASwitch()
    {
        Setup s;
        s.window.showPage(MainWindow::Page::Cluster);
        sim::Cluster cluster = smallCluster();
        cluster.links.clear();
        s.document.begin(cluster);
        s.page.canvas()->fitAll();
        QVERIFY(QTest::qWaitForWindowExposed(&s.window));
        ClusterScene& drawing = s.page.canvas()->drawing();
        const QRectF server = *drawing.rectOf(nodeElement("gpu-1"));
        const QRectF networkSwitch = *drawing.rectOf(switchElement("sw-0"));
        s.drag(s.onCanvas(QPointF(server.center().x(), server.top())),
               s.onCanvas(networkSwitch.center()));
        QTRY_COMPARE(s.document.cluster().links.size(), std::size_t{1});
        QCOMPARE(s.document.cluster().links[0].from, "gpu-1");
        QCOMPARE(s.document.cluster().links[0].to, "sw-0");
        QCOMPARE(s.document.undoStack().count(), 1);
    }

    void aLayerIsDraggedOntoAnotherType()
    {
        Setup s;
        s.window.openExampleScenario();
        QVERIFY(QTest::qWaitForWindowExposed(&s.window));
        ScheduleSession& session = s.window.session();
        QTRY_VERIFY_WITH_TIMEOUT(session.problem() && !session.isRunning(), kPatienceMs);
        const auto exact = *session.findEntry(QStringLiteral("exact"));
        const PlacementStrips& strips = *s.window.schedulesPage()->strips();
        QTRY_VERIFY(!strips.data().rows.empty());
        // Layer 6 is on CPU cores in the optimum; the V100 is the other type.
        const QPoint from = strips.mapToGlobal(strips.stripsLayout().cellRect(exact, 6).center());
        const QPoint begun = from + QPoint(16, 0);
        s.pointer.press(from, begun);
        s.waitForPointer();
        QTRY_VERIFY(strips.choices());
        QCOMPARE(strips.choices()->count(), std::size_t{2});
        s.pointer.drop(begun, strips.mapToGlobal(strips.choices()->itemRect(1).center()));
        s.waitForPointer();
        QTRY_VERIFY(session.findEntry(QStringLiteral("by hand")));
        const ScheduleEntry& hand =
            session.entries()[*session.findEntry(QStringLiteral("by hand"))];
        QCOMPARE(typesByLayer(*hand.placement, 16)[6], std::string("v100"));
    }
};

QTEST_MAIN(tst_RealDrag)
#include "tst_real_drag.moc"
