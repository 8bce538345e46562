// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/timeline_painter.h"

#include "app/models/format.h"
#include "app/models/schedule_replay.h"
#include "app/models/type_appearance.h"
#include "app/timeline/timeline_geometry.h"
#include "app/widgets/timeline_changes.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace hscope::app {

namespace {

constexpr double kGapFrom = 4.0;   ///< Slices wider than this leave a gap of a pixel at their end.
constexpr double kRoundFrom = 6.0; ///< Slices wider than this have round corners.
constexpr double kFadeLength = 48.0; ///< Over which an unfinished slice disappears.
constexpr double kTextMargin = 5.0;
constexpr int kOperationLine = 2;

QString tr(const char* text)
{
    return QCoreApplication::translate("TimelinePainter", text);
}

} // namespace

/// Paints one frame.
class TimelinePainter::Pass
{
public:
    Pass(const TimelineFrame& frame, TimelineColors& colors, LabelCache& labels, QImage& image)
        : m_frame(frame)
        , m_slices(frame.store.slices())
        , m_colors(colors)
        , m_labels(labels)
        , m_canvas(image)
    {
    }

    void paintPixels()
    {
        m_canvas.fill({0, 0, m_canvas.width(), m_canvas.height()}, m_colors.canvas);
        for (const RulerTick& tick : m_frame.ticks.ticks) {
            const int x = static_cast<int>(std::lround(tick.x));
            m_canvas.fill({x, 0, x + 1, m_canvas.height()}, m_colors.gridLine);
        }
        const int top = m_frame.viewport.scrollY;
        for (const TrackHead& head :
             m_frame.layout.headsBetween(top, top + m_frame.viewport.height)) {
            if (head.kind == RowKind::ProcessHeader) {
                m_canvas.fill({0, deviceY(head.y), m_canvas.width(), deviceY(head.bottom())},
                              m_colors.header);
            }
            if (head.hasSeparator) {
                const int y = deviceY(head.bottom()) - 1;
                m_canvas.fill({0, y, m_canvas.width(), y + 1}, m_colors.hairline);
            }
        }
        const QRgb markColor = mixed(m_colors.canvas, m_colors.palette().secondaryText.rgb(), 0.7);
        for (const IterationMark& mark : m_frame.marks) {
            if (mark.startsHere) {
                m_canvas.dottedLine(static_cast<int>(std::lround(mark.x)), 0, m_canvas.height(),
                                    markColor);
            }
        }
        for (const DrawRow& row : m_frame.list.rows) {
            paintRow(row);
        }
    }

    void paintTexts(QPainter& painter)
    {
        painter.setFont(m_labels.font());
        std::size_t next = 0;
        for (const DrawRow& row : m_frame.list.rows) {
            while (next < m_frame.list.labels.size() && isLabelOf(row, m_frame.list.labels[next])) {
                paintLabel(painter, row, m_frame.list.labels[next]);
                ++next;
            }
            if (row.row.kind == RowKind::DeviceBusy) {
                paintSampledText(painter, row.row);
            }
        }
    }

private:
    [[nodiscard]] int deviceY(int y) const
    {
        return static_cast<int>(std::lround((y - m_frame.viewport.scrollY) * m_frame.scale));
    }

    [[nodiscard]] int deviceLength(int length) const
    {
        return static_cast<int>(std::lround(length * m_frame.scale));
    }

    static bool isLabelOf(const DrawRow& row, const DrawLabel& label)
    {
        return row.row.kind != RowKind::Counter && label.item >= row.firstItem &&
               label.item < row.firstItem + row.itemCount;
    }

    void paintRow(const DrawRow& row)
    {
        switch (row.row.kind) {
        case RowKind::ProcessHeader:
            break;
        case RowKind::Iterations:
            paintIterations(row);
            break;
        case RowKind::Operations:
            paintOperations(row);
            break;
        case RowKind::DeviceBusy:
            paintSampled(row.row);
            paintSlices(row, measure::kSlice);
            break;
        case RowKind::Slices:
            if (const TrackLook* look =
                    m_frame.looks != nullptr ? m_frame.looks->trackLook(row.row.track) : nullptr) {
                paintThin(row, *look);
                break;
            }
            paintSlices(row, measure::kSlice);
            break;
        case RowKind::Markers:
            paintSlices(row, measure::kSlice);
            break;
        case RowKind::Counter:
            paintCounter(row);
            break;
        }
    }

    /// Whole pixels of a wide item, with a gap to the next one.
    [[nodiscard]] PixelRect rectOf(const DrawItem& item, const LayoutRow& row, int height) const
    {
        const int x0 = static_cast<int>(std::lround(item.x0));
        int x1 = std::max(x0 + 1, static_cast<int>(std::lround(item.x1)));
        if (static_cast<double>(item.x1 - item.x0) > kGapFrom * m_frame.scale) {
            --x1;
        }
        const int y = deviceY(row.y);
        return {x0, y, x1, y + deviceLength(height)};
    }

    /// A column of a dense part; `color` fades to the canvas with emptiness.
    void paintColumn(const DrawItem& item, const LayoutRow& row, int height, QRgb color)
    {
        const int x = static_cast<int>(item.x0);
        const int y = deviceY(row.y);
        const double strength =
            TimelineColors::kFaintest + (1.0 - TimelineColors::kFaintest) * (item.density / 255.0);
        m_canvas.fill({x, y, x + 1, y + deviceLength(height)},
                      mixed(m_colors.canvas, color, strength));
    }

    void fillWide(PixelRect rect, QRgb color)
    {
        if (rect.x1 - rect.x0 > kRoundFrom * m_frame.scale) {
            m_canvas.fillRounded(rect, color);
        } else {
            m_canvas.fill(rect, color);
        }
    }

    void paintSlices(const DrawRow& row, int height)
    {
        const TimelineColors::Shades& shades = m_colors.shadesOf(row.row, m_frame.store);
        const bool areSlices = row.row.kind != RowKind::DeviceBusy;
        int next = 0; // where a column has to be to continue the run
        for (const DrawItem& item : m_frame.list.itemsOf(row)) {
            if (item.folded) {
                const int x = static_cast<int>(item.x0);
                if (x != next) {
                    flushColumns(row.row, height, next);
                }
                m_columns.push_back(shades.columnColor(item.category, item.density));
                next = x + 1;
                continue;
            }
            flushColumns(row.row, height, next);
            const QRgb color = shades.fill[static_cast<std::size_t>(item.category)];
            const PixelRect rect = rectOf(item, row.row, height);
            if (item.category == core::Category::Overhead) {
                m_canvas.hatch(rect, m_colors.palette().overheadFill.rgb(),
                               m_colors.palette().overheadHatch.rgb(), HatchDirection::Rising);
            } else if (item.category == core::Category::GpuSync) {
                m_canvas.hatch(rect, m_colors.syncGround, color, HatchDirection::Falling);
            } else {
                fillWide(rect, color);
            }
            if (areSlices) {
                fadeUnfinished(item, rect);
            }
        }
        flushColumns(row.row, height, next);
    }

    /// Slices in the colour of a resource type, every other round lighter; transfers are pale.
    void paintThin(const DrawRow& row, const TrackLook& look)
    {
        const QRgb color = m_colors.palette().dark ? look.darkColor : look.lightColor;
        const std::array<QRgb, 2> fills = {mixed(color, m_colors.canvas, tints::kSlice),
                                           mixed(color, m_colors.canvas, tints::kOtherSlice)};
        const QRgb transfer = mixed(color, m_colors.canvas, tints::kTransfer);
        const core::Track& track = m_frame.store.track(row.row.track);
        const int height = row.row.height - 1;
        for (const DrawItem& item : m_frame.list.itemsOf(row)) {
            const SliceChange::Kind change = m_frame.looks->change(m_slices.source[item.id]).kind;
            if (item.folded) {
                const QRgb fill = isTransfer(item.category) ? transfer : fills[0];
                paintColumn(item, row.row, height,
                            changes::columnColor(fill, change, m_colors.palette()));
                continue;
            }
            const std::size_t round = (item.id - track.firstSlice) / look.slicesPerRound % 2;
            changes::fillSlice(m_canvas, rectOf(item, row.row, height),
                               isTransfer(item.category) ? transfer : fills[round], change,
                               m_colors.palette());
        }
    }

    /// Paints the columns gathered so far, the last of which is left of `end`.
    void flushColumns(const LayoutRow& row, int height, int end)
    {
        const int y = deviceY(row.y);
        m_canvas.fillColumns(end - static_cast<int>(m_columns.size()), y, y + deviceLength(height),
                             m_columns);
        m_columns.clear();
    }

    void fadeUnfinished(const DrawItem& item, PixelRect rect)
    {
        if ((m_slices.flags[item.id] & core::kSliceUnfinished) != 0) {
            const int length =
                std::min(static_cast<int>(kFadeLength * m_frame.scale), (rect.x1 - rect.x0) / 2);
            m_canvas.fadeTo({rect.x1 - length, rect.y0, rect.x1, rect.y1}, m_colors.canvas);
        }
    }

    void paintOperations(const DrawRow& row)
    {
        for (const DrawItem& item : m_frame.list.itemsOf(row)) {
            const auto& colors = m_colors.operation(m_slices.name[item.id], m_frame.store);
            if (item.folded) {
                paintColumn(item, row.row, measure::kSlice, mixed(colors.fill, colors.line, 0.3));
                continue;
            }
            const PixelRect rect = rectOf(item, row.row, measure::kSlice);
            m_canvas.fill(rect, colors.fill);
            m_canvas.fill({rect.x0, rect.y1 - deviceLength(kOperationLine), rect.x1, rect.y1},
                          colors.line);
            fadeUnfinished(item, rect);
        }
    }

    void paintIterations(const DrawRow& row)
    {
        const QRgb ground = mixed(m_colors.canvas, m_colors.palette().secondaryText.rgb(), 0.16);
        const QRgb edge = mixed(m_colors.canvas, m_colors.palette().secondaryText.rgb(), 0.6);
        for (const DrawItem& item : m_frame.list.itemsOf(row)) {
            if (item.folded) {
                paintColumn(item, row.row, measure::kIterations, edge);
                continue;
            }
            const PixelRect rect = rectOf(item, row.row, measure::kIterations);
            m_canvas.fill(rect, ground);
            m_canvas.fill({rect.x0, rect.y0, rect.x0 + 1, rect.y1}, edge);
        }
    }

    void paintSampled(const LayoutRow& row)
    {
        const auto& sampled = m_frame.index.devices()[row.device].sampled;
        const TimeScale scale(m_frame.viewport.range, m_frame.viewport.width);
        const auto first =
            std::partition_point(sampled.begin(), sampled.end(), [this](core::TimeRange range) {
                return range.end <= m_frame.viewport.range.start;
            });
        const QRgb line = mixed(m_colors.canvas, m_colors.palette().secondaryText.rgb(), 0.45);
        const int y1 = deviceY(row.bottom());
        for (auto range = first;
             range != sampled.end() && range->start < m_frame.viewport.range.end; ++range) {
            const double x0 = std::max(scale.xOf(range->start), -1.0);
            const double x1 = std::min(scale.xOf(range->end), m_frame.viewport.width + 1.0);
            const PixelRect rect{static_cast<int>(std::lround(x0)),
                                 y1 - deviceLength(measure::kSampled),
                                 static_cast<int>(std::lround(x1)), y1};
            m_canvas.hatch(rect, m_colors.canvas, line, HatchDirection::Rising);
            m_canvas.fill({rect.x0, rect.y0, rect.x1, rect.y0 + 1}, line);
            m_canvas.fill({rect.x0, rect.y1 - 1, rect.x1, rect.y1}, line);
        }
    }

    void paintCounter(const DrawRow& row)
    {
        const QRgb curve = m_colors.palette().category(core::Category::Python).rgb();
        const QRgb area = mixed(m_colors.canvas, curve, 0.28);
        const int bottom = deviceY(row.row.bottom());
        const double height = deviceLength(measure::kCounter) - 2;
        const auto levelOf = [&](float ratio) {
            return bottom - 1 - static_cast<int>(std::lround(static_cast<double>(ratio) * height));
        };
        const auto samples = std::span(m_frame.list.samples).subspan(row.firstItem, row.itemCount);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const int x = static_cast<int>(samples[i].x);
            const int next =
                i + 1 < samples.size() ? static_cast<int>(samples[i + 1].x) : m_canvas.width();
            const int level = levelOf(samples[i].last);
            m_canvas.fill({x, level, next, bottom}, area);
            m_canvas.fill({x, level, next, level + 1}, curve);
            m_canvas.fill({x, levelOf(samples[i].highest), x + 1, levelOf(samples[i].lowest) + 1},
                          curve);
            if (i > 0) { // the step from the value before
                const int before = levelOf(samples[i - 1].last);
                m_canvas.fill({x, std::min(before, level), x + 1, std::max(before, level) + 1},
                              curve);
            }
        }
    }

    struct LabelText
    {
        std::uint64_t key;
        bool white;
        bool secondary;
    };

    [[nodiscard]] LabelText textOf(const DrawRow& row, const DrawItem& item) const
    {
        constexpr std::uint64_t kIterationKeys = std::uint64_t{1} << 33;
        if (row.row.kind == RowKind::Iterations) {
            const std::uint32_t first = m_frame.index.iterations(row.row.process).first;
            return {kIterationKeys + first + item.id, m_colors.palette().dark, true};
        }
        const core::StringId name = m_slices.name[item.id];
        if (row.row.kind == RowKind::Operations) {
            return {name.value(), m_colors.operation(name, m_frame.store).whiteLabel, false};
        }
        if (item.category == core::Category::Overhead || item.category == core::Category::GpuSync) {
            return {name.value(), true, false};
        }
        return {name.value(),
                m_colors.shadesOf(row.row, m_frame.store)
                    .whiteLabel[static_cast<std::size_t>(item.category)],
                row.row.kind == RowKind::Markers};
    }

    [[nodiscard]] QString nameOf(const DrawRow& row, const DrawItem& item) const
    {
        if (row.row.kind == RowKind::Iterations) {
            const std::uint32_t position =
                m_frame.index.iterations(row.row.process).first + item.id;
            return tr("iteration %1").arg(formatCount(m_frame.store.iterations()[position].number));
        }
        return toText(m_frame.store.text(m_slices.name[item.id]));
    }

    void paintLabel(QPainter& painter, const DrawRow& row, const DrawLabel& label)
    {
        const DrawItem& item = m_frame.list.items[label.item];
        const LabelText text = textOf(row, item);
        const double x0 = static_cast<double>(label.x0) / m_frame.scale;
        const double x1 = static_cast<double>(label.x1) / m_frame.scale;
        if (row.row.height < measure::kSlice - 1) {
            return; // No room for letters.
        }
        const QStaticText* fitted =
            m_labels.find(text.key, x1 - x0 - 2 * kTextMargin, [&] { return nameOf(row, item); });
        if (fitted == nullptr) {
            return;
        }
        const double height =
            row.row.kind == RowKind::Iterations ? measure::kIterations : measure::kSlice;
        const double y = row.row.y - m_frame.viewport.scrollY + (height - m_labels.height()) / 2.0;
        painter.setPen(text.secondary ? m_colors.palette().secondaryText
                                      : QColor(text.white ? Qt::white : Qt::black));
        painter.drawStaticText(QPointF(std::round(x0 + kTextMargin), std::round(y)), *fitted);
    }

    /// Says what the hatch means, on a ground of its own.
    void paintSampledText(QPainter& painter, const LayoutRow& row)
    {
        const TimeScale scale(m_frame.viewport.range, m_frame.viewport.width / m_frame.scale);
        const auto& sampled = m_frame.index.devices()[row.device].sampled;
        if (sampled.empty() || sampled.front().start >= m_frame.viewport.range.end) {
            return;
        }
        const QString text = tr("any kernel in the sampling window");
        const QFontMetricsF metrics(m_labels.font());
        const double x = std::max(scale.xOf(sampled.front().start), 0.0) + 24.0;
        const double right =
            std::min(scale.xOf(sampled.front().end), m_frame.viewport.width / m_frame.scale);
        const double width = metrics.horizontalAdvance(text);
        if (x + width + 12 > right) {
            return;
        }
        const double top = row.bottom() - m_frame.viewport.scrollY - measure::kSampled;
        painter.fillRect(QRectF(x - 4, top + 1, width + 8, measure::kSampled - 2),
                         QColor(m_colors.canvas));
        painter.setPen(m_colors.palette().secondaryText);
        painter.drawText(QPointF(x, top + (measure::kSampled + metrics.capHeight()) / 2.0), text);
    }

    const TimelineFrame& m_frame;
    const core::SliceColumns& m_slices;
    TimelineColors& m_colors;
    LabelCache& m_labels;
    PixelCanvas m_canvas;
    std::vector<QRgb> m_columns; ///< Neighbouring columns of a dense part, not painted yet.
};

TimelinePainter::TimelinePainter(const Palette& palette, const QFont& labelFont)
    : m_colors(palette)
    , m_labels(labelFont)
{
}

void TimelinePainter::forgetTrace()
{
    m_colors.forgetOperations();
    m_labels.clear();
}

void TimelinePainter::paint(const TimelineFrame& frame, QImage& picture)
{
    const QSize size(std::max(1, static_cast<int>(std::ceil(frame.viewport.width))),
                     std::max(1, static_cast<int>(std::ceil(frame.viewport.height * frame.scale))));
    if (picture.size() != size || picture.format() != QImage::Format_RGB32) {
        picture = QImage(size, QImage::Format_RGB32);
    }
    Pass pass(frame, m_colors, m_labels, picture);
    pass.paintPixels();
    picture.setDevicePixelRatio(frame.scale);
    QPainter painter(&picture);
    pass.paintTexts(painter);
    changes::paintTags(painter, frame, m_colors.palette());
}

} // namespace hscope::app
