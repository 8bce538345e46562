// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace hscope::app {

class ScheduleSession;

/// `exact selected | 2 schedulers running | USD, prices as of 2021-11 | semantics: analytic |
/// device rates from profiles, none marked as measured`: how sure the numbers above are.
class ScheduleStatus final : public QWidget
{
    Q_OBJECT

public:
    explicit ScheduleStatus(ScheduleSession& session, QWidget* parent = nullptr);

private:
    QLabel* addField(bool isFirst);
    void refresh();

    ScheduleSession& m_session;
    QLabel* m_selected;
    QLabel* m_running;
    QLabel* m_prices;
    QLabel* m_semantics;
    QLabel* m_rates;
};

} // namespace hscope::app
