// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"

class QAction;
class QWidget;

namespace hscope::app {

/// Everything one can do to a workload. Menus and tool bars only place these.
struct WorkloadActions
{
    QAction* newWorkload;
    QAction* open;
    QAction* save;
    QAction* saveAs;
    QAction* importGraph;
    QAction* undo;
    QAction* redo;
    QAction* cut;
    QAction* copy;
    QAction* paste;
    QAction* duplicate;
    QAction* remove;
    QAction* selectAll;
    QAction* add;
    QAction* moveUp;
    QAction* moveDown;
    QAction* addEdge;
    QAction* removeEdges;
    QAction* chain; ///< Back to the edges that a list of layers implies.
    QAction* find;
    QAction* schedule;
};

/// Makes all actions as children of `page`; their shortcuts work while the keyboard is in it.
[[nodiscard]] WorkloadActions makeWorkloadActions(QWidget& page);

/// Gives the actions that have an icon theirs in the colours of `palette`.
void setWorkloadIcons(const WorkloadActions& actions, const Palette& palette);

} // namespace hscope::app
