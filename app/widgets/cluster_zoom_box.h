// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QWidget>

class QToolButton;

namespace hscope::app {

class ClusterView;

/// `− 100% +`; the number takes the zoom back to 100%.
class ClusterZoomBox final : public QWidget
{
    Q_OBJECT

public:
    ClusterZoomBox(ClusterView& view, const Theme& theme);

    void refresh();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refreshIcons();

    ClusterView& m_view;
    const Theme& m_theme;
    QToolButton* m_out;
    QToolButton* m_value;
    QToolButton* m_in;
};

} // namespace hscope::app
