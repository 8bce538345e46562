// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_actions.h"

#include "app/drawing/arrangement.h"
#include "app/widgets/icons.h"

#include <QAction>
#include <QCoreApplication>
#include <QWidget>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ClusterActions", text);
}

QAction* make(QWidget& page, const QString& text, const QKeySequence& shortcut = {})
{
    auto* action = new QAction(text, &page);
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    page.addAction(action);
    return action;
}

QAction* makeChoice(QWidget& page, const QString& text, const QKeySequence& shortcut = {})
{
    QAction* action = make(page, text, shortcut);
    action->setCheckable(true);
    return action;
}

} // namespace

ClusterActions makeClusterActions(QWidget& page)
{
    ClusterActions a{};
    a.newCluster = make(page, tr("&New cluster"), QKeySequence::New);
    a.save = make(page, tr("&Save"), QKeySequence::Save);
    a.saveAs = make(page, tr("Save &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
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
    a.select = makeChoice(page, tr("Select"), QKeySequence(Qt::CTRL | Qt::Key_1));
    a.link = makeChoice(page, tr("Link"), QKeySequence(Qt::CTRL | Qt::Key_2));
    a.rack = make(page, tr("Rack"), QKeySequence(Qt::CTRL | Qt::Key_G));
    a.snap = makeChoice(page, tr("Snap"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G));
    a.arrange = make(page, tr("Arrange"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A));
    a.validate = make(page, tr("Validate"), QKeySequence(Qt::Key_F7));
    a.connectTo = make(page, tr("&Connect to…"), QKeySequence(Qt::CTRL | Qt::Key_L));
    a.rename = make(page, tr("&Rename")); // Enter and F2 in the drawing.
    a.zoomIn = make(page, tr("Zoom &in"), QKeySequence(Qt::CTRL | Qt::Key_Plus));
    a.zoomOut = make(page, tr("Zoom &out"), QKeySequence(Qt::CTRL | Qt::Key_Minus));
    a.fitAll = make(page, tr("&Fit drawing"), QKeySequence(Qt::CTRL | Qt::Key_0));
    a.fitSelection = make(page, tr("Fit &selection"), QKeySequence(Qt::CTRL | Qt::Key_J));
    a.find = make(page, tr("Find &node or type"), QKeySequence::Find);
    a.schedule = make(page, tr("Schedule on it"), QKeySequence(Qt::CTRL | Qt::Key_R));
    const auto addAlign = [&](const QString& text, Alignment alignment) {
        a.align.push_back(make(page, text));
        a.align.back()->setData(static_cast<int>(alignment));
    };
    addAlign(tr("Align &left"), Alignment::Left);
    addAlign(tr("Align &centre"), Alignment::Center);
    addAlign(tr("Align &right"), Alignment::Right);
    addAlign(tr("Align &top"), Alignment::Top);
    addAlign(tr("Align &middle"), Alignment::Middle);
    addAlign(tr("Align &bottom"), Alignment::Bottom);
    const auto addDistribute = [&](const QString& text, Qt::Orientation orientation) {
        a.distribute.push_back(make(page, text));
        a.distribute.back()->setData(static_cast<int>(orientation));
    };
    addDistribute(tr("Distribute &across"), Qt::Horizontal);
    addDistribute(tr("Distribute &down"), Qt::Vertical);
    a.select->setChecked(true);
    a.snap->setChecked(true);
    a.snap->setToolTip(tr("Snap to neighbours and the grid; Alt suspends it"));
    a.link->setToolTip(tr("Draw links by dragging from one server or switch to another"));
    a.rack->setToolTip(tr("Put what is selected into a rack, or add an empty one"));
    a.arrange->setToolTip(tr("Place everything anew"));
    a.validate->setToolTip(tr("Show what is wrong with the cluster"));
    return a;
}

void setClusterIcons(const ClusterActions& actions, const Palette& palette)
{
    const auto set = [&palette](QAction* action, const char* icon) {
        setLineIcon(*action, icon, palette);
    };
    set(actions.undo, "undo");
    set(actions.redo, "redo");
    set(actions.select, "select");
    set(actions.link, "link");
    set(actions.rack, "rack");
    set(actions.snap, "grid");
    set(actions.arrange, "arrange");
    set(actions.validate, "check");
    set(actions.fitAll, "fit");
}

} // namespace hscope::app
