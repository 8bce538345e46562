// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/guide.h"
#include "app/widgets/theme.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace hscope::app {

/// A frame around what a guided example speaks of. Lets all events through.
class GuideMark final : public QWidget
{
    Q_OBJECT

public:
    GuideMark(const Theme& theme, QWidget& window);

    /// Without a widget, or with one that does not show, there is no frame.
    void show(const GuideStep::Target& target);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    QWidget& m_window;
};

/// The step of a guided example: what to do, what came of it, and the buttons to go on. Hidden
/// while no example runs.
class GuideBar final : public QWidget
{
    Q_OBJECT

public:
    /// `guide` and `window` must outlive the bar.
    GuideBar(Guide& guide, const Theme& theme, QWidget& window);

    [[nodiscard]] QPushButton* nextButton() const { return m_next; }

    [[nodiscard]] QPushButton* performButton() const { return m_perform; }

    [[nodiscard]] QPushButton* backButton() const { return m_back; }

    [[nodiscard]] QToolButton* closeButton() const { return m_close; }

    /// What the bar says, as one text.
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void left(); ///< The keyboard was in the bar and must go, but to no place of the step.

private:
    void refresh();
    void refreshIcons();
    void follow();       ///< The target, wherever it moves.
    void leaveButtons(); ///< The keyboard goes where the step is done.

    Guide& m_guide;
    const Theme& m_theme;
    GuideMark* m_mark;
    QTimer m_follow;
    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_text;
    QPushButton* m_back;
    QPushButton* m_perform;
    QPushButton* m_next;
    QToolButton* m_close;
};

} // namespace hscope::app
