// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/instance_statistics.h"
#include "app/widgets/theme.h"

#include <QWidget>

#include <memory>

namespace hscope::app {

/// The durations of a slice's namesakes as bars on logarithmic scales, the slice's own bar marked.
/// A click asks for an instance of the bar below the mouse.
class InstanceHistogram final : public QWidget
{
    Q_OBJECT

public:
    explicit InstanceHistogram(const Theme& theme, QWidget* parent = nullptr);

    /// Null statistics: they are still being computed. `selected` lies in one of the bins.
    void show(std::shared_ptr<const InstanceStatistics> statistics, core::Duration selected);

    /// The bin at a point of the widget, if it holds anything.
    [[nodiscard]] std::optional<std::size_t> binAt(QPoint point) const;

    [[nodiscard]] QSize sizeHint() const override { return {200, kHeight}; }

    static constexpr int kHeight = 64;

Q_SIGNALS:
    void binClicked(std::size_t bin);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QRect barOf(std::size_t bin) const;

    const Theme& m_theme;
    std::shared_ptr<const InstanceStatistics> m_statistics;
    core::Duration m_selected{};
};

} // namespace hscope::app
