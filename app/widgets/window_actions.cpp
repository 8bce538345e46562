// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/window_actions.h"

#include "app/widgets/icons.h"
#include "app/widgets/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QWidget>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("WindowActions", text);
}

QAction* make(QWidget& parent, const QString& text, const QKeySequence& shortcut = {})
{
    auto* action = new QAction(text, &parent);
    action->setShortcut(shortcut);
    parent.addAction(action);
    return action;
}

QAction* makeTheme(QActionGroup& group, const QString& text, Theme::Mode mode)
{
    auto* action = new QAction(text, &group);
    action->setCheckable(true);
    action->setData(static_cast<int>(mode));
    return action;
}

} // namespace

WindowActions makeWindowActions(QWidget& parent)
{
    WindowActions actions{};
    actions.open = make(parent, tr("&Open…"), QKeySequence::Open);
    actions.openExample = make(parent, tr("Open &example"));
    actions.reload = make(parent, tr("&Reload"), QKeySequence(Qt::Key_F5));
    actions.close = make(parent, tr("&Close"), QKeySequence(Qt::CTRL | Qt::Key_W));
    actions.exportImage =
        make(parent, tr("E&xport view as PNG…"), QKeySequence(Qt::CTRL | Qt::Key_E));
    actions.quit = make(parent, tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q));
    actions.copy = make(parent, tr("&Copy"), QKeySequence::Copy);
    actions.back = make(parent, tr("&Back"), QKeySequence(Qt::ALT | Qt::Key_Left));
    actions.forward = make(parent, tr("&Forward"), QKeySequence(Qt::ALT | Qt::Key_Right));
    actions.zoomIn = make(parent, tr("Zoom &in"), QKeySequence(Qt::CTRL | Qt::Key_Plus));
    actions.zoomOut = make(parent, tr("Zoom &out"), QKeySequence(Qt::CTRL | Qt::Key_Minus));
    actions.fitTrace = make(parent, tr("Fit &trace"), QKeySequence(Qt::CTRL | Qt::Key_0));
    actions.fitSelection = make(parent, tr("Fit &selection"), QKeySequence(Qt::CTRL | Qt::Key_J));
    actions.previousIteration =
        make(parent, tr("Previous iteration"), QKeySequence(Qt::ALT | Qt::Key_Up));
    actions.nextIteration =
        make(parent, tr("Next iteration"), QKeySequence(Qt::ALT | Qt::Key_Down));
    actions.previousInstance =
        make(parent, tr("Previous instance"), QKeySequence(Qt::Key_BracketLeft));
    actions.nextInstance = make(parent, tr("Next instance"), QKeySequence(Qt::Key_BracketRight));
    actions.toggleTheme = make(parent, tr("Light or dark"));
    actions.themes = new QActionGroup(&parent);
    makeTheme(*actions.themes, tr("&System"), Theme::Mode::System);
    makeTheme(*actions.themes, tr("&Light"), Theme::Mode::Light);
    makeTheme(*actions.themes, tr("&Dark"), Theme::Mode::Dark);
    actions.guide = make(parent, tr("&Guided example"));
    actions.shortcuts = make(parent, tr("&Keyboard shortcuts"), QKeySequence(Qt::Key_Question));
    actions.about = make(parent, tr("&About Heteroscope"));
    return actions;
}

void setActionIcons(const WindowActions& actions, const Palette& palette)
{
    setLineIcon(*actions.back, "back", palette);
    setLineIcon(*actions.forward, "forward", palette);
    setLineIcon(*actions.fitTrace, "fit", palette);
    setLineIcon(*actions.previousIteration, "back", palette);
    setLineIcon(*actions.nextIteration, "forward", palette);
    setLineIcon(*actions.exportImage, "export", palette);
    setLineIcon(*actions.toggleTheme, "theme", palette);
}

} // namespace hscope::app
