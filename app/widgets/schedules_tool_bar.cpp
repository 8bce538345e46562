// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/schedules_tool_bar.h"

#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "app/widgets/floor_spin_box.h"
#include "app/widgets/what_if_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

namespace hscope::app {

namespace {

void fill(QComboBox& box, const QStringList& bundled, const QString& current)
{
    const QSignalBlocker blocker(box);
    box.clear();
    box.addItems(bundled);
    if (!current.isEmpty() && !bundled.contains(current)) {
        box.insertItem(0, elideMiddle(current, 40)); // A document of the user's own.
    }
    box.setCurrentIndex(box.findText(elideMiddle(current, 40)));
    box.setEnabled(box.count() > 0);
}

} // namespace

SchedulesToolBar::SchedulesToolBar(ScheduleSession& session, const Theme& theme,
                                   const WindowActions& actions, QWidget* parent)
    : QToolBar(tr("Scenario"), parent)
    , m_session(session)
    , m_workload(new QComboBox(this))
    , m_cluster(new QComboBox(this))
    , m_floor(new FloorSpinBox(this))
    , m_charge(new QCheckBox(tr("Charge boundary traffic"), this))
    , m_whatIf(new QPushButton(this))
    , m_whatIfPanel(new WhatIfPanel(session, theme, this))
{
    setObjectName(QStringLiteral("schedulesToolBar"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setIconSize(QSize(20, 20));
    for (QComboBox* box : {m_workload, m_cluster}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        box->setMinimumContentsLength(12);
    }
    // What is not chosen stays as it is, drawn or from a file.
    connect(m_workload, &QComboBox::textActivated, this, [this](const QString& name) {
        if (m_session.bundledWorkloads().contains(name)) {
            m_session.chooseWorkload(name);
        }
    });
    connect(m_cluster, &QComboBox::textActivated, this, [this](const QString& name) {
        if (m_session.bundledClusters().contains(name)) {
            m_session.chooseCluster(name);
        }
    });
    m_workload->setAccessibleName(tr("Workload"));
    m_cluster->setAccessibleName(tr("Cluster"));
    m_floor->setToolTip(tr("The least throughput that a schedule must reach"));
    m_charge->setToolTip(
        tr("Whether data that crosses from one stage to the next takes time on the network"));
    addCaption(tr("Workload"), m_workload);
    addCaption(tr("Cluster"), m_cluster);
    addCaption(tr("Floor"), m_floor);
    addWidget(m_charge);
    m_whatIf->setToolTip(tr("Change prices, limits and bandwidths and see what that would cost"));
    connect(m_whatIf, &QPushButton::clicked, this,
            [this] { m_whatIfPanel->popupBelow(*m_whatIf); });
    auto* gap = new QWidget(this);
    gap->setFixedWidth(8);
    addWidget(gap);
    addWidget(m_whatIf);
    auto* stretch = new QWidget(this);
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(stretch);
    addAction(actions.exportImage);
    addAction(actions.toggleTheme);
    connect(m_floor, &QDoubleSpinBox::valueChanged, &session, &ScheduleSession::setFloor);
    connect(m_charge, &QCheckBox::toggled, &session, &ScheduleSession::setChargesBoundary);
    connect(&session, &ScheduleSession::scenarioChanged, this, &SchedulesToolBar::refresh);
    refresh();
}

void SchedulesToolBar::addCaption(const QString& text, QWidget* buddy)
{
    auto* caption = new QLabel(text, this);
    caption->setProperty("secondary", true);
    caption->setBuddy(buddy);
    caption->setContentsMargins(4, 0, 4, 0);
    addWidget(caption);
    addWidget(buddy);
    auto* gap = new QWidget(this);
    gap->setFixedWidth(8);
    addWidget(gap);
}

void SchedulesToolBar::refresh()
{
    const ScheduleScenario& scenario = m_session.scenario();
    const bool has = !scenario.isEmpty();
    fill(*m_workload, m_session.bundledWorkloads(),
         has ? toText(scenario.workload->name) : QString());
    fill(*m_cluster, m_session.bundledClusters(), has ? toText(scenario.cluster->name) : QString());
    const QSignalBlocker floorBlocker(m_floor);
    const QSignalBlocker chargeBlocker(m_charge);
    m_floor->setValue(scenario.floor);
    m_charge->setChecked(has && scenario.chargesBoundary);
    m_floor->setEnabled(has);
    m_charge->setEnabled(has);
    m_whatIf->setEnabled(has);
    m_whatIf->setText(m_session.isEdited() ? tr("What if: changed…") : tr("What if…"));
}

} // namespace hscope::app
