// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_canvas.h"
#include "app/widgets/cluster_card_button.h"
#include "tests/app/cluster_literal.h"
#include "tests/support/temp_folder.h"

#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <cmath>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace sim = hscope::sim;

/// A canvas with the small cluster at 100%.
struct Setup
{
    TempFolder folder;
    QSettings settings{QString::fromStdString(folder.path("settings.ini").string()),
                       QSettings::IniFormat};
    Theme theme{settings};
    sim::TypeLibrary library = smallLibrary();
    ClusterDocument document;
    ClusterCanvas canvas{document, library, theme};
    QString said;

    Setup()
    {
        QObject::connect(&canvas, &ClusterCanvas::told, &canvas,
                         [this](const QString& sentence) { said = sentence; });
        canvas.resize(1000, 600);
        canvas.show();
        document.begin(smallCluster());
        canvas.fitAll();
        canvas.setFocus();
    }

    [[nodiscard]] QPoint at(QPointF scene) const { return canvas.mapFromScene(scene); }

    [[nodiscard]] QPoint at(const sim::ClusterElement& element)
    {
        return at(canvas.drawing().rectOf(element)->topLeft() + QPointF(70, 14));
    }

    /// Presses, moves in steps and lets go.
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {},
              Qt::MouseButton button = Qt::LeftButton)
    {
        press(from, modifiers, button);
        hold(from, to, modifiers, button);
        QTest::mouseRelease(canvas.viewport(), button, modifiers, to);
    }

    void press(QPoint from, Qt::KeyboardModifiers modifiers = {},
               Qt::MouseButton button = Qt::LeftButton)
    {
        QTest::mousePress(canvas.viewport(), button, modifiers, from);
    }

    void hold(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {},
              Qt::MouseButton button = Qt::LeftButton)
    {
        for (const double part : {0.3, 0.7, 1.0}) {
            const QPoint point = from + (QPointF(to - from) * part).toPoint();
            QMouseEvent event(QEvent::MouseMove, point, canvas.viewport()->mapToGlobal(point),
                              Qt::NoButton, button, modifiers);
            QApplication::sendEvent(canvas.viewport(), &event);
        }
    }

    [[nodiscard]] const sim::Node& node(std::string_view id) const
    {
        return *findNode(document.cluster(), id);
    }

    void drop(const QMimeData& data, QPoint point)
    {
        QDragEnterEvent enter(point, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(canvas.viewport(), &enter);
        QDragMoveEvent move(point, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(canvas.viewport(), &move);
        QDropEvent event(point, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(canvas.viewport(), &event);
    }
};

std::unique_ptr<QMimeData> cardData(const ClusterCard& card)
{
    auto data = std::make_unique<QMimeData>();
    data->setData(QLatin1String(kCardMime), encoded(card));
    return data;
}

} // namespace

class tst_ClusterCanvas : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void selectsByClickAndCtrlClick()
    {
        Setup s;
        QTest::mouseClick(s.canvas.viewport(), Qt::LeftButton, {}, s.at(nodeElement("cpu")));
        QCOMPARE(s.document.selection(), ClusterElements{nodeElement("cpu")});
        QTest::mouseClick(s.canvas.viewport(), Qt::LeftButton, Qt::ControlModifier,
                          s.at(nodeElement("gpu-2")));
        QCOMPARE(s.document.selection(),
                 (ClusterElements{nodeElement("cpu"), nodeElement("gpu-2")}));
        QTest::mouseClick(s.canvas.viewport(), Qt::LeftButton, Qt::ControlModifier,
                          s.at(nodeElement("cpu")));
        QCOMPARE(s.document.selection(), ClusterElements{nodeElement("gpu-2")});
        QTest::mouseClick(s.canvas.viewport(), Qt::LeftButton, {}, s.at(QPointF(300, 260)));
        QVERIFY(s.document.selection().empty());
        QCOMPARE(s.document.undoStack().count(), 0);
    }

    void movesByDragInOneStepAndOnlyAtRelease()
    {
        Setup s;
        const QPoint from = s.at(nodeElement("cpu"));
        const QPoint to = from + QPoint(64, 190) * s.canvas.zoom();
        s.press(from);
        s.hold(from, to);
        QCOMPARE(s.document.cluster(), smallCluster()); // Only a preview.
        QCOMPARE(s.canvas.preview().ghosts.size(), std::size_t{1});
        QTest::mouseRelease(s.canvas.viewport(), Qt::LeftButton, {}, to);
        QVERIFY(s.canvas.preview().ghosts.empty());
        QCOMPARE(s.document.undoStack().count(), 1);
        QVERIFY(*s.node("cpu").y > 100);
        QCOMPARE(std::fmod(*s.node("cpu").x, 16), 0.0); // On the grid or aligned with a neighbour.
        s.document.undoStack().undo();
        QCOMPARE(s.document.cluster(), smallCluster());
    }

    void altSuspendsSnapping()
    {
        Setup s;
        s.canvas.setZoom(1);
        const QPoint from = s.at(nodeElement("cpu"));
        s.drag(from, from + QPoint(7, 203), Qt::AltModifier);
        QCOMPARE(*s.node("cpu").x, 7.0);
        QCOMPARE(*s.node("cpu").y, 203.0);
    }

    void escapeTakesADragBack()
    {
        Setup s;
        const QPoint from = s.at(nodeElement("cpu"));
        s.press(from);
        s.hold(from, from + QPoint(100, 100));
        QTest::keyClick(&s.canvas, Qt::Key_Escape);
        QTest::mouseRelease(s.canvas.viewport(), Qt::LeftButton, {}, from + QPoint(100, 100));
        QCOMPARE(s.document.cluster(), smallCluster());
        QCOMPARE(s.document.undoStack().count(), 0);
    }

    void aDragThatEndsWhereItBeganMakesNoStep()
    {
        Setup s;
        const QPoint from = s.at(nodeElement("cpu"));
        s.press(from);
        s.hold(from, from + QPoint(100, 100));
        s.hold(from + QPoint(100, 100), from);
        QTest::mouseRelease(s.canvas.viewport(), Qt::LeftButton, {}, from);
        QCOMPARE(s.document.undoStack().count(), 0);
    }

    void movesARackWithWhatIsInIt()
    {
        Setup s;
        const QRectF rack = *s.canvas.drawing().rectOf(groupElement("rack-b"));
        const QPoint head = s.at(rack.topLeft() + QPointF(60, 12));
        s.drag(head, head + QPoint(0, 160) * s.canvas.zoom(), Qt::AltModifier);
        QCOMPARE(s.document.undoStack().count(), 1);
        QCOMPARE(*s.node("gpu-2").y - *s.node("gpu-1").y, 96.0);
        QVERIFY(*s.node("gpu-1").y > 120);
        QCOMPARE(*s.node("gpu-1").group, "rack-b");
    }

    void dropsServersIntoRacksAndOutOfThem()
    {
        Setup s;
        const QPoint gpu = s.at(nodeElement("gpu-2"));
        s.drag(gpu, gpu + QPoint(-400, 300) * s.canvas.zoom(), Qt::AltModifier);
        QVERIFY(!s.node("gpu-2").group);
        const QPoint cpu = s.at(nodeElement("cpu"));
        const QRectF rack = *s.canvas.drawing().rectOf(groupElement("rack-b"));
        s.drag(cpu, s.at(rack.center() - QPointF(50, 0)), Qt::AltModifier);
        QCOMPARE(s.node("cpu").group, std::optional<std::string>("rack-b"));
        QCOMPARE(s.document.undoStack().count(), 2);
    }

    void connectsByDragFromAPort()
    {
        Setup s;
        const QRectF gpu = *s.canvas.drawing().rectOf(nodeElement("gpu-2"));
        s.drag(s.at(QPointF(gpu.left(), gpu.center().y())), s.at(switchElement("sw-0")));
        QCOMPARE(s.document.cluster().links.size(), std::size_t{3});
        QCOMPARE(s.document.cluster().links.back().from, "gpu-2");
        QCOMPARE(s.document.cluster().links.back().to, "sw-0");
        QCOMPARE(s.document.selection(), ClusterElements{linkElement(2)});
        QCOMPARE(s.document.undoStack().count(), 1);
    }

    void connectsFromAnywhereInLinkMode()
    {
        Setup s;
        s.canvas.setLinkMode(true);
        s.drag(s.at(nodeElement("gpu-2")), s.at(nodeElement("cpu")));
        QCOMPARE(s.document.cluster().links.size(), std::size_t{3});
        QTest::keyClick(&s.canvas, Qt::Key_Escape);
        QVERIFY(!s.canvas.isLinkMode());
    }

    void saysWhyALinkToNowhereIsNone()
    {
        Setup s;
        s.canvas.setLinkMode(true);
        s.drag(s.at(nodeElement("gpu-2")), s.at(QPointF(300, 260)));
        QCOMPARE(s.document.cluster(), smallCluster());
        QCOMPARE(s.said, QStringLiteral("Nothing was connected: let go on a server or switch."));
    }

    void selectsWithARubberBand()
    {
        Setup s;
        const QRectF gpus = s.canvas.drawing().boundsOf(
            {nodeElement("gpu-1"), nodeElement("gpu-2"), groupElement("rack-b")});
        s.drag(s.at(gpus.topLeft() - QPointF(12, 12)), s.at(gpus.bottomRight() + QPointF(12, 12)));
        QCOMPARE(
            s.document.selection(),
            (ClusterElements{nodeElement("gpu-1"), nodeElement("gpu-2"), groupElement("rack-b")}));
    }

    void pansWithMiddleAndRightButtonAndSpace()
    {
        Setup s;
        const QPointF before = s.canvas.mapToScene(0, 0);
        s.drag({300, 300}, {340, 320}, {}, Qt::MiddleButton);
        QVERIFY((s.canvas.mapToScene(0, 0) - before).manhattanLength() > 20);
        const QPointF middle = s.canvas.mapToScene(0, 0);
        QSignalSpy menus(&s.canvas, &ClusterCanvas::menuRequested);
        s.drag({300, 300}, {340, 320}, {}, Qt::RightButton);
        QVERIFY((s.canvas.mapToScene(0, 0) - middle).manhattanLength() > 20);
        QCOMPARE(menus.count(), 0);
        QTest::mouseClick(s.canvas.viewport(), Qt::RightButton, {}, {300, 300});
        QCOMPARE(menus.count(), 1);
        const QPointF right = s.canvas.mapToScene(0, 0);
        QTest::keyPress(&s.canvas, Qt::Key_Space);
        s.drag(s.at(nodeElement("cpu")), s.at(nodeElement("cpu")) + QPoint(40, 20));
        QTest::keyRelease(&s.canvas, Qt::Key_Space);
        QVERIFY((s.canvas.mapToScene(0, 0) - right).manhattanLength() > 20);
        QCOMPARE(s.document.undoStack().count(), 0);
    }

    void zoomsAtTheCursor()
    {
        Setup s;
        const QPoint cursor(200, 150);
        const QPointF before = s.canvas.mapToScene(cursor);
        QWheelEvent event(cursor, s.canvas.viewport()->mapToGlobal(cursor), {}, {0, 120},
                          Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        const double zoom = s.canvas.zoom();
        QApplication::sendEvent(s.canvas.viewport(), &event);
        QVERIFY(s.canvas.zoom() > zoom);
        QVERIFY((s.canvas.mapToScene(cursor) - before).manhattanLength() < 4);
    }

    void addsACardWhereItIsDropped()
    {
        Setup s;
        s.canvas.setZoom(1);
        const QPoint point = s.at(QPointF(200, 400));
        s.drop(*cardData({ClusterCard::Kind::Type, "t4"}), point);
        QCOMPARE(s.document.cluster().nodes.size(), std::size_t{4});
        const sim::Node& added = s.document.cluster().nodes.back();
        QCOMPARE(added.devices, (std::vector<sim::NodeDevices>{{"t4", 4, 1}}));
        QVERIFY(QRectF(*added.x, *added.y, 240, 64).contains(QPointF(200, 400)));
        QCOMPARE(s.document.selection(), ClusterElements{nodeElement(added.id)});
        QCOMPARE(s.document.cluster().resourceTypes.back().id, "t4");
        QCOMPARE(s.document.undoStack().count(), 1);
        s.document.undoStack().undo();
        QCOMPARE(s.document.cluster(), smallCluster());
    }

    void dropsACardIntoARack()
    {
        Setup s;
        const QRectF rack = *s.canvas.drawing().rectOf(groupElement("rack-b"));
        s.drop(*cardData({ClusterCard::Kind::Type, "v100"}), s.at(rack.center()));
        QCOMPARE(s.document.cluster().nodes.back().group, std::optional<std::string>("rack-b"));
    }

    void saysWhyOtherDataCannotBeDropped()
    {
        Setup s;
        QMimeData text;
        text.setText(QStringLiteral("hello"));
        s.drop(text, {300, 300});
        QCOMPARE(s.document.cluster(), smallCluster());
        QCOMPARE(s.said,
                 QStringLiteral(
                     "This cannot be drawn: drop a card from the left, or the file of a cluster."));
        QMimeData broken;
        broken.setData(QLatin1String(kCardMime), "nonsense");
        s.said.clear();
        s.drop(broken, {300, 300});
        QCOMPARE(s.document.cluster(), smallCluster());
        QVERIFY(!s.said.isEmpty());
    }

    void addsCardsWhereThereIsRoom()
    {
        Setup s;
        for (int i = 0; i < 6; ++i) {
            s.canvas.addCard({ClusterCard::Kind::Type, "v100"});
        }
        const auto& nodes = s.canvas.drawing().geometry().nodes;
        QCOMPARE(nodes.size(), std::size_t{9});
        for (const auto& [id, rect] : nodes) {
            for (const auto& [other, otherRect] : nodes) {
                QVERIFY2(id == other || !rect.intersects(otherRect), (id + " " + other).c_str());
            }
        }
    }

    void movesByArrowKeysInOneStep()
    {
        Setup s;
        s.document.select({nodeElement("cpu")});
        QTest::keyClick(&s.canvas, Qt::Key_Right);
        QTest::keyClick(&s.canvas, Qt::Key_Right);
        QTest::keyClick(&s.canvas, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(*s.node("cpu").x, 32.0);
        QCOMPARE(*s.node("cpu").y, 1.0);
        QCOMPARE(s.document.undoStack().count(), 1);
        s.document.select({nodeElement("gpu-1")});
        QTest::keyClick(&s.canvas, Qt::Key_Left);
        QCOMPARE(s.document.undoStack().count(), 2);
    }

    void goesThroughElementsInReadingOrder()
    {
        Setup s;
        QStringList order;
        for (int i = 0; i < 5; ++i) {
            QTest::keyClick(&s.canvas, Qt::Key_Tab);
            order.append(QString::fromStdString(s.document.selection().begin()->id));
        }
        QCOMPARE(order.join(u' '), QStringLiteral("rack-b cpu gpu-1 sw-0 gpu-2"));
        QTest::keyClick(&s.canvas, Qt::Key_Backtab);
        QCOMPARE(s.document.selection(), ClusterElements{switchElement("sw-0")});
    }

    void staysUsableWithTenThousandServers()
    {
        Setup s;
        sim::Cluster large = smallCluster();
        for (int i = 0; i < 10'000; ++i) {
            large.nodes.push_back({"n" + std::to_string(i),
                                   1,
                                   std::nullopt,
                                   {{"v100", 8, 1}},
                                   (i % 100) * 272.0,
                                   400 + (i / 100) * 96.0});
        }
        s.document.begin(large);
        s.canvas.fitAll();
        s.canvas.grab();
        const auto itemsBefore = s.canvas.drawing().items().size();
        s.document.select({nodeElement("n5000")});
        QTest::keyClick(&s.canvas, Qt::Key_Right);
        QCOMPARE(*s.node("n5000").x, 16.0);
        QCOMPARE(s.canvas.drawing().items().size(), itemsBefore);
        s.document.select(drawnElements(s.document.cluster()));
        QTest::keyClick(&s.canvas, Qt::Key_Down);
        s.document.undoStack().undo();
        QCOMPARE(s.document.undoStack().index(), 1);
        QVERIFY(s.canvas.drawing().sceneRect().contains(s.canvas.drawing().geometry().bounds));
    }
};

QTEST_MAIN(tst_ClusterCanvas)
#include "tst_cluster_canvas.moc"
