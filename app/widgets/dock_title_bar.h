// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QWidget>

class QDockWidget;
class QHBoxLayout;
class QToolButton;

namespace hscope::app {

/// The top of a dock: its title or its tabs, a button that detaches it and one that closes it.
/// Dragging it moves the dock.
class DockTitleBar : public QWidget
{
    Q_OBJECT

public:
    /// `content` stands in place of the title; null for a plain title.
    DockTitleBar(QDockWidget& dock, const Theme& theme, QWidget* content);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    void refreshIcons();

    QDockWidget& m_dock;
    const Theme& m_theme;
    QToolButton* m_float;
    QToolButton* m_close;
};

} // namespace hscope::app
