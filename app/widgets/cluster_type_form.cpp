// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_type_form.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/widgets/number_field.h"
#include "app/widgets/panel_parts.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace hscope::app {

ClusterTypeForm::ClusterTypeForm(ClusterDocument& document, QWidget* parent)
    : ClusterForm(document, parent)
{
    beginSection({});
    m_title = addNeededText(tr("Name"), [this](std::string text) {
        sim::ResourceType after = type();
        after.name = std::move(text);
        change(after);
    });
    addNameField(tr("Id"));
    nameField()->setToolTip(tr("What workloads and placements call it"));
    m_kind = addChoice(tr("Kind"), [this](int index) {
        sim::ResourceType after = type();
        after.kind = static_cast<sim::DeviceKind>(index);
        change(after);
    });
    m_kind->addItems({tr("CPU"), tr("GPU"), tr("other accelerator")});
    m_price = addNumber(tr("Price"), tr("USD/h"), 0, [this](double price) {
        sim::ResourceType after = type();
        after.priceUsdPerHour = price;
        change(after);
    });
    m_price->setSpecialValueText(tr("not known"));
    beginSection(tr("Of one unit"));
    m_memory = addOptional(tr("Memory"), tr("GiB"), &sim::ResourceType::memoryGib);
    m_network = addOptional(tr("Network"), tr("GB/s"), &sim::ResourceType::nicGbPerSecond);
    m_flops = addOptional(tr("Computation"), tr("Tflop/s"), &sim::ResourceType::fp32Tflops);
    m_memoryBandwidth =
        addOptional(tr("Memory speed"), tr("GB/s"), &sim::ResourceType::memoryGbPerSecond);
    m_limit = addNumber(tr("Most units"), {}, -1, [this](double limit) {
        sim::ResourceType after = type();
        after.limit = limit < 0 ? std::nullopt : std::optional(std::llround(limit));
        change(after);
    });
    m_limit->setDecimals(0);
    m_limit->setSpecialValueText(tr("no limit"));
    beginSection(tr("In this cluster"));
    m_drawn = addValue(tr("Drawn"));
    auto* keep = new QPushButton(tr("Keep in my library"), this);
    keep->setToolTip(tr("New clusters can be drawn with it then"));
    connect(keep, &QPushButton::clicked, this, [this] { Q_EMIT keepRequested(element().id); });
    m_remove = new QPushButton(tr("Remove from this cluster"), this);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        edit(removed(cluster(), {element()}),
             tr("remove %1").arg(elementName(cluster(), element())));
    });
    column().addWidget(keep);
    column().addWidget(m_remove);
}

NumberField* ClusterTypeForm::addOptional(const QString& label, const QString& unit,
                                          Optional member)
{
    NumberField* field = addNumber(label, unit, 0, [this, member](double value) {
        sim::ResourceType after = type();
        after.*member = value > 0 ? std::optional(value) : std::nullopt;
        change(after);
    });
    field->setSpecialValueText(tr("not known"));
    return field;
}

sim::ResourceType ClusterTypeForm::type() const
{
    const sim::ResourceType* found = findType(cluster(), element().id);
    return found != nullptr ? *found : sim::ResourceType{};
}

void ClusterTypeForm::change(const sim::ResourceType& type)
{
    edit(withType(cluster(), type), tr("change %1").arg(typeName(type)));
}

void ClusterTypeForm::show(const sim::ClusterElement& element)
{
    setElement(element);
    const sim::ResourceType* found = findType(cluster(), element.id);
    if (found == nullptr) {
        return;
    }
    setFilling(true);
    setText(*m_title, toText(found->name));
    setText(*nameField(), toText(found->id));
    m_kind->setCurrentIndex(static_cast<int>(found->kind));
    m_price->setValue(found->priceUsdPerHour);
    m_memory->setValue(found->memoryGib.value_or(0));
    m_network->setValue(found->nicGbPerSecond.value_or(0));
    m_flops->setValue(found->fp32Tflops.value_or(0));
    m_memoryBandwidth->setValue(found->memoryGbPerSecond.value_or(0));
    m_limit->setValue(found->limit ? static_cast<double>(*found->limit) : -1);
    const auto index = static_cast<std::size_t>(found - cluster().resourceTypes.data());
    const std::int64_t drawn = document().totals().devicesOfType[index];
    m_drawn->setText(formatCount(drawn));
    m_remove->setEnabled(drawn == 0 && cluster().resourceTypes.size() > 1);
    m_remove->setToolTip(drawn > 0 ? tr("Devices of it are drawn: remove them first") : QString());
    setFilling(false);
}

} // namespace hscope::app
