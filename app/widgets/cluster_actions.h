// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"

#include <vector>

class QAction;
class QWidget;

namespace hscope::app {

/// Everything one can do to a cluster. Menus and tool bars only place these.
struct ClusterActions
{
    QAction* newCluster;
    QAction* save;
    QAction* saveAs;
    QAction* undo;
    QAction* redo;
    QAction* cut;
    QAction* copy;
    QAction* paste;
    QAction* duplicate;
    QAction* remove;
    QAction* selectAll;
    QAction* select; ///< Ends link mode.
    QAction* link;   ///< Link mode.
    QAction* rack;   ///< Around the selection, or an empty one.
    QAction* snap;
    QAction* arrange;
    QAction* validate;
    QAction* connectTo;
    QAction* rename;
    QAction* zoomIn;
    QAction* zoomOut;
    QAction* fitAll;
    QAction* fitSelection;
    QAction* find;
    QAction* schedule;
    std::vector<QAction*> align;      ///< data() is the Alignment.
    std::vector<QAction*> distribute; ///< data() is the Qt::Orientation.
};

/// Makes all actions as children of `page`; their shortcuts work while the keyboard is in it.
[[nodiscard]] ClusterActions makeClusterActions(QWidget& page);

/// Gives the actions that have an icon theirs in the colours of `palette`.
void setClusterIcons(const ClusterActions& actions, const Palette& palette);

} // namespace hscope::app
