// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/json_output.h"

#include "app/cli/commands.h"

namespace hscope::cli {

Json diagnosticsJson(const core::Diagnostics& diagnostics)
{
    Json list = Json::array();
    for (const core::Diagnostic& entry : diagnostics.list()) {
        list.push_back({{"id", entry.name},
                        {"severity", core::severityName(entry.severity)},
                        {"count", entry.count},
                        {"first", entry.first}});
    }
    return list;
}

Json numberOrNull(const std::optional<double>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

core::Result<void> printJson(const Json& json)
{
    return print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

} // namespace hscope::cli
