// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/background_task.h"
#include "app/models/instance_statistics.h"
#include "core/store/trace_store.h"

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <optional>
#include <vector>

namespace hscope::app {

/// Steps through all slices that have the same name and category as the selected one, longest
/// first, and knows how long they take.
///
/// The list is made off the GUI thread and kept as long as name and category stay the
/// same.
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

    [[nodiscard]] std::size_t count() const { return m_instances ? m_instances->slices.size() : 0; }

    [[nodiscard]] std::optional<core::SliceId> previous() const;
    [[nodiscard]] std::optional<core::SliceId> next() const;

    /// Null until the list is ready.
    [[nodiscard]] std::shared_ptr<const InstanceStatistics> statistics() const;

    /// The longest instance of a bin of the statistics.
    [[nodiscard]] std::optional<core::SliceId> longestIn(std::size_t bin) const;

    static constexpr std::size_t kBins = 32;

Q_SIGNALS:
    void changed();

private:
    struct Kind
    {
        core::StringId name;
        core::Category category;

        friend bool operator==(const Kind&, const Kind&) = default;
    };

    struct Instances
    {
        std::vector<core::SliceId> slices; ///< As findInstances gives them.
        InstanceStatistics statistics;
    };

    using Result = std::shared_ptr<const Instances>;

    void locate();

    QThreadPool m_pool;
    BackgroundTask<Result> m_search{m_pool};
    std::shared_ptr<const core::TraceStore> m_store;
    std::optional<Kind> m_kind;
    std::optional<core::SliceId> m_slice;
    Result m_instances;
    std::optional<std::size_t> m_position;
};

} // namespace hscope::app
