// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/trace_document.h"

#include "app/models/background_task.h"
#include "app/models/format.h"
#include "app/models/range_history.h"
#include "app/models/same_moment.h"
#include "app/timeline/timeline_index.h"

#include <QElapsedTimer>
#include <QThreadPool>

#include <algorithm>
#include <array>
#include <utility>

namespace hscope::app {

namespace {

constexpr core::Duration kShortestVisible{10};
constexpr qint64 kGestureMs = 500;         ///< Changes closer together than this are one gesture.
constexpr qint64 kProgressIntervalMs = 40; ///< Between two reports to the window.

using ProgressFunction = std::function<void(const QString&, double)>;

/// Hands progress to the GUI thread, not more often than it can be seen.
class ThrottledProgress final : public core::ProgressSink
{
public:
    explicit ThrottledProgress(ProgressFunction forward)
        : m_forward(std::move(forward))
    {
    }

    void report(std::string_view step, std::uint64_t done, std::uint64_t total) override
    {
        if (step == m_step && m_sinceLast.isValid() &&
            m_sinceLast.elapsed() < kProgressIntervalMs) {
            return;
        }
        m_step = step;
        m_sinceLast.start();
        m_forward(toText(step),
                  total == 0 ? -1.0 : static_cast<double>(done) / static_cast<double>(total));
    }

private:
    ProgressFunction m_forward;
    std::string m_step;
    QElapsedTimer m_sinceLast;
};

struct ArgumentAnswer
{
    std::vector<core::Argument> arguments;
    QString error;
};

constexpr std::size_t indexOf(core::Attribution attribution)
{
    return attribution == core::Attribution::Launch ? 0 : 1;
}

} // namespace

struct TraceDocument::Loaded
{
    core::LoadedTrace trace;
    std::shared_ptr<const TimelineIndex> index;
};

/// Everything that the document does behind the GUI's back, and the history.
struct TraceDocument::Work
{
    using BreakdownResult = core::Result<core::Breakdown>;

    // The pools outlive the tasks, whose destructors wait for their jobs.
    QThreadPool pool;
    QThreadPool argumentPool; ///< One thread: an ArgumentSource answers one call at a time.
    BackgroundTask<core::Result<Loaded>> load{pool};
    BackgroundTask<BreakdownResult> breakdown{pool};
    BackgroundTask<ArgumentAnswer> arguments{argumentPool};
    std::array<std::shared_ptr<const core::Breakdown>, 2>
        breakdowns; ///< By attribution, once computed.
    RangeHistory history;
    QElapsedTimer sinceRangeChange;

    Work()
    {
        pool.setMaxThreadCount(std::max(2, QThread::idealThreadCount()));
        argumentPool.setMaxThreadCount(1);
    }
};

TraceDocument::TraceDocument(QObject* parent)
    : QObject(parent)
    , m_work(std::make_unique<Work>())
{
    connect(&m_correction, &TraceCorrection::timelineChanged, this, &TraceDocument::showCorrected);
    connect(&m_correction, &TraceCorrection::breakdownChanged, this,
            &TraceDocument::startBreakdown);
    connect(&m_correction, &TraceCorrection::changed, this, &TraceDocument::startBreakdown);
}

TraceDocument::~TraceDocument() = default;

void TraceDocument::open(const std::filesystem::path& path)
{
    m_path = path;
    m_errorText.clear();
    m_looks.reset();
    using Task = BackgroundTask<core::Result<Loaded>>;
    m_work->load.start(
        [this, path](const Task::Job& job) -> core::Result<Loaded> {
            ThrottledProgress progress([this, &job](const QString& step, double ratio) {
                job.post([this, step, ratio] { Q_EMIT progressChanged(step, ratio); });
            });
            if (auto preview = core::previewTrace(path); preview && *preview) {
                Loaded loaded{{*preview, nullptr}, TimelineIndex::build(*preview, job.stop)};
                job.post([this, loaded] { takeTrace(loaded, true); });
            }
            auto trace = core::openTrace(path, progress, job.stop);
            if (!trace) {
                return tl::unexpected<core::Error>(std::move(trace).error());
            }
            job.post([this] { Q_EMIT progressChanged(tr("preparing the timeline"), -1.0); });
            auto index = TimelineIndex::build(trace->store, job.stop);
            if (!index) {
                return core::failure(core::ErrorCode::Cancelled, "cancelled");
            }
            return Loaded{std::move(*trace), std::move(index)};
        },
        [this](core::Result<Loaded> result) { finishLoading(std::move(result)); });
    setState(State::Loading);
}

void TraceDocument::show(std::shared_ptr<const core::TraceStore> store,
                         std::shared_ptr<core::ArgumentSource> arguments,
                         std::shared_ptr<const TimelineLooks> looks)
{
    if (!store) {
        m_looks.reset();
        close();
        return;
    }
    m_path.clear();
    m_errorText.clear();
    m_work->load.start(
        [store = std::move(store), arguments = std::move(arguments)](
            const BackgroundTask<core::Result<Loaded>>::Job& job) -> core::Result<Loaded> {
            auto index = TimelineIndex::build(store, job.stop);
            if (!index) {
                return core::failure(core::ErrorCode::Cancelled, "cancelled");
            }
            return Loaded{{store, arguments}, std::move(index)};
        },
        [this, looks = std::move(looks)](core::Result<Loaded> result) {
            if (result) {
                m_looks = looks;
                takeTrace(std::move(*result), false);
                setState(State::Ready);
            }
        });
}

void TraceDocument::reload()
{
    if (!m_path.empty()) {
        open(m_path);
    }
}

void TraceDocument::finishLoading(core::Result<Loaded> result)
{
    if (!result) {
        if (m_isPreview) {
            takeTrace({}, false);
            m_shownPath.clear();
        }
        m_errorText = loadErrorText(m_path, result.error());
        setState(State::Failed);
        return;
    }
    takeTrace(std::move(*result), false);
    setState(State::Ready);
    m_correction.setTrace(m_trace.store); // The breakdown follows.
}

void TraceDocument::takeTrace(Loaded loaded, bool isPreview)
{
    m_correction.setTrace(nullptr);
    const bool keepsRange = m_isPreview && loaded.trace.store && m_work->sinceRangeChange.isValid();
    const core::TimeRange oldRange = m_visibleRange;
    m_trace = std::move(loaded.trace);
    m_index = std::move(loaded.index);
    m_shown = {CorrectionMode::Off, m_trace.store, m_index};
    m_isPreview = isPreview;
    m_shownPath = m_path;
    m_work->arguments.cancel();
    m_work->breakdown.cancel();
    m_work->breakdowns = {};
    const bool hadBreakdown = std::exchange(m_breakdown, nullptr) != nullptr;
    const bool hadSelection = std::exchange(m_selection, std::nullopt).has_value();
    if (keepsRange) {
        m_visibleRange = clamped(oldRange);
    } else {
        m_work->history.clear();
        m_work->sinceRangeChange.invalidate();
        m_visibleRange = m_trace.store ? clamped(m_trace.store->usualRange()) : core::TimeRange{};
    }
    Q_EMIT traceChanged();
    if (m_visibleRange != oldRange) {
        Q_EMIT visibleRangeChanged();
    }
    if (hadSelection) {
        Q_EMIT selectionChanged();
    }
    if (hadBreakdown) {
        Q_EMIT breakdownChanged();
    }
    Q_EMIT historyChanged();
}

void TraceDocument::showCorrected()
{
    const auto timeline = m_correction.timeline();
    const TraceCorrection::Timeline next =
        timeline ? *timeline
                 : TraceCorrection::Timeline{CorrectionMode::Off, m_trace.store, m_index};
    if (next.store == m_shown.store) {
        return;
    }
    const core::TraceStore& trace = *m_trace.store;
    const auto moved = [&](core::TimeRange range) {
        if (m_shown.mode == CorrectionMode::Timeline) {
            range = sameRange(*m_shown.store, range, trace);
        }
        return next.mode == CorrectionMode::Timeline ? sameRange(trace, range, *next.store) : range;
    };
    const core::TimeRange oldRange = m_visibleRange;
    const std::optional<core::SliceId> oldSelection = m_selection;
    m_visibleRange = moved(m_visibleRange);
    m_work->history.change(moved);
    if (m_selection) {
        const auto original = sameSlice(*m_shown.store, *m_selection, trace);
        m_selection = original ? sameSlice(trace, *original, *next.store) : std::nullopt;
    }
    m_shown = next;
    m_visibleRange = clamped(m_visibleRange);
    m_work->arguments.cancel();
    Q_EMIT traceChanged();
    if (m_visibleRange != oldRange) {
        Q_EMIT visibleRangeChanged();
    }
    if (m_selection != oldSelection) {
        Q_EMIT selectionChanged();
    }
}

void TraceDocument::cancelLoading()
{
    if (m_state != State::Loading) {
        return;
    }
    m_work->load.cancel();
    if (m_isPreview) {
        takeTrace({}, false);
        m_shownPath.clear();
    }
    m_path = m_shownPath;
    setState(m_trace.store ? State::Ready : State::Empty);
}

void TraceDocument::dismissError()
{
    if (m_state != State::Failed) {
        return;
    }
    m_errorText.clear();
    m_path = m_shownPath;
    setState(m_trace.store ? State::Ready : State::Empty);
}

void TraceDocument::close()
{
    m_work->load.cancel();
    m_path.clear();
    m_errorText.clear();
    if (m_trace.store) {
        takeTrace({}, false);
    }
    m_shownPath.clear();
    setState(State::Empty);
}

void TraceDocument::setState(State state)
{
    if (m_state != state || state == State::Loading || state == State::Failed) {
        m_state = state;
        Q_EMIT stateChanged();
    }
}

void TraceDocument::setAttribution(core::Attribution attribution)
{
    if (m_attribution == attribution) {
        return;
    }
    m_attribution = attribution;
    m_correction.setAttribution(attribution);
    Q_EMIT attributionChanged();
    if (m_state == State::Ready) {
        startBreakdown();
    }
}

void TraceDocument::setBreakdown(std::shared_ptr<const core::Breakdown> breakdown)
{
    if (m_breakdown != breakdown) {
        m_breakdown = std::move(breakdown);
        Q_EMIT breakdownChanged();
    }
}

void TraceDocument::startBreakdown()
{
    m_work->breakdown.cancel();
    if (m_correction.mode() != CorrectionMode::Off) {
        const auto corrected = m_correction.breakdown();
        setBreakdown(corrected
                         ? std::shared_ptr<const core::Breakdown>(corrected, &corrected->breakdown)
                         : nullptr);
        return;
    }
    const auto attribution = m_attribution;
    const auto& known = m_work->breakdowns[indexOf(attribution)];
    setBreakdown(known);
    if (known || !m_trace.store) {
        return;
    }
    m_work->breakdown.start(
        [store = m_trace.store,
         attribution](const BackgroundTask<Work::BreakdownResult>::Job& job) {
            core::NullProgress progress;
            return core::computeBreakdown(*store, attribution, progress, job.stop);
        },
        [this, attribution](Work::BreakdownResult result) {
            if (!result) {
                return; // The only failure is a stop request, which comes with a newer one.
            }
            auto breakdown = std::make_shared<const core::Breakdown>(std::move(*result));
            m_work->breakdowns[indexOf(attribution)] = breakdown;
            setBreakdown(std::move(breakdown));
        });
}

core::TimeRange TraceDocument::traceRange() const
{
    return m_shown.store ? m_shown.store->wallRange() : core::TimeRange{};
}

core::TimeRange TraceDocument::clamped(core::TimeRange range) const
{
    const core::TimeRange whole = traceRange();
    const core::Duration length =
        std::clamp(range.length(), std::min(kShortestVisible, whole.length()), whole.length());
    const core::TraceTime start = std::clamp(range.start, whole.start, whole.end - length);
    return {start, start + length};
}

void TraceDocument::applyRange(core::TimeRange range)
{
    const core::TimeRange target = clamped(range);
    if (target != m_visibleRange) {
        m_visibleRange = target;
        Q_EMIT visibleRangeChanged();
    }
    Q_EMIT historyChanged();
}

void TraceDocument::setVisibleRange(core::TimeRange range)
{
    if (!m_shown.store || clamped(range) == m_visibleRange) {
        return;
    }
    QElapsedTimer& sinceChange = m_work->sinceRangeChange;
    if (!sinceChange.isValid() || sinceChange.elapsed() > kGestureMs) {
        m_work->history.leave(m_visibleRange);
    }
    sinceChange.start();
    applyRange(range);
}

void TraceDocument::jumpTo(core::TimeRange range)
{
    if (!m_shown.store || clamped(range) == m_visibleRange) {
        return;
    }
    m_work->history.leave(m_visibleRange);
    // The next change begins a gesture of its own.
    m_work->sinceRangeChange.invalidate();
    applyRange(range);
}

void TraceDocument::fitTrace()
{
    if (m_shown.store) {
        const core::TimeRange usual = clamped(m_shown.store->usualRange());
        jumpTo(m_visibleRange == usual ? traceRange() : usual);
    }
}

void TraceDocument::fitSelection()
{
    if (m_shown.store && m_selection) {
        const core::TimeRange slice = m_shown.store->rangeOf(*m_selection);
        const core::Duration room = std::max(slice.length() / 8, kShortestVisible);
        jumpTo({slice.start - room, slice.end + room});
    }
}

void TraceDocument::goBack()
{
    if (const auto range = m_work->history.back(m_visibleRange)) {
        m_work->sinceRangeChange.invalidate();
        applyRange(*range);
    }
}

void TraceDocument::goForward()
{
    if (const auto range = m_work->history.forward(m_visibleRange)) {
        m_work->sinceRangeChange.invalidate();
        applyRange(*range);
    }
}

bool TraceDocument::canGoBack() const
{
    return m_work->history.canGoBack();
}

bool TraceDocument::canGoForward() const
{
    return m_work->history.canGoForward();
}

std::optional<core::Duration> TraceDocument::overheadOfSelection() const
{
    if (!m_selection || m_shown.mode == CorrectionMode::Off) {
        return std::nullopt;
    }
    if (m_shown.mode == CorrectionMode::Breakdown) {
        return overheadIn(*m_shown.store, *m_selection);
    }
    const auto loaded = sameSlice(*m_shown.store, *m_selection, *m_trace.store);
    return loaded ? std::optional(m_trace.store->rangeOf(*loaded).length() -
                                  m_shown.store->rangeOf(*m_selection).length())
                  : std::nullopt;
}

void TraceDocument::select(std::optional<core::SliceId> slice)
{
    if (m_selection != slice) {
        m_selection = slice;
        Q_EMIT selectionChanged();
    }
}

void TraceDocument::reveal(core::SliceId slice)
{
    if (!m_shown.store) {
        return;
    }
    const core::TimeRange range = m_shown.store->rangeOf(slice);
    if (!m_visibleRange.contains(range.start) || range.length() > m_visibleRange.length()) {
        // The same scale as before, unless the slice would not fit.
        const core::Duration length = std::max(m_visibleRange.length(), range.length() / 4 * 5);
        const core::TraceTime start = range.start - (length - range.length()) / 2;
        jumpTo({start, start + length});
    }
    select(slice);
}

void TraceDocument::requestArguments(core::SliceId slice)
{
    if (!m_shown.store || !m_trace.arguments) {
        Q_EMIT argumentsLoaded(
            slice, {}, m_isPreview ? tr("Arguments come when the trace has loaded.") : QString());
        return;
    }
    if (m_shown.mode == CorrectionMode::Breakdown &&
        !sameSlice(*m_shown.store, slice, *m_trace.store)) {
        Q_EMIT argumentsLoaded(slice, {}, tr("What the recorder did has no arguments."));
        return;
    }
    const std::uint64_t source = m_shown.store->slices().source[slice.value()];
    m_work->arguments.start(
        [arguments = m_trace.arguments, source,
         path = m_shownPath](const BackgroundTask<ArgumentAnswer>::Job&) -> ArgumentAnswer {
            auto result = arguments->argumentsOf(source);
            if (!result) {
                return {{}, loadErrorText(path, result.error())};
            }
            return {std::move(*result), {}};
        },
        [this, slice](const ArgumentAnswer& answer) {
            Q_EMIT argumentsLoaded(slice, answer.arguments, answer.error);
        });
}

} // namespace hscope::app
