// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/learning_panel.h"

#include "app/models/format.h"
#include "app/models/schedule_runner.h"
#include "app/models/schedule_session.h"
#include "app/widgets/elided_label.h"
#include "app/widgets/learning_chart.h"
#include "app/widgets/table_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

constexpr int kRedrawMs = 50;

} // namespace

LearningPanel::LearningPanel(ScheduleSession& session, ScheduleRunner& runner, const Theme& theme,
                             QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_runner(runner)
    , m_theme(theme)
    , m_remark(new ElidedLabel(this))
    , m_measure(new QComboBox(this))
    , m_tableButton(new QToolButton(this))
    , m_stack(new QStackedWidget(this))
    , m_chart(new LearningChart(theme, this))
    , m_table(new TablePanel(m_model, theme, QStringLiteral("learning"), this))
{
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    auto* title = new QLabel(tr("RL learning curve"), this);
    title->setFont(fonts::bold());
    m_remark->setFont(fonts::small());
    m_remark->setProperty("secondary", true);
    m_measure->addItems({tr("Cost"), tr("Reward")});
    m_measure->setAccessibleName(tr("What the learning curve shows"));
    m_tableButton->setObjectName(QStringLiteral("outlined"));
    m_tableButton->setText(tr("Table"));
    m_tableButton->setCheckable(true);
    m_tableButton->setToolTip(tr("Show the numbers behind the chart"));
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_table);
    m_table->view()->setAccessibleName(tr("Iterations"));
    m_table->setStretchColumn(LearningTableModel::Scheduler);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 0, 8, 0);
    head->setSpacing(4);
    head->addWidget(title);
    head->addStretch();
    head->addWidget(m_measure);
    head->addWidget(m_tableButton);
    auto* remark = new QHBoxLayout;
    remark->setContentsMargins(12, 0, 12, 0);
    remark->addWidget(m_remark);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addLayout(remark);
    layout->addWidget(m_stack, 1);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kRedrawMs);
    connect(&m_soon, &QTimer::timeout, this, &LearningPanel::refresh);
    const auto soon = [this] {
        if (!m_soon.isActive()) {
            m_soon.start();
        }
    };
    connect(&runner, &ScheduleRunner::curvesChanged, this, soon);
    connect(&session, &ScheduleSession::entryChanged, this, soon);
    connect(m_measure, &QComboBox::currentIndexChanged, this, &LearningPanel::refresh);
    connect(m_tableButton, &QToolButton::toggled, this,
            [this](bool table) { m_stack->setCurrentIndex(table ? 1 : 0); });
    refresh();
}

void LearningPanel::refresh()
{
    const auto& curves = m_runner.curves();
    const auto reference = costReference(m_session.entries());
    const auto measure =
        m_measure->currentIndex() == 1 ? LearningMeasure::Reward : LearningMeasure::Cost;
    m_chart->setData(learningChartOf(curves, measure,
                                     reference ? std::optional(reference->costUsd) : std::nullopt,
                                     reference && reference->isProven));
    m_model.setCurves(curves);
    const auto seeds = static_cast<qint64>(curves.size());
    const QString what = measure == LearningMeasure::Reward ? tr("mean reward of an iteration")
                         : reference && reference->isProven ? tr("cost / optimum")
                         : reference                        ? tr("cost / least")
                                                            : tr("cost");
    m_remark->setText(curves.empty() ? QString()
                      : seeds == 1   ? what
                                     : tr("%1, median and range of %2 seeds").arg(what).arg(seeds));
}

} // namespace hscope::app
