// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/background_task.h"
#include "core/store/trace_store.h"

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <optional>
#include <vector>

namespace hscope::app {

/// Steps through all slices that have the same name as the selected one, longest first.
///
/// The list is made off the GUI thread and kept as long as the name stays the same.
class InstanceNavigator : public QObject
{
    Q_OBJECT

public:
    explicit InstanceNavigator(QObject* parent = nullptr);
    ~InstanceNavigator() override;

    /// Null store or no slice: there is nothing to step through.
    void setSlice(std::shared_ptr<const core::TraceStore> store,
                  std::optional<core::SliceId> slice);

    /// Counts from 0; none until the list is ready.
    [[nodiscard]] std::optional<std::size_t> position() const { return m_position; }

    [[nodiscard]] std::size_t count() const { return m_instances ? m_instances->size() : 0; }

    [[nodiscard]] std::optional<core::SliceId> previous() const;
    [[nodiscard]] std::optional<core::SliceId> next() const;

Q_SIGNALS:
    void changed();

private:
    using Instances = std::shared_ptr<const std::vector<core::SliceId>>;

    void locate();

    QThreadPool m_pool;
    BackgroundTask<Instances> m_search{m_pool};
    std::shared_ptr<const core::TraceStore> m_store;
    std::optional<core::StringId> m_name;
    std::optional<core::SliceId> m_slice;
    Instances m_instances;
    std::optional<std::size_t> m_position;
};

} // namespace hscope::app
