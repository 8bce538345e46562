// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/track_heads.h"

#include "app/models/format.h"
#include "app/widgets/paint_helpers.h"
#include "app/widgets/theme.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <map>

namespace hscope::app {

namespace {

constexpr int kChevronX = 12;
constexpr int kTextX = 24;
constexpr int kRightMargin = 12;
constexpr int kLineDistance = 16;
constexpr int kTwoLines = 40; ///< A head at least this high has room for two lines.

QString tr(const char* text, int count = -1)
{
    return QCoreApplication::translate("TrackHeads", text, nullptr, count);
}

/// An id of the operating system, grouped like every number.
QString idText(std::int64_t id)
{
    return formatCount(id);
}

TrackHeadText threadText(const core::TraceStore& store, const core::Track& track)
{
    TrackHeadText text;
    text.name = toText(store.text(track.name));
    if (track.tid) {
        text.detail = tr("tid %1").arg(idText(*track.tid));
    }
    if (text.name.isEmpty()) {
        text.name = track.tid ? tr("thread %1").arg(idText(*track.tid)) : tr("thread");
        text.detail.clear();
    }
    return text;
}

TrackHeadText streamText(const core::TraceStore& store, const core::Track& track,
                         std::uint32_t lanes)
{
    TrackHeadText text;
    if (track.device && track.stream) {
        text.name = tr("GPU %1 stream %2").arg(*track.device).arg(*track.stream);
    } else {
        text.name = toText(store.text(track.name));
    }
    if (text.name.isEmpty()) {
        text.name = tr("GPU stream");
    }
    if (lanes > 1) {
        text.detail = tr("kernels overlap, %1 lanes").arg(lanes);
    }
    return text;
}

TrackHeadText busyText(const TimelineIndex& index, const core::TraceStore& store,
                       std::uint32_t device)
{
    const core::DeviceUsage& usage = index.devices()[device].usage;
    const double wall = static_cast<double>(store.wallRange().length().count());
    TrackHeadText text;
    text.name = index.devices().size() == 1 ? tr("GPU busy") : tr("GPU %1 busy").arg(usage.device);
    text.detail = tr("sampled, whole trace");
    text.number = formatPercent(wall > 0 ? static_cast<double>(usage.busy.count()) / wall : 0.0);
    text.detailNumber = formatPercent(usage.sampledUtilisation);
    return text;
}

} // namespace

TrackHeadText trackHeadText(const core::TraceStore& store, const TimelineIndex& index,
                            const TrackHead& head)
{
    TrackHeadText text;
    switch (head.kind) {
    case RowKind::ProcessHeader: {
        const core::Process& process = store.process(head.process);
        text.name = toText(store.text(process.name));
        text.detail = process.pid ? tr("pid %1").arg(idText(*process.pid)) : QString();
        if (text.name.isEmpty()) {
            text.name = process.pid ? tr("process %1").arg(idText(*process.pid)) : tr("process");
            text.detail.clear();
        }
        return text;
    }
    case RowKind::Iterations:
        text.name = tr("Iterations");
        text.isQuiet = true;
        return text;
    case RowKind::Operations:
        text.name = tr("Operations");
        // Mostly the thread follows right below; it has no row where it did nothing else.
        if (const auto thread = store.track(head.track).thread;
            thread && store.track(*thread).sliceCount == 0) {
            text = {threadText(store, store.track(*thread)).name, tr("operations"), {}, {}, true};
        }
        text.isQuiet = true;
        return text;
    case RowKind::DeviceBusy:
        return busyText(index, store, head.device);
    case RowKind::Slices:
        if (store.track(head.track).kind == core::TrackKind::GpuStream) {
            return streamText(store, store.track(head.track), index.depthCount(head.track));
        }
        return threadText(store, store.track(head.track));
    case RowKind::Counter:
    case RowKind::Markers:
        break;
    }
    text = threadText(store, store.track(head.track));
    text.isQuiet = head.kind == RowKind::Markers;
    if (text.isQuiet) {
        text.detail = tr("shown, not counted");
    }
    return text;
}

std::optional<core::StringId> phaseIn(const core::TraceStore& store, core::ProcessId process,
                                      core::TimeRange visible)
{
    std::map<core::StringId, core::Duration> times;
    const auto phases = store.phases();
    const auto first =
        std::partition_point(phases.begin(), phases.end(), [process](const core::Phase& phase) {
            return phase.process < process;
        });
    for (auto phase = first;
         phase != phases.end() && phase->process == process && phase->range.start < visible.end;
         ++phase) {
        if (phase->range.overlaps(visible)) {
            times[phase->name] += phase->range.intersected(visible).length();
        }
    }
    const auto most =
        std::max_element(times.begin(), times.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == times.end() ? std::nullopt : std::optional(most->first);
}

TrackHeadPainter::TrackHeadPainter(const Palette& palette)
    : m_palette(palette)
    , m_font(fonts::normal())
    , m_strong(fonts::bold())
    , m_small(fonts::small())
{
}

void TrackHeadPainter::paint(QPainter& painter, const View& view) const
{
    painter.fillRect(QRect(0, 0, measure::kHead, view.height), m_palette.surface);
    for (const TrackHead& head :
         view.layout.headsBetween(view.scrollY, view.scrollY + view.height)) {
        paintHead(painter, view, head);
    }
    painter.fillRect(QRect(measure::kHead - 1, 0, 1, view.height), m_palette.hairline);
}

void TrackHeadPainter::paintHead(QPainter& painter, const View& view, const TrackHead& head) const
{
    const int y = head.y - view.scrollY;
    const TrackHeadText text = trackHeadText(view.store, view.index, head);
    const bool hovered =
        view.hoveredY && *view.hoveredY >= head.y && *view.hoveredY < head.bottom();
    if (head.kind == RowKind::ProcessHeader) {
        painter.fillRect(QRect(0, y, measure::kHead, head.height), m_palette.window);
        paintChevron(painter, y + head.height / 2, head.isCollapsed);
        const int center = y + (head.height - 1) / 2;
        painter.setPen(m_palette.text);
        const QFontMetrics metrics(m_strong);
        const int detailWidth =
            text.detail.isEmpty() ? 0 : QFontMetrics(m_small).horizontalAdvance(text.detail) + 8;
        const int room = measure::kHead - kTextX - kRightMargin;
        const QString name =
            metrics.elidedText(elideMiddle(text.name, kMeasuredLength), Qt::ElideMiddle,
                               std::max(room - detailWidth, room / 2));
        paintLine(painter, center, m_strong, name, {});
        painter.setPen(m_palette.secondaryText);
        painter.setFont(m_small);
        const QRect rest(kTextX + metrics.horizontalAdvance(name) + 8, center - 10,
                         std::max(0, room - metrics.horizontalAdvance(name) - 8), 20);
        painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetrics(m_small).elidedText(elideMiddle(text.detail, kMeasuredLength),
                                                          Qt::ElideRight, rest.width()));
    } else if (const TrackLook* look =
                   view.looks != nullptr ? view.looks->trackLook(head.track) : nullptr;
               look != nullptr && head.kind == RowKind::Slices) {
        paintLook(painter, view, head, *look);
    } else {
        if (head.isCollapsed || (hovered && head.canCollapse)) {
            paintChevron(painter, y + measure::kPadding + measure::kRow / 2, head.isCollapsed);
        }
        const bool busy = head.kind == RowKind::DeviceBusy;
        const bool twoLines =
            !text.detail.isEmpty() && head.height >= (busy ? measure::kDeviceBusy : kTwoLines);
        const int center = y + measure::kPadding + measure::kRow / 2;
        painter.setPen(text.isQuiet ? m_palette.secondaryText : m_palette.text);
        paintLine(painter, center, m_font, text.name, {});
        if (busy) {
            painter.setPen(m_palette.category(core::Category::GpuKernel));
            paintLine(painter, center, m_strong, {}, text.number);
        } else if (!twoLines) {
            painter.setPen(m_palette.secondaryText);
            const QString name = elideMiddle(text.name, kMeasuredLength);
            const int left = kTextX + QFontMetrics(m_font).horizontalAdvance(name) + 8;
            const int room = measure::kHead - kRightMargin - left;
            if (QFontMetrics(m_small).horizontalAdvance(text.detail) <= room) {
                paintLine(painter, center, m_small, {}, text.detail);
            }
        }
        if (twoLines) {
            painter.setPen(m_palette.secondaryText);
            const int second = center + kLineDistance;
            paintLine(painter, second, m_small, text.detail, {});
            paintLine(painter, second, busy ? m_font : m_small, {}, text.detailNumber);
        }
    }
    if (head.hasSeparator) {
        painter.fillRect(QRect(0, y + head.height - 1, measure::kHead, 1), m_palette.hairline);
    }
}

void TrackHeadPainter::paintLook(QPainter& painter, const View& view, const TrackHead& head,
                                 const TrackLook& look) const
{
    // In the middle of the track's rows, or at their top where these are not as high as a line.
    const int center = head.y - view.scrollY + head.height / 2;
    drawGlyph(painter, QPointF(kTextX + 4, center), 8, look.glyph,
              QColor(m_palette.dark ? look.darkColor : look.lightColor));
    const QString name = toText(view.store.text(view.store.track(head.track).name));
    painter.setFont(m_small);
    const QFontMetrics metrics = painter.fontMetrics();
    const QString longDetail = toText(look.detail) + u' ' + elideMiddle(toText(look.unit), 40);
    const QRect line(kTextX + 16, center - 8, measure::kHead - kTextX - 16 - kRightMargin, 16);
    const bool fits = metrics.horizontalAdvance(elideMiddle(name, kMeasuredLength)) + 12 +
                          metrics.horizontalAdvance(longDetail) <=
                      line.width();
    const QString detail = fits ? longDetail : toText(look.detail);
    const int detailWidth = metrics.horizontalAdvance(detail);
    painter.setPen(m_palette.secondaryText);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, detail);
    painter.setPen(m_palette.text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(elideMiddle(name, kMeasuredLength),
                                                      Qt::ElideMiddle,
                                                      line.width() - detailWidth - 8));
}

void TrackHeadPainter::paintLine(QPainter& painter, int centerY, const QFont& font,
                                 const QString& left, const QString& right) const
{
    painter.setFont(font);
    const QRect line(kTextX, centerY - 10, measure::kHead - kTextX - kRightMargin, 20);
    if (!left.isEmpty()) {
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         QFontMetrics(font).elidedText(elideMiddle(left, kMeasuredLength),
                                                       Qt::ElideMiddle, line.width()));
    }
    if (!right.isEmpty()) {
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, right);
    }
}

void TrackHeadPainter::paintChevron(QPainter& painter, int centerY, bool collapsed) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_palette.secondaryText, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF center(kChevronX, centerY);
    if (collapsed) {
        const std::array<QPointF, 3> points = {
            center + QPointF(-1.8, -3.5), center + QPointF(1.8, 0), center + QPointF(-1.8, 3.5)};
        painter.drawPolyline(points.data(), 3);
    } else {
        const std::array<QPointF, 3> points = {
            center + QPointF(-3.5, -1.8), center + QPointF(0, 1.8), center + QPointF(3.5, -1.8)};
        painter.drawPolyline(points.data(), 3);
    }
    painter.restore();
}

} // namespace hscope::app
