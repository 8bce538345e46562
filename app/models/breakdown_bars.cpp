// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/breakdown_bars.h"

#include "app/models/format.h"
#include "app/models/names.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <map>
#include <tuple>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("BreakdownBars", text);
}

bool isOutside(const std::string& operation)
{
    return operation == core::kOutside || operation == core::kNoLaunch;
}

auto segmentOrder(const BreakdownBars::Segment& segment)
{
    const core::CategorySet cpu = cpuPart(segment.key.categories);
    // Idle at the end; single categories before mixed ones, in the order of the enumeration.
    const bool idle = segment.key.categories.isEmpty();
    return std::tuple(idle, cpu.isEmpty(), cpu.size(), cpu, segment.key.categories);
}

/// Adds a segment to the one of the same key, new if there was none.
void addSegment(std::vector<BreakdownBars::Segment>& segments, const BreakdownBars::Segment& added)
{
    const auto known = std::ranges::find(segments, added.key, &BreakdownBars::Segment::key);
    if (known == segments.end()) {
        segments.push_back(added);
        return;
    }
    known->timeNs += added.timeNs;
    known->lowNs += added.lowNs;
    known->highNs += added.highNs;
}

void addRow(BreakdownBars::Bar& bar, const core::BreakdownRow& row)
{
    const BreakdownBars::Segment segment{
        {row.operation, row.categories, row.asynchronous}, row.timeNs, row.lowNs, row.highNs};
    if (row.asynchronous) {
        bar.asynchronousNs += row.timeNs;
        addSegment(bar.asynchronous, segment);
        return;
    }
    bar.totalNs += row.timeNs;
    bar.lowNs += row.lowNs;
    bar.highNs += row.highNs;
    addSegment(bar.segments, segment);
}

/// Adds what `bar` holds to the bar of all smaller operations, whose segments belong to no
/// operation.
void addBar(BreakdownBars::Bar& rest, const BreakdownBars::Bar& bar)
{
    ++rest.operations;
    rest.totalNs += bar.totalNs;
    rest.lowNs += bar.lowNs;
    rest.highNs += bar.highNs;
    rest.asynchronousNs += bar.asynchronousNs;
    const auto add = [](std::vector<BreakdownBars::Segment>& to, BreakdownBars::Segment segment) {
        segment.key.operation.clear();
        addSegment(to, segment);
    };
    for (const BreakdownBars::Segment& segment : bar.segments) {
        add(rest.segments, segment);
    }
    for (const BreakdownBars::Segment& segment : bar.asynchronous) {
        add(rest.asynchronous, segment);
    }
}

} // namespace

core::CategorySet cpuPart(core::CategorySet set)
{
    core::CategorySet result;
    for (const core::Category category : set.list()) {
        if (!core::isGpuCategory(category)) {
            result.insert(category);
        }
    }
    return result;
}

bool hasGpu(core::CategorySet set)
{
    return set.resource() == core::Resource::Gpu || set.resource() == core::Resource::CpuAndGpu;
}

QString categoriesText(core::CategorySet set)
{
    QStringList names;
    for (const core::Category category : set.list()) {
        names.append(toText(core::categoryName(category)));
    }
    return names.isEmpty() ? tr("idle") : names.join(u" + ");
}

BreakdownBars makeBreakdownBars(const core::Breakdown& breakdown, core::ProcessId process,
                                std::size_t limit)
{
    std::map<std::string, BreakdownBars::Bar> byOperation;
    for (const core::BreakdownRow& row : breakdown.rows) {
        if (row.process != process || row.timeNs == 0) {
            continue;
        }
        BreakdownBars::Bar& bar = byOperation[row.operation];
        bar.operation = toText(row.operation);
        addRow(bar, row);
    }

    BreakdownBars result;
    result.wallNs = breakdown.wall.length().count();
    std::vector<BreakdownBars::Bar> outside;
    for (auto& [operation, bar] : byOperation) {
        (isOutside(operation) ? outside : result.bars).push_back(std::move(bar));
    }
    std::ranges::stable_sort(result.bars, std::greater(), [](const BreakdownBars::Bar& bar) {
        return std::tuple(bar.totalNs, bar.asynchronousNs);
    });
    const std::size_t room = limit > outside.size() + 1 ? limit - outside.size() : 2;
    if (result.bars.size() > room) {
        BreakdownBars::Bar rest;
        rest.operations = 0;
        for (std::size_t i = room - 1; i < result.bars.size(); ++i) {
            addBar(rest, result.bars[i]);
        }
        result.bars.resize(room - 1);
        rest.operation = formatCounted(static_cast<std::int64_t>(rest.operations),
                                       tr("1 smaller one"), tr("%1 smaller ones"));
        result.bars.push_back(std::move(rest));
    }
    std::ranges::move(outside, std::back_inserter(result.bars));
    for (BreakdownBars::Bar& bar : result.bars) {
        std::ranges::sort(bar.segments, {}, segmentOrder);
        std::ranges::sort(bar.asynchronous, {}, segmentOrder);
    }
    return result;
}

QString breakdownTitle(const BreakdownBars& bars, const QString& process, int nameLimit)
{
    const auto top = std::ranges::find_if(bars.bars, [](const BreakdownBars::Bar& bar) {
        return !bar.segments.empty() && !isOutside(bar.segments.front().key.operation);
    });
    if (top == bars.bars.end() || bars.wallNs <= 0) {
        return tr("No operation is annotated in %1").arg(process);
    }
    const double share = static_cast<double>(top->totalNs) / static_cast<double>(bars.wallNs);
    return tr("%1 takes %2 of %3's wall time")
        .arg(elideMiddle(top->operation.simplified(), nameLimit), formatPercent(share), process);
}

std::vector<BreakdownProcess> breakdownProcesses(const core::TraceStore& store,
                                                 const core::Breakdown& breakdown)
{
    std::map<core::ProcessId, std::int64_t> active;
    for (const core::BreakdownRow& row : breakdown.rows) {
        if (!row.categories.isEmpty()) {
            active[row.process] += row.timeNs;
        }
    }
    std::vector<BreakdownProcess> result;
    for (const auto& [process, ns] : active) {
        if (ns > 0) {
            result.push_back({process, processTitle(store, process), ns});
        }
    }
    std::ranges::stable_sort(result, std::greater(), &BreakdownProcess::activeNs);
    return result;
}

} // namespace hscope::app
