// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/draw_list.h"
#include "app/timeline/timeline_geometry.h"
#include "core/store/trace_builder.h"
#include "tests/app/random_trace.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace hscope;
using namespace hscope::app;

namespace {

struct Scene
{
    std::shared_ptr<const core::TraceStore> store;
    std::shared_ptr<const TimelineIndex> index;
    TimelineLayout layout;

    explicit Scene(std::shared_ptr<const core::TraceStore> trace)
        : store(std::move(trace))
        , index(TimelineIndex::build(store, {}))
        , layout(*store, *index, {})
    {
    }

    [[nodiscard]] DrawList draw(core::TimeRange range, double width) const
    {
        return buildDrawList(*store, *index, layout, {range, width, 0, layout.height()});
    }
};

core::TimeRange range(std::int64_t start, std::int64_t end)
{
    return {core::traceTime(start), core::traceTime(end)};
}

struct Part
{
    std::int64_t start;
    std::int64_t end;
    core::Category category = core::Category::Python;
};

/// One thread with the given slices.
Scene sceneOf(const std::vector<Part>& parts)
{
    core::TraceBuilder builder;
    const core::ProcessId process = builder.addProcess({});
    core::Track track;
    track.process = process;
    const core::TrackId thread = builder.addTrack(track);
    for (const Part& part : parts) {
        builder.addSlice(thread, {part.start, part.end, core::StringId(), part.category, 0, 0});
    }
    return Scene(builder.finish());
}

/// The items of the first row of slices as text: `[x0,x1) count category density`.
QStringList itemsOf(const DrawList& list, std::uint32_t depth = 0)
{
    QStringList result;
    for (const DrawRow& row : list.rows) {
        if (row.row.kind != RowKind::Slices || row.row.depth != depth) {
            continue;
        }
        for (const DrawItem& item : list.itemsOf(row)) {
            const std::string_view category = core::categoryName(item.category);
            result << QStringLiteral("[%1,%2) %3x %4 %5%6")
                          .arg(static_cast<double>(item.x0))
                          .arg(static_cast<double>(item.x1))
                          .arg(item.count)
                          .arg(
                              QString::fromUtf8(category.data(), static_cast<int>(category.size())))
                          .arg(std::lround(item.density / 2.55))
                          .arg(item.folded ? QStringLiteral(" folded") : QString());
        }
    }
    return result;
}

/// Checks one row of a list against a plain scan of all its slices.
void checkRow(const Scene& scene, const DrawList& list, const DrawRow& row, core::TimeRange visible,
              double width)
{
    const TimelineRow slices = scene.index->row(row.row.track, row.row.depth);
    const TimeScale scale(visible, width);
    std::uint64_t expected = 0;
    std::vector<bool> touched(static_cast<std::size_t>(width) + 1, false);
    for (std::uint32_t i = 0; i < slices.count(); ++i) {
        if (!touches(slices.startNs(i), slices.endNs(i), visible)) {
            continue;
        }
        ++expected;
        const double x0 = std::clamp(scale.xOf(slices.startNs(i)), 0.0, width);
        const double x1 = std::clamp(scale.xOf(slices.endNs(i)), x0, width);
        for (auto column = static_cast<std::size_t>(x0); column <= static_cast<std::size_t>(x1);
             ++column) {
            touched[column] = true;
        }
    }
    std::uint64_t count = 0;
    float previous = -100;
    for (const DrawItem& item : list.itemsOf(row)) {
        count += item.count;
        QVERIFY(item.x0 <= item.x1);
        QVERIFY2(item.x0 >= std::floor(previous), "items come from left to right");
        previous = item.x0;
        const auto first = static_cast<std::size_t>(
            std::clamp(std::round(static_cast<double>(item.x0)), 0.0, width));
        const auto last = static_cast<std::size_t>(
            std::clamp(std::round(static_cast<double>(item.x1)), 0.0, width));
        for (std::size_t column = first; column < last; ++column) {
            QVERIFY2(touched[column], "a column that no slice touches stays empty");
        }
    }
    QCOMPARE(count, expected);
}

} // namespace

class tst_DrawList : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void drawsWideSlicesOneByOne()
    {
        const Scene scene = sceneOf({{0, 40}, {50, 100}});
        QCOMPARE(itemsOf(scene.draw(range(0, 100), 100)),
                 QStringList({QStringLiteral("[0,40) 1x python 100"),
                              QStringLiteral("[50,100) 1x python 100")}));
    }

    void foldsNarrowSlicesByColumn()
    {
        // Ten nanoseconds per pixel: three slices start in column 0, none in 1 and 2, one in 3.
        const Scene scene = sceneOf(
            {{0, 2}, {3, 5, core::Category::Backend}, {6, 9, core::Category::Backend}, {31, 34}});
        QCOMPARE(itemsOf(scene.draw(range(0, 100), 10)),
                 QStringList({QStringLiteral("[0,1) 3x backend 70 folded"),
                              QStringLiteral("[3,4) 1x python 30 folded")}));
    }

    void carriesTheRestOfANarrowSliceOver()
    {
        const Scene scene = sceneOf({{6, 14}});
        QCOMPARE(itemsOf(scene.draw(range(0, 100), 10)),
                 QStringList({QStringLiteral("[0,1) 1x python 40 folded"),
                              QStringLiteral("[1,2) 0x python 40 folded")}));
    }

    void drawsAnInstantAsATick()
    {
        const Scene scene = sceneOf({{50, 50}});
        QCOMPARE(itemsOf(scene.draw(range(0, 100), 10)),
                 QStringList(QStringLiteral("[5,6) 1x python 0 folded")));
    }

    void cutsSlicesJustOutsideTheView()
    {
        const Scene scene = sceneOf({{-1'000'000'000'000, 1'000'000'000'000}});
        QCOMPARE(itemsOf(scene.draw(range(0, 100), 10)),
                 QStringList(QStringLiteral("[-8,18) 1x python 100")));
    }

    void leavesOutWhatOnlyTouchesTheEdge()
    {
        const Scene scene = sceneOf({{0, 10}, {20, 30}});
        QCOMPARE(itemsOf(scene.draw(range(10, 20), 10)), QStringList());
    }

    void drawsNothingForAnEmptyView()
    {
        const Scene scene = sceneOf({{0, 10}});
        QVERIFY(scene.draw(range(5, 5), 10).rows.empty());
        QVERIFY(scene.draw(range(0, 10), 0).rows.empty());
    }

    void drawsATraceWithoutSlices()
    {
        const Scene scene(core::TraceBuilder().finish());
        QCOMPARE(scene.layout.height(), 0);
        QVERIFY(scene.draw(range(0, 100), 10).rows.empty());
    }

    void keepsSixHundredLevelsApart()
    {
        std::vector<Part> parts;
        for (std::int64_t i = 0; i < 600; ++i) {
            parts.push_back({i, 2000 - i});
        }
        const Scene scene = sceneOf(parts);
        const DrawList list = scene.draw(range(0, 2000), 1000);
        QCOMPARE(itemsOf(list, 599), QStringList(QStringLiteral("[299.5,700.5) 1x python 100")));
    }

    void asksForLabelsWhereLettersFit()
    {
        const Scene scene = sceneOf({{-50, 27}, {30, 60}});
        const DrawList list = scene.draw(range(0, 100), 100);
        QCOMPARE(list.labels.size(), std::size_t{1});
        QCOMPARE(list.labels[0].x0, 30.0F);
        QCOMPARE(list.labels[0].x1, 60.0F);
    }

    void agreesWithAPlainScan_data()
    {
        QTest::addColumn<std::uint32_t>("seed");
        for (std::uint32_t seed = 0; seed < 60; ++seed) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }

    void agreesWithAPlainScan()
    {
        QFETCH(const std::uint32_t, seed);
        const Scene scene(testing::makeWildTrace(seed));
        std::mt19937_64 random(seed);
        const core::TimeRange all = scene.store->wallRange();
        for (int i = 0; i < 12; ++i) {
            const auto length = static_cast<std::uint64_t>(all.length().count()) + 2;
            const core::TraceTime a =
                all.start + core::Duration(random() % length) - core::Duration(1);
            const core::TraceTime b =
                a + core::Duration(1 + random() % (length >> (random() % 20) | 1));
            const core::TimeRange visible =
                i == 0 ? core::TimeRange{all.start, all.end + core::Duration(1)}
                       : core::TimeRange{a, b};
            const auto width = static_cast<double>(1 + random() % 700);
            const DrawList list = scene.draw(visible, width);
            for (const DrawRow& row : list.rows) {
                if (row.row.kind == RowKind::Slices) {
                    checkRow(scene, list, row, visible, width);
                }
            }
        }
    }

    void costDoesNotGrowWithTheTrace()
    {
        // The same stretch of time in a trace forty times as long, and the whole of both.
        const Scene small(testing::makeRandomTrace({.slices = 10'000}));
        const Scene large(testing::makeRandomTrace({.slices = 400'000}));
        const core::TimeRange part{small.store->wallRange().start,
                                   small.store->wallRange().start + core::Duration(400'000)};
        const auto nearSmall = small.draw(part, 1700).operations;
        const auto nearLarge = large.draw(part, 1700).operations;
        QVERIFY2(nearLarge <= 2 * nearSmall,
                 qPrintable(QStringLiteral("%1 and %2").arg(nearSmall).arg(nearLarge)));

        const std::size_t rows = large.layout.rows().size();
        const auto whole = large.draw(large.store->wallRange(), 1700).operations;
        QVERIFY2(whole <= rows * 1700 * 12, qPrintable(QString::number(whole)));
    }
};

QTEST_APPLESS_MAIN(tst_DrawList)
#include "tst_draw_list.moc"
