// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/workload_tool_bar.h"

#include "app/widgets/window_actions.h"

#include <QAction>
#include <QMenu>
#include <QToolButton>

namespace hscope::app {

WorkloadToolBar::WorkloadToolBar(const WorkloadActions& actions, const WindowActions& window,
                                 QWidget* parent)
    : QToolBar(tr("Workload tools"), parent)
    , m_examples(new QMenu(this))
    , m_exampleButton(new QToolButton(this))
{
    setObjectName(QStringLiteral("workloadToolBar"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setIconSize(QSize(20, 20));
    addActions({actions.newWorkload, actions.open});
    addSeparator();
    addActions({actions.undo, actions.redo});
    addSeparator();
    addActions({actions.add, actions.duplicate, actions.remove, actions.moveUp, actions.moveDown});
    addSeparator();
    addAction(actions.importGraph);
    for (QAction* action : {actions.add, actions.importGraph}) {
        auto* button = qobject_cast<QToolButton*>(widgetForAction(action));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setObjectName(QStringLiteral("toolMode"));
    }
    m_exampleButton->setObjectName(QStringLiteral("choice"));
    m_exampleButton->setText(tr("Examples"));
    m_exampleButton->setToolTip(tr("Workloads that come with the program"));
    m_exampleButton->setPopupMode(QToolButton::InstantPopup);
    m_exampleButton->setMenu(m_examples);
    m_exampleButton->setFocusPolicy(Qt::TabFocus);
    addWidget(m_exampleButton);
    auto* stretch = new QWidget(this);
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(stretch);
    addAction(window.exportImage);
    addAction(window.toggleTheme);
    setExamples({});
}

void WorkloadToolBar::setExamples(const QStringList& names)
{
    m_examples->clear();
    for (const QString& name : names) {
        QString text = name;
        QAction* action = m_examples->addAction(text.replace(u'&', QStringLiteral("&&")));
        connect(action, &QAction::triggered, this, [this, name] { Q_EMIT exampleRequested(name); });
    }
    m_exampleButton->setEnabled(!names.isEmpty());
}

} // namespace hscope::app
