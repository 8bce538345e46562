// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/instance_navigator.h"

#include <algorithm>
#include <tuple>

namespace hscope::app {

namespace {

/// All slices called `name`, longest first, then earliest.
std::vector<core::SliceId> findInstances(const core::TraceStore& store, core::StringId name,
                                         const std::stop_token& stop)
{
    constexpr std::uint32_t kPollMask = 0xfffff;
    const core::SliceColumns& slices = store.slices();
    std::vector<core::SliceId> result;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if ((i & kPollMask) == 0 && stop.stop_requested()) {
            return {};
        }
        if (slices.name[i] == name) {
            result.emplace_back(i);
        }
    }
    std::ranges::sort(result, {}, [&slices](core::SliceId slice) {
        const std::uint32_t i = slice.value();
        return std::tuple(slices.startNs[i] - slices.endNs[i], slices.startNs[i], i);
    });
    return result;
}

} // namespace

InstanceNavigator::InstanceNavigator(QObject* parent)
    : QObject(parent)
{
}

InstanceNavigator::~InstanceNavigator() = default;

void InstanceNavigator::setSlice(std::shared_ptr<const core::TraceStore> store,
                                 std::optional<core::SliceId> slice)
{
    std::optional<core::StringId> name;
    if (store && slice) {
        name = store->slices().name[slice->value()];
    }
    const bool isSameList = store == m_store && name == m_name;
    m_store = std::move(store);
    m_name = name;
    m_slice = slice;
    if (isSameList) {
        locate();
        return;
    }
    m_instances.reset();
    m_search.cancel();
    locate();
    if (name) {
        m_search.start(
            [trace = m_store, key = *name](const BackgroundTask<Instances>::Job& job) -> Instances {
                return std::make_shared<const std::vector<core::SliceId>>(
                    findInstances(*trace, key, job.stop));
            },
            [this](Instances instances) {
                m_instances = std::move(instances);
                locate();
            });
    }
}

void InstanceNavigator::locate()
{
    m_position.reset();
    if (m_instances && m_slice) {
        const auto found = std::ranges::find(*m_instances, *m_slice);
        if (found != m_instances->end()) {
            m_position = static_cast<std::size_t>(found - m_instances->begin());
        }
    }
    Q_EMIT changed();
}

std::optional<core::SliceId> InstanceNavigator::previous() const
{
    return m_position && *m_position > 0 ? std::optional((*m_instances)[*m_position - 1])
                                         : std::nullopt;
}

std::optional<core::SliceId> InstanceNavigator::next() const
{
    return m_position && *m_position + 1 < count() ? std::optional((*m_instances)[*m_position + 1])
                                                   : std::nullopt;
}

} // namespace hscope::app
