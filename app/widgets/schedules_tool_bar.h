// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/window_actions.h"

#include <QToolBar>

class QCheckBox;
class QComboBox;
class QPushButton;

namespace hscope::app {

class FloorSpinBox;
class ScheduleSession;
class Theme;
class WhatIfPanel;

/// What is scheduled on what, and under which conditions.
class SchedulesToolBar final : public QToolBar
{
    Q_OBJECT

public:
    SchedulesToolBar(ScheduleSession& session, const Theme& theme, const WindowActions& actions,
                     QWidget* parent = nullptr);

    [[nodiscard]] QComboBox* workloadBox() const { return m_workload; }

    [[nodiscard]] QComboBox* clusterBox() const { return m_cluster; }

    [[nodiscard]] FloorSpinBox* floorBox() const { return m_floor; }

    [[nodiscard]] QCheckBox* chargeBox() const { return m_charge; }

    [[nodiscard]] QPushButton* whatIfButton() const { return m_whatIf; }

    [[nodiscard]] WhatIfPanel* whatIfPanel() const { return m_whatIfPanel; }

private:
    void addCaption(const QString& text, QWidget* buddy);
    void refresh();

    ScheduleSession& m_session;
    QComboBox* m_workload;
    QComboBox* m_cluster;
    FloorSpinBox* m_floor;
    QCheckBox* m_charge;
    QPushButton* m_whatIf;
    WhatIfPanel* m_whatIfPanel;
};

} // namespace hscope::app
