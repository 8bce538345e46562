// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/device_replay.h"
#include "app/widgets/theme.h"

#include <QWidget>

namespace hscope::app {

/// What the colours of devices mean: the scale of utilisation, or an unused device and one of the
/// selected stage.
class DeviceLegend final : public QWidget
{
    Q_OBJECT

public:
    /// Both must outlive the legend.
    DeviceLegend(const DeviceReplay& replay, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintScale(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;

    const DeviceReplay& m_replay;
    const Theme& m_theme;
};

} // namespace hscope::app
