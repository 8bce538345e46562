// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace hscope::core {

/// What reading a decimal time gave.
struct DecimalTime
{
    enum class Status : std::uint8_t
    {
        Ok,
        Invalid,
        OutOfRange
    };

    Status status = Status::Invalid;
    std::int64_t ns = 0;
};

/// Reads a decimal number of microseconds as whole nanoseconds, without a double in between.
///
///   "1712195495519689.047"  ->  1712195495519689047 ns      (a double would give ...689000 or so)
///   "1.5e3"                 ->  1500000 ns
///   "0.0005"                ->  0 ns, "0.0015" -> 2 ns      (half to even beyond three decimals)
///
/// Accepts what JSON calls a number, plus a leading `+` and a missing digit before or after the
/// point; nothing around it. Values beyond +-2^61 ns (the year 2043, as an epoch) are OutOfRange,
/// so that neither a start plus a duration nor the distance of two ends can overflow.
[[nodiscard]] DecimalTime parseMicroseconds(std::string_view text);

} // namespace hscope::core
