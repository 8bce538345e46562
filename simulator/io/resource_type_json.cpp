// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/resource_type_json.h"

#include "simulator/io/enum_names.h"

namespace hscope::sim {

namespace {

constexpr WholeRange kLimitRange{0, 1'000'000'000};

} // namespace

std::string readNewId(ObjectReader& reader, std::set<std::string>& ids)
{
    std::string id = reader.text("id");
    if (!id.empty() && !ids.insert(id).second) {
        reader.wrong("id", "an id that no other has");
    }
    return id;
}

ResourceType readResourceType(ObjectReader& reader, std::set<std::string>& ids,
                              DocumentFault& fault)
{
    ResourceType type;
    type.id = readNewId(reader, ids);
    const std::optional<DeviceKind> kind = valueOf(reader.text("kind"), kDeviceKindNames);
    if (!kind) {
        reader.wrong("kind", choices(kDeviceKindNames));
    }
    type.kind = kind.value_or(DeviceKind::Cpu);
    type.name = reader.text("name");
    type.priceUsdPerHour = reader.number("price_usd_per_hour", kNotNegative);
    type.limit = reader.optionalWhole("limit", kLimitRange);
    type.memoryGib = reader.optionalNumber("memory_gib", kPositive);
    type.nicGbPerSecond = reader.optionalNumber("nic_gb_per_s", kPositive);
    type.fp32Tflops = reader.optionalNumber("fp32_tflops", kPositive);
    type.memoryGbPerSecond = reader.optionalNumber("memory_gb_per_s", kPositive);
    if (reader.has("preemptible")) {
        ObjectReader offer(*reader.value("preemptible"), reader.pointerTo("preemptible"), fault);
        type.preemptible = Preemptible{offer.number("price_usd_per_hour", kPositive),
                                       offer.number("mean_life_h", kPositive)};
        offer.end();
    }
    return type;
}

nlohmann::ordered_json resourceTypeObject(const ResourceType& type)
{
    nlohmann::ordered_json object{{"id", type.id},
                                  {"kind", nameOf(type.kind, kDeviceKindNames)},
                                  {"name", type.name},
                                  {"price_usd_per_hour", documentNumber(type.priceUsdPerHour)}};
    addOptional(object, "limit", type.limit);
    addOptional(object, "memory_gib", type.memoryGib);
    addOptional(object, "nic_gb_per_s", type.nicGbPerSecond);
    addOptional(object, "fp32_tflops", type.fp32Tflops);
    addOptional(object, "memory_gb_per_s", type.memoryGbPerSecond);
    if (type.preemptible) {
        object["preemptible"] = {
            {"price_usd_per_hour", documentNumber(type.preemptible->priceUsdPerHour)},
            {"mean_life_h", documentNumber(type.preemptible->meanLifeHours)}};
    }
    return object;
}

} // namespace hscope::sim
