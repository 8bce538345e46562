// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"
#include "simulator/model/cluster_check.h"

#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;

namespace hscope::app {

class ClusterCanvas;
class ClusterDocument;

/// One problem below the element that has it, with what would be done about it as a button. Of
/// several problems that of the selected element, else the first.
class ClusterProblemBubble final : public QWidget
{
    Q_OBJECT

public:
    ClusterProblemBubble(ClusterDocument& document, ClusterCanvas& canvas, const Theme& theme);

    void refresh();
    /// Goes to where the element is seen now.
    void place();

    [[nodiscard]] const std::optional<sim::ClusterProblem>& problem() const { return m_problem; }

    [[nodiscard]] QPushButton* fixButton() const { return m_fix; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refreshIcon();
    /// Where the element's rack is seen, or the element itself.
    [[nodiscard]] QRect rackRect() const;
    [[nodiscard]] bool isFree(const QRect& place) const;

    ClusterDocument& m_document;
    ClusterCanvas& m_canvas;
    const Theme& m_theme;
    std::optional<sim::ClusterProblem> m_problem;
    QLabel* m_icon;
    QLabel* m_text;
    QPushButton* m_fix;
    bool m_isBelow = true;
    int m_tip = 0; ///< Where the bubble points from.
};

} // namespace hscope::app
