// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/trace_correction.h"
#include "core/import/open_trace.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace hscope::app {

class TimelineIndex;
struct TimelineLooks;

/// The open trace, what is visible of it, and what is selected. All views observe this one object.
///
///   trace range  >=  visible range  >=  selection
///
/// Loading and analysis run on a thread pool; results arrive on the thread of the document and only
/// if they still belong to the newest request.
///
/// What shows is the trace or, with a correction, another form of it: store(), timelineIndex(),
/// ranges and the selection belong to that one. When the form changes, the visible range, its
/// history and the selection go along to the same things.
///
/// Thread: the GUI thread.
class TraceDocument : public QObject
{
    Q_OBJECT

public:
    enum class State
    {
        Empty,
        Loading,
        Ready,
        Failed
    };

    explicit TraceDocument(QObject* parent = nullptr);
    ~TraceDocument() override;

    /// Starts to load `path`; an earlier load is cancelled. The old trace stays until the new one
    /// is there.
    void open(const std::filesystem::path& path);
    /// Shows a trace that is in memory; null `store` closes. What is visible of it stays if the
    /// shape of the trace does.
    void show(std::shared_ptr<const core::TraceStore> store,
              std::shared_ptr<core::ArgumentSource> arguments,
              std::shared_ptr<const TimelineLooks> looks);
    /// Loads the file of path() again.
    void reload();
    /// Gives up loading; the trace before it, if any, is what remains.
    void cancelLoading();
    /// Leaves the state Failed; the trace before the failed load, if any, is what remains.
    void dismissError();
    void close();

    [[nodiscard]] State state() const { return m_state; }

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    /// One sentence about the last failed load.
    [[nodiscard]] const QString& errorText() const { return m_errorText; }

    /// What shows. Never changes once handed out; null while Empty.
    [[nodiscard]] std::shared_ptr<const core::TraceStore> store() const { return m_shown.store; }

    /// The trace as it was loaded, with what loading met, whatever shows.
    [[nodiscard]] std::shared_ptr<const core::TraceStore> loadedStore() const
    {
        return m_trace.store;
    }

    /// What an analysis of the timeline looks at: what shows, but without slices that only mark
    /// overhead in it.
    [[nodiscard]] std::shared_ptr<const core::TraceStore> analysedStore() const
    {
        return m_shown.mode == CorrectionMode::Timeline ? m_shown.store : m_trace.store;
    }

    /// How overhead is taken out of the trace.
    [[nodiscard]] TraceCorrection& correction() { return m_correction; }

    /// Which correction of the timeline shows; the one that is asked for may still be computed.
    [[nodiscard]] CorrectionMode shownCorrection() const { return m_shown.mode; }

    /// True while `store()` is a thinned-out preview of a trace that is still loading.
    [[nodiscard]] bool isPreview() const { return m_isPreview; }

    /// What the timeline draws from; belongs to store(), null while that is null.
    [[nodiscard]] std::shared_ptr<const TimelineIndex> timelineIndex() const
    {
        return m_shown.index;
    }

    /// Null: every track looks as its kind.
    [[nodiscard]] std::shared_ptr<const TimelineLooks> looks() const { return m_looks; }

    /// What the file holds if a simulation wrote it.
    [[nodiscard]] const core::SimulationTables& simulation() const { return m_trace.simulation; }

    [[nodiscard]] core::Attribution attribution() const { return m_attribution; }

    void setAttribution(core::Attribution attribution);

    /// Null until it is computed for the current trace, correction and attribution. Of a corrected
    /// one, `wall` is as long as the rows say.
    [[nodiscard]] std::shared_ptr<const core::Breakdown> breakdown() const { return m_breakdown; }

    /// From the first to the last instant of the trace; shown times count from its start.
    [[nodiscard]] core::TimeRange traceRange() const;

    [[nodiscard]] core::TimeRange visibleRange() const { return m_visibleRange; }

    /// Clamped to the trace range, at least 10 ns long. Silent if nothing changes.
    ///
    /// Changes that follow each other within half a second are one gesture; goBack() undoes it as a
    /// whole.
    void setVisibleRange(core::TimeRange range);
    /// Like setVisibleRange, and a step of the history of its own.
    void jumpTo(core::TimeRange range);
    /// Shows the whole trace without far outliers; with them if that is what is visible already.
    void fitTrace();
    /// Shows the selected slice with some room around it.
    void fitSelection();
    void goBack(); ///< To the visible range before the last jump.
    void goForward();
    [[nodiscard]] bool canGoBack() const;
    [[nodiscard]] bool canGoForward() const;

    [[nodiscard]] std::optional<core::SliceId> selection() const { return m_selection; }

    /// How much of the selection is the recorder's time, or was; none while that is not shown.
    [[nodiscard]] std::optional<core::Duration> overheadOfSelection() const;

    void select(std::optional<core::SliceId> slice);
    /// Selects `slice` and, if it is out of sight, moves the visible range to it.
    void reveal(core::SliceId slice);

    /// Asks for the arguments of `slice`; answered by argumentsLoaded.
    void requestArguments(core::SliceId slice);

Q_SIGNALS:
    void stateChanged();
    void progressChanged(const QString& step,
                         double ratio); ///< Ratio 0 to 1, negative if not known.
    /// Another store, or none. If it is another trace, the selection is gone and the range reset.
    void traceChanged();
    void attributionChanged();
    void breakdownChanged();
    void visibleRangeChanged();
    void selectionChanged();
    void historyChanged();
    void argumentsLoaded(hscope::core::SliceId slice,
                         const std::vector<hscope::core::Argument>& arguments,
                         const QString& error);

private:
    struct Loaded;
    struct Work;

    void setState(State state);
    void takeTrace(Loaded loaded, bool isPreview);
    void finishLoading(core::Result<Loaded> result);
    void showCorrected();
    void setBreakdown(std::shared_ptr<const core::Breakdown> breakdown);
    void startBreakdown();
    void applyRange(core::TimeRange range);
    [[nodiscard]] core::TimeRange clamped(core::TimeRange range) const;

    std::unique_ptr<Work> m_work;
    State m_state = State::Empty;
    std::filesystem::path m_path;
    std::filesystem::path
        m_shownPath; ///< Of the trace in m_trace; differs from m_path while another one loads.
    QString m_errorText;
    core::LoadedTrace m_trace;                    ///< As it was loaded.
    std::shared_ptr<const TimelineIndex> m_index; ///< Of m_trace.
    TraceCorrection::Timeline m_shown;
    TraceCorrection m_correction;
    std::shared_ptr<const TimelineLooks> m_looks;
    bool m_isPreview = false;
    core::Attribution m_attribution = core::Attribution::Launch;
    std::shared_ptr<const core::Breakdown> m_breakdown;
    core::TimeRange m_visibleRange;
    std::optional<core::SliceId> m_selection;
};

} // namespace hscope::app
