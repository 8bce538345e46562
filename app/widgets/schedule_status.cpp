// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/schedule_status.h"

#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "app/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace hscope::app {

ScheduleStatus::ScheduleStatus(ScheduleSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    m_selected = addField(true);
    m_running = addField(false);
    m_prices = addField(false);
    m_semantics = addField(false);
    m_rates = addField(false);
    m_rates->setProperty("secondary", false);
    m_rates->setProperty("warning", true);
    connect(&session, &ScheduleSession::scenarioChanged, this, &ScheduleStatus::refresh);
    connect(&session, &ScheduleSession::selectionChanged, this, &ScheduleStatus::refresh);
    connect(&session, &ScheduleSession::entryChanged, this, &ScheduleStatus::refresh);
    refresh();
}

QLabel* ScheduleStatus::addField(bool isFirst)
{
    if (!isFirst) {
        auto* rule = new QWidget(this);
        rule->setObjectName(QStringLiteral("rule"));
        rule->setAttribute(Qt::WA_StyledBackground);
        rule->setFixedSize(1, 14);
        layout()->addWidget(rule);
    }
    auto* label = new QLabel(this);
    label->setTextFormat(Qt::PlainText);
    label->setFont(fonts::small());
    label->setProperty("secondary", true);
    label->setContentsMargins(4, 0, 4, 0);
    layout()->addWidget(label);
    return label;
}

void ScheduleStatus::refresh()
{
    const ScheduleScenario& scenario = m_session.scenario();
    const auto selected = m_session.selected();
    const bool has = !scenario.isEmpty();
    for (QWidget* rule : findChildren<QWidget*>(QStringLiteral("rule"))) {
        rule->setVisible(has);
    }
    if (!has) {
        for (QLabel* label : {m_running, m_prices, m_semantics, m_rates}) {
            label->clear();
        }
        m_selected->setText(tr("No scenario is open"));
        return;
    }
    m_selected->setText(selected ? tr("%1 selected").arg(m_session.entries()[*selected].scheduler)
                                 : QString());
    const auto running = std::ranges::count_if(m_session.entries(), &ScheduleEntry::isPending);
    m_running->setText(running == 0 ? tr("all schedulers done")
                                    : formatCounted(running, tr("1 scheduler running"),
                                                    tr("%1 schedulers running")));
    m_prices->setText(tr("USD, prices as of %1").arg(toText(scenario.cluster->pricesAsOf)));
    m_semantics->setText(tr("semantics: analytic"));
    m_rates->setText(ratesText(*scenario.workload));
}

} // namespace hscope::app
