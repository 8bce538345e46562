// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulator/model/cluster.h"

#include <QFrame>

#include <functional>
#include <string>
#include <vector>

class QDoubleSpinBox;
class QGridLayout;
class QPushButton;

namespace hscope::app {

class ScheduleSession;
class Theme;

/// What if a type cost less, if there were more of it, or if its network were faster: a row of
/// fields per type, each change of which all schedulers answer at once. The documents stay as they
/// are.
class WhatIfPanel final : public QFrame
{
    Q_OBJECT

public:
    WhatIfPanel(ScheduleSession& session, const Theme& theme, QWidget* parent = nullptr);

    struct Row
    {
        QDoubleSpinBox* price;
        QDoubleSpinBox* limit; ///< Its least value stands for none.
        QDoubleSpinBox* nic;   ///< Likewise.
    };

    /// One per type of the cluster, in its order.
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }

    [[nodiscard]] QDoubleSpinBox* fixedCost() const { return m_fixed; }

    [[nodiscard]] QPushButton* resetButton() const { return m_reset; }

    /// Shows the panel below `anchor`.
    void popupBelow(const QWidget& anchor);

private:
    void refresh();
    void makeRows();
    [[nodiscard]] QDoubleSpinBox* makeField(const QString& name, int decimals);
    using Change = std::function<void(sim::ResourceType& type, double value)>;
    void connectField(QDoubleSpinBox& field, std::size_t type, Change change);

    ScheduleSession& m_session;
    const Theme& m_theme;
    QWidget* m_table;
    QGridLayout* m_grid;
    QDoubleSpinBox* m_fixed;
    QPushButton* m_reset;
    std::vector<Row> m_rows;
    std::vector<std::string> m_types; ///< Ids that the rows were made for.
};

} // namespace hscope::app
