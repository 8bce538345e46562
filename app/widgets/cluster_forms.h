// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/drawing/arrangement.h"
#include "app/widgets/cluster_form.h"
#include "app/widgets/theme.h"
#include "app/widgets/two_line_button.h"

#include <vector>

class QCheckBox;
class QPushButton;

namespace hscope::app {

class ClusterLinkList;

/// A switch.
class ClusterSwitchForm final : public ClusterForm
{
    Q_OBJECT

public:
    ClusterSwitchForm(ClusterDocument& document, const Theme& theme, QWidget* parent);
    void show(const sim::ClusterElement& element) override;

private:
    QLineEdit* m_title;
    QComboBox* m_rack;
    ClusterLinkList* m_links;
    NumberField* m_x;
    NumberField* m_y;
};

/// A rack: its name and what is in it.
class ClusterRackForm final : public ClusterForm
{
    Q_OBJECT

public:
    ClusterRackForm(ClusterDocument& document, QWidget* parent);
    void show(const sim::ClusterElement& element) override;

private:
    QLineEdit* m_title;
    QLabel* m_servers;
    QLabel* m_devices;
    QLabel* m_price;
    QPushButton* m_selectMembers;
};

/// A link: what kind of cable, how fast.
class ClusterLinkForm final : public ClusterForm
{
    Q_OBJECT

public:
    ClusterLinkForm(ClusterDocument& document, QWidget* parent);
    void show(const sim::ClusterElement& element) override;

private:
    void change(const sim::Link& link);
    [[nodiscard]] sim::Link link() const;

    QComboBox* m_from;
    QComboBox* m_to;
    QComboBox* m_speed;
    QComboBox* m_kind;
    NumberField* m_bandwidth;
    NumberField* m_latency;
    NumberField* m_flowCap;
    QCheckBox* m_fullDuplex;
};

/// Several elements at once: alignment, count, rack.
class ClusterSeveralForm final : public ClusterForm
{
    Q_OBJECT

public:
    ClusterSeveralForm(ClusterDocument& document, QWidget* parent);
    void show(const sim::ClusterElement& element) override;

private:
    QLabel* m_nodes;
    QLabel* m_switches;
    QLabel* m_price;
    QSpinBox* m_count;
    QComboBox* m_rack;
};

/// The whole cluster, while nothing is selected.
class ClusterWholeForm final : public ClusterForm
{
    Q_OBJECT

public:
    ClusterWholeForm(ClusterDocument& document, const Theme& theme, QWidget* parent);
    void show(const sim::ClusterElement& element) override;

    [[nodiscard]] NumberField* storageField() const { return m_storage; }

    [[nodiscard]] QLineEdit* titleField() const { return m_title; }

private:
    void refreshTypes();

    const Theme& m_theme;
    QLineEdit* m_title;
    QLineEdit* m_priceDate;
    NumberField* m_fixedCost;
    NumberField* m_billing;
    NumberField* m_storage;
    QVBoxLayout* m_types;
    std::vector<TwoLineButton::Content> m_shown;
};

} // namespace hscope::app
