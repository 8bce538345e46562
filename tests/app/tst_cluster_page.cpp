// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/format.h"
#include "app/widgets/cluster_canvas.h"
#include "app/widgets/cluster_card_button.h"
#include "app/widgets/cluster_connect_panel.h"
#include "app/widgets/cluster_form.h"
#include "app/widgets/cluster_inspector.h"
#include "app/widgets/cluster_page.h"
#include "app/widgets/cluster_palette.h"
#include "app/widgets/cluster_workspace.h"
#include "app/widgets/document_status.h"
#include "app/widgets/main_window.h"
#include "app/widgets/navigation_rail.h"
#include "app/widgets/notice_bar.h"
#include "app/widgets/table_panel.h"
#include "simulator/io/documents.h"
#include "tests/app/cluster_literal.h"
#include "tests/support/temp_folder.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTimer>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace sim = hscope::sim;

/// A window that shows the Cluster workspace.
struct Setup
{
    TempFolder folder;
    QSettings settings{toPathText(folder.path("settings.ini")), QSettings::IniFormat};
    Theme theme{settings};
    MainWindow window{settings, theme, QString()};
    ClusterDocument& document = window.cluster().document();
    ClusterPage& page = *window.cluster().page();
    ClusterCanvas& canvas = *page.canvas();

    Setup()
    {
        window.show();
        window.showPage(MainWindow::Page::Cluster);
        document.begin(smallCluster());
        canvas.fitAll();
        canvas.setFocus();
        QApplication::setActiveWindow(&window);
    }

    ~Setup() { document.begin(smallCluster()); } // Nothing to ask about at the end.

    void type(const QString& text) { QTest::keyClicks(QApplication::focusWidget(), text); }

    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }

    void dropFile(const QString& path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton,
                              Qt::NoModifier);
        QApplication::sendEvent(canvas.viewport(), &enter);
        QDropEvent drop(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(canvas.viewport(), &drop);
    }

    [[nodiscard]] QStringList selectedRows() const
    {
        QStringList rows;
        for (const QModelIndex& index :
             page.nodeTable()->view()->selectionModel()->selectedRows()) {
            rows.append(index.data().toString());
        }
        rows.sort();
        return rows;
    }
};

/// Answers the question that is about to be asked.
void answer(QMessageBox::StandardButton button)
{
    QTimer::singleShot(0, qApp, [button] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        QVERIFY(box != nullptr);
        box->button(button)->click();
    });
}

} // namespace

class tst_ClusterPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void drawsAScenarioByKeyboardAlone()
    {
        Setup s;
        s.document.begin(emptyCluster(smallLibrary()));
        // Enter on a card adds a server.
        ClusterCardButton* cpu = s.page.cards()->button({ClusterCard::Kind::Type, "cpu-core"});
        QVERIFY(cpu != nullptr);
        cpu->setFocus();
        s.key(Qt::Key_Return);
        s.key(Qt::Key_Return);
        ClusterCardButton* networkSwitch = s.page.cards()->button({ClusterCard::Kind::Switch, {}});
        networkSwitch->setFocus();
        s.key(Qt::Key_Return);
        QCOMPARE(s.document.cluster().nodes.size(), std::size_t{2});
        QCOMPARE(s.document.selection(), ClusterElements{switchElement("sw-0")});
        // Connect to..., by a few letters.
        s.canvas.setFocus();
        s.key(Qt::Key_L, Qt::ControlModifier);
        QVERIFY(s.page.connectPanel()->isVisible());
        s.type(QStringLiteral("cpu-2"));
        s.key(Qt::Key_Return);
        QVERIFY(!s.page.connectPanel()->isVisible());
        QCOMPARE(s.document.cluster().links.size(), std::size_t{1});
        QCOMPARE(s.document.cluster().links[0].to, "cpu-2");
        // Rename with F2, Enter goes back to the drawing.
        s.document.select({nodeElement("cpu-2")});
        s.canvas.setFocus();
        s.key(Qt::Key_F2);
        s.type(QStringLiteral("worker"));
        s.key(Qt::Key_Return);
        QCOMPARE(s.document.cluster().nodes[1].id, "worker");
        QCOMPARE(s.document.cluster().links[0].to, "worker");
        QCOMPARE(QApplication::focusWidget(), &s.canvas);
        // Move, duplicate, select all, delete, undo.
        const double x = *s.document.cluster().nodes[1].x;
        s.key(Qt::Key_Right);
        QCOMPARE(*s.document.cluster().nodes[1].x, x + 16);
        s.key(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(s.document.cluster().nodes.size(), std::size_t{3});
        s.key(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(s.document.selection().size(), std::size_t{5});
        s.key(Qt::Key_Delete);
        QVERIFY(s.document.cluster().nodes.empty());
        while (s.document.undoStack().canUndo()) {
            s.key(Qt::Key_Z, Qt::ControlModifier);
        }
        QCOMPARE(s.document.cluster(), emptyCluster(smallLibrary()));
    }

    void copiesAndPastes()
    {
        Setup s;
        s.document.select({nodeElement("gpu-1"), switchElement("sw-0")});
        s.canvas.setFocus();
        s.key(Qt::Key_C, Qt::ControlModifier);
        s.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(s.document.cluster().nodes.size(), std::size_t{4});
        QCOMPARE(s.document.cluster().switches.back().id, "sw-1");
        QCOMPARE(s.document.cluster().links.back().from, "sw-1");
        s.key(Qt::Key_X, Qt::ControlModifier);
        QCOMPARE(s.document.cluster(), smallCluster());
        QApplication::clipboard()->setText(QStringLiteral("hello"));
        s.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(s.document.cluster(), smallCluster());
        QVERIFY(s.window.cluster().status()->message().startsWith(u"The clipboard holds no part"));
    }

    void selectsTheSameInTableAndDrawing()
    {
        Setup s;
        s.document.select({nodeElement("gpu-1"), switchElement("sw-0")});
        QCOMPARE(s.selectedRows(), (QStringList{QStringLiteral("gpu-1"), QStringLiteral("sw-0")}));
        QTableView* view = s.page.nodeTable()->view();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                          view->visualRect(view->model()->index(0, 0)).center());
        QCOMPARE(s.document.selection(), ClusterElements{nodeElement("cpu")});
        view->selectAll();
        QCOMPARE(s.document.selection().size(), std::size_t{4});
        s.document.select({});
        QCOMPARE(s.selectedRows(), QStringList());
    }

    void aSpinBoxIsOneStepUntilItIsLeft()
    {
        Setup s;
        s.document.select({nodeElement("cpu")});
        auto* count = s.page.inspector()->form()->findChild<QSpinBox*>();
        QVERIFY(count != nullptr);
        QCOMPARE(count->value(), 10);
        count->setFocus();
        s.key(Qt::Key_Up);
        s.key(Qt::Key_Up);
        QCOMPARE(s.document.cluster().nodes[0].count, 12);
        QCOMPARE(s.document.undoStack().count(), 1);
        s.canvas.setFocus();
        count->setFocus();
        s.key(Qt::Key_Down);
        QCOMPARE(s.document.undoStack().count(), 2);
        s.document.undoStack().undo();
        s.document.undoStack().undo();
        QCOMPARE(s.document.cluster(), smallCluster());
        QCOMPARE(count->value(), 10);
    }

    void saysWhyANameIsRefused()
    {
        Setup s;
        s.document.select({nodeElement("cpu")});
        s.canvas.setFocus();
        s.key(Qt::Key_F2);
        s.type(QStringLiteral("gpu-1"));
        s.key(Qt::Key_Return);
        QCOMPARE(s.document.cluster(), smallCluster());
        QCOMPARE(s.window.cluster().status()->message(),
                 QStringLiteral("gpu-1 is taken: choose another name."));
        QCOMPARE(s.page.inspector()->form()->nameField()->text(), QStringLiteral("cpu"));
    }

    void showsTheDocumentAsText()
    {
        Setup s;
        s.page.tabs()->setCurrentIndex(3);
        auto* json = s.page.findChild<QPlainTextEdit*>();
        QCOMPARE(*sim::parseCluster(json->toPlainText().toStdString(), "test"), smallCluster());
        s.document.edit(removed(smallCluster(), {nodeElement("cpu")}), QStringLiteral("delete"));
        QCOMPARE(*sim::parseCluster(json->toPlainText().toStdString(), "test"),
                 s.document.cluster());
    }

    void opensADroppedCluster()
    {
        Setup s;
        sim::Cluster other = smallCluster();
        other.name = "other";
        const QString path = toPathText(s.folder.write("other.json", sim::toJson(other)));
        s.dropFile(path);
        QCOMPARE(s.document.cluster(), other);
        QCOMPARE(toPathText(s.document.path()), path);
        QVERIFY(s.page.notice()->sentence().isEmpty());
    }

    void saysWhatIsWrongWithDroppedFiles_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("sentence");
        QTest::addRow("broken JSON")
            << QByteArray("{\"format\": \"heteroscope-cluster\", \"version\": 1, ")
            << QStringLiteral("dropped.json cannot be edited, and nothing was changed:");
        QTest::addRow("no resource types")
            << QByteArray("{\"format\": \"heteroscope-cluster\", \"version\": 1, \"name\": \"a\", "
                          "\"prices_as_of\": \"\", \"resource_types\": []}")
            << QStringLiteral("dropped.json cannot be edited, and nothing was changed:");
        QTest::addRow("another document")
            << QByteArray("{\"format\": \"heteroscope-workload\", \"version\": 1}")
            << QStringLiteral("dropped.json is a workload, not a cluster: nothing was changed.");
        QTest::addRow("no document")
            << QByteArray("hello") << QStringLiteral("dropped.json is no cluster:");
    }

    void saysWhatIsWrongWithDroppedFiles()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, sentence);
        Setup s;
        s.dropFile(toPathText(s.folder.write("dropped.json", content.toStdString())));
        QCOMPARE(s.document.cluster(), smallCluster());
        QCOMPARE(s.page.notice()->sentence().left(sentence.size()), sentence);
    }

    void asksOnlyIfSomethingIsNotSaved()
    {
        Setup s;
        QVERIFY(s.window.cluster().mayLeave());
        s.document.edit(removed(smallCluster(), {nodeElement("cpu")}), QStringLiteral("delete"));
        QCOMPARE(s.window.cluster().title(), QStringLiteral("small, edited"));
        answer(QMessageBox::Cancel);
        QVERIFY(!s.window.close());
        answer(QMessageBox::Discard);
        QVERIFY(s.window.close());
    }

    void offersWhatACrashLeftBehind()
    {
        Setup s;
        const auto keep = s.folder.path("user/unsaved");
        std::filesystem::create_directories(keep);
        sim::Cluster lost = smallCluster();
        lost.name = "lost";
        QVERIFY(sim::writeDocument(keep / "1.json", sim::toJson(lost)).has_value());
        s.window.setUserFolder(toPathText(s.folder.path("user")));
        QVERIFY(s.page.notice()->sentence().contains(u"unsaved edits"));
        QCOMPARE(s.document.cluster(), smallCluster()); // Never by itself.
        s.page.notice()->button(0)->click();
        QCOMPARE(s.document.cluster(), lost);
        QVERIFY(s.document.isModified());
    }

    void handsTheClusterToTheSchedulers()
    {
        Setup s;
        std::shared_ptr<const sim::Cluster> handed;
        connect(
            &s.window.cluster(), &ClusterWorkspace::scheduleRequested, &s.page,
            [&handed](const std::shared_ptr<const sim::Cluster>& cluster) { handed = cluster; });
        s.page.actions().schedule->trigger();
        QVERIFY(handed != nullptr);
        QCOMPARE(*handed, smallCluster());
        s.document.begin(emptyCluster(smallLibrary()));
        QVERIFY(!s.page.actions().schedule->isEnabled()); // Zero devices.
    }

    void everythingHasAnAccessibleName()
    {
        Setup s;
        s.document.select({nodeElement("cpu")});
        for (const QWidget* widget : s.page.findChildren<QWidget*>()) {
            if (widget->isVisible() && widget->focusPolicy() != Qt::NoFocus &&
                widget->metaObject()->className() != QByteArray("QScrollArea") &&
                qobject_cast<const QAbstractScrollArea*>(widget->parentWidget()) == nullptr &&
                qobject_cast<const QTabBar*>(widget) == nullptr &&
                qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()) == nullptr) {
                const auto* button = qobject_cast<const QAbstractButton*>(widget);
                QVERIFY2(!widget->accessibleName().isEmpty() ||
                             (button != nullptr && !button->text().isEmpty()),
                         widget->metaObject()->className());
            }
        }
    }
};

QTEST_MAIN(tst_ClusterPage)
#include "tst_cluster_page.moc"
