// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_forms.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/widgets/cluster_link_list.h"
#include "app/widgets/number_field.h"
#include "app/widgets/panel_parts.h"
#include "simulator/model/cluster_totals.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace hscope::app {

namespace {

using Kind = sim::ClusterElement::Kind;

constexpr int kMostCount = 1'000'000;
constexpr double kFarthest = 1e6;
constexpr double kLeastSpeed = 1e-6;
constexpr std::size_t kMostEnds = 500; ///< More servers than these are not listed in a box.

/// Cables that one can buy.
struct CableSpeed
{
    const char* name;
    sim::LinkKind kind;
    double gbPerSecond;
    double latencyUs;
};

constexpr std::array<CableSpeed, 8> kSpeeds = {
    {{"1 GbE", sim::LinkKind::Ethernet, 0.125, 30},
     {"10 GbE", sim::LinkKind::Ethernet, 1.25, 10},
     {"25 GbE", sim::LinkKind::Ethernet, 3.125, 5},
     {"100 GbE", sim::LinkKind::Ethernet, 12.5, 2},
     {"400 GbE", sim::LinkKind::Ethernet, 50, 2},
     {"PCIe 4 x16", sim::LinkKind::Pcie, 32, 1},
     {"NVLink 3", sim::LinkKind::NvLink, 300, 0.7},
     {"InfiniBand NDR", sim::LinkKind::InfiniBand, 50, 1.3}}};

std::optional<std::string> optionalText(const QString& text)
{
    const QString trimmed = text.trimmed();
    return trimmed.isEmpty() ? std::nullopt : std::optional(trimmed.toStdString());
}

} // namespace

ClusterSwitchForm::ClusterSwitchForm(ClusterDocument& document, const Theme& theme, QWidget* parent)
    : ClusterForm(document, parent)
{
    beginSection({});
    addNameField(tr("Name"));
    m_title = addText(tr("Label"), [this](const QString& text) {
        sim::Switch after = *findSwitch(cluster(), this->element().id);
        after.name = optionalText(text);
        edit(withSwitch(cluster(), after), tr("label %1").arg(toText(after.id)));
    });
    m_rack = addChoice(tr("Rack"), [this](int index) { applyRack(*m_rack, index, {element()}); });
    column().addWidget(makeRule(Qt::Horizontal, this));
    m_links = new ClusterLinkList(document, theme, this);
    connect(m_links, &ClusterLinkList::linkRequested, this, &ClusterForm::linkRequested);
    column().addWidget(m_links);
    beginSection(tr("Position"));
    const auto move = [this](double) {
        edit(placed(cluster(), {{element(), QPointF(m_x->value(), m_y->value())}}),
             tr("move %1").arg(elementName(cluster(), element())));
    };
    m_x = addNumber(tr("x"), {}, -kFarthest, move);
    m_y = addNumber(tr("y"), {}, -kFarthest, move);
}

void ClusterSwitchForm::show(const sim::ClusterElement& element)
{
    setElement(element);
    const sim::Switch* found = findSwitch(cluster(), element.id);
    if (found == nullptr) {
        return;
    }
    setFilling(true);
    setText(*nameField(), toText(found->id));
    setText(*m_title, found->name ? toText(*found->name) : QString());
    fillRacks(*m_rack, found->group);
    m_links->show(found->id);
    m_x->setValue(found->x.value_or(0));
    m_y->setValue(found->y.value_or(0));
    setFilling(false);
}

ClusterRackForm::ClusterRackForm(ClusterDocument& document, QWidget* parent)
    : ClusterForm(document, parent)
{
    beginSection({});
    addNameField(tr("Name"));
    m_title = addText(tr("Label"), [this](const QString& text) {
        sim::Group after{this->element().id, std::nullopt, std::nullopt, std::nullopt};
        if (const sim::Group* known = findGroup(cluster(), after.id)) {
            after = *known;
        }
        after.name = optionalText(text);
        edit(withGroup(cluster(), after), tr("label %1").arg(toText(after.id)));
    });
    beginSection(tr("In it"));
    m_servers = addValue(tr("Servers"));
    m_devices = addValue(tr("Devices"));
    m_price = addValue(tr("Cost"));
    m_selectMembers = new QPushButton(tr("Select what is in it"), this);
    connect(m_selectMembers, &QPushButton::clicked, this, [this] {
        this->document().select(placesOf(cluster(), {this->element()}));
        Q_EMIT finished();
    });
    column().addWidget(m_selectMembers, 0, Qt::AlignLeft);
    auto* hint = makeRemark(tr("Servers that are dropped on a rack are in it. Removing a rack "
                               "keeps what is in it."),
                            this);
    hint->setWordWrap(true);
    column().addWidget(hint);
}

void ClusterRackForm::show(const sim::ClusterElement& element)
{
    setElement(element);
    setFilling(true);
    const sim::Group* known = findGroup(cluster(), element.id);
    setText(*nameField(), toText(element.id));
    setText(*m_title, known != nullptr && known->name ? toText(*known->name) : QString());
    std::int64_t servers = 0;
    std::int64_t devices = 0;
    double usd = 0;
    for (const sim::Node& node : cluster().nodes) {
        if (node.group == element.id) {
            const sim::NodeTotals totals = sim::nodeTotals(cluster(), node);
            servers += node.count;
            devices += totals.devices * node.count;
            usd += totals.usdPerHour * static_cast<double>(node.count);
        }
    }
    m_servers->setText(formatCount(servers));
    m_devices->setText(formatCount(devices));
    m_price->setText(tr("%1 USD/h").arg(formatUsd(usd)));
    m_selectMembers->setEnabled(servers > 0);
    setFilling(false);
}

ClusterLinkForm::ClusterLinkForm(ClusterDocument& document, QWidget* parent)
    : ClusterForm(document, parent)
{
    beginSection({});
    const auto chooseEnd = [this](QComboBox*& box, std::string sim::Link::* end) {
        return [this, &box, end](int index) {
            sim::Link after = link();
            after.*end = box->itemData(index).toString().toStdString();
            if (after.from == after.to) {
                Q_EMIT told(tr("A link needs two different ends."));
                show(element());
                return;
            }
            change(after);
        };
    };
    m_from = addChoice(tr("From"), chooseEnd(m_from, &sim::Link::from));
    m_to = addChoice(tr("To"), chooseEnd(m_to, &sim::Link::to));
    beginSection(tr("Cable"));
    m_speed = addChoice(tr("Usual"), [this](int index) {
        if (index > 0) {
            const CableSpeed& speed = kSpeeds[static_cast<std::size_t>(index - 1)];
            sim::Link after = link();
            after.kind = speed.kind;
            after.gbPerSecond = speed.gbPerSecond;
            after.latencyUs = speed.latencyUs;
            change(after);
        }
    });
    m_speed->addItem(tr("choose"));
    for (const CableSpeed& speed : kSpeeds) {
        m_speed->addItem(QString::fromLatin1(speed.name));
    }
    m_kind = addChoice(tr("Kind"), [this](int index) {
        sim::Link after = link();
        after.kind = static_cast<sim::LinkKind>(index);
        change(after);
    });
    for (const auto kind : {sim::LinkKind::NvLink, sim::LinkKind::Pcie, sim::LinkKind::Ethernet,
                            sim::LinkKind::InfiniBand, sim::LinkKind::Other}) {
        m_kind->addItem(linkKindName(kind));
    }
    m_bandwidth = addNumber(tr("Bandwidth"), tr("GB/s"), kLeastSpeed, [this](double value) {
        sim::Link after = link();
        after.gbPerSecond = value;
        change(after);
    });
    m_latency = addNumber(tr("Latency"), tr("µs"), 0, [this](double value) {
        sim::Link after = link();
        after.latencyUs = value;
        change(after);
    });
    m_flowCap = addNumber(tr("Per flow"), tr("GB/s"), 0, [this](double value) {
        sim::Link after = link();
        after.flowCapGbPerSecond = value > 0 ? std::optional(value) : std::nullopt;
        change(after);
    });
    m_flowCap->setSpecialValueText(tr("no limit"));
    m_fullDuplex = new QCheckBox(tr("Full duplex"), this);
    m_fullDuplex->setToolTip(tr("Both directions at once, each with the whole bandwidth"));
    addRow({}, m_fullDuplex);
    m_fullDuplex->setAccessibleName(tr("Full duplex"));
    connect(m_fullDuplex, &QCheckBox::clicked, this, [this](bool full) {
        sim::Link after = link();
        after.fullDuplex = full;
        change(after);
    });
}

sim::Link ClusterLinkForm::link() const
{
    const sim::Link* found = findLink(cluster(), element());
    return found != nullptr ? *found : sim::Link{};
}

void ClusterLinkForm::change(const sim::Link& link)
{
    edit(withLink(cluster(), element(), link), tr("change link"));
}

void ClusterLinkForm::show(const sim::ClusterElement& element)
{
    setElement(element);
    const sim::Link* found = findLink(cluster(), element);
    if (found == nullptr) {
        return;
    }
    setFilling(true);
    const bool lists = cluster().nodes.size() + cluster().switches.size() <= kMostEnds;
    const auto fillEnd = [&](QComboBox& box, const std::string& current) {
        box.clear();
        const auto add = [&](const auto& places) {
            for (const auto& place : places) {
                if (lists || place.id == current) {
                    box.addItem(elideMiddle(toText(place.id), 40), toText(place.id));
                }
            }
        };
        add(cluster().nodes);
        add(cluster().switches);
        box.setCurrentIndex(box.findData(toText(current)));
    };
    fillEnd(*m_from, found->from);
    fillEnd(*m_to, found->to);
    const auto speed = std::ranges::find_if(kSpeeds, [found](const CableSpeed& each) {
        return each.kind == found->kind && each.gbPerSecond == found->gbPerSecond;
    });
    m_speed->setCurrentIndex(
        speed == kSpeeds.end() ? 0 : static_cast<int>(speed - kSpeeds.begin()) + 1);
    m_kind->setCurrentIndex(static_cast<int>(found->kind));
    m_bandwidth->setValue(found->gbPerSecond);
    m_latency->setValue(found->latencyUs);
    m_flowCap->setValue(found->flowCapGbPerSecond.value_or(0));
    m_fullDuplex->setChecked(found->fullDuplex);
    setFilling(false);
}

ClusterSeveralForm::ClusterSeveralForm(ClusterDocument& document, QWidget* parent)
    : ClusterForm(document, parent)
{
    beginSection({});
    m_nodes = addValue(tr("Servers"));
    m_switches = addValue(tr("Switches"));
    m_price = addValue(tr("Cost"));
    beginSection(tr("All of them"));
    m_count = addWhole(tr("Count"), 1, kMostCount, [this](int count) {
        sim::Cluster after = cluster();
        for (sim::Node& node : after.nodes) {
            if (this->document().selection().contains(nodeElement(node.id))) {
                node.count = count;
            }
        }
        edit(std::move(after), tr("change count"));
    });
    m_rack = addChoice(
        tr("Rack"), [this](int index) { applyRack(*m_rack, index, this->document().selection()); });
    beginSection(tr("Align"));
    const auto addButton = [this](const QString& text, auto apply) {
        auto* button = new QPushButton(text, this);
        connect(button, &QPushButton::clicked, this, [this, text, apply] {
            const ClusterElements& selection = this->document().selection();
            edit(apply(cluster(), std::vector(selection.begin(), selection.end())), text.toLower());
        });
        column().addWidget(button);
    };
    const auto align = [](Alignment alignment) {
        return [alignment](const sim::Cluster& cluster, const auto& elements) {
            return aligned(cluster, elements, alignment);
        };
    };
    const auto distribute = [](Qt::Orientation orientation) {
        return [orientation](const sim::Cluster& cluster, const auto& elements) {
            return distributed(cluster, elements, orientation);
        };
    };
    addButton(tr("Align left"), align(Alignment::Left));
    addButton(tr("Align top"), align(Alignment::Top));
    addButton(tr("Distribute across"), distribute(Qt::Horizontal));
    addButton(tr("Distribute down"), distribute(Qt::Vertical));
}

void ClusterSeveralForm::show(const sim::ClusterElement& element)
{
    setElement(element);
    setFilling(true);
    std::int64_t nodes = 0;
    std::int64_t switches = 0;
    double usd = 0;
    const sim::Node* first = nullptr;
    for (const sim::ClusterElement& each : document().selection()) {
        switches += each.kind == Kind::Switch ? 1 : 0;
    }
    for (const sim::Node& node : cluster().nodes) {
        if (document().selection().contains(nodeElement(node.id))) {
            first = first == nullptr ? &node : first;
            nodes += node.count;
            usd += sim::nodeTotals(cluster(), node).usdPerHour * static_cast<double>(node.count);
        }
    }
    m_nodes->setText(formatCount(nodes));
    m_switches->setText(formatCount(switches));
    m_price->setText(tr("%1 USD/h").arg(formatUsd(usd)));
    m_count->setEnabled(first != nullptr);
    m_count->setValue(first != nullptr ? static_cast<int>(first->count) : 1);
    fillRacks(*m_rack, first != nullptr ? first->group : std::nullopt);
    setFilling(false);
}

ClusterWholeForm::ClusterWholeForm(ClusterDocument& document, const Theme& theme, QWidget* parent)
    : ClusterForm(document, parent)
    , m_theme(theme)
    , m_types(new QVBoxLayout)
{
    beginSection({});
    m_title = addNeededText(tr("Name"), [this](std::string text) {
        sim::Cluster after = cluster();
        after.name = std::move(text);
        edit(std::move(after), tr("rename cluster"));
    });
    m_priceDate = addNeededText(tr("Prices as of"), [this](std::string text) {
        sim::Cluster after = cluster();
        after.pricesAsOf = std::move(text);
        edit(std::move(after), tr("change price date"));
    });
    m_priceDate->setToolTip(tr("Year and month: every cost says how old its prices are"));
    m_fixedCost = addNumber(tr("Fixed cost"), tr("USD/h"), 0, [this](double value) {
        sim::Cluster after = cluster();
        after.fixedCostUsdPerHour = value;
        edit(std::move(after), tr("change fixed cost"));
    });
    m_billing = addNumber(tr("Billing step"), tr("s"), kLeastSpeed, [this](double value) {
        sim::Cluster after = cluster();
        after.billingStepSeconds = value;
        edit(std::move(after), tr("change billing step"));
    });
    m_storage = addNumber(tr("Storage"), tr("GB/s"), 0, [this](double value) {
        sim::Cluster after = cluster();
        after.storageGbPerSecond = value > 0 ? std::optional(value) : std::nullopt;
        edit(std::move(after), tr("change storage"));
    });
    m_storage->setSpecialValueText(tr("none"));
    beginSection(tr("Resource types"));
    m_types->setSpacing(0);
    column().addLayout(m_types);
}

void ClusterWholeForm::refreshTypes()
{
    const sim::ClusterTotals& totals = document().totals();
    std::vector<TwoLineButton::Content> contents;
    for (std::size_t i = 0; i < cluster().resourceTypes.size(); ++i) {
        const sim::ResourceType& type = cluster().resourceTypes[i];
        contents.push_back({{},
                            appearanceOf(type),
                            typeName(type),
                            formatPrice(type.priceUsdPerHour),
                            typeDetail(type),
                            tr("%1 drawn").arg(formatCount(totals.devicesOfType[i]))});
    }
    if (contents == m_shown) {
        return;
    }
    m_shown = std::move(contents);
    while (QLayoutItem* item = m_types->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        auto* row = new TwoLineButton(m_shown[i], m_theme, this);
        connect(row, &QAbstractButton::clicked, this, [this, id = cluster().resourceTypes[i].id] {
            document().select({typeElement(id)});
        });
        m_types->addWidget(row);
    }
}

void ClusterWholeForm::show(const sim::ClusterElement& element)
{
    setElement(element);
    setFilling(true);
    setText(*m_title, toText(cluster().name));
    setText(*m_priceDate, toText(cluster().pricesAsOf));
    m_fixedCost->setValue(cluster().fixedCostUsdPerHour);
    m_billing->setValue(cluster().billingStepSeconds);
    m_storage->setValue(cluster().storageGbPerSecond.value_or(0));
    refreshTypes();
    setFilling(false);
}

} // namespace hscope::app
