// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/cluster_actions.h"

#include <QToolBar>

class QComboBox;
class QLineEdit;

namespace hscope::app {

class ClusterPage;
struct WindowActions;

/// The tools of the Cluster workspace.
class ClusterToolBar final : public QToolBar
{
    Q_OBJECT

public:
    ClusterToolBar(ClusterPage& page, const WindowActions& window, QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit* findField() const { return m_find; }

private:
    void makeZoomBox();
    void showZoom(double zoom);

    ClusterPage& m_page;
    QLineEdit* m_find;
    QComboBox* m_zoom;
};

} // namespace hscope::app
