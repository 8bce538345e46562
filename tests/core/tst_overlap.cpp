// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/interval_union.h"
#include "core/analysis/overlap.h"

#include <QTest>

using namespace hscope::core;

namespace {

/// Times are given in halves, as the published cases use 3.5.
KeyedRange keyed(std::uint32_t key, double start, double end)
{
    return {key,
            {traceTime(static_cast<std::int64_t>(start * 2)),
             traceTime(static_cast<std::int64_t>(end * 2))}};
}

QString keysText(const std::vector<std::uint32_t>& keys)
{
    QString text;
    for (const std::uint32_t key : keys) {
        text += QString::number(key);
    }
    return text;
}

/// `12:2` means that exactly keys 1 and 2 are active for 2 units.
QStringList times(const std::vector<OverlapRow>& rows)
{
    QStringList lines;
    for (const OverlapRow& row : rows) {
        lines << QStringLiteral("%1:%2")
                     .arg(keysText(row.keys))
                     .arg(static_cast<double>(row.time.count()) / 2);
    }
    return lines;
}

QStringList regions(const std::vector<OverlapRow>& rows)
{
    QStringList lines;
    for (const OverlapRow& row : rows) {
        lines << QStringLiteral("%1:%2-%3")
                     .arg(keysText(row.keys))
                     .arg(static_cast<double>(toNs(row.region.start)) / 2)
                     .arg(static_cast<double>(toNs(row.region.end)) / 2);
    }
    return lines;
}

std::vector<OverlapRow> venn(const QString& text)
{
    std::vector<OverlapRow> rows;
    for (const QString& part : text.split(QLatin1Char(' '))) {
        const QStringList fields = part.split(QLatin1Char(':'));
        OverlapRow row;
        for (const QChar digit : fields[0]) {
            row.keys.push_back(static_cast<std::uint32_t>(digit.digitValue()));
        }
        row.time = Duration(fields[1].toInt() * 2);
        rows.push_back(row);
    }
    return rows;
}

} // namespace

/// Cases O1 to O7 and the Venn conversions are RL-Scope's published test cases, re-checked by hand.
class tst_Overlap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void splitsThreeKeys();
    void acceptsUnsortedAndSelfOverlappingInput();
    void countsSelfOverlapOnce_data();
    void countsSelfOverlapOnce();
    void separatesKeysThatOverlapThemselves();
    void mergesToUnion();
    void leavesTouchingRangesApart();
    void handlesMoreKeysThanBits();
    void convertsBetweenInclusiveAndExclusive_data();
    void convertsBetweenInclusiveAndExclusive();
    void turnsExclusiveIntoInclusive();
};

void tst_Overlap::splitsThreeKeys()
{
    const auto rows =
        exclusiveOverlap({keyed(1, 3, 7), keyed(1, 8, 10), keyed(2, 1, 4), keyed(2, 6, 9),
                          keyed(3, 2, 5), keyed(3, 7, 8), keyed(3, 11, 12)});
    QCOMPARE(times(rows), QStringList({"1:2", "12:2", "123:1", "13:1", "2:1", "23:2", "3:1"}));
    QCOMPARE(regions(rows),
             QStringList({"1:5-10", "12:6-9", "123:3-4", "13:4-5", "2:1-2", "23:2-8", "3:11-12"}));
}

void tst_Overlap::acceptsUnsortedAndSelfOverlappingInput()
{
    const auto rows = exclusiveOverlap(
        {keyed(1, 3, 4), keyed(1, 8, 10), keyed(1, 3.5, 7), keyed(2, 1, 4), keyed(2, 6, 9),
         keyed(3, 2, 3), keyed(3, 4, 5), keyed(3, 7, 8), keyed(3, 3, 4), keyed(3, 11, 12)});
    QCOMPARE(times(rows), QStringList({"1:2", "12:2", "123:1", "13:1", "2:1", "23:2", "3:1"}));
}

void tst_Overlap::countsSelfOverlapOnce_data()
{
    QTest::addColumn<QList<QPointF>>("ranges");
    QTest::addColumn<double>("time");
    QTest::newRow("O3 partial overlap") << QList<QPointF>{{3, 5}, {4, 6}} << 3.0;
    QTest::newRow("O4 contained") << QList<QPointF>{{3, 6}, {4, 5}} << 3.0;
    QTest::newRow("O4 equal") << QList<QPointF>{{3, 6}, {3, 6}} << 3.0;
    QTest::newRow("O4 earlier start") << QList<QPointF>{{3, 6}, {2, 5}} << 4.0;
}

void tst_Overlap::countsSelfOverlapOnce()
{
    QFETCH(const QList<QPointF>, ranges);
    QFETCH(const double, time);
    std::vector<KeyedRange> input;
    for (const QPointF& range : ranges) {
        input.push_back(keyed(1, range.x(), range.y()));
    }
    QCOMPARE(times(exclusiveOverlap(input)), QStringList(QStringLiteral("1:%1").arg(time)));
}

void tst_Overlap::separatesKeysThatOverlapThemselves()
{
    const std::vector<KeyedRange> first = {keyed(1, 1, 6), keyed(1, 2, 6), keyed(1, 3, 7),
                                           keyed(1, 4, 6)};
    std::vector<KeyedRange> o5 = first;
    o5.push_back(keyed(2, 4, 5));
    QCOMPARE(times(exclusiveOverlap(o5)), QStringList({"1:5", "12:1"}));

    std::vector<KeyedRange> o6 = first;
    for (const auto& [start, end] :
         std::vector<std::pair<double, double>>{{4, 4.5}, {4.5, 5}, {5, 9}, {5, 8}}) {
        o6.push_back(keyed(2, start, end));
    }
    o6.push_back(keyed(3, 5, 9));
    QCOMPARE(times(exclusiveOverlap(o6)), QStringList({"1:3", "12:1", "123:2", "23:2"}));
}

void tst_Overlap::mergesToUnion()
{
    const auto range = [](int start, int end) {
        return TimeRange{traceTime(start), traceTime(end)};
    };
    const auto merged = unionOf({range(1, 6), range(2, 6), range(3, 7), range(4, 6)});
    QCOMPARE(merged.size(), std::size_t{1});
    QVERIFY(merged[0] == range(1, 7));
    QCOMPARE(totalLength(merged), Duration(6));
    QCOMPARE(totalLength(unionOf({range(5, 5), range(9, 12), range(0, 2), range(2, 3)})),
             Duration(6));
}

void tst_Overlap::leavesTouchingRangesApart()
{
    QCOMPARE(times(exclusiveOverlap({keyed(1, 0, 5), keyed(2, 5, 9)})),
             QStringList({"1:5", "2:4"}));
}

void tst_Overlap::handlesMoreKeysThanBits()
{
    // 200 keys, key k active in [k, 400): the set at instant t has the keys up to t, each for one
    // unit.
    std::vector<KeyedRange> ranges;
    for (std::uint32_t key = 0; key < 200; ++key) {
        ranges.push_back({key, {traceTime(key), traceTime(400)}});
    }
    const auto rows = exclusiveOverlap(ranges);
    QCOMPARE(rows.size(), std::size_t{200});
    for (const OverlapRow& row : rows) {
        QCOMPARE(row.time.count(), row.keys.size() == 200 ? 201 : 1);
    }
}

void tst_Overlap::convertsBetweenInclusiveAndExclusive_data()
{
    QTest::addColumn<QString>("inclusive");
    QTest::addColumn<QString>("exclusive");
    QTest::newRow("three sets, all parts")
        << "0:6 1:6 2:6 01:2 02:2 12:2 012:1" << "0:3 01:1 012:1 02:1 1:3 12:1 2:3";
    QTest::newRow("two sets") << "0:5 1:5 01:2" << "0:3 01:2 1:3";
    QTest::newRow("no triple part") << "0:3 1:3 2:3 01:1 02:1" << "0:1 01:1 02:1 1:2 2:2";
    QTest::newRow("one set within the other") << "0:5 1:5 01:5" << "01:5";
}

void tst_Overlap::convertsBetweenInclusiveAndExclusive()
{
    QFETCH(const QString, inclusive);
    QFETCH(const QString, exclusive);
    QCOMPARE(times(toExclusive(venn(inclusive))), exclusive.split(QLatin1Char(' ')));
    QStringList expected = inclusive.split(QLatin1Char(' '));
    expected.sort();
    QStringList actual = times(toInclusive(venn(exclusive)));
    actual.sort();
    QCOMPARE(actual, expected);
}

void tst_Overlap::turnsExclusiveIntoInclusive()
{
    QCOMPARE(times(toInclusive(venn(QStringLiteral("0:5 01:5")))),
             QStringList({"0:10", "01:5", "1:5"}));
}

QTEST_APPLESS_MAIN(tst_Overlap)
#include "tst_overlap.moc"
