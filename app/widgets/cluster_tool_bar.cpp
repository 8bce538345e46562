// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_tool_bar.h"

#include "app/widgets/cluster_canvas.h"
#include "app/widgets/cluster_page.h"
#include "app/widgets/window_actions.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <cmath>

namespace hscope::app {

namespace {

constexpr int kLeastFindWidth = 120;
constexpr int kFindWidth = 216;

} // namespace

ClusterToolBar::ClusterToolBar(ClusterPage& page, const WindowActions& window, QWidget* parent)
    : QToolBar(tr("Cluster tools"), parent)
    , m_page(page)
    , m_find(new QLineEdit(this))
    , m_zoom(new QComboBox(this))
{
    const ClusterActions& actions = page.actions();
    setObjectName(QStringLiteral("clusterToolBar"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setIconSize(QSize(20, 20));
    addActions({actions.undo, actions.redo});
    addSeparator();
    for (QAction* action : {actions.select, actions.link, actions.rack}) {
        addAction(action);
    }
    addSeparator();
    for (QAction* action : {actions.snap, actions.arrange, actions.validate}) {
        addAction(action);
    }
    for (QAction* action : {actions.select, actions.link, actions.rack, actions.snap,
                            actions.arrange, actions.validate}) {
        auto* button = qobject_cast<QToolButton*>(widgetForAction(action));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setObjectName(QStringLiteral("toolMode"));
    }
    auto* stretch = new QWidget(this);
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(stretch);
    m_find->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_find->setPlaceholderText(
        tr("Find node or type (%1)")
            .arg(actions.find->shortcut().toString(QKeySequence::NativeText)));
    m_find->setAccessibleName(tr("Find node or type"));
    m_find->setMinimumWidth(kLeastFindWidth);
    m_find->setMaximumWidth(kFindWidth);
    m_find->setClearButtonEnabled(true);
    m_find->setAcceptDrops(false);
    addWidget(m_find);
    connect(m_find, &QLineEdit::textEdited, &page, &ClusterPage::selectMatching);
    connect(m_find, &QLineEdit::returnPressed, &page, [&page] { page.canvas()->setFocus(); });
    connect(actions.find, &QAction::triggered, m_find, [this] {
        m_find->setFocus();
        m_find->selectAll();
    });
    makeZoomBox();
    addAction(actions.fitAll);
    addAction(window.exportImage);
    addAction(window.toggleTheme);
}

void ClusterToolBar::makeZoomBox()
{
    auto* caption = new QLabel(tr("Zoom"), this);
    caption->setProperty("secondary", true);
    caption->setBuddy(m_zoom);
    caption->setContentsMargins(16, 0, 8, 0);
    addWidget(caption);
    m_zoom->setAccessibleName(tr("Zoom"));
    for (const int percent : {25, 50, 75, 100, 150, 200, 400}) {
        m_zoom->addItem(QStringLiteral("%1%").arg(percent), percent);
    }
    m_zoom->setMinimumContentsLength(5);
    addWidget(m_zoom);
    connect(m_zoom, &QComboBox::activated, this, [this](int index) {
        m_page.canvas()->setZoom(m_zoom->itemData(index).toDouble() / 100);
    });
    connect(m_page.canvas(), &ClusterCanvas::zoomChanged, this, &ClusterToolBar::showZoom);
    showZoom(m_page.canvas()->zoom());
}

void ClusterToolBar::showZoom(double zoom)
{
    const auto percent = static_cast<int>(std::lround(zoom * 100));
    const int known = m_zoom->findData(percent);
    m_zoom->setCurrentIndex(known);
    m_zoom->setPlaceholderText(QStringLiteral("%1%").arg(percent));
}

} // namespace hscope::app
