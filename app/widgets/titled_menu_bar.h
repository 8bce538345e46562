// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QMenuBar>

namespace hscope::app {

/// A menu bar that names the open file at its right end, as far as the menus leave room.
class TitledMenuBar final : public QMenuBar
{
    Q_OBJECT

public:
    explicit TitledMenuBar(const Theme& theme, QWidget* parent = nullptr);

    void setTitle(const QString& title);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    QString m_title;
};

} // namespace hscope::app
