// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/engine/time_split.h"

namespace hscope::sim {

TimeSplit& TimeSplit::operator+=(const TimeSplit& other)
{
    compute += other.compute;
    exposedTransfer += other.exposedTransfer;
    waitingForInput += other.waitingForInput;
    waitingForReceiver += other.waitingForReceiver;
    idle += other.idle;
    return *this;
}

TimeSplitObserver::TimeSplitObserver(const Pipeline& pipeline)
    : m_pipeline(pipeline)
{
    for (const PipelineStage& stage : pipeline.stages) {
        m_devices.emplace_back(static_cast<std::size_t>(stage.replicas));
        m_accounted.emplace_back(static_cast<std::size_t>(stage.replicas), kSimStart);
    }
}

Duration TimeSplitObserver::advance(std::size_t stage, std::int64_t replica, SimTime time)
{
    SimTime& accounted = m_accounted[stage][static_cast<std::size_t>(replica)];
    const Duration passed = time - accounted;
    accounted = time;
    return passed;
}

void TimeSplitObserver::activityStarted(const Activity& activity)
{
    if (!holdsDevices(activity)) {
        return;
    }
    const Duration passed = advance(activity.stage, activity.replica, activity.start);
    TimeSplit& split = device(activity.stage, activity.replica).split;
    if (activity.kind == ActivityKind::Service) {
        split.waitingForInput += passed;
        return;
    }
    split.waitingForReceiver += passed;
    const std::int64_t receiver = receiverOf(activity);
    device(activity.stage + 1, receiver).split.waitingForInput +=
        advance(activity.stage + 1, receiver, activity.start);
}

void TimeSplitObserver::activityEnded(const Activity& activity, SimTime end)
{
    if (!holdsDevices(activity)) {
        return;
    }
    const Duration passed = advance(activity.stage, activity.replica, end);
    DeviceTime& owner = device(activity.stage, activity.replica);
    if (activity.kind == ActivityKind::Service) {
        const Duration exposed = m_pipeline.stages[activity.stage].exposedTransfer;
        owner.split.compute += passed - exposed;
        owner.split.exposedTransfer += exposed;
        ++owner.microbatches;
        return;
    }
    owner.split.exposedTransfer += passed;
    const std::int64_t receiver = receiverOf(activity);
    device(activity.stage + 1, receiver).split.exposedTransfer +=
        advance(activity.stage + 1, receiver, end);
}

void TimeSplitObserver::finish(SimTime end)
{
    for (std::size_t stage = 0; stage < m_devices.size(); ++stage) {
        for (std::size_t i = 0; i < m_devices[stage].size(); ++i) {
            m_devices[stage][i].split.idle += advance(stage, static_cast<std::int64_t>(i), end);
        }
    }
}

TimeSplit TimeSplitObserver::stage(std::size_t index) const
{
    TimeSplit sum;
    for (const DeviceTime& device : m_devices[index]) {
        sum += device.split;
    }
    return sum;
}

} // namespace hscope::sim
