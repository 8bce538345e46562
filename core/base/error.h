// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <source_location>
#include <string>
#include <string_view>
#include <utility>

namespace hscope::core {

/// Says what a caller can do about an expected failure.
enum class ErrorCode
{
    InvalidArgument, ///< The caller's value is wrong whatever the state of the world (prefer
                     ///< NotFound for a name).
    NotFound,        ///< A file, track or name that was asked for does not exist.
    AlreadyExists,   ///< The target exists and must not be overwritten.
    Unsupported,     ///< Well formed, but newer or of a kind this program does not handle.
    Corrupt,     ///< The content contradicts its own format (prefer a diagnostic when the rest is
                 ///< usable).
    Io,          ///< The operating system refused: permissions, full disk, vanished file.
    Cancelled,   ///< A stop was requested.
    Exhausted,   ///< A limit was reached: memory, size, evaluations.
    Unavailable, ///< An optional part (plugin, device) is missing; says how to get it.
    Internal,    ///< A wrapped library failed in a way that should not happen.
};

/// An expected failure: a code to branch on and one sentence for the user.
///
/// Context is added on the way up: `return std::move(error).with("while reading table slice")`.
struct Error
{
    ErrorCode code = ErrorCode::Internal;
    std::string message;
    std::source_location where;

    Error(ErrorCode errorCode, std::string text,
          std::source_location location = std::source_location::current())
        : code(errorCode)
        , message(std::move(text))
        , where(location)
    {
    }

    [[nodiscard]] Error with(std::string_view context) &&
    {
        message = std::string(context) + ": " + message;
        return std::move(*this);
    }
};

} // namespace hscope::core
