// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_document.h"

#include <QWidget>

class QLabel;

namespace hscope::app {

/// `gpu-2 selected | undo: move sw-0 | prices as of 2021-11 | 1 problem`
class ClusterStatus final : public QWidget
{
    Q_OBJECT

public:
    explicit ClusterStatus(ClusterDocument& document, QWidget* parent = nullptr);

    /// What is going on, until something else is.
    void tell(const QString& sentence);

    [[nodiscard]] QString message() const;

private:
    QLabel* addField();
    void refresh();

    ClusterDocument& m_document;
    QLabel* m_message;
    QLabel* m_selected;
    QLabel* m_undo;
    QLabel* m_prices;
    QLabel* m_problems;
};

} // namespace hscope::app
