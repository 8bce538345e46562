// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QRect>
#include <QString>

#include <functional>
#include <vector>

class QWidget;

namespace hscope::app {

/// One thing to do in a guided example.
struct GuideStep
{
    /// The place of `area` of a widget; all of the widget without.
    struct Target
    {
        QWidget* widget = nullptr;
        QRect area;
    };

    QString title;
    QString text;                    ///< What to do, with the mouse and with keys.
    std::function<QString()> result; ///< What came of it; may be empty.
    std::function<void()> arrive;    ///< Shows where it is done.
    std::function<bool()> isDone;
    bool canBeUndone = false;       ///< Not done any more where isDone() says so later.
    std::function<void()> perform;  ///< Does it. Empty: there is nothing to do but to wait.
    std::function<Target()> target; ///< Where to look; may be empty.
};

/// A guided example: steps that are done one after the other in the program itself, each with a way
/// to have it done.
///
/// Thread: the GUI thread.
class Guide final : public QObject
{
    Q_OBJECT

public:
    explicit Guide(QObject* parent = nullptr);

    void start(std::vector<GuideStep> steps);
    void close();

    [[nodiscard]] bool isRunning() const { return !m_steps.empty(); }

    [[nodiscard]] std::size_t stepCount() const { return m_steps.size(); }

    /// Index of the step one is at.
    [[nodiscard]] std::size_t current() const { return m_current; }

    /// The step one is at; only while it runs.
    [[nodiscard]] const GuideStep& step() const { return m_steps[m_current]; }

    [[nodiscard]] bool isDone() const { return m_isDone; }

    /// What to do, or what came of it.
    [[nodiscard]] const QString& text() const { return m_text; }

    /// Something happened that may have been the step: looks whether it is done now.
    void check();
    /// To the next step; ends after the last.
    void next();
    void back();
    /// Shows again where the step is done.
    void showPlace();
    /// Does the step for the user.
    void perform();

Q_SIGNALS:
    void changed();

private:
    void goTo(std::size_t step);
    [[nodiscard]] QString makeText() const;

    std::vector<GuideStep> m_steps;
    std::size_t m_current = 0;
    bool m_isDone = false;
    QString m_text;
};

} // namespace hscope::app
