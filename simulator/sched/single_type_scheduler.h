// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/sched/scheduler.h"

namespace hscope::sim {

/// All layers in one stage on the cluster's first type of a kind: `cpu-only` and `gpu-only`.
class SingleTypeScheduler final : public Scheduler
{
public:
    explicit SingleTypeScheduler(DeviceKind kind)
        : m_kind(kind)
    {
    }

    [[nodiscard]] std::string_view name() const override;
    [[nodiscard]] std::string_view summary() const override;
    [[nodiscard]] core::Result<Placement> run(const SchedulerRequest& request) const override;

private:
    DeviceKind m_kind;
};

} // namespace hscope::sim
