// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/schedule_notice.h"

#include "app/models/schedule_session.h"
#include "app/widgets/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

constexpr int kColumnWidth = 520;

QString missingSentence(const MissingDocument& missing)
{
    const QString kind = kindName(missing.kind);
    if (missing.name.isEmpty()) {
        return ScheduleNotice::tr("%1 needs a %2, and none with the same resource types was found "
                                  "beside it or among the bundled scenarios.")
            .arg(missing.neededBy, kind);
    }
    return ScheduleNotice::tr("The %1 %2 that %3 names was not found beside it or among the "
                              "bundled scenarios.")
        .arg(kind, missing.name, missing.neededBy);
}

} // namespace

ScheduleNotice::ScheduleNotice(ScheduleSession& session, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_theme(theme)
    , m_icon(new QLabel(this))
    , m_sentence(new QLabel(this))
    , m_primary(new QPushButton(this))
    , m_second(new QPushButton(this))
    , m_back(new QPushButton(this))
{
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QWidget(this);
    column->setFixedWidth(kColumnWidth);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_primary->setObjectName(QStringLiteral("primary"));
    auto* outer = new QHBoxLayout(this);
    outer->addStretch(1);
    outer->addWidget(column);
    outer->addStretch(1);
    auto* rows = new QVBoxLayout(column);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addStretch(2);
    auto* layout = new QHBoxLayout;
    layout->setSpacing(12);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    auto* words = new QVBoxLayout;
    words->setSpacing(16);
    words->addWidget(m_sentence);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_primary);
    buttons->addWidget(m_second);
    buttons->addWidget(m_back);
    buttons->addStretch();
    words->addLayout(buttons);
    layout->addLayout(words, 1);
    rows->addLayout(layout);
    rows->addStretch(3);
    connect(m_primary, &QPushButton::clicked, this, [this] { press(true); });
    connect(m_second, &QPushButton::clicked, this, [this] { press(false); });
    connect(m_back, &QPushButton::clicked, this, &ScheduleNotice::backRequested);
    connect(&theme, &Theme::changed, this, &ScheduleNotice::refreshIcon);
    connect(&session, &ScheduleSession::stateChanged, this, &ScheduleNotice::refresh);
    refresh();
}

QString ScheduleNotice::sentence() const
{
    return m_sentence->text();
}

void ScheduleNotice::press(bool isPrimary)
{
    switch (m_session.state()) {
    case ScheduleSession::State::Incomplete:
        isPrimary ? Q_EMIT supplyRequested() : Q_EMIT openRequested();
        break;
    case ScheduleSession::State::Failed:
        isPrimary ? Q_EMIT openRequested() : m_session.reload();
        break;
    default:
        isPrimary ? Q_EMIT exampleRequested() : Q_EMIT openRequested();
        break;
    }
}

void ScheduleNotice::refresh()
{
    using State = ScheduleSession::State;
    const State state = m_session.state();
    const QString title = m_session.title();
    m_back->setText(tr("Back to %1").arg(title));
    m_back->setVisible(!title.isEmpty() && state != State::Empty);
    m_primary->setVisible(state != State::Loading);
    m_second->setVisible(state != State::Loading);
    switch (state) {
    case State::Incomplete:
        m_sentence->setText(missingSentence(*m_session.missing()));
        m_primary->setText(tr("Choose the %1…").arg(kindName(m_session.missing()->kind)));
        m_second->setText(tr("Open another file…"));
        break;
    case State::Failed:
        m_sentence->setText(m_session.errorText());
        m_primary->setText(tr("Open another file…"));
        m_second->setText(tr("Try again"));
        break;
    case State::Loading:
        m_sentence->setText(tr("Reading the documents…"));
        break;
    case State::Empty:
    case State::Ready:
        m_sentence->setText(tr("Where should each layer run, and what would it cost? Open a "
                               "workload, a cluster, a placement or a simulation."));
        m_primary->setText(tr("Open example scenario"));
        m_second->setText(tr("Open file…"));
        break;
    }
    refreshIcon();
}

void ScheduleNotice::refreshIcon()
{
    using State = ScheduleSession::State;
    const Palette& palette = m_theme.palette();
    const bool warns = m_session.state() == State::Failed || m_session.state() == State::Incomplete;
    m_icon->setPixmap(linePixmap(warns ? QStringLiteral("warning") : QStringLiteral("schedules"),
                                 warns ? palette.warning : palette.secondaryText, 24,
                                 devicePixelRatioF()));
}

} // namespace hscope::app
