// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/type_library.h"

#include "simulator/io/document_layout.h"
#include "simulator/io/enum_names.h"
#include "simulator/io/resource_type_json.h"

#include <nlohmann/json.hpp>
#include <set>

namespace hscope::sim {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr WholeRange kDevicesRange{1, 1'000'000};

LibraryType readLibraryType(const json& element, const std::string& pointer,
                            std::set<std::string>& ids, DocumentFault& fault)
{
    ObjectReader reader(element, pointer, fault);
    LibraryType result;
    result.type = readResourceType(reader, ids, fault);
    result.devicesPerNode = reader.optionalWhole("devices_per_node", kDevicesRange).value_or(1);
    if (reader.has("inside")) {
        ObjectReader inside(*reader.value("inside"), reader.pointerTo("inside"), fault);
        const std::optional<LinkKind> kind = valueOf(inside.text("kind"), kLinkKindNames);
        if (!kind) {
            inside.wrong("kind", choices(kLinkKindNames));
        }
        result.insideKind = kind.value_or(LinkKind::Pcie);
        result.insideGbPerSecond = inside.optionalNumber("gb_per_s", kPositive).value_or(0);
        inside.end();
    }
    result.source = reader.optionalText("source").value_or("");
    reader.end();
    return result;
}

ordered_json toObject(const LibraryType& type)
{
    ordered_json object = resourceTypeObject(type.type);
    if (type.devicesPerNode != 1) {
        object["devices_per_node"] = type.devicesPerNode;
    }
    if (type.insideKind != LinkKind::Pcie || type.insideGbPerSecond > 0) {
        object["inside"] = {{"kind", nameOf(type.insideKind, kLinkKindNames)}};
        if (type.insideGbPerSecond > 0) {
            object["inside"]["gb_per_s"] = documentNumber(type.insideGbPerSecond);
        }
    }
    if (!type.source.empty()) {
        object["source"] = type.source;
    }
    return object;
}

} // namespace

core::Result<TypeLibrary> parseTypeLibrary(std::string_view text, std::string_view source)
{
    HSCOPE_TRY_ASSIGN(const json document,
                      parseDocument(text, source, "heteroscope-resource-types"));
    DocumentFault fault(source);
    ObjectReader top(document, "", fault);
    static_cast<void>(top.value("format") && top.value("version"));
    TypeLibrary library;
    library.name = top.text("name");
    library.pricesAsOf = top.text("prices_as_of");
    std::set<std::string> ids;
    top.array("types", [&](const json& element, const std::string& pointer) {
        library.types.push_back(readLibraryType(element, pointer, ids, fault));
    });
    top.end();
    if (fault.first()) {
        return tl::unexpected<core::Error>(*fault.first());
    }
    return library;
}

std::string toJson(const TypeLibrary& library)
{
    ordered_json document{{"format", "heteroscope-resource-types"},
                          {"version", 1},
                          {"name", library.name},
                          {"prices_as_of", library.pricesAsOf},
                          {"types", ordered_json::array()}};
    for (const LibraryType& type : library.types) {
        document["types"].push_back(toObject(type));
    }
    return documentText(document);
}

} // namespace hscope::sim
