// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/sched/scheduler.h"

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace hscope::sim {

/// Where the parts of learning schedulers lie; empty paths: they are not installed.
struct PolicyFiles
{
    std::filesystem::path library; ///< libhscope_rl.so
    std::filesystem::path weights; ///< The shipped weights of rl-lstm.
};

/// All schedulers, in the order in which they are shown.
class SchedulerRegistry
{
public:
    explicit SchedulerRegistry(const PolicyFiles& files);

    [[nodiscard]] const std::vector<std::unique_ptr<Scheduler>>& schedulers() const
    {
        return m_schedulers;
    }

    /// Errors: NotFound with the names there are.
    [[nodiscard]] core::Result<const Scheduler*> find(std::string_view name) const;

private:
    std::vector<std::unique_ptr<Scheduler>> m_schedulers;
};

} // namespace hscope::sim
