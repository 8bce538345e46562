// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/time.h"

#include <QString>

#include <cstdint>
#include <filesystem>
#include <string_view>

/// Numbers and sentences as people read them. Everything shown goes through here, so that one
/// quantity looks the same everywhere: adaptive unit, 3 to 4 significant digits, thousands
/// separated by thin spaces (U+2009).
namespace hscope::app {

[[nodiscard]] QString toText(std::string_view utf8);

/// `842 ns`, `61.84 µs`, `12.84 s`, `1 234 s`: four significant digits in the unit that suits.
[[nodiscard]] QString formatDuration(core::Duration duration);

/// Like formatDuration, always with a sign: `+20.16 µs`, `−4.000 µs`.
[[nodiscard]] QString formatOffset(core::Duration offset);

/// Exact nanoseconds without the unit: `1 234 522 000`.
[[nodiscard]] QString formatExactNs(std::int64_t ns);

/// A position to the nanosecond, in seconds: `1.234 567 890 s`.
[[nodiscard]] QString formatPosition(core::Duration sinceStart);

/// The unit that a whole column or axis uses, and how many decimals.
struct TimeUnit
{
    QString name = QStringLiteral("s");
    double ns = 1e9; ///< Nanoseconds in one.
    int decimals = 3;

    friend bool operator==(const TimeUnit&, const TimeUnit&) = default;
};

/// The unit for values of up to `largest`.
[[nodiscard]] TimeUnit timeUnitFor(core::Duration largest);

/// A number of that unit with its decimals, without the unit's name.
[[nodiscard]] QString formatInUnit(std::int64_t ns, const TimeUnit& unit);

/// `1 284 096`.
[[nodiscard]] QString formatCount(std::int64_t count);

/// `one` as it stands for 1, else `many` with the count in place of its %1.
[[nodiscard]] QString formatCounted(std::int64_t count, const QString& one, const QString& many);

/// A ratio of 0 to 1 as `46.6%`.
[[nodiscard]] QString formatPercent(double ratio);

/// A number with that many decimals, thousands separated: `52 481`, `208.01`.
[[nodiscard]] QString formatDecimals(double value, int decimals);

/// Seconds as formatDuration, down to picoseconds: `19.06 µs`, `0.54 ns`.
[[nodiscard]] QString formatSeconds(double seconds);

/// An argument's JSON text as it is shown: strings without quotes and escapes, everything else as
/// it stands.
[[nodiscard]] QString formatArgumentValue(std::string_view json);

/// More of a name is never measured: laying out a megabyte of text takes seconds.
inline constexpr int kMeasuredLength = 400;

/// `text` cut in the middle to at most `limit` characters, for menus and sentences.
[[nodiscard]] QString elideMiddle(const QString& text, int limit);

/// `text` with the characters escaped that a tool tip would read as markup.
[[nodiscard]] QString escaped(const QString& text);

/// `text` as a tool tip: never read as markup, and cut in the middle if it is very long.
[[nodiscard]] QString toolTipText(const QString& text);

[[nodiscard]] QString toPathText(const std::filesystem::path& path);
[[nodiscard]] std::filesystem::path toPath(const QString& path);

/// One sentence about a failed load: which file, what happened, what to do next.
[[nodiscard]] QString loadErrorText(const std::filesystem::path& path, const core::Error& error);

} // namespace hscope::app
