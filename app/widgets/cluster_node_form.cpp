// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_node_form.h"

#include "app/commands/cluster_cards.h"
#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/widgets/cluster_link_list.h"
#include "app/widgets/icons.h"
#include "app/widgets/number_field.h"
#include "app/widgets/panel_parts.h"
#include "simulator/model/cluster_totals.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kMostCount = 1'000'000;
constexpr double kFarthest = 1e6;

} // namespace

ClusterNodeForm::ClusterNodeForm(ClusterDocument& document, const sim::TypeLibrary& library,
                                 const Theme& theme, QWidget* parent)
    : ClusterForm(document, parent)
    , m_library(library)
    , m_theme(theme)
    , m_deviceRows(new QVBoxLayout)
{
    beginSection({});
    addNameField(tr("Name"));
    m_count = addWhole(tr("Count"), 1, kMostCount, [this](int count) {
        sim::Node after = node();
        after.count = count;
        change(after, tr("change count"));
    });
    m_count->setToolTip(tr("So many equal servers are drawn as one"));
    m_rack = addChoice(tr("Rack"), [this](int index) { applyRack(*m_rack, index, {element()}); });

    beginSection(tr("Devices of one"));
    m_deviceRows->setSpacing(6);
    column().addLayout(m_deviceRows);
    auto* add = new QPushButton(tr("Add devices"), this);
    connect(add, &QPushButton::clicked, this, [this] {
        sim::Node after = node();
        after.devices.push_back({cluster().resourceTypes.front().id, 1, 1});
        change(after, tr("add devices"));
    });
    column().addWidget(add, 0, Qt::AlignLeft);

    column().addWidget(makeRule(Qt::Horizontal, this));
    m_links = new ClusterLinkList(document, theme, this);
    connect(m_links, &ClusterLinkList::linkRequested, this, &ClusterForm::linkRequested);
    column().addWidget(m_links);

    beginSection(tr("Cost"));
    m_price = addValue(tr("One"));
    m_total = addValue(tr("All"));
    m_share = addValue(tr("Share of cluster"));
    m_networkEach = addValue(tr("Network"));
    m_networkEach->setToolTip(tr("Bandwidth to others, per device"));
    beginSection(tr("Position"));
    const auto move = [this](double) {
        edit(placed(cluster(), {{element(), QPointF(m_x->value(), m_y->value())}}),
             tr("move %1").arg(elementName(cluster(), element())));
    };
    m_x = addNumber(tr("x"), {}, -kFarthest, move);
    m_y = addNumber(tr("y"), {}, -kFarthest, move);
    column().addWidget(makeRemark(tr("Arrow keys move by 16, with Alt by 1."), this));
}

sim::Node ClusterNodeForm::node() const
{
    const sim::Node* found = findNode(cluster(), element().id);
    return found != nullptr ? *found : sim::Node{};
}

void ClusterNodeForm::change(const sim::Node& node, const QString& text)
{
    sim::Cluster after = cluster();
    for (const sim::NodeDevices& devices : node.devices) { // Chosen from the library.
        const auto entry = std::ranges::find_if(m_library.types, [&](const sim::LibraryType& each) {
            return each.type.id == devices.type;
        });
        if (findType(after, devices.type) == nullptr && entry != m_library.types.end()) {
            after.resourceTypes.push_back(entry->type);
        }
    }
    edit(withNode(std::move(after), node), text);
}

void ClusterNodeForm::addDevicesRow()
{
    DevicesRow row{new QWidget(this), nullptr, nullptr, nullptr};
    row.type = new QComboBox(row.row);
    row.count = new QSpinBox(row.row);
    row.speed = new NumberField(0.001, 1000, row.row);
    auto* remove = new QToolButton(row.row);
    row.type->setAccessibleName(tr("Resource type"));
    row.type->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    row.type->setMinimumContentsLength(3);
    row.count->setAccessibleName(tr("Devices of this type"));
    row.count->setToolTip(row.count->accessibleName());
    row.count->setRange(1, kMostCount);
    row.count->setFixedWidth(68);
    row.speed->setAccessibleName(tr("Speed factor"));
    row.speed->setToolTip(tr("Speed factor: 2 is twice as fast as the profile says"));
    row.speed->setPrefix(QStringLiteral("× "));
    row.speed->setFixedWidth(52);
    row.speed->setStyleSheet(QStringLiteral("padding: 0px 4px 0px 6px"));
    remove->setIcon(lineIcon(QStringLiteral("close"), m_theme.palette()));
    remove->setAccessibleName(tr("Remove these devices"));
    remove->setToolTip(remove->accessibleName());
    auto* layout = new QHBoxLayout(row.row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(row.type, 1);
    layout->addWidget(row.count);
    layout->addWidget(row.speed);
    layout->addWidget(remove);
    m_deviceRows->addWidget(row.row);
    const std::size_t index = m_devices.size();
    const auto apply = [this](const QObject* field) {
        return [this, field] { applyFrom(field, [this] { applyDevices(); }); };
    };
    connect(row.type, &QComboBox::activated, this, apply(nullptr));
    connect(row.count, &QSpinBox::valueChanged, this, apply(row.count));
    connect(row.speed, &QDoubleSpinBox::valueChanged, this, apply(row.speed));
    connect(remove, &QToolButton::clicked, this, [this, index] {
        sim::Node after = node();
        if (index < after.devices.size()) {
            after.devices.erase(after.devices.begin() + static_cast<std::ptrdiff_t>(index));
            change(after, tr("remove devices"));
        }
    });
    m_devices.push_back(row);
}

void ClusterNodeForm::applyDevices()
{
    sim::Node after = node();
    for (std::size_t i = 0; i < after.devices.size() && i < m_devices.size(); ++i) {
        after.devices[i] = {m_devices[i].type->currentData().toString().toStdString(),
                            m_devices[i].count->value(), m_devices[i].speed->value()};
    }
    change(after, tr("change devices"));
}

void ClusterNodeForm::refreshDevices(const sim::Node& node)
{
    while (m_devices.size() < node.devices.size()) {
        addDevicesRow();
    }
    const std::vector<sim::ResourceType> types = drawableTypes(cluster(), m_library);
    for (std::size_t i = 0; i < m_devices.size(); ++i) {
        const DevicesRow& row = m_devices[i];
        row.row->setVisible(i < node.devices.size());
        if (i >= node.devices.size()) {
            continue;
        }
        row.type->clear();
        for (const sim::ResourceType& type : types) {
            row.type->addItem(typeName(type), toText(type.id));
        }
        row.type->setCurrentIndex(row.type->findData(toText(node.devices[i].type)));
        row.count->setValue(static_cast<int>(node.devices[i].count));
        row.speed->setValue(node.devices[i].speedFactor);
    }
}

void ClusterNodeForm::refreshNumbers(const sim::Node& node)
{
    const sim::NodeTotals totals = sim::nodeTotals(cluster(), node);
    const double all = totals.usdPerHour * static_cast<double>(node.count);
    const double whole = document().totals().usdPerHour;
    m_price->setText(tr("%1 USD/h").arg(formatUsd(totals.usdPerHour)));
    m_total->setText(tr("%1 USD/h").arg(formatUsd(all)));
    m_share->setText(whole > 0 ? formatPercent(all / whole) : QStringLiteral("–"));
    m_networkEach->setText(totals.networkGbPerSecond && totals.devices > 0
                               ? tr("%1 per device")
                                     .arg(formatBandwidth(*totals.networkGbPerSecond /
                                                          static_cast<double>(totals.devices)))
                               : QStringLiteral("–"));
}

void ClusterNodeForm::show(const sim::ClusterElement& element)
{
    setElement(element);
    const sim::Node* found = findNode(cluster(), element.id);
    if (found == nullptr) {
        return;
    }
    setFilling(true);
    setText(*nameField(), toText(found->id));
    m_count->setValue(static_cast<int>(found->count));
    fillRacks(*m_rack, found->group);
    refreshDevices(*found);
    m_links->show(found->id);
    m_x->setValue(found->x.value_or(0));
    m_y->setValue(found->y.value_or(0));
    refreshNumbers(*found);
    setFilling(false);
}

} // namespace hscope::app
