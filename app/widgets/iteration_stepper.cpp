// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/iteration_stepper.h"

#include "app/models/format.h"
#include "app/models/iterations.h"
#include "app/models/trace_document.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace hscope::app {

IterationStepper::IterationStepper(TraceDocument& document, QAction& previous, QAction& next,
                                   QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_previous(previous)
    , m_next(next)
    , m_label(new QLabel(this))
{
    auto* caption = new QLabel(tr("Iteration"), this);
    caption->setProperty("secondary", true);
    m_label->setAlignment(Qt::AlignCenter);
    m_label->setTextFormat(Qt::PlainText);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(4);
    layout->addWidget(caption);
    layout->addSpacing(4);
    const auto addButton = [&](QAction& action) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(&action);
        button->setIconSize(QSize(20, 20));
        layout->addWidget(button);
    };
    addButton(previous);
    layout->addWidget(m_label);
    addButton(next);
    connect(&document, &TraceDocument::traceChanged, this, &IterationStepper::refresh);
    connect(&document, &TraceDocument::visibleRangeChanged, this, &IterationStepper::refresh);
    connect(&previous, &QAction::triggered, this, &IterationStepper::stepBack);
    connect(&next, &QAction::triggered, this, &IterationStepper::stepForward);
    refresh();
}

QString IterationStepper::text() const
{
    return m_label->text();
}

std::optional<std::size_t> IterationStepper::current() const
{
    const auto store = m_document.store();
    if (!store) {
        return std::nullopt;
    }
    const core::TimeRange visible = m_document.visibleRange();
    return iterationAt(mainIterations(*store), visible.start + visible.length() / 2);
}

void IterationStepper::step(int direction)
{
    const auto store = m_document.store();
    if (!store) {
        return;
    }
    const auto iterations = mainIterations(*store);
    if (iterations.empty()) {
        return;
    }
    const auto here = current();
    std::size_t target = 0;
    if (here && direction > 0) {
        target = std::min(*here + 1, iterations.size() - 1);
    } else if (here) {
        target = *here == 0 ? 0 : *here - 1;
    }
    const core::TimeRange range = iterations[target].range;
    const core::Duration room = range.length() / 20;
    m_document.jumpTo({range.start - room, range.end + room});
}

void IterationStepper::refresh()
{
    const auto store = m_document.store();
    const auto iterations = store ? mainIterations(*store) : std::span<const core::Iteration>();
    const auto here = current();
    if (m_isAvailable == iterations.empty()) {
        m_isAvailable = !iterations.empty();
        Q_EMIT availabilityChanged();
    }
    m_previous.setEnabled(here && *here > 0);
    m_next.setEnabled(!iterations.empty() && (!here || *here + 1 < iterations.size()));
    if (iterations.empty()) {
        m_label->clear();
        return;
    }
    const QString count = formatCount(static_cast<std::int64_t>(iterations.size()));
    const auto textOf = [&](std::size_t position) {
        return tr("%1 (%2 of %3)")
            .arg(formatCount(iterations[position].number),
                 formatCount(static_cast<std::int64_t>(position) + 1), count);
    };
    m_label->setText(here ? textOf(*here) : tr("– of %1").arg(count));
    // As wide as the widest text, so that nothing moves while stepping.
    m_label->setMinimumWidth(fontMetrics().horizontalAdvance(textOf(iterations.size() - 1)) + 8);
}

} // namespace hscope::app
