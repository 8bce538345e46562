// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/timeline_changes.h"

#include "app/models/format.h"
#include "app/timeline/timeline_geometry.h"
#include "app/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace hscope::app::changes {

namespace {

using Kind = SliceChange::Kind;

constexpr int kTagHeight = 15;
constexpr int kTagPadding = 4;
constexpr int kTagMargin = 8; ///< From the right edge, of a stage's only tag.
constexpr int kDash = 4;
constexpr int kMarkReach = 3; ///< How near the mouse must be.

QColor colorOf(Kind kind, const Palette& palette)
{
    return kind == Kind::More   ? palette.error
           : kind == Kind::Less ? palette.accent
                                : palette.secondaryText;
}

/// A frame of one pixel, whose long sides are dashed if `isDashed`.
void outline(PixelCanvas& canvas, const PixelRect& rect, QRgb color, bool isDashed)
{
    const int step = isDashed ? 2 * kDash : std::max(1, rect.x1 - rect.x0);
    const int dash = isDashed ? kDash : step;
    for (int x = rect.x0; x < rect.x1; x += step) {
        const int end = std::min(x + dash, rect.x1);
        canvas.fill({x, rect.y0, end, rect.y0 + 1}, color);
        canvas.fill({x, rect.y1 - 1, end, rect.y1}, color);
    }
    canvas.fill({rect.x0, rect.y0, rect.x0 + 1, rect.y1}, color);
    canvas.fill({rect.x1 - 1, rect.y0, rect.x1, rect.y1}, color);
}

/// The rows of one stage: its first replica's and those that continue it.
struct StageRows
{
    const DrawRow* first = nullptr;
    int top = 0;
    int bottom = 0;
};

std::vector<StageRows> stagesOf(const TimelineFrame& frame)
{
    std::vector<StageRows> stages;
    for (const DrawRow& row : frame.list.rows) {
        const TrackLook* look =
            row.row.kind == RowKind::Slices ? frame.looks->trackLook(row.row.track) : nullptr;
        if (look == nullptr) {
            continue;
        }
        if (look->continues && !stages.empty()) {
            stages.back().bottom = row.row.bottom();
        } else {
            stages.push_back({&row, row.row.y, row.row.bottom()});
        }
    }
    return stages;
}

class TagPainter
{
public:
    TagPainter(QPainter& painter, const TimelineFrame& frame, const Palette& palette)
        : m_painter(painter)
        , m_frame(frame)
        , m_palette(palette)
        , m_width(frame.viewport.width / frame.scale)
    {
        m_painter.setFont(fonts::small());
    }

    void paintStage(const StageRows& stage)
    {
        bool isTagged = false;
        std::optional<SliceChange> last;
        for (const DrawItem& item : m_frame.list.itemsOf(*stage.first)) {
            const SliceChange change =
                m_frame.looks->change(m_frame.store.slices().source[item.id]);
            if (change.kind != Kind::More && change.kind != Kind::Less &&
                change.kind != Kind::Same) {
                continue;
            }
            last = change;
            const double x0 = std::max(0.0, static_cast<double>(item.x0) / m_frame.scale);
            const double x1 = std::min(m_width, static_cast<double>(item.x1) / m_frame.scale);
            if (change.kind != Kind::Same && !item.folded && x1 - x0 >= widthOf(change)) {
                paintTag((x0 + x1) / 2, stage, change);
                isTagged = true;
            }
        }
        if (last && !isTagged) {
            paintTag(m_width - kTagMargin - widthOf(*last) / 2, stage, *last);
        }
    }

private:
    static QString textOf(const SliceChange& change)
    {
        return formatOffset(core::Duration(change.deltaNs));
    }

    [[nodiscard]] double widthOf(const SliceChange& change) const
    {
        return m_painter.fontMetrics().horizontalAdvance(textOf(change)) + 2 * kTagPadding;
    }

    void paintTag(double center, const StageRows& stage, const SliceChange& change)
    {
        const double width = widthOf(change);
        const double middle = (stage.top + stage.bottom) / 2.0 - m_frame.viewport.scrollY;
        const QRectF rect(std::round(center - width / 2) + 0.5,
                          std::round(middle - kTagHeight / 2.0) - 0.5, width, kTagHeight);
        const QColor color = colorOf(change.kind, m_palette);
        m_painter.setPen(color);
        m_painter.setBrush(m_palette.canvas);
        m_painter.drawRoundedRect(rect, 3, 3);
        m_painter.drawText(rect, Qt::AlignCenter, textOf(change));
    }

    QPainter& m_painter;
    const TimelineFrame& m_frame;
    const Palette& m_palette;
    double m_width;
};

/// Top and bottom of the rows of a process, in layout pixels, without its header; none if nothing
/// of it is laid out.
std::optional<std::pair<int, int>> rowsOf(const TimelineLayout& layout, core::ProcessId process)
{
    std::optional<std::pair<int, int>> extent;
    for (const LayoutRow& row : layout.rows()) {
        if (row.process == process && row.kind != RowKind::ProcessHeader) {
            extent = extent ? std::pair(std::min(extent->first, row.y),
                                        std::max(extent->second, row.bottom()))
                            : std::pair(row.y, row.bottom());
        }
    }
    return extent;
}

/// Where a mark is in the widget; none if it is out of sight.
std::optional<QLineF> lineOf(const TimelineOverlay::View& view, const TimelineMark& mark)
{
    const auto rows = rowsOf(view.layout, mark.process);
    const double x = TimeScale(view.range, view.tracks.width()).xOf(mark.ns);
    if (!rows || x < 0 || x > view.tracks.width()) {
        return std::nullopt;
    }
    const double left = std::round(view.tracks.x() + x) + 0.5;
    return QLineF(left, view.tracks.y() + rows->first - view.scrollY, left,
                  view.tracks.y() + rows->second - view.scrollY);
}

} // namespace

void fillSlice(PixelCanvas& canvas, const PixelRect& rect, QRgb fill, Kind kind,
               const Palette& palette)
{
    switch (kind) {
    case Kind::None:
        canvas.fill(rect, fill);
        break;
    case Kind::Same:
        canvas.fill(rect, columnColor(fill, kind, palette));
        break;
    case Kind::More:
    case Kind::Less:
        canvas.hatch(rect, mixed(palette.canvas.rgb(), fill, 0.35), colorOf(kind, palette).rgb(),
                     kind == Kind::More ? HatchDirection::Rising : HatchDirection::Falling);
        break;
    case Kind::OnlyHere:
        canvas.fill(rect, mixed(palette.canvas.rgb(), fill, 0.35));
        outline(canvas, rect, fill, false);
        break;
    case Kind::OnlyThere:
        outline(canvas, rect, fill, true);
        break;
    }
}

QRgb columnColor(QRgb fill, Kind kind, const Palette& palette)
{
    switch (kind) {
    case Kind::None:
        return fill;
    case Kind::Same:
        return mixed(palette.canvas.rgb(), fill, 0.6);
    case Kind::More:
    case Kind::Less:
        return mixed(fill, colorOf(kind, palette).rgb(), 0.6);
    case Kind::OnlyHere:
    case Kind::OnlyThere:
        break;
    }
    return mixed(palette.canvas.rgb(), fill, 0.3);
}

void paintTags(QPainter& painter, const TimelineFrame& frame, const Palette& palette)
{
    if (frame.looks == nullptr || frame.looks->changes.empty()) {
        return;
    }
    TagPainter tags(painter, frame, palette);
    for (const StageRows& stage : stagesOf(frame)) {
        tags.paintStage(stage);
    }
}

void paintMarks(QPainter& painter, const TimelineOverlay::View& view, const TimelineLooks& looks,
                const Palette& palette)
{
    painter.save();
    painter.setClipRect(view.tracks);
    QPen pen(palette.text, 1);
    pen.setDashPattern({3, 3});
    painter.setPen(pen);
    for (const TimelineMark& mark : looks.marks) {
        if (const auto line = lineOf(view, mark)) {
            painter.drawLine(*line);
        }
    }
    painter.restore();
}

QString markTextAt(const TimelineOverlay::View& view, const TimelineLooks& looks, QPoint position)
{
    for (const TimelineMark& mark : looks.marks) {
        const auto line = lineOf(view, mark);
        if (line && std::abs(line->x1() - position.x()) <= kMarkReach &&
            position.y() >= line->y1() && position.y() < line->y2()) {
            return toText(mark.text);
        }
    }
    return {};
}

} // namespace hscope::app::changes
