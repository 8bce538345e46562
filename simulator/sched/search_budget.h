// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/sched/scheduler.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace hscope::sim {

/// A stretch of wall time that begins now; unlimited if no seconds are given.
class TimeBudget
{
public:
    explicit TimeBudget(std::optional<double> seconds);

    /// What is used of it, 0 to 1; always 0 without a limit.
    [[nodiscard]] double share() const;

    [[nodiscard]] bool isSpent() const { return share() >= 1; }

private:
    std::optional<double> m_seconds;
    std::chrono::steady_clock::time_point m_start;
};

/// How long a search goes on: for the plans and seconds of a request, or until it is stopped. Tells
/// the request's observer how far it is.
class SearchBudget
{
public:
    /// `request` must outlive this object.
    explicit SearchBudget(const SchedulerRequest& request);

    [[nodiscard]] bool isSpent() const;

    /// One more plan is judged.
    void count();

private:
    const SchedulerRequest& m_request;
    TimeBudget m_time;
    std::int64_t m_done = 0;
};

} // namespace hscope::sim
