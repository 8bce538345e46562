// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/guide.h"

#include <QObject>

#include <filesystem>
#include <functional>

namespace hscope::app {

class ClusterWorkspace;
class ScheduleSession;
class SchedulesPage;
class SchedulesToolBar;

/// The guided example: CTRDNN on CPUs, which are too slow, then on CPUs and V100s that the user
/// draws, and what the schedulers make of it.
class SchedulingGuide final : public QObject
{
    Q_OBJECT

public:
    enum class Place
    {
        Cluster,
        Schedules
    };

    /// The parts of the window that the example takes place in; all must outlive it.
    struct Parts
    {
        ClusterWorkspace& cluster;
        ScheduleSession& session;
        SchedulesPage& schedules;
        SchedulesToolBar& scheduleBar;
        std::function<void(Place)> show;
    };

    SchedulingGuide(Parts parts, QObject* parent);

    [[nodiscard]] Guide& guide() { return m_guide; }

    /// Opens the example's documents, which lie in `scenarios`, and the first step. Nothing happens
    /// if edits of a cluster are not saved and the user wants to stay with them.
    void start(const std::filesystem::path& scenarios);

private:
    [[nodiscard]] GuideStep cpusStep();
    [[nodiscard]] GuideStep serversStep();
    [[nodiscard]] GuideStep linksStep();
    [[nodiscard]] GuideStep scheduleStep();
    [[nodiscard]] GuideStep compareStep();
    [[nodiscard]] GuideStep reasonStep();
    [[nodiscard]] GuideStep timeStep();
    [[nodiscard]] GuideStep whatIfStep();
    [[nodiscard]] GuideStep endStep();
    [[nodiscard]] bool isScheduled() const; ///< The drawn cluster, and all schedulers are done.
    [[nodiscard]] QString costOf(const QString& scheduler) const;
    void showDrawing(); ///< All of it.
    void link();        ///< What has no link yet.

    Parts m_parts;
    Guide m_guide;
};

} // namespace hscope::app
