// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/breakdown.h"
#include "core/analysis/device_usage.h"
#include "tests/property/any_trace.h"

#include <QTest>

#include <rapidcheck.h>

#include <map>

using namespace hscope::core;
using namespace hscope::test;

namespace {

Breakdown compute(const TraceStore& trace, Attribution attribution)
{
    NullProgress progress;
    return *computeBreakdown(trace, attribution, progress, {});
}

} // namespace

class prop_Breakdown : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void conservesWallTime();
    void agreesBetweenAttributions();
};

/// The rows that are not asynchronous sum to the wall time, for each process and in both
/// attributions.
void prop_Breakdown::conservesWallTime()
{
    const bool holds = rc::check("the rows of a process sum to the wall time", [] {
        const auto trace = anyTrace();
        for (const Attribution attribution : {Attribution::Launch, Attribution::Time}) {
            const Breakdown breakdown = compute(*trace, attribution);
            std::map<ProcessId, std::int64_t> sums;
            for (const BreakdownRow& row : breakdown.rows) {
                RC_ASSERT(row.timeNs > 0);
                RC_ASSERT(!row.asynchronous || row.categories.resource() == Resource::Gpu);
                RC_ASSERT(attribution == Attribution::Launch || !row.asynchronous);
                sums[row.process] += row.asynchronous ? 0 : row.timeNs;
            }
            for (const auto& [process, sum] : sums) {
                RC_ASSERT(sum == trace->wallRange().length().count());
            }
        }
    });
    QVERIFY(holds);
}

/// Both attributions see the same CPU time, and neither loses GPU time that the other one has.
void prop_Breakdown::agreesBetweenAttributions()
{
    const bool holds = rc::check("CPU time does not depend on the attribution", [] {
        const auto trace = anyTrace();
        const auto cpuTime = [&](const Breakdown& breakdown) {
            std::map<std::pair<std::string, std::uint32_t>, std::int64_t>
                times; // operation and CPU categories
            for (const BreakdownRow& row : breakdown.rows) {
                std::uint32_t cpu = 0;
                for (const Category category : row.categories.list()) {
                    cpu |= isGpuCategory(category) ? 0U : 1U << static_cast<unsigned>(category);
                }
                if (!row.asynchronous) {
                    times[{row.operation, cpu}] += row.timeNs;
                }
            }
            return times;
        };
        RC_ASSERT(cpuTime(compute(*trace, Attribution::Launch)) ==
                  cpuTime(compute(*trace, Attribution::Time)));
    });
    QVERIFY(holds);
}

QTEST_APPLESS_MAIN(prop_Breakdown)
#include "prop_breakdown.moc"
