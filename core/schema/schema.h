// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace hscope::core {

/// `PRAGMA application_id` of a Heteroscope database: the letters "HScp".
inline constexpr std::int32_t kApplicationId = 0x48536370;

/// `PRAGMA user_version` that this program writes. A larger one is refused, a smaller one is
/// migrated on a copy.
inline constexpr std::int32_t kSchemaVersion = 1;

/// Values of `track.kind`; never renumber.
enum class TrackKind : std::uint8_t
{
    Thread = 0,     ///< A CPU thread: slices nest.
    GpuStream = 1,  ///< A queue of one device: slices may overlap.
    Counter = 2,    ///< Samples, no slices.
    Marker = 3,     ///< Shown, never counted: pseudo rows of a profiler.
    Operations = 4, ///< In memory only: the operations of one thread, taken out of its track.
    Iterations = 5  ///< In memory only: the iterations of one process.
};

/// Values of `link.kind`; never renumber.
enum class LinkKind : std::uint8_t
{
    Launch = 0,          ///< A GPU API call and a slice it started on a device.
    ForwardBackward = 1, ///< A forward operator and its backward counterpart.
    Fork = 2,            ///< A thread or process that started another one.
    Join = 3,            ///< The end of a thread or process and who waited for it.
    Transfer = 4,        ///< A message between devices or processes.
    Flow = 5             ///< Any other arrow of an imported file.
};

/// Bits of `slice.flags`.
inline constexpr std::uint8_t kSliceUnfinished =
    1; ///< Its end was never recorded; drawn to the end of the trace.
inline constexpr std::uint8_t kSlicePseudo =
    2; ///< Not part of the trace's wall time (profiler's own span rows).
inline constexpr std::uint8_t kSliceHookMask =
    0x1c; ///< Who recorded it: 0 somebody else, else a Hook and 1.
inline constexpr unsigned kSliceHookShift = 2;

/// What recorded a slice; the numbers are those of the collector's C interface. Never renumber.
enum class Hook : std::uint8_t
{
    Program = 0,
    Torch = 1,
    Python = 2,
    GpuApi = 3,
    TorchAutograd = 4, ///< Operators that autograd numbers.
    TorchBackward = 5  ///< What the engine runs in a backward pass.
};

inline constexpr unsigned kHooks = 6;

/// The bits of `slice.flags` for a slice that hook number `hook` recorded.
[[nodiscard]] constexpr std::uint8_t recordedBy(std::uint8_t hook)
{
    return static_cast<std::uint8_t>((hook + 1U) << kSliceHookShift & kSliceHookMask);
}

/// What recorded a slice with these flags; none if it was not our recorder.
[[nodiscard]] constexpr std::optional<Hook> hookOf(std::uint8_t flags)
{
    const unsigned number = (flags & kSliceHookMask) >> kSliceHookShift;
    return number == 0 || number > kHooks ? std::nullopt
                                          : std::optional(static_cast<Hook>(number - 1));
}

} // namespace hscope::core
