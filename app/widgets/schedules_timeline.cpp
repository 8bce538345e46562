// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/schedules_timeline.h"

#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "app/widgets/elided_label.h"
#include "app/widgets/timeline_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

constexpr int kHeadHeight = 36;
constexpr int kMostReplicas = 64;

} // namespace

SchedulesTimeline::SchedulesTimeline(ScheduleSession& session, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_model(session)
    , m_caption(new ElidedLabel(this))
    , m_selected(new QLabel(this))
    , m_against(new QComboBox(this))
    , m_replicas(new QSpinBox(this))
    , m_stack(new QStackedWidget(this))
    , m_message(new QLabel(this))
    , m_view(new TimelineView(&m_model.document(), theme.palette(), this))
{
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setProperty("secondary", true);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setMargin(24);
    m_stack->setObjectName(QStringLiteral("page"));
    m_stack->setAttribute(Qt::WA_StyledBackground);
    m_stack->addWidget(m_message);
    m_stack->addWidget(m_view);
    m_view->setOverviewShown(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    layout->addWidget(m_stack, 1);
    connect(m_against, &QComboBox::activated, this, [this] {
        const QVariant entry = m_against->currentData();
        m_model.setAgainst(entry.isValid() ? std::optional(entry.value<std::size_t>())
                                           : std::nullopt);
    });
    connect(m_replicas, &QSpinBox::valueChanged, &m_model, &ScheduleTimeline::setReplicas);
    connect(&m_model, &ScheduleTimeline::changed, this, &SchedulesTimeline::refresh);
    connect(&session, &ScheduleSession::entryChanged, this, &SchedulesTimeline::refreshAgainst);
    connect(m_view, &TimelineView::cursorTimeChanged, this, &SchedulesTimeline::cursorTimeChanged);
    connect(&theme, &Theme::changed, this, [this, &theme] { m_view->setColors(theme.palette()); });
    refresh();
}

SchedulesTimeline::~SchedulesTimeline()
{
    // The view must not hear of the model's end while it goes itself.
    m_model.disconnect();
    m_model.document().disconnect();
}

QWidget* SchedulesTimeline::makeHead()
{
    auto* head = new QWidget(this);
    head->setObjectName(QStringLiteral("titleBar"));
    head->setAttribute(Qt::WA_StyledBackground);
    head->setFixedHeight(kHeadHeight);
    auto* title = new QLabel(tr("Timelines"), head);
    title->setFont(fonts::bold());
    m_caption->setFont(fonts::small());
    m_caption->setProperty("secondary", true);
    m_against->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_against->setMinimumContentsLength(10);
    m_against->setAccessibleName(tr("Compared with"));
    m_replicas->setRange(1, kMostReplicas);
    m_replicas->setValue(m_model.replicas());
    m_replicas->setAccessibleName(tr("Replicas shown of each stage"));
    auto* against = new QLabel(tr("against"), head);
    auto* replicas = new QLabel(tr("Replicas shown"), head);
    for (QLabel* label : {against, replicas}) {
        label->setProperty("secondary", true);
    }
    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(12, 0, 12, 0);
    layout->setSpacing(8);
    layout->addWidget(title);
    layout->addWidget(m_caption, 1);
    layout->addWidget(m_selected);
    layout->addWidget(against);
    layout->addWidget(m_against);
    layout->addSpacing(16);
    layout->addWidget(replicas);
    layout->addWidget(m_replicas);
    return head;
}

void SchedulesTimeline::refresh()
{
    m_caption->setText(m_model.caption());
    const auto selected = m_session.selected();
    m_selected->setText(selected ? elideMiddle(m_session.entries()[*selected].scheduler, 28)
                                 : QString());
    const bool shows = m_model.message().isEmpty() && m_model.document().store() != nullptr;
    m_message->setText(m_model.message().isEmpty() ? tr("Simulating…") : m_model.message());
    m_stack->setCurrentIndex(shows ? 1 : 0);
    refreshAgainst();
}

void SchedulesTimeline::refreshAgainst()
{
    const QSignalBlocker blocker(m_against);
    m_against->clear();
    m_against->addItem(tr("nothing"));
    const auto against = m_model.against();
    for (std::size_t i = 0; i < m_session.entries().size(); ++i) {
        const ScheduleEntry& entry = m_session.entries()[i];
        if (entry.hasSchedule() && i != m_session.selected()) {
            m_against->addItem(elideMiddle(entry.scheduler, 28), QVariant::fromValue(i));
            if (i == against) {
                m_against->setCurrentIndex(m_against->count() - 1);
            }
        }
    }
}

} // namespace hscope::app
