// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/device_replay.h"
#include "app/widgets/theme.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace hscope::app {

/// Plays a DeviceReplay: `> |----o-----| 0.74 s of 1.02 s  1x`. At 1x the whole simulation takes
/// ten seconds, however long it is.
class PlaybackBar final : public QWidget
{
    Q_OBJECT

public:
    static constexpr double kWholeSeconds = 10; ///< For the whole simulation at 1x.
    static constexpr int kSliderSteps = 10'000;

    /// Both must outlive the bar.
    PlaybackBar(DeviceReplay& replay, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }

    /// From the start again if the end is reached.
    void setPlaying(bool isPlaying);

    /// Goes on as if so much time had passed; stops at the end.
    void advance(double seconds);

    /// Space, Home, End and the arrows; false for other keys.
    bool handleKey(int key);

    [[nodiscard]] QSlider* slider() const { return m_slider; }

    [[nodiscard]] QToolButton* playButton() const { return m_play; }

    [[nodiscard]] QComboBox* speedBox() const { return m_speed; }

    [[nodiscard]] QLabel* timeLabel() const { return m_time; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();
    void refreshIcon();

    DeviceReplay& m_replay;
    const Theme& m_theme;
    QToolButton* m_play;
    QSlider* m_slider;
    QLabel* m_time;
    QComboBox* m_speed;
    QTimer m_timer;
    QElapsedTimer m_elapsed; ///< Since the last step.
};

} // namespace hscope::app
