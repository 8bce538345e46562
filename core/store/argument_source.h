// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace hscope::core {

/// One argument of a slice; `value` is JSON text (a string in quotes, a number, a list).
struct Argument
{
    std::string name;
    std::string value;

    friend bool operator==(const Argument&, const Argument&) = default;
};

/// Reads the arguments of slices from the file they came from, so that a loaded trace need not hold
/// them.
///
/// Thread: any, one call at a time per object.
class ArgumentSource
{
public:
    ArgumentSource() = default;
    ArgumentSource(const ArgumentSource&) = delete;
    ArgumentSource& operator=(const ArgumentSource&) = delete;
    virtual ~ArgumentSource() = default;

    /// The arguments of the slice whose SliceColumns::source is `source`, in file order.
    /// Errors: Io or NotFound when the file changed or vanished since it was loaded.
    [[nodiscard]] virtual Result<std::vector<Argument>> argumentsOf(std::uint64_t source) = 0;

    using Visitor = std::function<Result<void>(std::size_t index, const std::vector<Argument>&)>;

    /// Visits the arguments of many slices in one pass, in any order; `sources` must be ascending.
    [[nodiscard]] virtual Result<void> forEach(std::span<const std::uint64_t> sources,
                                               const Visitor& visit, std::stop_token stop) = 0;
};

} // namespace hscope::core
