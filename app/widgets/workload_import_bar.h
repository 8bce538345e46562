// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/type_prices.h"
#include "simulator/io/pipedream_graph.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace hscope::app {

/// Asks what a PipeDream profile does not say: on which type it was made, and with how large
/// batches. Above the layers, until it is answered.
class WorkloadImportBar final : public QWidget
{
    Q_OBJECT

public:
    explicit WorkloadImportBar(QWidget* parent = nullptr);

    void setPrices(const TypePrices& prices);
    /// Suggests the batch that the graph's last Linear layer tells.
    void ask(const sim::PipedreamGraph& graph, const QString& name);

    [[nodiscard]] QComboBox* type() const { return m_type; }

    [[nodiscard]] QSpinBox* batch() const { return m_batch; }

    [[nodiscard]] QPushButton* importButton() const { return m_import; }

Q_SIGNALS:
    void accepted(const hscope::sim::ImportedWorkload& imported);
    void refused(const QString& sentence);
    void closed(); ///< Answered, or not to be.

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void import();
    void finish();

    sim::PipedreamGraph m_graph;
    QString m_name;
    QLabel* m_question;
    QComboBox* m_type;
    QSpinBox* m_batch;
    QPushButton* m_import;
};

} // namespace hscope::app
