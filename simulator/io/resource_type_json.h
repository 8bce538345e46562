// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/io/document_layout.h"
#include "simulator/io/object_reader.h"
#include "simulator/model/cluster.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <type_traits>

namespace hscope::sim {

/// Adds a field if there is a value.
template <typename T>
void addOptional(nlohmann::ordered_json& object, const char* key, const std::optional<T>& value)
{
    if (value) {
        if constexpr (std::is_same_v<T, double>) {
            object[key] = documentNumber(*value);
        } else {
            object[key] = *value;
        }
    }
}

/// Reads the field `id` and notes if another has it.
[[nodiscard]] std::string readNewId(ObjectReader& reader, std::set<std::string>& ids);

/// Reads the fields of a resource type and leaves the others of the object to the caller.
[[nodiscard]] ResourceType readResourceType(ObjectReader& reader, std::set<std::string>& ids,
                                            DocumentFault& fault);

[[nodiscard]] nlohmann::ordered_json resourceTypeObject(const ResourceType& type);

} // namespace hscope::sim
