// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/cluster_form.h"

class QPushButton;

namespace hscope::app {

/// A resource type: what a device can do and what it costs.
class ClusterTypeForm final : public ClusterForm
{
    Q_OBJECT

public:
    ClusterTypeForm(ClusterDocument& document, QWidget* parent);

    void show(const sim::ClusterElement& element) override;

Q_SIGNALS:
    void keepRequested(const std::string& id); ///< In the user's own library.

private:
    using Optional = std::optional<double> sim::ResourceType::*;

    /// A field where nothing stands for `not known`.
    NumberField* addOptional(const QString& label, const QString& unit, Optional member);
    void change(const sim::ResourceType& type);
    [[nodiscard]] sim::ResourceType type() const;

    QComboBox* m_kind;
    QLineEdit* m_title;
    NumberField* m_price;
    NumberField* m_memory;
    NumberField* m_network;
    NumberField* m_flops;
    NumberField* m_memoryBandwidth;
    NumberField* m_limit;
    QLabel* m_drawn;
    QPushButton* m_remove;
};

} // namespace hscope::app
