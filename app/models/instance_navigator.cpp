// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/instance_navigator.h"

#include <algorithm>

namespace hscope::app {

InstanceNavigator::InstanceNavigator(QObject* parent)
    : QObject(parent)
{
}

InstanceNavigator::~InstanceNavigator() = default;

void InstanceNavigator::setSlice(std::shared_ptr<const core::TraceStore> store,
                                 std::optional<core::SliceId> slice)
{
    std::optional<Kind> kind;
    if (store && slice) {
        kind = Kind{store->slices().name[slice->value()], store->slices().category[slice->value()]};
    }
    const bool isSameList = store == m_store && kind == m_kind;
    m_store = std::move(store);
    m_kind = kind;
    m_slice = slice;
    if (isSameList) {
        locate();
        return;
    }
    m_instances.reset();
    m_search.cancel();
    locate();
    if (slice) {
        m_search.start(
            [trace = m_store, first = *slice](const BackgroundTask<Result>::Job& job) -> Result {
                auto instances = std::make_shared<Instances>();
                instances->slices = findInstances(*trace, first, job.stop);
                instances->statistics =
                    instanceStatistics(*trace, instances->slices, kBins, job.stop);
                return instances;
            },
            [this](Result instances) {
                m_instances = std::move(instances);
                locate();
            });
    }
}

void InstanceNavigator::locate()
{
    m_position =
        m_instances && m_slice ? positionOf(*m_store, m_instances->slices, *m_slice) : std::nullopt;
    Q_EMIT changed();
}

std::shared_ptr<const InstanceStatistics> InstanceNavigator::statistics() const
{
    return m_instances
               ? std::shared_ptr<const InstanceStatistics>(m_instances, &m_instances->statistics)
               : nullptr;
}

std::optional<core::SliceId> InstanceNavigator::longestIn(std::size_t bin) const
{
    if (!m_instances) {
        return std::nullopt;
    }
    // The bins of what follows are not larger.
    const auto found = std::ranges::find_if(m_instances->slices, [&](core::SliceId slice) {
        return m_instances->statistics.binOf(m_store->rangeOf(slice).length()) <= bin;
    });
    return found == m_instances->slices.end() ? std::nullopt : std::optional(*found);
}

std::optional<core::SliceId> InstanceNavigator::previous() const
{
    return m_position && *m_position > 0 ? std::optional(m_instances->slices[*m_position - 1])
                                         : std::nullopt;
}

std::optional<core::SliceId> InstanceNavigator::next() const
{
    return m_position && *m_position + 1 < count()
               ? std::optional(m_instances->slices[*m_position + 1])
               : std::nullopt;
}

} // namespace hscope::app
