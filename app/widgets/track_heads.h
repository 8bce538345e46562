// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"
#include "app/timeline/timeline_index.h"
#include "app/timeline/timeline_layout.h"
#include "app/timeline/timeline_looks.h"

#include <QFont>
#include <QString>

#include <optional>

class QPainter;

namespace hscope::app {

/// The words of one track head.
struct TrackHeadText
{
    QString name;
    QString detail; ///< Second line, or beside the name where there is room for one line only.
    QString number; ///< At the right of the name.
    QString detailNumber; ///< At the right of the detail.
    bool isQuiet = false; ///< Of lesser weight than a thread or stream.
};

[[nodiscard]] TrackHeadText trackHeadText(const core::TraceStore& store, const TimelineIndex& index,
                                          const TrackHead& head);

/// The phase of `process` that takes most of `visible`, if it has any.
[[nodiscard]] std::optional<core::StringId>
phaseIn(const core::TraceStore& store, core::ProcessId process, core::TimeRange visible);

/// Paints the labels at the left of the tracks.
class TrackHeadPainter
{
public:
    explicit TrackHeadPainter(const Palette& palette);

    struct View
    {
        const core::TraceStore& store;
        const TimelineIndex& index;
        const TimelineLayout& layout;
        int scrollY = 0;
        int height = 0;
        std::optional<int> hoveredY; ///< In layout pixels; shows whether a track can be folded.
        const TimelineLooks* looks = nullptr;
    };

    void paint(QPainter& painter, const View& view) const;

private:
    void paintHead(QPainter& painter, const View& view, const TrackHead& head) const;
    void paintLook(QPainter& painter, const View& view, const TrackHead& head,
                   const TrackLook& look) const;
    void paintChevron(QPainter& painter, int centerY, bool collapsed) const;
    void paintLine(QPainter& painter, int centerY, const QFont& font, const QString& left,
                   const QString& right) const;

    Palette m_palette;
    QFont m_font;
    QFont m_strong;
    QFont m_small;
};

} // namespace hscope::app
