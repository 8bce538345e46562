// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/workload_actions.h"

#include "app/widgets/icons.h"

#include <QAction>
#include <QCoreApplication>
#include <QWidget>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("WorkloadActions", text);
}

QAction* make(QWidget& page, const QString& text, const QKeySequence& shortcut = {})
{
    auto* action = new QAction(text, &page);
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    page.addAction(action);
    return action;
}

} // namespace

WorkloadActions makeWorkloadActions(QWidget& page)
{
    WorkloadActions a{};
    a.newWorkload = make(page, tr("&New workload"), QKeySequence::New);
    a.open = make(page, tr("&Open workload…"));
    a.save = make(page, tr("&Save"), QKeySequence::Save);
    a.saveAs = make(page, tr("Save &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    a.importGraph = make(page, tr("&Import PipeDream graph…"), QKeySequence(Qt::CTRL | Qt::Key_I));
    a.undo = make(page, tr("&Undo"), QKeySequence::Undo);
    a.redo = make(page, tr("&Redo"));
    a.redo->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    a.cut = make(page, tr("Cu&t"), QKeySequence::Cut);
    a.copy = make(page, tr("&Copy")); // The window's shortcut comes here.
    a.paste = make(page, tr("&Paste"), QKeySequence::Paste);
    a.duplicate = make(page, tr("&Duplicate"), QKeySequence(Qt::CTRL | Qt::Key_D));
    a.remove = make(page, tr("De&lete"), QKeySequence::Delete);
    a.selectAll = make(page, tr("Select &all"), QKeySequence::SelectAll);
    a.add = make(page, tr("Add &layer"), QKeySequence(Qt::Key_Insert));
    a.moveUp = make(page, tr("Move &up"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Up));
    a.moveDown = make(page, tr("Move do&wn"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Down));
    a.addEdge = make(page, tr("Add &edge"));
    a.removeEdges = make(page, tr("Remove e&dge"));
    a.chain = make(page, tr("Make it a &chain"));
    a.find = make(page, tr("&Find layer"), QKeySequence::Find);
    a.schedule = make(page, tr("Schedule it"), QKeySequence(Qt::CTRL | Qt::Key_R));
    a.add->setToolTip(tr("Add a layer behind the selected ones (Insert)"));
    a.moveUp->setToolTip(tr("Move the selected layers up (Ctrl+Shift+Up)"));
    a.moveDown->setToolTip(tr("Move the selected layers down (Ctrl+Shift+Down)"));
    a.remove->setToolTip(tr("Delete the selected layers (Del)"));
    a.importGraph->setToolTip(tr("Make a workload of a profile that PipeDream wrote (Ctrl+I)"));
    a.chain->setToolTip(tr("Each layer hands its output to the next, and nothing else flows"));
    return a;
}

void setWorkloadIcons(const WorkloadActions& actions, const Palette& palette)
{
    const auto set = [&palette](QAction* action, const char* icon) {
        setLineIcon(*action, icon, palette);
    };
    set(actions.newWorkload, "file");
    set(actions.open, "open");
    set(actions.undo, "undo");
    set(actions.redo, "redo");
    set(actions.add, "plus");
    set(actions.duplicate, "copy");
    set(actions.remove, "minus");
    set(actions.moveUp, "arrow_up");
    set(actions.moveDown, "arrow_down");
    set(actions.importGraph, "arrow_in");
}

} // namespace hscope::app
