// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/guide_bar.h"

#include "app/widgets/icons.h"
#include "app/widgets/panel_parts.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <chrono>

namespace hscope::app {

namespace {

constexpr int kFrame = 3; ///< From the target to the outer edge of the frame around it.
constexpr std::chrono::milliseconds kFollow{200};

} // namespace

GuideMark::GuideMark(const Theme& theme, QWidget& window)
    : QWidget(&window)
    , m_theme(theme)
    , m_window(window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void GuideMark::show(const GuideStep::Target& target)
{
    if (target.widget == nullptr || !target.widget->isVisibleTo(&m_window)) {
        hide();
        return;
    }
    const QRect inside = target.area.isNull() ? target.widget->rect() : target.area;
    const QPoint corner = target.widget->mapTo(&m_window, inside.topLeft());
    setGeometry(QRect(corner, inside.size()).adjusted(-kFrame, -kFrame, kFrame, kFrame));
    raise();
    QWidget::show();
}

void GuideMark::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.palette().accent, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 5, 5);
}

GuideBar::GuideBar(Guide& guide, const Theme& theme, QWidget& window)
    : QWidget(&window)
    , m_guide(guide)
    , m_theme(theme)
    , m_mark(new GuideMark(theme, window))
    , m_icon(new QLabel(this))
    , m_title(makeHeading(QString(), this))
    , m_text(new QLabel(this))
    , m_back(new QPushButton(tr("Back"), this))
    , m_perform(new QPushButton(tr("Do it for me"), this))
    , m_next(new QPushButton(tr("Next"), this))
    , m_close(new QToolButton(this))
{
    makePanel(*this);
    setAccessibleName(tr("Guided example"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_close->setAccessibleName(tr("End the guided example"));
    m_close->setToolTip(m_close->accessibleName());
    m_close->setFocusPolicy(Qt::StrongFocus);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_title);
    words->addWidget(m_text);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 8, 8, 8);
    row->setSpacing(8);
    row->addWidget(m_icon);
    row->addSpacing(4);
    row->addLayout(words, 1);
    row->addSpacing(16);
    row->addWidget(m_back);
    row->addWidget(m_perform);
    row->addWidget(m_next);
    row->addWidget(m_close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(makeRule(Qt::Horizontal, this));
    connect(m_back, &QPushButton::clicked, &guide, &Guide::back);
    connect(m_perform, &QPushButton::clicked, &guide, &Guide::perform);
    connect(m_next, &QPushButton::clicked, &guide, &Guide::next);
    connect(m_close, &QToolButton::clicked, &guide, &Guide::close);
    connect(&guide, &Guide::changed, this, &GuideBar::refresh);
    connect(&theme, &Theme::changed, this, &GuideBar::refreshIcons);
    m_follow.setInterval(kFollow);
    connect(&m_follow, &QTimer::timeout, this, &GuideBar::follow);
    refresh();
}

QString GuideBar::text() const
{
    return isHidden() ? QString() : QString(m_title->text() + u' ' + m_text->text());
}

void GuideBar::follow()
{
    const bool hasTarget = m_guide.isRunning() && !m_guide.isDone() && m_guide.step().target;
    m_mark->show(hasTarget ? m_guide.step().target() : GuideStep::Target());
}

void GuideBar::leaveButtons()
{
    QWidget* place = m_guide.step().target ? m_guide.step().target().widget : nullptr;
    while (place != nullptr && !place->isWindow() && place->focusPolicy() == Qt::NoFocus) {
        place = place->parentWidget();
    }
    if (place != nullptr && !place->isWindow()) {
        place->setFocus(Qt::OtherFocusReason);
    } else {
        Q_EMIT left();
    }
}

void GuideBar::refresh()
{
    const QWidget* keyboard = window()->focusWidget();
    const bool hasKeyboard = keyboard != nullptr && isAncestorOf(keyboard);
    if (!m_guide.isRunning()) {
        m_follow.stop();
        m_mark->hide();
        if (hasKeyboard) {
            Q_EMIT left();
        }
        hide();
        return;
    }
    show();
    const GuideStep& step = m_guide.step();
    const bool isLast = m_guide.current() + 1 == m_guide.stepCount();
    m_title->setText(tr("Step %1 of %2: %3")
                         .arg(m_guide.current() + 1)
                         .arg(m_guide.stepCount())
                         .arg(step.title));
    m_text->setText(m_guide.text());
    if (hasKeyboard && !m_guide.isDone()) {
        leaveButtons(); // They are about to be disabled, all but the one that ends it.
    }
    m_back->setEnabled(m_guide.current() > 0);
    m_perform->setVisible(step.perform != nullptr);
    m_perform->setEnabled(!m_guide.isDone());
    m_next->setText(isLast ? tr("Finish") : tr("Next"));
    m_next->setEnabled(m_guide.isDone());
    m_next->setObjectName(m_guide.isDone() ? QStringLiteral("primary") : QString());
    m_next->style()->unpolish(m_next); // Its look is that of its name.
    m_next->style()->polish(m_next);
    refreshIcons();
    follow();
    m_follow.start();
}

void GuideBar::refreshIcons()
{
    const Palette& palette = m_theme.palette();
    const bool isDone = m_guide.isDone();
    m_icon->setPixmap(linePixmap(isDone ? QStringLiteral("check") : QStringLiteral("forward"),
                                 isDone ? palette.ok : palette.accent, 20, devicePixelRatioF()));
    m_close->setIcon(lineIcon(QStringLiteral("close"), palette));
    m_mark->update();
}

} // namespace hscope::app
