// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/format.h"
#include "app/widgets/document_status.h"
#include "app/widgets/main_window.h"
#include "app/widgets/notice_bar.h"
#include "app/widgets/table_panel.h"
#include "app/widgets/workload_bottom.h"
#include "app/widgets/workload_form.h"
#include "app/widgets/workload_import_bar.h"
#include "app/widgets/workload_inspector.h"
#include "app/widgets/workload_page.h"
#include "app/widgets/workload_tool_bar.h"
#include "app/widgets/workload_type_list.h"
#include "app/widgets/workload_workspace.h"
#include "simulator/io/documents.h"
#include "tests/app/cluster_literal.h"
#include "tests/app/workload_literal.h"
#include "tests/support/temp_folder.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QToolButton>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace sim = hscope::sim;

const std::string kGraph =
    "node1 -- Input0 -- forward_compute_time=600.000, backward_compute_time=0.000, "
    "activation_size=0.0, parameter_size=0.000\n"
    "node2 -- Conv2d(3, 64) -- forward_compute_time=1.000, backward_compute_time=2.000, "
    "activation_size=4000.0, parameter_size=700.000\n"
    "node3 -- ReLU(inplace) -- forward_compute_time=0.500, backward_compute_time=0.500, "
    "activation_size=4000.0, parameter_size=0.000\n"
    "node4 -- Linear(in_features=10, out_features=50, bias=True) -- forward_compute_time=2.000, "
    "backward_compute_time=2.000, activation_size=2000.0, parameter_size=40.000\n"
    "\tnode1 -- node2\n\tnode2 -- node3\n\tnode3 -- node4\n\tnode2 -- node4\n";

/// A window that shows the Workload workspace.
struct Setup
{
    TempFolder folder;
    QSettings settings{toPathText(folder.path("settings.ini")), QSettings::IniFormat};
    Theme theme{settings};
    MainWindow window{settings, theme, QString()};
    WorkloadDocument& document = window.workload().document();
    WorkloadPage& page = *window.workload().page();
    QTableView& view = *page.layerTable()->view();

    Setup()
    {
        window.show();
        document.begin(smallWorkload());
        window.showPage(MainWindow::Page::Workload);
        QApplication::setActiveWindow(&window);
        page.focusLayers();
    }

    ~Setup() { document.begin(smallWorkload()); } // Nothing to ask about at the end.

    void type(const QString& text) { QTest::keyClicks(QApplication::focusWidget(), text); }

    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
        QCoreApplication::processEvents(); // Editors of cells close a moment later.
    }

    /// Puts the keyboard into a cell of the layers.
    void goTo(int row, const LayerValue& value)
    {
        view.setFocus();
        view.setCurrentIndex(view.model()->index(row, page.layerModel().columnOf(value)));
    }

    void dropFile(const QString& path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton,
                              Qt::NoModifier);
        QApplication::sendEvent(&page, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&page, &drop);
    }

    [[nodiscard]] QString message() const { return window.workload().status()->message(); }

    [[nodiscard]] int steps() { return document.undoStack().count(); }
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

class tst_WorkloadPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void isEditedInPlaceByKeysAlone()
    {
        Setup s;
        s.goTo(2, {LayerField::OutputBytes, {}});
        s.key(Qt::Key_F2);
        s.type(QStringLiteral("1.5 kB"));
        s.key(Qt::Key_Return);
        QCOMPARE(s.document.workload().layers[2].outputBytes, 1500.0);
        QCOMPARE(s.steps(), 1);
        // Any key begins as well; Escape leaves everything as it was.
        s.goTo(0, {LayerField::Name, {}});
        s.type(QStringLiteral("x"));
        s.key(Qt::Key_Escape);
        QCOMPARE(s.document.workload().layers[0].name, "input");
        s.goTo(1, {LayerField::Compute, "cpu-core"});
        s.key(Qt::Key_F2);
        s.key(Qt::Key_A, Qt::ControlModifier);
        s.type(QStringLiteral("9 us"));
        s.key(Qt::Key_Return);
        QCOMPARE(s.document.workload().layers[1].profile.at("cpu-core").computeSeconds, 9e-6);
        // Enter without a change is no step.
        s.goTo(1, {LayerField::Compute, "cpu-core"});
        s.key(Qt::Key_F2);
        s.key(Qt::Key_Return);
        QCOMPARE(s.steps(), 2);
        s.view.setFocus();
        s.key(Qt::Key_Z, Qt::ControlModifier);
        s.key(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(s.document.workload(), smallWorkload());
        s.key(Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(s.document.workload().layers[2].outputBytes, 1500.0);
    }

    void whatIsRefusedIsNotLost()
    {
        Setup s;
        s.goTo(2, {LayerField::OutputBytes, {}});
        s.key(Qt::Key_F2);
        s.type(QStringLiteral("plenty"));
        s.key(Qt::Key_Return);
        QCOMPARE(s.document.workload(), smallWorkload());
        QVERIFY(s.message().startsWith(u"“plenty” is no size"));
        // The editor comes back with it.
        QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr);
        QTRY_COMPARE(qobject_cast<QLineEdit*>(QApplication::focusWidget())->text(),
                     QStringLiteral("plenty"));
        s.key(Qt::Key_A, Qt::ControlModifier);
        s.type(QStringLiteral("2 kB"));
        s.key(Qt::Key_Return);
        QCOMPARE(s.document.workload().layers[2].outputBytes, 2000.0);
        QCOMPARE(s.steps(), 1);
    }

    void layersAreAddedMovedAndRemovedByKeys()
    {
        Setup s;
        s.document.select({1});
        s.view.setFocus();
        s.key(Qt::Key_Insert);
        QCOMPARE(s.document.workload().layers[2].name, "layer");
        s.type(QStringLiteral("pool")); // The name has the keyboard.
        s.key(Qt::Key_Return);
        QCOMPARE(s.document.workload().layers[2].name, "pool");
        QVERIFY(s.view.hasFocus());
        s.key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(s.document.workload().layers[3].name, "pool");
        QCOMPARE(s.document.selection(), LayerSet{3});
        s.key(Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
        s.key(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(s.document.workload().layers[3].name, "pool-2");
        s.key(Qt::Key_Delete);
        s.key(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(s.document.selection().size(), std::size_t{5});
        s.key(Qt::Key_Delete);
        QVERIFY(s.document.workload().layers.empty());
        while (s.document.undoStack().canUndo()) {
            s.page.actions().undo->trigger();
        }
        QCOMPARE(s.document.workload(), smallWorkload());
        QCOMPARE(s.view.model()->rowCount(), 4);
    }

    void rowsAreDraggedAsOneStep()
    {
        Setup s;
        auto& model = const_cast<WorkloadLayerModel&>(s.page.layerModel());
        const std::unique_ptr<QMimeData> data(
            model.mimeData({model.index(0, 0), model.index(0, 1), model.index(1, 0)}));
        model.dropMimeData(data.get(), Qt::MoveAction, 4, 0, {});
        QCOMPARE(s.document.workload().layers[3].name, "emb");
        QCOMPARE(s.document.selection(), (LayerSet{2, 3}));
        QCOMPARE(s.steps(), 1);
        s.document.begin(branchingWorkload());
        model.dropMimeData(data.get(), Qt::MoveAction, 4, 0, {});
        QCOMPARE(s.document.workload(), branchingWorkload());
        QVERIFY(s.message().contains(u"stays behind it"));
    }

    void theInspectorChangesAllThatAreSelected()
    {
        Setup s;
        s.document.select({0, 2, 3});
        LayerForm& form = *s.page.inspector()->form();
        QLineEdit* kind = form.field(LayerField::Kind);
        QCOMPARE(kind->text(), QString());
        QCOMPARE(kind->placeholderText(), QStringLiteral("various"));
        kind->setFocus();
        s.type(QStringLiteral("relu"));
        s.key(Qt::Key_Return);
        QCOMPARE(s.steps(), 1);
        QCOMPARE(s.document.workload().layers[3].type, "relu");
        QCOMPARE(s.document.workload().layers[1].type, "embedding");
        // The profiles, too.
        QTableView& profiles = *s.page.inspector()->profileTable();
        QCOMPARE(profiles.model()->index(0, 1).data().toString(), QStringLiteral("various"));
        profiles.setFocus();
        profiles.setCurrentIndex(profiles.model()->index(2, 2)); // The part shared on the v100.
        s.key(Qt::Key_F2);
        s.key(Qt::Key_A, Qt::ControlModifier);
        s.type(QStringLiteral("0.9"));
        s.key(Qt::Key_Return);
        QCOMPARE(s.steps(), 2);
        QCOMPARE(s.document.workload().layers[0].profile.at("v100").alpha, 0.9);
        QCOMPARE(s.document.workload().layers[1].profile.at("v100").alpha, 1.0);
        QCOMPARE(s.document.workload().layers[3].profile.at("v100").alpha, 0.9);
    }

    void typesAreAddedRenamedAndRemoved()
    {
        Setup s;
        const WorkloadTypeList& types = *s.page.inspector()->types();
        types.newType()->setFocus();
        s.type(QStringLiteral("t4"));
        types.factor()->setText(QStringLiteral("2"));
        types.addButton()->click();
        QCOMPARE(s.document.workload().layers[0].profile.at("t4").computeSeconds, 8e-6);
        QCOMPARE(types.rows().size(), std::size_t{3});
        QVERIFY(s.page.layerModel().columnOf({LayerField::Compute, "t4"}) > 0);
        types.rows()[1].name->setFocus();
        s.key(Qt::Key_A, Qt::ControlModifier);
        s.type(QStringLiteral("v100"));
        s.key(Qt::Key_Return);
        QVERIFY(s.message().startsWith(u"v100 is taken"));
        types.rows()[1].remove->click();
        QCOMPARE(s.document.workload(), smallWorkload());
        QCOMPARE(s.steps(), 2);
        // A workload that begins has no type to take times from.
        s.document.begin(emptyWorkload());
        types.newType()->setEditText(QStringLiteral("t4"));
        types.addButton()->click();
        s.goTo(0, {LayerField::Compute, "t4"});
        s.key(Qt::Key_F2);
        s.key(Qt::Key_A, Qt::ControlModifier);
        s.type(QStringLiteral("3 us"));
        s.key(Qt::Key_Return);
        QCOMPARE(s.document.workload().layers[0].profile.at("t4").computeSeconds, 3e-6);
    }

    void fieldsOfTheWorkloadAreOneStepEach()
    {
        Setup s;
        QSpinBox* microbatches = s.page.form()->microbatchField();
        microbatches->setFocus();
        s.key(Qt::Key_Up);
        s.key(Qt::Key_Up);
        QCOMPARE(s.document.workload().microbatches, 18);
        QCOMPARE(s.steps(), 1);
        QVERIFY(!s.page.actions().schedule->isEnabled()); // 18 do not divide 512.
        QCOMPARE(s.page.bottom()->tabs()->tabText(1), QStringLiteral("Problems (1)"));
        s.page.bottom()->tabs()->setCurrentIndex(1);
        s.page.bottom()->problemTable()->findChild<QPushButton*>()->click();
        QCOMPARE(s.document.workload().microbatches, 16);
        QLineEdit* floor = s.page.form()->floorField();
        floor->setFocus();
        s.key(Qt::Key_A, Qt::ControlModifier);
        s.type(QStringLiteral("-5"));
        s.key(Qt::Key_Return);
        QVERIFY(s.message().contains(u"is no number above 0"));
        QCOMPARE(s.document.workload(), smallWorkload());
        floor->setFocus();
        s.key(Qt::Key_A, Qt::ControlModifier);
        s.type(QStringLiteral("2e4"));
        s.key(Qt::Key_Return);
        QCOMPARE(s.document.workload().throughputLimit, 20000.0);
    }

    void edgesAreEditedInTheirTable()
    {
        Setup s;
        QTableView& edges = *s.page.bottom()->edgeTable()->view();
        QCOMPARE(edges.model()->rowCount(), 3);
        edges.setFocus();
        edges.setCurrentIndex(edges.model()->index(0, WorkloadEdgeModel::To));
        s.key(Qt::Key_F2);
        s.key(Qt::Key_A, Qt::ControlModifier);
        s.type(QStringLiteral("out"));
        s.key(Qt::Key_Return);
        QVERIFY(s.document.workload().edges.has_value());
        QCOMPARE((*s.document.workload().edges)[0], (sim::Edge{0, 3, 100}));
        edges.setCurrentIndex(edges.model()->index(0, WorkloadEdgeModel::From));
        s.key(Qt::Key_F2);
        s.key(Qt::Key_A, Qt::ControlModifier);
        s.type(QStringLiteral("4"));
        s.key(Qt::Key_Return);
        QCOMPARE(s.message(), QStringLiteral("An edge leads to a later layer."));
        QCOMPARE(s.steps(), 1);
        s.page.actions().chain->trigger();
        QCOMPARE(s.document.workload(), smallWorkload());
        QVERIFY(!s.page.actions().chain->isEnabled());
    }

    void copiesAndPastesThroughASpreadsheet()
    {
        Setup s;
        s.document.select({1, 2});
        s.view.setFocus();
        s.key(Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().startsWith(u"name\ttype"));
        s.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(s.document.workload().layers.size(), std::size_t{6});
        sim::Layer copy = s.document.workload().layers[3];
        QCOMPARE(copy.name, "emb-2");
        copy.name = "emb";
        QCOMPARE(copy, smallWorkload().layers[1]);
        QCOMPARE(s.document.selection(), (LayerSet{3, 4}));
        s.key(Qt::Key_X, Qt::ControlModifier);
        QCOMPARE(s.document.workload(), smallWorkload());
        // A block of cells goes where the keyboard is.
        QApplication::clipboard()->setText(QStringLiteral("1 kB\t2 kB\n3 kB\t4 kB\n"));
        s.goTo(1, {LayerField::OutputBytes, {}});
        s.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(s.document.workload().layers[2].outputBytes, 3000.0);
        QCOMPARE(s.document.workload().layers[2].denseWeightBytes, 4000.0);
        const int steps = s.steps();
        QApplication::clipboard()->setText(QStringLiteral("1 kB\tmany\n"));
        s.goTo(1, {LayerField::OutputBytes, {}});
        s.key(Qt::Key_V, Qt::ControlModifier);
        QVERIFY(s.message().startsWith(u"Nothing was pasted. Line 1, dense_weight_bytes"));
        QCOMPARE(s.steps(), steps);
    }

    void importsADroppedGraph()
    {
        Setup s;
        s.dropFile(toPathText(s.folder.write("net.graph.txt", kGraph)));
        WorkloadImportBar& bar = *s.page.importBar();
        QVERIFY(bar.isVisible());
        QCOMPARE(bar.batch()->value(), 10);               // 2000 bytes of 50 numbers each.
        QCOMPARE(s.document.workload(), smallWorkload()); // Not before it is answered.
        bar.type()->setEditText(QStringLiteral("v100"));
        bar.type()->setFocus();
        s.key(Qt::Key_Return);
        QVERIFY(!bar.isVisible());
        const sim::Workload& workload = s.document.workload();
        QCOMPARE(workload.name, "net");
        QCOMPARE(workload.layers.size(), std::size_t{3});
        QCOMPARE(workload.layers[0].profile.at("v100").computeSeconds, 0.0003);
        QCOMPARE(workload.edges->size(), std::size_t{2});
        QVERIFY2(s.page.notice()->sentence().contains(u"One branch was put in line"),
                 qPrintable(s.page.notice()->sentence()));
        QVERIFY(s.page.notice()->sentence().contains(u"600.000 ms of loading data"));
        QCOMPARE(s.steps(), 1);
        s.page.actions().undo->trigger();
        QCOMPARE(s.document.workload(), smallWorkload());
    }

    void importsTheSharedGraphs()
    {
        const auto shared =
            std::filesystem::path(qEnvironmentVariable("HSCOPE_SHARED").toStdString()) /
            "profiles" / "pipedream_resnet50.graph.txt";
        if (!std::filesystem::exists(shared)) {
            QSKIP("the shared folder with profiles is not there (set HSCOPE_SHARED)");
        }
        Setup s;
        s.window.openFile(toPathText(shared));
        QCOMPARE(s.page.importBar()->batch()->value(), 128);
        s.page.importBar()->type()->setEditText(QStringLiteral("v100"));
        s.page.importBar()->importButton()->click();
        QVERIFY(s.document.workload().edges.has_value());
        QCOMPARE(s.view.model()->rowCount(), static_cast<int>(s.document.workload().layers.size()));
        QVERIFY(s.document.problems().empty());
        QVERIFY(s.page.notice()->sentence().contains(u"branches were put in line"));
        QVERIFY(sim::parseWorkload(s.document.json(), "test").has_value());
    }

    void saysWhatIsWrongWithDroppedFiles_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("sentence");
        QTest::addRow("broken JSON")
            << QByteArray("{\"format\": \"heteroscope-workload\", \"version\": 1, ")
            << QStringLiteral("dropped.json cannot be edited, and nothing was changed:");
        QTest::addRow("no layers")
            << QByteArray("{\"format\": \"heteroscope-workload\", \"version\": 1, \"name\": \"a\", "
                          "\"batch_size\": 1, \"samples_per_epoch\": 1, \"epochs\": 1, "
                          "\"layers\": []}")
            << QStringLiteral("dropped.json cannot be edited, and nothing was changed:");
        QTest::addRow("another document")
            << QByteArray::fromStdString(sim::toJson(smallCluster()))
            << QStringLiteral("dropped.json is a cluster, not a workload: nothing was changed.");
        QTest::addRow("broken graph")
            << QByteArray("node1 -- ReLU -- forward_compute_time=fast, backward_compute_time=1, "
                          "activation_size=1, parameter_size=1\n")
            << QStringLiteral("dropped.json cannot be imported, and nothing was changed:");
        QTest::addRow("no document")
            << QByteArray("hello")
            << QStringLiteral("dropped.json is no workload and no PipeDream graph:");
    }

    void saysWhatIsWrongWithDroppedFiles()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, sentence);
        Setup s;
        s.dropFile(toPathText(s.folder.write("dropped.json", content.toStdString())));
        QCOMPARE(s.document.workload(), smallWorkload());
        QCOMPARE(s.page.notice()->sentence().left(sentence.size()), sentence);
    }

    void savesWhatItReadsToTheByte()
    {
        Setup s;
        const std::string json = sim::toJson(branchingWorkload());
        const auto path = s.folder.write("w.json", json);
        s.window.openFile(toPathText(path));
        QCOMPARE(s.window.page(), MainWindow::Page::Workload);
        QCOMPARE(s.document.workload(), branchingWorkload());
        s.document.edit(asChain(s.document.workload()), QStringLiteral("chain"));
        s.document.undoStack().undo();
        QVERIFY(!s.document.isModified());
        s.page.actions().save->trigger();
        QCOMPARE(*sim::readText(path), json);
        QVERIFY(s.message().startsWith(u"Saved to"));
        // What an edit writes, the command line reads.
        s.document.edit(smallWorkload(), QStringLiteral("edit"));
        s.page.actions().save->trigger();
        QCOMPARE(*sim::readWorkload(path), smallWorkload());
    }

    void doesNotSaveWhatCannotBeReadBack()
    {
        Setup s;
        const auto path = s.folder.write("w.json", sim::toJson(smallWorkload()));
        s.window.openFile(toPathText(path));
        s.document.edit(removed(s.document.workload(), {0, 1, 2, 3}), QStringLiteral("delete"));
        s.page.actions().save->trigger();
        QCOMPARE(s.page.notice()->sentence(),
                 QStringLiteral("w.json was not saved: there is no layer."));
        QCOMPARE(*sim::readWorkload(path), smallWorkload());
        QVERIFY(s.document.isModified());
        s.page.notice()->button(0)->click(); // Correct it and save.
        QCOMPARE(sim::readWorkload(path)->layers.size(), std::size_t{1});
        QVERIFY(!s.document.isModified());
    }

    void problemsStandInTheirRow()
    {
        Setup s;
        s.goTo(1, {LayerField::Name, {}});
        s.key(Qt::Key_F2);
        s.key(Qt::Key_A, Qt::ControlModifier);
        s.type(QStringLiteral("input"));
        s.key(Qt::Key_Return);
        const int column = s.page.layerModel().problemColumn();
        QCOMPARE(s.page.layerModel().index(1, column).data().toString(),
                 QStringLiteral("layer 1 has this name too"));
        QCOMPARE(s.page.layerModel().index(0, column).data().toString(), QString());
    }

    void asksOnlyIfSomethingIsNotSaved()
    {
        Setup s;
        QVERIFY(s.window.workload().mayLeave());
        s.document.edit(removed(smallWorkload(), {0}), QStringLiteral("delete"));
        QCOMPARE(s.window.workload().title(), QStringLiteral("small, edited"));
        answer(QMessageBox::Cancel);
        QVERIFY(!s.window.close());
        answer(QMessageBox::Discard);
        QVERIFY(s.window.close());
    }

    void offersWhatACrashLeftBehind()
    {
        Setup s;
        const auto keep = s.folder.path("user/unsaved-workloads");
        std::filesystem::create_directories(keep);
        sim::Workload lost = smallWorkload();
        lost.name = "lost";
        QVERIFY(sim::writeDocument(keep / "1.json", sim::toJson(lost)).has_value());
        s.window.setUserFolder(toPathText(s.folder.path("user")));
        QVERIFY(s.page.notice()->sentence().contains(u"unsaved edits"));
        QCOMPARE(s.document.workload(), smallWorkload()); // Never by itself.
        s.page.notice()->button(0)->click();
        QCOMPARE(s.document.workload(), lost);
        QVERIFY(s.document.isModified());
    }

    void handsTheWorkloadToTheSchedulers()
    {
        Setup s;
        QSignalSpy asked(&s.window.workload(), &WorkloadWorkspace::scheduleRequested);
        s.view.setFocus();
        s.key(Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(s.window.page(), MainWindow::Page::Schedules);
    }

    void menusActOnTheWorkspaceThatIsShown()
    {
        Setup s;
        const auto hasUndo = [&s](const QAction* action) {
            for (const QMenu* menu : s.window.findChildren<QMenu*>()) {
                if (menu->title() == u"&Edit" && menu->actions().contains(action)) {
                    return true;
                }
            }
            return false;
        };
        QVERIFY(hasUndo(s.page.actions().undo));
        s.window.showPage(MainWindow::Page::Cluster);
        QVERIFY(!hasUndo(s.page.actions().undo));
    }

    void everythingHasAnAccessibleName()
    {
        Setup s;
        s.document.select({1});
        for (const QWidget* widget : s.page.findChildren<QWidget*>()) {
            if (widget->isVisible() && widget->focusPolicy() != Qt::NoFocus &&
                widget->metaObject()->className() != QByteArray("QScrollArea") &&
                qobject_cast<const QAbstractScrollArea*>(widget->parentWidget()) == nullptr &&
                qobject_cast<const QTabBar*>(widget) == nullptr &&
                qobject_cast<const QComboBox*>(widget->parentWidget()) == nullptr &&
                qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()) == nullptr) {
                const auto* button = qobject_cast<const QAbstractButton*>(widget);
                QVERIFY2(!widget->accessibleName().isEmpty() ||
                             (button != nullptr && !button->text().isEmpty()),
                         widget->metaObject()->className());
            }
        }
    }
};

QTEST_MAIN(tst_WorkloadPage)
#include "tst_workload_page.moc"
