// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/trace_correction.h"

#include "app/models/correction_text.h"
#include "app/models/format.h"
#include "app/timeline/timeline_index.h"
#include "core/correction/corrected_timeline.h"
#include "core/correction/overhead_slices.h"

#include <algorithm>
#include <utility>

namespace hscope::app {

namespace {

constexpr std::size_t kMostFiles = 5;

std::uint64_t eventsOf(const core::EventCounts& counts, core::OverheadKind kind)
{
    return counts[static_cast<std::size_t>(kind)];
}

/// Whether our recorder wrote any event of the trace.
bool isRecorded(const core::EventCounts& counts)
{
    for (std::size_t kind = 0; kind < core::kOverheadKinds; ++kind) {
        if (counts[kind] > 0 && kind != static_cast<std::size_t>(core::OverheadKind::Profiler)) {
            return true;
        }
    }
    return false;
}

std::size_t indexOf(core::Attribution attribution)
{
    return attribution == core::Attribution::Launch ? 0 : 1;
}

/// A reason of the core as a sentence.
QString sentence(const core::Error& error)
{
    QString text = toText(error.message);
    text.remove(u'`');
    if (!text.isEmpty()) {
        text[0] = text[0].toUpper();
    }
    return text + u'.';
}

} // namespace

struct TraceCorrection::File
{
    std::filesystem::path path;
    sim::Calibration calibration;
};

TraceCorrection::TraceCorrection(QObject* parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(2);
}

TraceCorrection::~TraceCorrection() = default;

void TraceCorrection::setTrace(std::shared_ptr<const core::TraceStore> trace)
{
    if (trace == m_trace) {
        return;
    }
    m_trace = std::move(trace);
    m_timeline.reset(); // Whoever gave the trace shows that one from now on.
    m_events = m_trace ? core::countEvents(*m_trace) : core::EventCounts{};
    makeChoices();
    restart();
    Q_EMIT changed();
}

void TraceCorrection::setAttribution(core::Attribution attribution)
{
    if (attribution != m_attribution) {
        m_attribution = attribution;
        startBreakdown();
    }
}

CorrectionMode TraceCorrection::mode() const
{
    return m_chosen ? m_wanted : CorrectionMode::Off;
}

void TraceCorrection::setMode(CorrectionMode mode)
{
    if (mode == m_wanted) {
        return;
    }
    m_wanted = mode;
    startTimeline();
    startBreakdown();
    Q_EMIT changed();
}

CorrectionChoice TraceCorrection::choiceOf(const File& file) const
{
    CorrectionChoice choice{file.path, toPathText(file.path.filename()),
                            qualityText(file.calibration), QString(), file.calibration.model};
    if (!m_trace) {
        return choice;
    }
    const core::Result<void> origin = core::checkOrigin(file.calibration.model, *m_trace);
    if (!origin) {
        choice.refusal = sentence(origin.error());
    } else if (!core::knowsAny(file.calibration.model, m_events)) {
        choice.refusal = tr("It knows the cost of no event of this trace.");
    }
    return choice;
}

void TraceCorrection::makeChoices()
{
    m_choices.clear();
    m_chosen.reset();
    if (m_trace) {
        core::OverheadModel recorded = core::recordedModel(*m_trace);
        const std::uint64_t marked = eventsOf(m_events, core::OverheadKind::Profiler);
        CorrectionChoice own;
        if (isRecorded(m_events) || marked == 0) {
            own.title = tr("Measured by the recorder");
            if (recorded.costs.empty()) {
                own.refusal = tr("This trace does not say what recording it cost.");
            } else if (!core::knowsAny(recorded, m_events)) {
                own.refusal = tr("It knows the cost of no event of this trace.");
            } else {
                own.quality = qualityText(recorded);
                own.model = std::move(recorded);
            }
        } else {
            own.title = tr("Marked in the trace");
            own.quality =
                tr("%1, taken out as marked").arg(eventsText(core::OverheadKind::Profiler, marked));
        }
        m_choices.push_back(std::move(own));
    }
    for (const File& file : m_files) {
        m_choices.push_back(choiceOf(file));
    }
    for (std::size_t i = 0; m_trace && i < m_choices.size(); ++i) {
        const bool isWanted = m_choices[i].path == m_wantedPath;
        if (m_choices[i].refusal.isEmpty() && (isWanted || !m_chosen)) {
            m_chosen = i;
        }
    }
    // Nothing else takes the place of a calibration that somebody chose: numbers would differ.
    if (m_chosen && !m_wantedPath.empty() && m_choices[*m_chosen].path != m_wantedPath) {
        m_chosen.reset();
    }
}

void TraceCorrection::choose(std::size_t choice)
{
    if (choice >= m_choices.size() || !m_choices[choice].refusal.isEmpty() || choice == m_chosen) {
        return;
    }
    m_chosen = choice;
    m_wantedPath = m_choices[choice].path;
    restart();
    Q_EMIT changed();
}

void TraceCorrection::addCalibrations(const QStringList& files)
{
    for (const QString& file : files) {
        const std::filesystem::path path = toPath(file);
        if (std::ranges::find(m_files, path, &File::path) != m_files.end()) {
            continue;
        }
        if (auto calibration = sim::readCalibration(path); calibration) {
            m_files.push_back({path, std::move(*calibration)});
        } else {
            m_unreadable.append(file);
        }
    }
    makeChoices();
    restart();
    Q_EMIT changed();
}

QString TraceCorrection::openCalibration(const QString& file)
{
    const std::filesystem::path path = toPath(file);
    auto calibration = sim::readCalibration(path);
    if (!calibration) {
        return loadErrorText(path, calibration.error());
    }
    std::erase_if(m_files, [&path](const File& known) { return known.path == path; });
    m_files.insert(m_files.begin(), {path, std::move(*calibration)});
    m_files.resize(std::min(m_files.size(), kMostFiles));
    const QString refusal = choiceOf(m_files.front()).refusal;
    if (refusal.isEmpty()) {
        m_wantedPath = path;
    }
    makeChoices();
    restart();
    Q_EMIT changed();
    return refusal;
}

QStringList TraceCorrection::calibrations() const
{
    QStringList files;
    for (const File& file : m_files) {
        files.append(toPathText(file.path));
    }
    return files + m_unreadable;
}

QString TraceCorrection::obstacle() const
{
    if (!m_trace || m_chosen) {
        return {};
    }
    const auto wanted = std::ranges::find(m_choices, m_wantedPath, &CorrectionChoice::path);
    if (!m_wantedPath.empty() && wanted != m_choices.end()) {
        return tr("%1 is not for this trace. %2").arg(wanted->title, wanted->refusal);
    }
    return isRecorded(m_events)
               ? tr("What recording this trace cost was not measured. Open a calibration, or make "
                    "one: hscope calibrate -- COMMAND")
               : tr("Nothing here can be corrected: Heteroscope did not record this trace, and it "
                    "marks no overhead itself. Record the program with hscope record, and measure "
                    "what that costs with hscope calibrate -- COMMAND");
}

QString TraceCorrection::statusText() const
{
    if (mode() == CorrectionMode::Off) {
        return {};
    }
    if (!m_breakdown || m_timelineTask.isRunning()) {
        return tr("correcting…");
    }
    const QString interval = intervalText(*m_breakdown);
    return interval.isEmpty() ? tr("corrected") : tr("corrected %1").arg(interval);
}

void TraceCorrection::restart()
{
    m_breakdowns = {};
    startTimeline();
    startBreakdown();
}

void TraceCorrection::startTimeline()
{
    m_timelineTask.cancel();
    const CorrectionMode mode = this->mode();
    if (mode == CorrectionMode::Off) {
        if (std::exchange(m_timeline, nullptr)) {
            Q_EMIT timelineChanged();
        }
        return;
    }
    // What shows until the other one is there stays: an empty timeline would be a flash.
    m_timelineTask.start(
        [trace = m_trace, model = m_choices[*m_chosen].model,
         mode](const BackgroundTask<TimelineResult>::Job& job) -> TimelineResult {
            const auto overhead = core::layOutOverhead(*trace, model);
            if (job.stop.stop_requested()) {
                return nullptr;
            }
            auto store = mode == CorrectionMode::Breakdown
                             ? core::withOverheadSlices(*trace, overhead)
                             : core::correctedTimeline(*trace, overhead);
            auto index = TimelineIndex::build(store, job.stop);
            return std::make_shared<const Timeline>(
                Timeline{mode, std::move(store), std::move(index)});
        },
        [this](TimelineResult timeline) {
            m_timeline = std::move(timeline);
            Q_EMIT timelineChanged();
        });
}

void TraceCorrection::startBreakdown()
{
    m_breakdownTask.cancel();
    const bool isOff = mode() == CorrectionMode::Off;
    const std::size_t index = indexOf(m_attribution);
    const auto known = isOff ? nullptr : m_breakdowns[index];
    if (m_breakdown != known) {
        m_breakdown = known;
        Q_EMIT breakdownChanged();
    }
    if (isOff || known) {
        return;
    }
    m_breakdownTask.start(
        [trace = m_trace, model = m_choices[*m_chosen].model,
         attribution = m_attribution](const BackgroundTask<BreakdownResult>::Job& job) {
            core::NullProgress progress;
            return core::computeCorrectedBreakdown(
                *trace, model, attribution, core::CorrectionMethod::Occurrence, progress, job.stop);
        },
        [this, index](BreakdownResult result) {
            if (!result) {
                return; // The only failure is a stop request, which comes with a newer one.
            }
            core::TimeRange& wall = result->breakdown.wall;
            wall.end = wall.start + core::Duration(result->wallNs);
            m_breakdown = std::make_shared<const core::CorrectedBreakdown>(std::move(*result));
            m_breakdowns[index] = m_breakdown;
            Q_EMIT breakdownChanged();
        });
}

} // namespace hscope::app
