// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_document.h"
#include "app/widgets/theme.h"

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;

namespace hscope::app {

/// What the cluster offers and costs, always as it is now, and the way on to scheduling.
class ClusterTotalsBar final : public QWidget
{
    Q_OBJECT

public:
    /// `schedule` is what the button does.
    ClusterTotalsBar(ClusterDocument& document, const Theme& theme, QAction& schedule,
                     QWidget* parent = nullptr);

    [[nodiscard]] QPushButton* button() const { return m_schedule; }

    [[nodiscard]] QString devicesText() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    ClusterDocument& m_document;
    const Theme& m_theme;
    QPushButton* m_schedule;
};

} // namespace hscope::app
