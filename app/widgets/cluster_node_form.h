// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/cluster_form.h"
#include "app/widgets/theme.h"
#include "simulator/io/type_library.h"

#include <vector>

namespace hscope::app {

class ClusterLinkList;

/// A server: how many, what is in one, where, and what it costs.
class ClusterNodeForm final : public ClusterForm
{
    Q_OBJECT

public:
    ClusterNodeForm(ClusterDocument& document, const sim::TypeLibrary& library, const Theme& theme,
                    QWidget* parent);

    void show(const sim::ClusterElement& element) override;

private:
    /// The fields of one kind of devices.
    struct DevicesRow
    {
        QWidget* row;
        QComboBox* type;
        QSpinBox* count;
        NumberField* speed;
    };

    void addDevicesRow();
    void applyDevices();
    void refreshDevices(const sim::Node& node);
    void refreshNumbers(const sim::Node& node);
    [[nodiscard]] sim::Node node() const;
    void change(const sim::Node& node, const QString& text);

    const sim::TypeLibrary& m_library;
    const Theme& m_theme;
    QSpinBox* m_count;
    QComboBox* m_rack;
    QVBoxLayout* m_deviceRows;
    std::vector<DevicesRow> m_devices;
    ClusterLinkList* m_links;
    QLabel* m_networkEach;
    QLabel* m_price;
    QLabel* m_total;
    QLabel* m_share;
    NumberField* m_x;
    NumberField* m_y;
};

} // namespace hscope::app
