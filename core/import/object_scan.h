// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hscope::core {

/// How far a JSON object was scanned, so that a chunk border costs nothing.
struct ObjectScan
{
    enum class End : std::uint8_t
    {
        Complete,  ///< `at` is behind the object's closing brace.
        Resync,    ///< `at` is at what looks like the start of the next event, within a string: a
                   ///< quote is missing.
        OutOfData, ///< The text ends first.
    };

    std::size_t at = 0;
    int depth = 0;
    bool inString = false;

    /// Continues in `text`, which begins with the object and may have grown since the last call.
    ///
    /// Cost: about a third of a nanosecond per byte with SSE2, three times that without.
    [[nodiscard]] End advance(std::string_view text);

private:
    /// The plain way, one character at a time, up to `until`. OutOfData means that `until` was
    /// reached.
    [[nodiscard]] End advancePlainly(std::string_view text, std::size_t until);
};

} // namespace hscope::core
