// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/model_printer.h"

namespace hscope::test {

using namespace hscope::core;

namespace {

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

QString setText(CategorySet set)
{
    QStringList names;
    for (const Category category : set.list()) {
        names << text(categoryName(category));
    }
    return names.isEmpty() ? QStringLiteral("idle") : names.join(QStringLiteral(" + "));
}

QString rangeText(TimeRange range)
{
    return QStringLiteral("[%1,%2)").arg(toNs(range.start)).arg(toNs(range.end));
}

QString sliceText(const TraceStore& trace, SliceId slice)
{
    const Track& track = trace.track(trace.trackOf(slice));
    return text(trace.text(track.name)) + QLatin1Char('/') + text(trace.nameOf(slice)) +
           rangeText(trace.rangeOf(slice));
}

} // namespace

QStringList printBreakdown(const TraceStore& trace, const Breakdown& breakdown)
{
    QStringList lines;
    for (const BreakdownRow& row : breakdown.rows) {
        QString line =
            trace.processes().size() > 1
                ? text(trace.text(trace.process(row.process).name)) + QStringLiteral("| ")
                : QString();
        line += row.asynchronous ? QStringLiteral("async ") : QString();
        line += row.phase ? text(trace.text(*row.phase)) + QLatin1Char('/') : QString();
        lines << line + text(row.operation) + QStringLiteral(": ") + setText(row.categories) +
                     QStringLiteral(" %1").arg(row.timeNs);
    }
    return lines;
}

QStringList printTransitions(const Breakdown& breakdown)
{
    QStringList lines;
    for (const TransitionRow& row : breakdown.transitions) {
        const QString iteration =
            row.iteration ? QStringLiteral("@%1").arg(*row.iteration) : QString();
        lines << text(row.operation) + iteration + QStringLiteral(" into ") +
                     text(categoryName(row.category)) + QStringLiteral(" %1").arg(row.count);
    }
    return lines;
}

QStringList printTrace(const TraceStore& trace)
{
    QStringList lines;
    for (const Process& process : trace.processes()) {
        lines << QStringLiteral("process %1 pid %2")
                     .arg(text(trace.text(process.name)))
                     .arg(process.pid.value_or(-1));
    }
    for (const Track& track : trace.tracks()) {
        lines << QStringLiteral("track %1 of %2 kind %3 tid %4 device %5 stream %6 rows %7")
                     .arg(text(trace.text(track.name)),
                          text(trace.text(trace.process(track.process).name)))
                     .arg(static_cast<int>(track.kind))
                     .arg(track.tid.value_or(-1))
                     .arg(track.device.value_or(-1))
                     .arg(track.stream.value_or(-1))
                     .arg(track.depthCount);
        for (std::uint32_t i = 0; i < track.sliceCount; ++i) {
            const SliceId slice(track.firstSlice + i);
            lines << QStringLiteral("  %1%2 %3 row %4 flags %5")
                         .arg(text(trace.nameOf(slice)), rangeText(trace.rangeOf(slice)),
                              text(categoryName(trace.slices().category[slice.value()])))
                         .arg(trace.slices().depth[slice.value()])
                         .arg(trace.slices().flags[slice.value()]);
        }
    }
    for (const Link& link : trace.links()) {
        lines << QStringLiteral("link %1 %2 -> %3 %4")
                     .arg(static_cast<int>(link.kind))
                     .arg(sliceText(trace, link.from), sliceText(trace, link.to))
                     .arg(link.correlation.value_or(-1));
    }
    for (const Iteration& iteration : trace.iterations()) {
        lines << QStringLiteral("iteration %1 ").arg(iteration.number) + rangeText(iteration.range);
    }
    for (const Phase& phase : trace.phases()) {
        lines << QStringLiteral("phase ") + text(trace.text(phase.name)) + rangeText(phase.range);
    }
    for (const Instant& instant : trace.instants()) {
        lines << QStringLiteral("instant ") + text(trace.text(instant.name)) +
                     QStringLiteral(" %1").arg(toNs(instant.time));
    }
    for (const CounterSample& sample : trace.counterSamples()) {
        lines << QStringLiteral("sample %1 %2 %3")
                     .arg(text(trace.text(trace.track(sample.track).name)))
                     .arg(toNs(sample.time))
                     .arg(sample.value);
    }
    return lines;
}

} // namespace hscope::test
