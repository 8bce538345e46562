// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "simulator/model/workload.h"

#include <QString>

#include <string>
#include <vector>

/// The values of a layer by name, as tables, the inspector and the clipboard handle them: as text.
namespace hscope::app {

enum class LayerField
{
    Name,
    Kind,
    Shape,
    InputBytes,
    OutputBytes,
    WeightBytes,
    PullBytes,
    PushBytes,
    ActivationBytes,
    Compute, ///< This and the following are of one resource type.
    Communication,
    Alpha,
    Beta,
    Forward,
    Backward,
    Measured,
};

/// Which value of a layer is meant.
struct LayerValue
{
    LayerField field = LayerField::Name;
    std::string type; ///< Resource type; empty for what all types share.

    bool operator==(const LayerValue&) const = default;
};

[[nodiscard]] constexpr bool isOfType(LayerField field)
{
    return field >= LayerField::Compute;
}

/// What people call it: `Output`, `Compute`.
[[nodiscard]] QString fieldTitle(LayerField field);
/// What it means, for a tool tip.
[[nodiscard]] QString fieldHelp(LayerField field);
/// What documents call it: `output_bytes`; with a type `v100 compute_s`.
[[nodiscard]] QString documentName(const LayerValue& value);

/// `10.24 kB`, `6.465 µs`; empty where there is none.
[[nodiscard]] QString shownText(const sim::Layer& layer, const LayerValue& value);
/// The same with all digits: withText() reads back the same.
[[nodiscard]] QString exactText(const sim::Layer& layer, const LayerValue& value);
/// A number in bytes or seconds without a unit, for spreadsheets: withText() reads it too.
[[nodiscard]] QString plainText(const sim::Layer& layer, const LayerValue& value);
/// What the value sorts by: its number, -1 where there is none.
[[nodiscard]] double sortNumber(const sim::Layer& layer, const LayerValue& value);

/// Whether both layers have the same value there.
[[nodiscard]] bool isSame(const sim::Layer& a, const sim::Layer& b, const LayerValue& value);

/// Sets a value from what was typed. An empty text takes away what may be missing: the compute time
/// of a type takes the type away. A compute time makes a profile of a type that has none.
/// Errors: InvalidArgument with a sentence for people.
[[nodiscard]] core::Result<void> setText(sim::Layer& layer, const LayerValue& value,
                                         const QString& text);

/// The resource types that any layer has a profile of, sorted.
[[nodiscard]] std::vector<std::string> profiledTypes(const std::vector<sim::Layer>& layers);

/// Unit-seconds that one sample takes on the fewest units that can run the layer: on one unit its
/// execution time.
[[nodiscard]] double unitSeconds(const sim::LayerProfile& profile);

} // namespace hscope::app
