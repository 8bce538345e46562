// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace hscope::app {

class ScheduleSession;

/// What the Schedules workspace says while there is nothing to show: nothing is open, a document
/// is missing or cannot be used, each with the next step as a button.
class ScheduleNotice final : public QWidget
{
    Q_OBJECT

public:
    ScheduleNotice(ScheduleSession& session, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] QString sentence() const;

    [[nodiscard]] QPushButton* primaryButton() const { return m_primary; }

Q_SIGNALS:
    void exampleRequested();
    void openRequested();
    void supplyRequested();
    void backRequested();

private:
    void refresh();
    void refreshIcon();
    void press(bool isPrimary);

    ScheduleSession& m_session;
    const Theme& m_theme;
    QLabel* m_icon;
    QLabel* m_sentence;
    QPushButton* m_primary;
    QPushButton* m_second;
    QPushButton* m_back;
};

} // namespace hscope::app
