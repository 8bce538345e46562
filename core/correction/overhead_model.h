// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/trace_store.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hscope::core {

/// What recording adds time to: one event of a kind costs about the same each time.
enum class OverheadKind : std::uint8_t
{
    Annotation,    ///< An operation or iteration that the program marks.
    Scope,         ///< A scope of the program itself.
    Torch,         ///< An operator of LibTorch.
    TorchAutograd, ///< One that autograd numbers: with an argument more, and a link.
    TorchBackward, ///< What LibTorch's engine runs in a backward pass: it builds a name each time.
    PythonAnnotation, ///< An operation that Python marks.
    Python,           ///< A function that the Python hook wrapped.
    GpuApi,           ///< A call into a GPU's runtime: our own share.
    Cupti,            ///< What such a call takes longer while CUPTI reports work; by function.
    Profiler          ///< What the trace itself marks as overhead; it needs no model.
};

inline constexpr std::size_t kOverheadKinds = 10;

/// As `calibration.kind` and the documents have it.
inline constexpr std::array<std::string_view, kOverheadKinds> kOverheadKindNames = {
    "annotation",        "scope",  "torch",   "torch_autograd", "torch_backward",
    "python_annotation", "python", "gpu_api", "cupti",          "profiler"};

[[nodiscard]] constexpr std::string_view nameOf(OverheadKind kind)
{
    return kOverheadKindNames[static_cast<std::size_t>(kind)];
}

[[nodiscard]] std::optional<OverheadKind> findOverheadKind(std::string_view name);

/// What one event of a kind costs, in ns.
struct OverheadCost
{
    OverheadKind kind = OverheadKind::Scope;
    std::string api; ///< Name of the function that it is for; empty: all of the kind.
    double meanNs = 0;
    double lowNs = 0; ///< 95% interval of the mean.
    double highNs = 0;
    double insideNs = 0; ///< The part of meanNs that lies between the slice's start and end.
    std::int64_t samples = 0;
    /// One estimate per repetition of a calibration, in the order of the repetitions; those of one
    /// repetition belong together. Empty where the interval is all that is known.
    std::vector<double> repetitionsNs;
    /// Beyond meanNs: what the program's calls for the event cost even while nothing is recorded.
    /// Half of it lies inside.
    double dormantNs = 0;

    /// What the program would be faster without the event.
    [[nodiscard]] double totalNs() const { return meanNs + dormantNs; }

    friend bool operator==(const OverheadCost&, const OverheadCost&) = default;
};

/// Where a model holds: it is refused elsewhere.
struct OverheadOrigin
{
    std::string machine;   ///< The processor as it names itself, and how many there are.
    std::string collector; ///< Version of the recorder.
    std::string hooks;     ///< Hooks with the versions they are for, such as `torch 1.13.1`.

    friend bool operator==(const OverheadOrigin&, const OverheadOrigin&) = default;
};

/// How much time each kind of recorded event adds.
struct OverheadModel
{
    OverheadOrigin origin;
    std::vector<OverheadCost> costs; ///< By kind, then api.

    /// The cost of an event of `kind` in `api`: that of the function, else that of the kind.
    [[nodiscard]] const OverheadCost* find(OverheadKind kind, std::string_view api = {}) const;

    /// The model with the costs of one kind alone.
    [[nodiscard]] OverheadModel only(OverheadKind kind) const;

    friend bool operator==(const OverheadModel&, const OverheadModel&) = default;
};

/// Which kind of overhead a recorded slice brought; none for slices that are not our recorder's.
[[nodiscard]] std::optional<OverheadKind> overheadKindOf(Category category, std::uint8_t flags);

/// Numbers of events, by kind.
using EventCounts = std::array<std::uint64_t, kOverheadKinds>;

/// How many events of each kind a trace has: in all, or of those that `isWanted` takes by the
/// number of their slice.
[[nodiscard]] EventCounts
countEvents(const TraceStore& trace, const std::function<bool(std::uint32_t slice)>& isWanted = {});

/// Whether a trace has work of GPUs. Only while CUPTI reports it, calls into a GPU's runtime take
/// the time of OverheadKind::Cupti.
[[nodiscard]] bool hasGpuWork(const TraceStore& trace);

/// Whether a model has a cost for any of these events, or they are marked in the trace.
[[nodiscard]] bool knowsAny(const OverheadModel& model, const EventCounts& events);

/// Where a trace was recorded, from its facts. Empty texts for what it does not say.
[[nodiscard]] OverheadOrigin originOf(const TraceStore& trace);

/// The model that the recorder itself measured at the start of the recording; without costs if the
/// trace has none. Several processes: the mean of theirs. Its intervals are wider than what the
/// recorder stored, which says nothing of how the program's own work makes events dearer.
[[nodiscard]] OverheadModel recordedModel(const TraceStore& trace);

/// Errors: InvalidArgument, with what differs, for a model that was measured on another machine, or
/// with another recorder or other hooks than the trace was recorded with.
[[nodiscard]] Result<void> checkOrigin(const OverheadModel& model, const TraceStore& trace);

} // namespace hscope::core
