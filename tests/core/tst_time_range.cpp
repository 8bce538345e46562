// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/strong_id.h"
#include "core/base/time_range.h"

#include <QTest>

#include <type_traits>

using namespace hscope::core;

namespace {

constexpr TimeRange range(std::int64_t start, std::int64_t end)
{
    return {traceTime(start), traceTime(end)};
}

using FirstId = StrongId<struct FirstTag>;
using SecondId = StrongId<struct SecondTag>;

static_assert(std::is_trivially_copyable_v<FirstId>);
static_assert(sizeof(FirstId) == 4);
static_assert(!std::is_convertible_v<std::uint32_t, FirstId>);
static_assert(!std::is_convertible_v<FirstId, std::uint32_t>);
static_assert(!std::is_convertible_v<FirstId, SecondId>);
static_assert(!std::is_convertible_v<TraceTime, HostTime>);
static_assert(!std::is_convertible_v<GpuTime, HostTime>);

} // namespace

class tst_TimeRange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isHalfOpen();
    void intersects();
};

void tst_TimeRange::isHalfOpen()
{
    QVERIFY(range(3, 7).contains(traceTime(3)));
    QVERIFY(!range(3, 7).contains(traceTime(7)));
    QVERIFY(!range(3, 7).overlaps(range(7, 9)));
    QVERIFY(range(3, 7).overlaps(range(6, 9)));
    QVERIFY(range(5, 5).isEmpty());
    QVERIFY(!range(5, 5).contains(traceTime(5)));
    QCOMPARE(range(3, 7).length(), Duration(4));
}

void tst_TimeRange::intersects()
{
    QVERIFY(range(3, 7).intersected(range(5, 9)) == range(5, 7));
    QVERIFY(range(3, 7).intersected(range(0, 99)) == range(3, 7));
    QVERIFY(range(3, 7).intersected(range(8, 9)).isEmpty());
}

QTEST_APPLESS_MAIN(tst_TimeRange)
#include "tst_time_range.moc"
