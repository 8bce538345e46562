// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace hscope::sim {

/// A number as documents write it: whole numbers without a fraction.
[[nodiscard]] nlohmann::ordered_json documentNumber(double value);

/// JSON text of a document: fields of the top in their order, one line each, and one line per
/// element of an array of objects. Ends with a newline.
[[nodiscard]] std::string documentText(const nlohmann::ordered_json& document);

} // namespace hscope::sim
