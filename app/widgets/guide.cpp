// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/guide.h"

#include <utility>

namespace hscope::app {

Guide::Guide(QObject* parent)
    : QObject(parent)
{
}

void Guide::start(std::vector<GuideStep> steps)
{
    m_steps = std::move(steps);
    goTo(0);
}

void Guide::close()
{
    m_steps.clear();
    m_current = 0;
    m_isDone = false;
    Q_EMIT changed();
}

void Guide::check()
{
    if (!isRunning()) {
        return;
    }
    const bool wasDone =
        std::exchange(m_isDone, step().isDone() || (m_isDone && !step().canBeUndone));
    const QString before = std::exchange(m_text, makeText());
    if (wasDone != m_isDone || before != m_text) {
        Q_EMIT changed();
    }
}

QString Guide::makeText() const
{
    const QString result = m_isDone && step().result ? step().result() : QString();
    return result.isEmpty() ? step().text : result;
}

void Guide::goTo(std::size_t step)
{
    m_current = step;
    m_isDone = false;
    showPlace();
    m_isDone = m_steps[m_current].isDone();
    m_text = makeText();
    Q_EMIT changed();
}

void Guide::next()
{
    if (m_current + 1 < m_steps.size()) {
        goTo(m_current + 1);
    } else {
        close();
    }
}

void Guide::back()
{
    if (isRunning() && m_current > 0) {
        goTo(m_current - 1);
    }
}

void Guide::showPlace()
{
    if (isRunning() && step().arrive) {
        step().arrive();
    }
}

void Guide::perform()
{
    if (isRunning() && step().perform) {
        showPlace();
        step().perform();
        check();
    }
}

} // namespace hscope::app
