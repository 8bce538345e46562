// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/document_recovery.h"
#include "app/commands/workload_document.h"
#include "app/models/format.h"
#include "app/models/workload_layer_model.h"
#include "app/models/workload_table_models.h"
#include "simulator/io/documents.h"
#include "tests/app/workload_literal.h"
#include "tests/support/temp_folder.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>

#include <random>

namespace {

using namespace hscope::app;
using namespace hscope::test;
namespace sim = hscope::sim;

/// One of all kinds of edits, with values that exist or do not.
class RandomEdits
{
public:
    explicit RandomEdits(unsigned seed)
        : m_random(seed)
    {
    }

    WorkloadEdit next(const sim::Workload& workload)
    {
        const std::size_t count = workload.layers.size();
        const std::size_t layer = any(count);
        const LayerSet some = count == 0 ? LayerSet{} : LayerSet{layer, any(count)};
        switch (number(12)) {
        case 0:
        case 1:
            return inserted(workload, any(count + 1), {nextLayer(workload, any(count + 1))});
        case 2:
            return {removed(workload, some), {}};
        case 3:
            return duplicated(workload, some);
        case 4: {
            const auto after = moved(workload, some, any(count + 1));
            return after ? *after : WorkloadEdit{workload, some};
        }
        case 5: {
            const auto after = withText(workload, some, value(), QString::number(number(9)));
            return {after ? *after : workload, some};
        }
        case 6: {
            const auto after = withText(workload, some, value(), QString());
            return {after ? *after : workload, some};
        }
        case 7:
            return {withType(workload, type(), type(), number(3)), some};
        case 8: {
            const auto after = withTypeRenamed(workload, type(), type());
            return {number(2) == 0 ? withoutType(workload, type()) : after ? *after : workload, {}};
        }
        case 9:
            return {number(3) == 0 ? asChain(workload) : withEdgeAdded(workload), {}};
        case 10: {
            const std::size_t edges = edgesOf(workload).size();
            const auto after =
                withEdge(workload, any(edges), {any(count), any(count), number(99) * 1.0});
            return {number(2) == 0 ? withoutEdges(workload, {any(edges)})
                    : after        ? *after
                                   : workload,
                    {}};
        }
        default: {
            sim::Workload after = workload;
            after.microbatches = number(3) + 1;
            after.throughputLimit = number(3);
            after.chargeBoundaryTraffic = number(2) == 0;
            return {after, some};
        }
        }
    }

    int number(int below) { return std::uniform_int_distribution(0, below - 1)(m_random); }

private:
    std::size_t any(std::size_t count)
    {
        return count == 0 ? 0 : static_cast<std::size_t>(number(static_cast<int>(count)));
    }

    std::string type() { return std::vector<std::string>{"v100", "cpu-core", "t4"}[any(3)]; }

    LayerValue value()
    {
        const auto field = static_cast<LayerField>(number(static_cast<int>(LayerField::Measured)));
        return {field, isOfType(field) ? type() : std::string()};
    }

    std::mt19937 m_random;
};

/// Without the first column: that the number of a row changes when one is put in before it is what
/// the tester takes for a fault.
class WithoutNumbers final : public QSortFilterProxyModel
{
protected:
    [[nodiscard]] bool filterAcceptsColumn(int column, const QModelIndex& /*parent*/) const override
    {
        return column > 0;
    }
};

/// What the table shows of a layer, and the layer itself, as text.
QString rowText(const WorkloadLayerModel& model, int row)
{
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) {
        if (model.valueAt(column)) {
            cells.append(model.index(row, column).data(CopyRole).toString());
        }
    }
    return cells.join(u'|');
}

QString layerText(const WorkloadLayerModel& model, const sim::Layer& layer)
{
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) {
        if (const auto value = model.valueAt(column)) {
            const QString plain = plainText(layer, *value);
            const bool isNumber = value->field >= LayerField::InputBytes;
            cells.append(plain.isEmpty() && isNumber ? QStringLiteral("–") : plain);
        }
    }
    return cells.join(u'|');
}

sim::Workload renamed(const char* name)
{
    sim::Workload workload = smallWorkload();
    workload.name = name;
    return workload;
}

} // namespace

class tst_WorkloadDocument : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void undoesAndRedoesThousandsOfEditsExactly()
    {
        WorkloadDocument document;
        document.begin(branchingWorkload());
        RandomEdits edits(20260101);
        std::vector<sim::Workload> values{document.workload()};
        for (int i = 0; i < 4000; ++i) {
            // A document that grows without end would make the test quadratic.
            WorkloadEdit edit = document.workload().layers.size() > 40
                                    ? WorkloadEdit{branchingWorkload(), {}}
                                    : edits.next(document.workload());
            const bool differs = edit.workload != document.workload();
            QCOMPARE(document.edit(std::move(edit), QStringLiteral("edit")), differs);
            if (differs) {
                values.push_back(document.workload());
            }
        }
        QVERIFY(values.size() > 2000);
        QCOMPARE(document.undoStack().count(), static_cast<int>(values.size()) - 1);
        for (std::size_t i = values.size() - 1; i > 0; --i) {
            document.undoStack().undo();
            QCOMPARE(document.workload(), values[i - 1]);
        }
        for (std::size_t i = 1; i < values.size(); ++i) {
            document.undoStack().redo();
            QCOMPARE(document.workload(), values[i]);
        }
    }

    void everyStateCanBeReadBackUnlessItSaysNo()
    {
        const TempFolder folder;
        WorkloadDocument document;
        document.begin(smallWorkload());
        RandomEdits edits(7);
        int refused = 0;
        for (int i = 0; i < 600; ++i) {
            document.edit(document.workload().layers.size() > 40 ? WorkloadEdit{smallWorkload(), {}}
                                                                 : edits.next(document.workload()),
                          QStringLiteral("edit"));
            const auto read = sim::parseWorkload(document.json(), "test");
            QVERIFY2(read.has_value() == document.refusal().isEmpty(),
                     read ? "" : read.error().message.c_str());
            refused += read ? 0 : 1;
            QVERIFY(!read || *read == document.workload());
            QVERIFY(sim::parseWorkload(document.recoveryJson(), "test").has_value());
            QCOMPARE(document.save(folder.path("w.json")).has_value(), read.has_value());
        }
        QVERIFY(refused > 0); // Microbatches that do not divide, or no layer.
    }

    void tablesFollowEveryEdit()
    {
        WorkloadDocument document;
        WorkloadLayerModel layers;
        WorkloadEdgeModel edgeModel;
        WorkloadProblemModel problems;
        using Mode = QAbstractItemModelTester::FailureReportingMode;
        WithoutNumbers shown;
        shown.setSourceModel(&layers);
        const QAbstractItemModelTester layerTester(&shown, Mode::Fatal);
        const QAbstractItemModelTester edgeTester(&edgeModel, Mode::Fatal);
        const QAbstractItemModelTester problemTester(&problems, Mode::Fatal);
        connect(&document, &WorkloadDocument::changed, &layers, [&] {
            layers.setWorkload(document.workload(), document.cuts(), document.problems());
            edgeModel.setEdges(document.workload(), edgesOf(document.workload()));
            problems.setProblems(document.workload(), document.problems());
        });
        document.begin(branchingWorkload());
        RandomEdits edits(11);
        for (int i = 0; i < 1500; ++i) {
            if (edits.number(4) == 0) {
                document.undoStack().undo();
            } else {
                document.edit(document.workload().layers.size() > 30
                                  ? WorkloadEdit{branchingWorkload(), {}}
                                  : edits.next(document.workload()),
                              QStringLiteral("edit"));
            }
            const auto& now = document.workload().layers;
            QCOMPARE(layers.rowCount(), static_cast<int>(now.size()));
            for (std::size_t row = 0; row < now.size(); ++row) {
                QCOMPARE(rowText(layers, static_cast<int>(row)), layerText(layers, now[row]));
            }
            QCOMPARE(edgeModel.rowCount(), static_cast<int>(edgesOf(document.workload()).size()));
            QCOMPARE(problems.rowCount(), static_cast<int>(document.problems().size()));
        }
    }

    void makesNoStepForNothing()
    {
        WorkloadDocument document;
        document.begin(smallWorkload());
        QSignalSpy changes(&document, &WorkloadDocument::changed);
        QVERIFY(!document.edit(document.workload(), QStringLiteral("nothing")));
        QVERIFY(!document.edit(
            *withText(document.workload(), {0}, {LayerField::Name, {}}, QStringLiteral("input")),
            QStringLiteral("nothing")));
        QCOMPARE(document.undoStack().count(), 0);
        QCOMPARE(changes.count(), 0);
        QVERIFY(!document.isModified());
    }

    void makesOneStepOfOneGesture()
    {
        WorkloadDocument document;
        document.begin(smallWorkload());
        const int gesture = document.newGesture();
        for (const char* const name : {"a", "ab", "abc"}) {
            document.edit(renamed(name), QStringLiteral("rename"), gesture);
        }
        QCOMPARE(document.undoStack().count(), 1);
        document.edit(smallWorkload(), QStringLiteral("rename"), gesture);
        QCOMPARE(document.undoStack().count(), 0); // Back where it began.
        QVERIFY(!document.isModified());
    }

    void aChainIsAnotherThanNoEdges()
    {
        WorkloadDocument document;
        document.begin(smallWorkload());
        document.edit(withoutEdges(document.workload(), {0, 1, 2}), QStringLiteral("remove"));
        QVERIFY(document.workload().edges && document.workload().edges->empty());
        document.undoStack().undo();
        QVERIFY(!document.workload().edges);
        document.undoStack().redo();
        QVERIFY(document.workload().edges.has_value());
    }

    void anImportedWorkloadHasNoFile()
    {
        const TempFolder folder;
        WorkloadDocument document;
        document.begin(smallWorkload());
        QVERIFY(document.save(folder.path("w.json")).has_value());
        document.replace(renamed("imported"), QStringLiteral("import"));
        QVERIFY(document.path().empty());
        QVERIFY(document.isModified());
        document.undoStack().undo();
        QCOMPARE(document.workload(), smallWorkload());
        QCOMPARE(*sim::readWorkload(folder.path("w.json")), smallWorkload());
    }

    void anEditChangesOnlyItsLineOfTheFile()
    {
        const auto lines = [](const sim::Workload& workload) {
            return QString::fromStdString(sim::toJson(workload)).split(u'\n');
        };
        const QStringList before = lines(smallWorkload());
        const QStringList after = lines(
            *withText(smallWorkload(), {2}, {LayerField::Compute, "v100"}, QStringLiteral("3 us")));
        QCOMPARE(after.size(), before.size());
        int different = 0;
        for (qsizetype i = 0; i < before.size(); ++i) {
            different += before[i] != after[i] ? 1 : 0;
        }
        QCOMPARE(different, 1);
    }

    void recoversAlsoWhatCannotBeSaved()
    {
        const TempFolder folder;
        const auto keep = folder.path("unsaved");
        {
            WorkloadDocument document;
            auto* recovery = new DocumentRecovery(document, keep, &document);
            document.begin(smallWorkload());
            sim::Workload odd = renamed("odd");
            odd.microbatches = 100;
            document.edit(odd, QStringLiteral("change microbatches"));
            recovery->saveNow();
            // A crash: the file stays, its lock does not.
            QVERIFY(QFile::copy(toPathText(keep / "1.json"), toPathText(keep / "2.json")));
        }
        WorkloadDocument document;
        DocumentRecovery recovery(document, keep);
        const auto found = recovery.find();
        QVERIFY(found.has_value());
        QVERIFY(recovery.recover(*found).has_value());
        QCOMPARE(document.workload().name, "odd");
        QCOMPARE(document.workload().microbatches, 64);
        QVERIFY(document.isModified());
    }

    void comparesCostsOfTypes()
    {
        WorkloadLayerModel model;
        TypePrices prices;
        prices.types.resize(2);
        prices.types[0].id = "cpu-core";
        prices.types[0].priceUsdPerHour = 0.04;
        prices.types[1].id = "v100";
        prices.types[1].priceUsdPerHour = 2.42;
        model.setPrices(prices);
        const sim::Workload workload = smallWorkload();
        model.setWorkload(workload, sim::cutBytes(workload), {});
        // input: cpu 4 us x 0.04, gpu 2 us x 2.42, for 1e9 samples: 4000 s and 2000 s.
        const LayerCosts input = model.costsOf(0);
        QCOMPARE(input.types.size(), std::size_t{2});
        QCOMPARE(*input.types[0].usd, 4000.0 / 3600 * 0.04);
        QCOMPARE(*input.types[1].usd, 2000.0 / 3600 * 2.42);
        QCOMPARE(input.cheapest, std::optional<std::size_t>(0));
        QCOMPARE(input.types[1].share, 1.0);
        QCOMPARE(input.types[0].share, 0.08 / 2.42);
        // out runs on the gpu only.
        const LayerCosts out = model.costsOf(3);
        QVERIFY(!out.types[0].usd);
        QCOMPARE(out.cheapest, std::optional<std::size_t>(1));
        const QString told = model.index(3, model.costColumn()).data(Qt::ToolTipRole).toString();
        QVERIFY2(told.contains(u"cpu-core: cannot run there"), qPrintable(told));
        QCOMPARE(model.index(0, model.costColumn()).data(CopyRole).toString().toDouble(),
                 4000.0 / 3600 * 0.04);
        const QStringList totals = model.totals();
        QCOMPARE(totals[1], QStringLiteral("4 layers"));
        QCOMPARE(totals[model.columnOf({LayerField::Compute, "v100"})], QStringLiteral("3.153 µs"));
    }

    void stillWorksWithTenThousandLayers()
    {
        sim::Workload large = smallWorkload();
        large.layers.clear();
        for (int i = 0; i < 10000; ++i) {
            large.layers.push_back(smallWorkload().layers[static_cast<std::size_t>(i % 4)]);
            large.layers.back().name = "layer-" + std::to_string(i);
        }
        WorkloadDocument document;
        WorkloadLayerModel model;
        connect(&document, &WorkloadDocument::changed, &model, [&] {
            model.setWorkload(document.workload(), document.cuts(), document.problems());
        });
        document.begin(large);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        document.edit(removed(document.workload(), {5000}), QStringLiteral("delete"));
        document.edit(moved(document.workload(), {1}, 9000)->workload, QStringLiteral("move"));
        document.undoStack().undo();
        document.undoStack().undo();
        QCOMPARE(document.workload(), large);
        QCOMPARE(model.rowCount(), 10000);
        QCOMPARE(resets.count(), 0);
    }
};

QTEST_GUILESS_MAIN(tst_WorkloadDocument)
#include "tst_workload_document.moc"
