// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/background_task.h"
#include "core/correction/calibration_estimate.h"
#include "core/correction/corrected_breakdown.h"

#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace hscope::app {

class TimelineIndex;

/// What the overhead of recording is taken out of.
enum class CorrectionMode
{
    Off,
    Breakdown, ///< Of the breakdown; the timeline shows where it was, and nothing moves.
    Timeline   ///< Of both: everything moves up.
};

/// A model that a trace can be corrected by, as one chooses it.
struct CorrectionChoice
{
    std::filesystem::path path; ///< Of a calibration; empty for what the trace itself says.
    QString title;
    QString quality; ///< How good it is and what it covers.
    QString refusal; ///< Why it is not for this trace; empty if it is.
    core::OverheadModel model;
};

/// How the overhead of recording is taken out of a trace: mode, model, and what comes of it.
///
///   trace, model, mode         ->  timeline()    the trace with its overhead, or without it
///   trace, model, attribution  ->  breakdown()   without it
///
/// The trace itself is never changed: both are computed from it, on a thread pool, and arrive on
/// the thread of this object if they still belong to the newest request.
///
/// Mode and calibration hold for one run of the program: the next trace starts as this one ended,
/// if it can.
///
/// Thread: the GUI thread.
class TraceCorrection : public QObject
{
    Q_OBJECT

public:
    /// The trace as the mode shows it; belongs together.
    struct Timeline
    {
        CorrectionMode mode = CorrectionMode::Off;
        std::shared_ptr<const core::TraceStore> store;
        std::shared_ptr<const TimelineIndex> index;
    };

    explicit TraceCorrection(QObject* parent = nullptr);
    ~TraceCorrection() override;

    /// The trace to correct; null for none.
    void setTrace(std::shared_ptr<const core::TraceStore> trace);
    void setAttribution(core::Attribution attribution);

    /// What is in effect: Off for a trace that cannot be corrected.
    [[nodiscard]] CorrectionMode mode() const;
    void setMode(CorrectionMode mode);

    /// The model that the trace itself brings first, then calibrations, the last used one first.
    [[nodiscard]] const std::vector<CorrectionChoice>& choices() const { return m_choices; }

    /// Position in choices(); none if no choice is for this trace.
    [[nodiscard]] std::optional<std::size_t> chosen() const { return m_chosen; }

    /// Takes another model; nothing happens if it was refused.
    void choose(std::size_t choice);

    /// Files that were used before, the last used one first; they follow those that are known, and
    /// what cannot be read now is no choice.
    void addCalibrations(const QStringList& files);
    /// Reads a calibration and chooses it; a sentence about what is wrong if it cannot be.
    [[nodiscard]] QString openCalibration(const QString& file);
    /// The files of choices(), and those that could not be read.
    [[nodiscard]] QStringList calibrations() const;

    /// Why the trace cannot be corrected and what to do about it; empty if it can.
    [[nodiscard]] QString obstacle() const;

    /// Null while it is computed, and if there is nothing to show but the trace itself.
    [[nodiscard]] std::shared_ptr<const Timeline> timeline() const { return m_timeline; }

    /// Null while it is computed or Off. Its `breakdown.wall` is as long as its rows say.
    [[nodiscard]] std::shared_ptr<const core::CorrectedBreakdown> breakdown() const
    {
        return m_breakdown;
    }

    /// `corrected ±1.2%`, or that it is still computed; empty while Off.
    [[nodiscard]] QString statusText() const;

Q_SIGNALS:
    void changed(); ///< Mode, choices or what is chosen.
    void timelineChanged();
    void breakdownChanged();

private:
    using BreakdownResult = core::Result<core::CorrectedBreakdown>;
    using TimelineResult = std::shared_ptr<const Timeline>;

    struct File;

    void makeChoices();
    [[nodiscard]] CorrectionChoice choiceOf(const File& file) const;
    void restart(); ///< After the model or the trace changed.
    void startTimeline();
    void startBreakdown();

    std::shared_ptr<const core::TraceStore> m_trace;
    core::EventCounts m_events{};
    core::Attribution m_attribution = core::Attribution::Launch;
    CorrectionMode m_wanted = CorrectionMode::Off;
    std::filesystem::path m_wantedPath; ///< Of the calibration that was chosen last, if any.
    std::vector<File> m_files;
    QStringList m_unreadable; ///< Maybe on a disk that is not there today.
    std::vector<CorrectionChoice> m_choices;
    std::optional<std::size_t> m_chosen;
    std::shared_ptr<const Timeline> m_timeline;
    std::shared_ptr<const core::CorrectedBreakdown> m_breakdown;
    /// By attribution, once computed.
    std::array<std::shared_ptr<const core::CorrectedBreakdown>, 2> m_breakdowns;
    QThreadPool m_pool; ///< Outlives the tasks.
    BackgroundTask<TimelineResult> m_timelineTask{m_pool};
    BackgroundTask<BreakdownResult> m_breakdownTask{m_pool};
};

} // namespace hscope::app
