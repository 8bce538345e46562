// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_document.h"
#include "app/widgets/theme.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;

namespace hscope::app {

/// Chooses what the selection is connected with: type a few letters, Enter. The key's way to draw
/// links.
class ClusterConnectPanel final : public QWidget
{
    Q_OBJECT

public:
    ClusterConnectPanel(ClusterDocument& document, const Theme& theme, QWidget* parent);

    /// Shows the panel for the selected servers and switches. False if there is none.
    bool begin();

    [[nodiscard]] QLineEdit* filterField() const { return m_filter; }

    [[nodiscard]] QListWidget* list() const { return m_list; }

Q_SIGNALS:
    void finished(); ///< Connected or given up.

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void connectChosen();

    ClusterDocument& m_document;
    const Theme& m_theme;
    ClusterElements m_sources;
    QLabel* m_title;
    QLineEdit* m_filter;
    QListWidget* m_list;
};

} // namespace hscope::app
