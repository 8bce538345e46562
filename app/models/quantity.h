// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

/// Numbers with a unit as people write them, for fields that are edited as text.
namespace hscope::app {

enum class Quantity
{
    Number,
    Bytes,  ///< B, kB, MB, GB, TB and KiB, MiB, GiB.
    Seconds ///< s, ms, µs (or us), ns, ps.
};

/// `10.24 kB`, `6.465 us`, `1e-6`, `0,5`, `1 024`: in bytes, seconds or as it stands. None if it is
/// no such number; negative ones are numbers.
[[nodiscard]] std::optional<double> parseQuantity(const QString& text, Quantity quantity);

/// All digits of `value` in the unit that suits: parseQuantity() reads back the same bits.
[[nodiscard]] QString exactQuantity(double value, Quantity quantity);

/// All digits of a number that is not negative, thousands separated: `1 000 000 000`.
[[nodiscard]] QString groupedNumber(double value);

/// `10.24 kB`, `346 MB`: up to four digits.
[[nodiscard]] QString formatBytes(double bytes);

} // namespace hscope::app
