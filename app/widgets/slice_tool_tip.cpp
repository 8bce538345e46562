// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/slice_tool_tip.h"

#include "app/models/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kLongestName = 120;

QString tr(const char* text)
{
    return QCoreApplication::translate("SliceToolTip", text);
}

/// One paragraph whose first line is strong; everything is escaped here and nowhere else.
QString toolTip(const QString& title, const QStringList& lines)
{
    QString html = u"<p style='white-space:pre'><b>" +
                   elideMiddle(title, kLongestName).toHtmlEscaped() + u"</b>";
    for (const QString& line : lines) {
        html += u"<br>" + line.toHtmlEscaped();
    }
    return html + u"</p>";
}

/// The innermost operation of the thread of `slice` when it starts, if there is one.
std::optional<core::SliceId> operationAround(const core::TraceStore& store,
                                             const TimelineIndex& index, core::SliceId slice)
{
    const core::TrackId thread = store.trackOf(slice);
    const core::TraceTime start = store.rangeOf(slice).start;
    std::optional<core::SliceId> innermost;
    for (std::uint32_t i = 0; i < store.tracks().size(); ++i) {
        const core::TrackId id(i);
        if (store.track(id).kind != core::TrackKind::Operations ||
            store.track(id).thread != thread) {
            continue;
        }
        for (std::uint32_t depth = 0; depth < index.depthCount(id); ++depth) {
            const auto found = index.sliceAt(id, depth, {start, start + core::Duration(1)});
            innermost = found ? found : innermost;
        }
    }
    return innermost;
}

} // namespace

QString sliceToolTip(const core::TraceStore& store, const TimelineIndex& index, core::SliceId slice,
                     core::TraceTime origin)
{
    const core::TimeRange range = store.rangeOf(slice);
    const core::Category category = store.slices().category[slice.value()];
    QStringList lines;
    QString kind = toText(core::categoryName(category));
    if (const auto operation = operationAround(store, index, slice)) {
        kind += tr(" in %1").arg(elideMiddle(toText(store.nameOf(*operation)), kLongestName));
    }
    lines << kind;
    const QString exact = tr("%1 ns").arg(formatExactNs(range.length().count()));
    const QString rounded = formatDuration(range.length());
    lines << (range.length() < core::Duration(1000) ? exact : tr("%1 (%2)").arg(rounded, exact));
    lines << tr("starts at %1").arg(formatPosition(range.start - origin));
    if ((store.slices().flags[slice.value()] & core::kSliceUnfinished) != 0) {
        lines << tr("its end was not recorded");
    }
    return toolTip(toText(store.nameOf(slice)), lines);
}

QString deviceToolTip(const TimelineIndex& index, std::uint32_t device, core::TimeRange visible)
{
    const DeviceActivity& activity = index.devices()[device];
    core::Duration sampled{};
    for (const core::TimeRange range : activity.sampled) {
        sampled +=
            range.overlaps(visible) ? range.intersected(visible).length() : core::Duration(0);
    }
    const Fold busy = fold(activity.busy, visible);
    const auto length = static_cast<double>(std::max<std::int64_t>(1, visible.length().count()));
    return toolTip(tr("GPU %1 in view").arg(activity.usage.device),
                   {tr("busy %1 (%2)")
                        .arg(formatPercent(static_cast<double>(busy.busyNs) / length),
                             formatDuration(core::Duration(busy.busyNs))),
                    tr("sampled %1: any kernel in the sampling window")
                        .arg(formatPercent(static_cast<double>(sampled.count()) / length))});
}

QString counterToolTip(const core::TraceStore& store, core::TrackId track, core::TraceTime time)
{
    const auto samples = store.samplesOf(track);
    const auto next = std::partition_point(
        samples.begin(), samples.end(),
        [time](const core::CounterSample& sample) { return sample.time <= time; });
    const QString name = toText(store.text(store.track(track).name));
    if (next == samples.begin()) {
        return toolTip(name, {tr("no value yet")});
    }
    return toolTip(name, {QString::number((next - 1)->value, 'g', 10)});
}

} // namespace hscope::app
