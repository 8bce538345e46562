// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "simulator/model/placement.h"
#include "simulator/model/problem.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>

namespace hscope::sim {

/// One round of a learning scheduler's training.
struct TrainingRound
{
    std::int64_t round = 0; ///< From 1.
    std::int64_t rounds = 0;
    double meanReward = 0;      ///< Of the plans that were sampled in this round.
    double bestCostUsd = 0;     ///< Of all sampled so far; infinity if none was feasible.
    double decisionCostUsd = 0; ///< Of the arg-max plan; infinity if it is not feasible.
};

/// Hears how a scheduler gets on. Calls come on the scheduler's thread, every few milliseconds at
/// most often.
class SchedulerObserver
{
public:
    SchedulerObserver() = default;
    SchedulerObserver(const SchedulerObserver&) = delete;
    SchedulerObserver& operator=(const SchedulerObserver&) = delete;
    virtual ~SchedulerObserver() = default;

    /// `done` of `total` steps; total 0 means not known.
    virtual void progressed(std::int64_t done, std::int64_t total) = 0;

    /// A round of training has ended.
    virtual void trained(const TrainingRound& round) = 0;
};

/// An observer for callers that do not show progress.
class NullSchedulerObserver final : public SchedulerObserver
{
public:
    void progressed(std::int64_t /*done*/, std::int64_t /*total*/) override {}

    void trained(const TrainingRound& /*round*/) override {}
};

/// What a scheduler is asked.
struct SchedulerRequest
{
    const Problem& problem;
    std::uint64_t seed = 0;
    std::int64_t evaluations = 16'000; ///< Most schedules whose cost a search may calculate.
    bool fineTune = false;             ///< A learning scheduler trains on this problem first.
    std::stop_token stop;
    SchedulerObserver& observer;
    /// A search or training ends after this wall time with what it has; the placement depends on
    /// the machine then.
    std::optional<double> seconds = std::nullopt;
};

/// Places the layers of a problem on resource types and provisions units.
///
/// A scheduler sees the problem and nothing else, so the same request gives the same placement.
///
/// Thread: any; several may run at once.
class Scheduler
{
public:
    Scheduler() = default;
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;
    virtual ~Scheduler() = default;

    /// How it is called on the command line and in documents: `exact`, `rl-lstm`.
    [[nodiscard]] virtual std::string_view name() const = 0;

    /// What it does, in a few words without a full stop.
    [[nodiscard]] virtual std::string_view summary() const = 0;

    /// Whether `SchedulerRequest::fineTune` makes a difference.
    [[nodiscard]] virtual bool learns() const { return false; }

    /// Whether another seed may give another placement, if it is to train or to search.
    [[nodiscard]] virtual bool usesSeed() const { return false; }

    /// Loads what the first run would have to load, so that its time is that of a decision. Errors:
    /// as for `run`.
    [[nodiscard]] virtual core::Result<void> prepare() const { return {}; }

    /// A placement, feasible or not. Times (`Placement::timing`) are the caller's to fill in.
    ///
    /// Errors: Cancelled; Exhausted (the problem is too large for it); Unavailable (a part is
    /// missing).
    [[nodiscard]] virtual core::Result<Placement> run(const SchedulerRequest& request) const = 0;
};

} // namespace hscope::sim
