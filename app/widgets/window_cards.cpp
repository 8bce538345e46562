// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/window_cards.h"

#include "app/widgets/overlay_card.h"
#include "app/widgets/window_actions.h"

#include <QAction>
#include <QApplication>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("WindowCards", text);
}

} // namespace

void showShortcuts(OverlayCard& card, const WindowActions& actions)
{
    const auto shortcut = [](const QAction* action) {
        return action->shortcut().toString(QKeySequence::NativeText);
    };
    card.toggle(
        tr("Keyboard shortcuts"),
        {{{}, tr("Timeline")},
         {tr("Zoom at the mouse"), tr("wheel")},
         {tr("Pan"), tr("Shift+wheel, drag, A D, ← →")},
         {tr("Zoom"), tr("W S")},
         {tr("Next slice in the row"), tr("Ctrl+← Ctrl+→")},
         {tr("Fit the selected slice"), tr("F, double click")},
         {tr("Fit the trace"), tr("Home, %1").arg(shortcut(actions.fitTrace))},
         {tr("Clear the selection"), tr("Esc")},
         {{}, tr("Cluster")},
         {tr("Add the card"), tr("Enter, drag")},
         {tr("Move by 16, by 1"), tr("arrows, Alt+arrows")},
         {tr("Next element, rename"), tr("Tab, F2")},
         {tr("Connect to…, duplicate"), tr("Ctrl+L, Ctrl+D")},
         {tr("Pan"), tr("middle or right drag, Space+drag")},
         {{}, tr("Workload")},
         {tr("Edit the cell, the next one"), tr("F2, arrows")},
         {tr("Add, duplicate a layer"), tr("Insert, Ctrl+D")},
         {tr("Move layers"), tr("Ctrl+Shift+↑ ↓, drag")},
         {{}, tr("Everywhere")},
         {tr("Back, forward"), tr("%1, %2").arg(shortcut(actions.back), shortcut(actions.forward))},
         {tr("Previous, next iteration"),
          tr("%1, %2").arg(shortcut(actions.previousIteration), shortcut(actions.nextIteration))},
         {tr("Previous, next instance"), tr("[, ]")},
         {tr("Open a file"), shortcut(actions.open)},
         {tr("Reload the file"), shortcut(actions.reload)},
         {tr("Copy the slice or the table"), shortcut(actions.copy)},
         {tr("Export the view as PNG"), shortcut(actions.exportImage)}});
}

void showAbout(OverlayCard& card)
{
    card.toggle(tr("Heteroscope %1").arg(QApplication::applicationVersion()),
                {{tr("Trace analyzer for training on mixed hardware"), QString()},
                 {tr("Licence"), tr("GPL 3.0 or later")},
                 {tr("Qt"), QString::fromLatin1(qVersion())}});
}

} // namespace hscope::app
