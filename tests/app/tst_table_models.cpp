// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/argument_model.h"
#include "app/models/breakdown_table_model.h"
#include "app/models/diagnostics_model.h"
#include "app/models/relation_model.h"
#include "app/models/table_text.h"
#include "core/analysis/breakdown.h"
#include "tests/support/trace_literal.h"

#include <QAbstractItemModelTester>
#include <QSortFilterProxyModel>
#include <QTest>

namespace {

using namespace hscope::app;
using hscope::test::traceFromLiteral;
namespace core = hscope::core;

constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

std::shared_ptr<const core::TraceStore> exampleTrace()
{
    return traceFromLiteral("process trainer\n"
                            "thread main: python[0,20) backend[20,40) gpu_api[40,50)#1\n"
                            "ops main: inference[0,45) training[45,100)\n"
                            "gpu 0/7: gpu_kernel[42,80)@1\n");
}

std::shared_ptr<const core::Breakdown> breakdownOf(const core::TraceStore& store)
{
    core::NullProgress progress;
    auto result = core::computeBreakdown(store, core::Attribution::Launch, progress, {});
    return std::make_shared<const core::Breakdown>(std::move(*result));
}

QStringList printRows(const QAbstractItemModel& model)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            cells.append(model.index(row, column).data().toString());
        }
        lines.append(cells.join(u'|'));
    }
    return lines;
}

} // namespace

class tst_TableModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void breakdownShowsEveryRowOfTheProcess()
    {
        BreakdownTableModel model;
        const QAbstractItemModelTester tester(&model, kFatal);
        const auto store = exampleTrace();
        model.setBreakdown(store, breakdownOf(*store), core::ProcessId(0));
        QStringList rows = printRows(model);
        rows.sort();
        QCOMPARE(rows, (QStringList{
                           QStringLiteral("inference|backend|cpu|0.020|20.0%|"),
                           QStringLiteral("inference|gpu_api + gpu_kernel|cpu+gpu|0.003|3.0%|"),
                           QStringLiteral("inference|gpu_api|cpu|0.002|2.0%|"),
                           QStringLiteral("inference|gpu_kernel|gpu|0.035|35.0%|yes"),
                           QStringLiteral("inference|python|cpu|0.020|20.0%|"),
                           QStringLiteral("training|gpu_api|cpu|0.005|5.0%|"),
                           QStringLiteral("training|idle|none|0.050|50.0%|"),
                       }));
        QCOMPARE(model.totalNs(), model.wallNs());
        QCOMPARE(model.wallNs(), 100);
    }

    void breakdownWithoutTraceIsEmpty()
    {
        BreakdownTableModel model;
        const QAbstractItemModelTester tester(&model, kFatal);
        model.setBreakdown(nullptr, nullptr, {});
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(model.columnCount() > 0);
    }

    void intervalsShowOnlyWhenCorrected()
    {
        BreakdownTableModel model;
        const QAbstractItemModelTester tester(&model, kFatal);
        const auto store = exampleTrace();
        auto corrected = *breakdownOf(*store);
        QVERIFY(!model.findColumn(BreakdownTableModel::Column::Interval));
        corrected.rows.front().lowNs -= 1;
        corrected.rows.front().highNs += 1;
        model.setBreakdown(store, std::make_shared<const core::Breakdown>(corrected),
                           core::ProcessId(0));
        QVERIFY(model.findColumn(BreakdownTableModel::Column::Interval).has_value());
    }

    void numbersSortAsNumbersAndCopyExactly()
    {
        BreakdownTableModel model;
        const auto store = exampleTrace();
        model.setBreakdown(store, breakdownOf(*store), core::ProcessId(0));
        QSortFilterProxyModel sorted;
        const QAbstractItemModelTester tester(&sorted, kFatal);
        sorted.setSourceModel(&model);
        sorted.setSortRole(SortRole);
        const int time = *model.findColumn(BreakdownTableModel::Column::Time);
        sorted.sort(time, Qt::DescendingOrder);
        QList<qint64> copied;
        for (int row = 0; row < sorted.rowCount(); ++row) {
            copied.append(sorted.index(row, time).data(CopyRole).toLongLong());
        }
        QCOMPARE(copied, (QList<qint64>{50, 35, 20, 20, 5, 3, 2}));
        const QString text = tableText(sorted, TableTextFormat::Tsv, {sorted.index(0, 0)});
        QCOMPARE(text, QStringLiteral("Operation\tActive categories\tResource\tTime, ns\tShare\t"
                                      "Asynchronous\ntraining\tidle\tnone\t50\t0.5\t\n"));
    }

    void keysLeadBackToRows()
    {
        BreakdownTableModel model;
        const auto store = exampleTrace();
        model.setBreakdown(store, breakdownOf(*store), core::ProcessId(0));
        for (int row = 0; row < model.rowCount(); ++row) {
            QCOMPARE(model.findRow(model.keyAt(row)), std::optional(row));
        }
        QVERIFY(!model.findRow({"nothing", {}, false}));
    }

    void barsHoldWhatTheTableHolds()
    {
        const auto store = exampleTrace();
        const auto breakdown = breakdownOf(*store);
        const BreakdownBars bars = makeBreakdownBars(*breakdown, core::ProcessId(0), 10);
        QCOMPARE(bars.bars.size(), 2U);
        std::int64_t total = 0;
        for (const BreakdownBars::Bar& bar : bars.bars) {
            std::int64_t sum = 0;
            for (const auto& segment : bar.segments) {
                sum += segment.timeNs;
            }
            QCOMPARE(sum, bar.totalNs);
            total += sum;
        }
        QCOMPARE(total, bars.wallNs);
        QCOMPARE(bars.bars[0].operation, QStringLiteral("training"));
        QCOMPARE(bars.bars[1].asynchronousNs, 35);
        QCOMPARE(breakdownTitle(bars, QStringLiteral("trainer"), 30),
                 QStringLiteral("training takes 55.0% of trainer's wall time"));
    }

    void smallOperationsAreAddedUp()
    {
        std::string text = "process p\nthread main: python[0,1000)\nops main:";
        for (int i = 0; i < 20; ++i) {
            text += " op" + std::to_string(i) + "[" + std::to_string(i * 10) + "," +
                    std::to_string(i * 10 + 10) + ")";
        }
        const auto store = traceFromLiteral(text + "\n");
        const BreakdownBars bars = makeBreakdownBars(*breakdownOf(*store), core::ProcessId(0), 5);
        QCOMPARE(bars.bars.size(), 5U);
        QCOMPARE(bars.bars[3].operations, 17U);
        std::int64_t total = 0;
        for (const BreakdownBars::Bar& bar : bars.bars) {
            total += bar.totalNs;
        }
        QCOMPARE(total, bars.wallNs);
    }

    void diagnosticsExplainThemselves()
    {
        DiagnosticsModel model;
        const QAbstractItemModelTester tester(&model, kFatal);
        model.setDiagnostics({{"input_truncated", core::Severity::DataLoss, 1, "byte <b>77"},
                              {"of_the_future", core::Severity::Info, 1200, ""}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.worst(), core::Severity::DataLoss);
        QCOMPARE(model.index(1, DiagnosticsModel::Problem).data().toString(),
                 QStringLiteral("of_the_future"));
        QCOMPARE(model.index(1, DiagnosticsModel::Count).data(SortRole).toULongLong(), 1200U);
        QVERIFY(model.index(0, DiagnosticsModel::First)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("&lt;b&gt;")));
        model.setDiagnostics({});
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.worst(), core::Severity::Info);
    }

    void argumentsKeepTheirOrder()
    {
        ArgumentModel model;
        const QAbstractItemModelTester tester(&model, kFatal);
        model.setArguments({{"grid", "[32, 1, 1]"}, {"kernel", "\"a\\nb\""}});
        QCOMPARE(printRows(model),
                 (QStringList{QStringLiteral("grid|[32, 1, 1]"), QStringLiteral("kernel|a b")}));
        model.setArguments({});
        QCOMPARE(model.rowCount(), 0);
    }

    void relationsNameTheOtherSlice()
    {
        const auto store = exampleTrace();
        const core::Link link = store->links().front();
        RelationModel model;
        const QAbstractItemModelTester tester(&model, kFatal);
        model.setRelations(relationsOf(*store, link.from, 100));
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(model.relationAt(0).isOutgoing);
        QCOMPARE(model.relationAt(0).slice, link.to);
        QCOMPARE(model.index(0, RelationModel::Relation).data().toString(),
                 QStringLiteral("launches, GPU 0 stream 7"));
        QCOMPARE(model.index(0, RelationModel::Offset).data().toString(), QStringLiteral("+2 ns"));
        model.setRelations(relationsOf(*store, link.to, 100));
        QCOMPARE(model.index(0, RelationModel::Relation).data().toString(),
                 QStringLiteral("launched by, main"));
    }

    void csvQuotesWhatNeedsIt()
    {
        ArgumentModel model;
        model.setArguments({{"a,b", "\"say \\\"x\\\"\""}, {"c", "1"}});
        QCOMPARE(tableText(model, TableTextFormat::Csv),
                 QStringLiteral("Argument,Value\r\n\"a,b\",\"say \"\"x\"\"\"\r\nc,1\r\n"));
    }
};

QTEST_GUILESS_MAIN(tst_TableModels)
#include "tst_table_models.moc"
