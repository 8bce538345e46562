// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/scheduler_registry.h"

#include "simulator/sched/brute_force_scheduler.h"
#include "simulator/sched/exact_scheduler.h"
#include "simulator/sched/greedy_scheduler.h"
#include "simulator/sched/local_search.h"
#include "simulator/sched/random_search.h"
#include "simulator/sched/rl_lstm_scheduler.h"
#include "simulator/sched/single_type_scheduler.h"

#include <fmt/format.h>

namespace hscope::sim {

SchedulerRegistry::SchedulerRegistry(const PolicyFiles& files)
{
    m_schedulers.push_back(std::make_unique<ExactScheduler>());
    m_schedulers.push_back(std::make_unique<RlLstmScheduler>(files));
    m_schedulers.push_back(std::make_unique<LocalSearchScheduler>());
    m_schedulers.push_back(std::make_unique<RandomScheduler>());
    m_schedulers.push_back(std::make_unique<GreedyScheduler>());
    m_schedulers.push_back(std::make_unique<SingleTypeScheduler>(DeviceKind::Cpu));
    m_schedulers.push_back(std::make_unique<SingleTypeScheduler>(DeviceKind::Gpu));
    m_schedulers.push_back(std::make_unique<BruteForceScheduler>());
}

core::Result<const Scheduler*> SchedulerRegistry::find(std::string_view name) const
{
    std::string names;
    for (const std::unique_ptr<Scheduler>& scheduler : m_schedulers) {
        if (scheduler->name() == name) {
            return scheduler.get();
        }
        names += (names.empty() ? "" : ", ") + std::string(scheduler->name());
    }
    return core::failure(core::ErrorCode::NotFound,
                         fmt::format("there is no scheduler {}; there are {}", name, names));
}

} // namespace hscope::sim
