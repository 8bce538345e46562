// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QWidget>

#include <vector>

namespace hscope::app {

/// A card over the window that a click, Escape or its own shortcut takes away: keyboard shortcuts,
/// about. Not modal.
class OverlayCard : public QWidget
{
    Q_OBJECT

public:
    struct Line
    {
        QString left; ///< Empty for a heading.
        QString right;
    };

    OverlayCard(const Theme& theme, QWidget& window);

    /// Shows the card in the middle of the window, or hides it if it shows the same already.
    void toggle(const QString& title, std::vector<Line> lines);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    const Theme& m_theme;
    QWidget& m_window;
    QString m_title;
    std::vector<Line> m_lines;
};

} // namespace hscope::app
