// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <tl/expected.hpp>
#include <utility>

namespace hscope::core {

/// A value or an Error. `std::expected` takes over by changing this alias when the compiler allows.
template <typename T>
using Result = tl::expected<T, Error>;

/// Wraps an error for returning from a function whose result is `Result<T>`.
[[nodiscard]] inline tl::unexpected<Error>
failure(ErrorCode code, std::string message,
        std::source_location where = std::source_location::current())
{
    return tl::unexpected<Error>(Error(code, std::move(message), where));
}

} // namespace hscope::core

#define HSCOPE_CONCAT_IMPL(a, b) a##b
#define HSCOPE_CONCAT(a, b) HSCOPE_CONCAT_IMPL(a, b)

/// Returns the error of `expression` (a `Result<void>` or `Result<T>` whose value is not needed),
/// if it has one.
#define HSCOPE_TRY(expression)                                                                     \
    do {                                                                                           \
        if (auto hscopeResult = (expression); !hscopeResult) {                                     \
            return tl::unexpected<::hscope::core::Error>(std::move(hscopeResult).error());         \
        }                                                                                          \
    } while (false)

/// Declares or assigns `target` from the value of `expression`, or returns its error.
#define HSCOPE_TRY_ASSIGN(target, expression)                                                      \
    auto HSCOPE_CONCAT(hscopeResult, __LINE__) = (expression);                                     \
    if (!HSCOPE_CONCAT(hscopeResult, __LINE__)) {                                                  \
        return tl::unexpected<::hscope::core::Error>(                                              \
            std::move(HSCOPE_CONCAT(hscopeResult, __LINE__)).error());                             \
    }                                                                                              \
    target = std::move(*HSCOPE_CONCAT(hscopeResult, __LINE__))
