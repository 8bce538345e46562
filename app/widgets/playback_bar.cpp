// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/playback_bar.h"

#include "app/models/format.h"
#include "app/widgets/icons.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <array>
#include <cmath>

namespace hscope::app {

namespace {

constexpr int kFrameMs = 33;
constexpr std::array kSpeeds = {0.1, 0.25, 0.5, 1.0, 2.0, 4.0};
constexpr int kNormalSpeed = 3;

} // namespace

PlaybackBar::PlaybackBar(DeviceReplay& replay, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_replay(replay)
    , m_theme(theme)
    , m_play(new QToolButton(this))
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_time(new QLabel(this))
    , m_speed(new QComboBox(this))
{
    m_play->setIconSize(QSize(18, 18));
    m_play->setFocusPolicy(Qt::StrongFocus);
    m_slider->setRange(0, kSliderSteps);
    m_slider->setMinimumWidth(160);
    m_slider->setAccessibleName(tr("Time of the simulation"));
    m_slider->setAccessibleDescription(
        tr("Left and right go from microbatch to microbatch, Home and End to the start and the "
           "end, Space plays."));
    m_slider->installEventFilter(this);
    m_time->setFont(fonts::number());
    m_time->setMinimumWidth(
        QFontMetrics(fonts::number())
            .horizontalAdvance(tr("%1 of %2, %3 out")
                                   .arg(QStringLiteral("888.8 ms"), QStringLiteral("8.888 s"),
                                        QStringLiteral("8 888"))));
    m_time->setToolTip(tr("The time shown, and how many microbatches have left the last stage"));
    for (const double speed : kSpeeds) {
        m_speed->addItem(QStringLiteral("%1×").arg(speed), speed);
    }
    m_speed->setCurrentIndex(kNormalSpeed);
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("At 1× the whole simulation plays in %1 s").arg(kWholeSeconds));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_play);
    layout->addWidget(m_slider, 1);
    layout->addWidget(m_time);
    layout->addWidget(m_speed);
    m_timer.setInterval(kFrameMs);
    connect(&m_timer, &QTimer::timeout, this,
            [this] { advance(static_cast<double>(m_elapsed.restart()) / 1e3); });
    connect(m_play, &QToolButton::clicked, this, [this] { setPlaying(!isPlaying()); });
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        const double share = static_cast<double>(value) / kSliderSteps;
        m_replay.setTime(core::Duration(
            std::llround(share * static_cast<double>(m_replay.lights().span().count()))));
    });
    connect(&replay, &DeviceReplay::lightsChanged, this, [this] {
        if (m_replay.lights().isEmpty()) {
            setPlaying(false);
        }
        refresh();
    });
    connect(&replay, &DeviceReplay::timeChanged, this, &PlaybackBar::refresh);
    connect(&theme, &Theme::changed, this, &PlaybackBar::refreshIcon);
    refresh();
    refreshIcon();
}

void PlaybackBar::setPlaying(bool isPlaying)
{
    if (isPlaying == this->isPlaying() || (isPlaying && m_replay.lights().isEmpty())) {
        return;
    }
    if (isPlaying) {
        if (m_replay.time() >= m_replay.lights().span()) {
            m_replay.setTime({});
        }
        m_elapsed.start();
        m_timer.start();
    } else {
        m_timer.stop();
    }
    refreshIcon();
}

void PlaybackBar::advance(double seconds)
{
    const core::Duration span = m_replay.lights().span();
    const double share = seconds * m_speed->currentData().toDouble() / kWholeSeconds;
    m_replay.setTime(m_replay.time() +
                     core::Duration(std::llround(share * static_cast<double>(span.count()))));
    if (m_replay.time() >= span) {
        setPlaying(false);
    }
}

bool PlaybackBar::handleKey(int key)
{
    switch (key) {
    case Qt::Key_Space:
        setPlaying(!isPlaying());
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
        m_replay.step(key == Qt::Key_Right);
        return true;
    case Qt::Key_Home:
        m_replay.setTime({});
        return true;
    case Qt::Key_End:
        m_replay.setTime(m_replay.lights().span());
        return true;
    default:
        return false;
    }
}

bool PlaybackBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_slider && event->type() == QEvent::KeyPress) {
        return handleKey(static_cast<QKeyEvent*>(event)->key());
    }
    return QWidget::eventFilter(watched, event);
}

void PlaybackBar::hideEvent(QHideEvent* event)
{
    setPlaying(false); // Nobody sees it.
    QWidget::hideEvent(event);
}

void PlaybackBar::refresh()
{
    const DeviceLights& lights = m_replay.lights();
    const double span = static_cast<double>(lights.span().count());
    const QSignalBlocker blocker(m_slider);
    m_slider->setValue(
        span > 0 ? static_cast<int>(std::lround(static_cast<double>(m_replay.time().count()) /
                                                span * kSliderSteps))
                 : 0);
    const QString time = formatDuration(m_replay.time());
    m_time->setText(tr("%1 of %2, %3 out")
                        .arg(time, formatDuration(lights.span()),
                             formatCount(lights.completedAt(m_replay.time()))));
    for (QWidget* control : {static_cast<QWidget*>(m_play), static_cast<QWidget*>(m_slider),
                             static_cast<QWidget*>(m_speed)}) {
        control->setEnabled(!lights.isEmpty());
    }
}

void PlaybackBar::refreshIcon()
{
    m_play->setIcon(lineIcon(isPlaying() ? QStringLiteral("pause") : QStringLiteral("play"),
                             m_theme.palette()));
    const QString text = isPlaying() ? tr("Pause") : tr("Play");
    m_play->setAccessibleName(text);
    m_play->setToolTip(tr("%1 (Space)").arg(text));
}

} // namespace hscope::app
