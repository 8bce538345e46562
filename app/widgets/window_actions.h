// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"

class QAction;
class QActionGroup;
class QWidget;

namespace hscope::app {

/// Everything the window can be told to do. Menus and tool bars only place these.
struct WindowActions
{
    QAction* open;
    QAction* openExample;
    QAction* reload;
    QAction* close;
    QAction* exportImage;
    QAction* quit;
    QAction* copy;
    QAction* back;
    QAction* forward;
    QAction* zoomIn;
    QAction* zoomOut;
    QAction* fitTrace;
    QAction* fitSelection;
    QAction* previousIteration;
    QAction* nextIteration;
    QAction* previousInstance;
    QAction* nextInstance;
    QAction* toggleTheme;
    QActionGroup* themes; ///< System, light, dark; data() is the Theme::Mode.
    QAction* guide;
    QAction* shortcuts;
    QAction* about;
};

/// Makes all actions as children of `parent` and adds them to it, so that their shortcuts work
/// without a menu.
[[nodiscard]] WindowActions makeWindowActions(QWidget& parent);

/// Gives the actions that have an icon theirs in the colours of `palette`.
void setActionIcons(const WindowActions& actions, const Palette& palette);

} // namespace hscope::app
