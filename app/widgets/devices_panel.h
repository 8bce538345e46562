// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/device_table_model.h"
#include "app/widgets/theme.h"

#include <QWidget>

class QComboBox;

namespace hscope::app {

class DevicesView;
class PlaybackBar;
class TablePanel;

/// The devices of the selected schedule: the drawing of the cluster, the same as a table, and the
/// playback below both.
class DevicesPanel final : public QWidget
{
    Q_OBJECT

public:
    /// Both must outlive the panel.
    DevicesPanel(DeviceReplay& replay, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] DevicesView* view() const { return m_view; }

    [[nodiscard]] TablePanel* table() const { return m_table; }

    [[nodiscard]] PlaybackBar* playback() const { return m_playback; }

    [[nodiscard]] QComboBox* colorsBox() const { return m_colors; }

Q_SIGNALS:
    void exportFailed(const QString& sentence);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QWidget* makeBar(const Theme& theme);
    void refreshSelection();

    DeviceReplay& m_replay;
    DeviceTableModel m_model;
    DevicesView* m_view;
    TablePanel* m_table;
    PlaybackBar* m_playback;
    QComboBox* m_colors;
};

} // namespace hscope::app
