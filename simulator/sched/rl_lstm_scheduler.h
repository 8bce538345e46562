// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/sched/policy_library.h"
#include "simulator/sched/scheduler.h"
#include "simulator/sched/scheduler_registry.h"

#include <memory>
#include <mutex>

namespace hscope::sim {

/// An LSTM policy trained by REINFORCE, after HeterPS: gives each layer its likeliest type.
///
/// As it is shipped it decides at once. With `SchedulerRequest::fineTune` a copy of the policy
/// first trains on the problem, `SchedulerRequest::evaluations` plans in rounds of 64, each
/// reported to the observer. Either way the arg-max plan is the result; the cheapest of the plans
/// that training drew is only reported, as `Placement::bestSampledCostUsd`.
///
/// Plugin and weights are opened at the first run, and again at the next if that failed.
///
/// Errors: Unavailable (no plugin or weights, one sentence), Corrupt (damaged weights), Cancelled,
/// Internal (the plugin failed).
class RlLstmScheduler final : public Scheduler
{
public:
    explicit RlLstmScheduler(PolicyFiles files);

    /// Uses a network that is there already.
    RlLstmScheduler(const hscope_policy_table& table, std::vector<std::byte> weights);

    [[nodiscard]] std::string_view name() const override { return "rl-lstm"; }

    [[nodiscard]] std::string_view summary() const override
    {
        return "LSTM policy trained by REINFORCE";
    }

    [[nodiscard]] bool learns() const override { return true; }

    [[nodiscard]] bool usesSeed() const override { return true; }

    /// Opens plugin and weights.
    [[nodiscard]] core::Result<void> prepare() const override;

    [[nodiscard]] core::Result<Placement> run(const SchedulerRequest& request) const override;

private:
    /// What is shipped, once it is open; never changes then.
    struct Shipped
    {
        const hscope_policy_table* table = nullptr;
        std::vector<std::byte> weights;
        Policy policy;
    };

    [[nodiscard]] core::Result<std::shared_ptr<const Shipped>> shipped() const;
    [[nodiscard]] core::Result<std::shared_ptr<const Shipped>> open() const;

    PolicyFiles m_files;
    const hscope_policy_table* m_table = nullptr;
    std::vector<std::byte> m_weights;
    mutable std::mutex m_mutex;
    mutable std::shared_ptr<const Shipped> m_shipped; ///< Guarded by m_mutex.
};

} // namespace hscope::sim
