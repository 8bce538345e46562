// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schema/category.h"

#include <QString>

#include <optional>
#include <variant>
#include <vector>

/// Horizontal bars as values, for a chart that only paints them.
namespace hscope::app {

/// What part of a bar stands for, where it is not a category.
enum class BarLook
{
    Busy, ///< A device works.
    CpuOnly,
    CpuAndGpu,
    GpuOnly,
    Idle,
    AsynchronousGpu,
    Sampled,
    HostWait,
    KernelWait,
    OtherWait
};

using PartLook = std::variant<BarLook, core::Category>;

/// As legends name it.
[[nodiscard]] QString lookName(const PartLook& look);

/// The row of a table that a part shows; a click selects it.
struct BarKey
{
    int table = 0;
    int row = 0;

    friend bool operator==(const BarKey&, const BarKey&) = default;
};

struct BarPart
{
    PartLook look;
    double value = 0; ///< In the unit of its group's scale.
    BarKey key;
    QString toolTip; ///< Plain text.

    friend bool operator==(const BarPart&, const BarPart&) = default;
};

/// One bar: its parts lie side by side.
///
///   title  [part][part  |-]-|  value
///          [beside]              thinner, not part of the sum
struct BarRow
{
    QString title;
    std::vector<BarPart> parts; ///< Without empty ones.
    std::optional<BarPart> beside;
    QString value;
    double low = 0; ///< 95% interval of the sum of the parts; none if both are equal.
    double high = 0;

    friend bool operator==(const BarRow&, const BarRow&) = default;
};

/// Bars on one scale, below a title.
struct BarGroup
{
    QString title;
    double scale = 1; ///< The value of a bar of full length.
    std::vector<BarRow> rows;
    QString remark; ///< Below the bars; may be empty.

    friend bool operator==(const BarGroup&, const BarGroup&) = default;
};

using BarList = std::vector<BarGroup>;

} // namespace hscope::app
