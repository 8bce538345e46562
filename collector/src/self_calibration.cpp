// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/self_calibration.h"

#include "collector/src/recorder.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace hscope::collector {

namespace {

constexpr int kRounds = 21;            // odd: the median is one of them
constexpr std::int64_t kPerRound = 32; // records of a round fit into one chunk
constexpr std::size_t kBlockBytes = std::size_t{256} << 10U; // more than a first-level cache
constexpr std::size_t kWalkedWords = 64;                     // one in each cache line
constexpr std::size_t kWordsPerLine = 8;

template <typename Value>
Value median(std::vector<Value> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// While it lives, no scope of this thread is recorded: so many are open that none has room.
class ScopesSkipped
{
public:
    ScopesSkipped()
    {
        Nesting& nesting = t_threadState.nesting;
        while (nesting.canRecord()) {
            nesting.enter(m_opened % 2 == 0);
            ++m_opened;
        }
    }

    ScopesSkipped(const ScopesSkipped&) = delete;
    ScopesSkipped& operator=(const ScopesSkipped&) = delete;

    ~ScopesSkipped()
    {
        for (; m_opened > 0; --m_opened) {
            static_cast<void>(t_threadState.nesting.leave());
        }
    }

private:
    int m_opened = 0;
};

} // namespace

SelfCalibration::SelfCalibration(const HostClock& clock)
    : m_clock(clock)
    , m_start(clock.now())
    , m_pool(0)
    , m_block(kBlockBytes / sizeof(std::uint64_t))
{
    ThreadState& state = t_threadState;
    m_isOpen = m_pool.isValid() && m_buffer.open(m_pool, 0);
    if (m_isOpen) {
        m_bufferBefore = std::exchange(state.buffer, &m_buffer);
        m_recordingBefore = state.recording;
        state.recording = Recorder::instance().gate.started();
    }
}

SelfCalibration::~SelfCalibration()
{
    if (m_isOpen) {
        t_threadState.buffer = m_bufferBefore;
        t_threadState.recording = m_recordingBefore;
    }
    m_pool.release();
}

double SelfCalibration::nsOf(std::int64_t ticks) const
{
    const HostClock::Moment now = m_clock.now();
    const auto passed = static_cast<double>(now.ticks - m_start.ticks);
    return static_cast<double>(ticks) * static_cast<double>(now.ns - m_start.ns) /
           std::max(1.0, passed);
}

void SelfCalibration::walk()
{
    for (std::size_t i = 0; i < kWalkedWords; ++i) {
        m_at = (m_at + kWordsPerLine) % m_block.size();
        m_sum += m_block[m_at]++;
    }
}

void SelfCalibration::readRecords()
{
    while (m_isOpen) {
        const RecordView view = m_buffer.peek();
        if (view.kind == RecordKind::Empty) {
            return;
        }
        switch (view.kind) {
        case RecordKind::ScopeBegin:
        case RecordKind::ScopeBeginText:
        case RecordKind::OperationBegin:
            m_begins.push_back(view.value);
            break;
        case RecordKind::ScopeEnd:
        case RecordKind::OperationEnd:
            if (!m_begins.empty()) {
                m_insideTicks += static_cast<std::int64_t>(view.value - m_begins.back());
                m_begins.pop_back();
                ++m_events;
            }
            break;
        default:
            break;
        }
        m_buffer.skip();
    }
}

std::optional<SelfCalibration::Cost> SelfCalibration::cost(const Probe& probe)
{
    if (!m_isOpen) { // it would go into the program's recording
        return std::nullopt;
    }
    const auto ticksOf = [this, &probe](bool isRecorded) {
        probe.switchEvents(isRecorded);
        const std::uint64_t start = m_clock.ticks();
        probe.work(kPerRound);
        return static_cast<std::int64_t>(m_clock.ticks() - start);
    };
    static_cast<void>(ticksOf(false)); // what happens the first time only
    static_cast<void>(ticksOf(true));
    m_events = 0;
    readRecords();
    const std::int64_t perRound = m_events;
    if (perRound == 0) {
        return std::nullopt;
    }
    std::vector<std::int64_t> more; // in turns, so that a change of the clock rate cancels
    std::vector<std::int64_t> inside;
    for (int round = 0; round < kRounds; ++round) {
        const std::int64_t without = ticksOf(false);
        more.push_back(ticksOf(true) - without);
        if (probe.empty) {
            readRecords();
            probe.empty(perRound);
        }
        m_insideTicks = 0;
        readRecords();
        inside.push_back(m_insideTicks);
    }
    const auto count = static_cast<double>(perRound);
    const double wholeNs = std::max(0.0, nsOf(median(std::move(more))) / count);
    const double insideNs = nsOf(median(std::move(inside))) / count;
    return Cost{wholeNs, std::clamp(insideNs, 0.0, wholeNs), kRounds * perRound};
}

std::vector<EventRows::CalibrationRow> SelfCalibration::rowsOf(std::string_view kind,
                                                               const std::optional<Cost>& warm,
                                                               const std::optional<Cost>& cold)
{
    if (!warm || !cold) {
        return {};
    }
    const auto [low, high] = std::minmax(warm->wholeNs, cold->wholeNs);
    const double mean = (low + high) / 2;
    const auto [lowInside, highInside] = std::minmax(warm->insideNs, cold->insideNs);
    const std::int64_t samples = warm->samples + cold->samples;
    return {{std::string(kind), mean, low, high, samples},
            {std::string(kind) + "_inside", (lowInside + highInside) / 2, lowInside, highInside,
             samples}};
}

std::vector<EventRows::CalibrationRow> SelfCalibration::measureOwn()
{
    constexpr std::string_view kName = "calibration";
    const hscope_name name = hscope_name_intern(kName.data(), kName.size());
    std::vector<EventRows::CalibrationRow> rows;
    const auto add = [&](std::string kind, auto event) {
        std::optional<ScopesSkipped> skipped;
        Probe probe;
        probe.switchEvents = [&skipped](bool isOn) {
            skipped.reset();
            if (!isOn) {
                skipped.emplace();
            }
        };
        probe.work = [event](std::int64_t times) {
            for (std::int64_t i = 0; i < times; ++i) {
                event();
            }
        };
        auto measured = measure(kind, probe);
        if (measured.empty()) {
            return;
        }
        std::ranges::move(measured, std::back_inserter(rows));
        probe.switchEvents(false);
        const double dormantNs = costOfWork(probe.work);
        rows.push_back({kind + "_dormant", dormantNs, dormantNs, dormantNs, kRounds * kPerRound});
    };
    add("scope", [name] {
        hscope_scope_begin(name, HSCOPE_CATEGORY_NATIVE);
        hscope_scope_end();
    });
    add("annotation", [name] {
        hscope_operation_begin(name);
        hscope_operation_end();
    });
    return rows;
}

double SelfCalibration::costOfWork(const std::function<void(std::int64_t times)>& work)
{
    std::vector<std::int64_t> rounds;
    for (int round = 0; round < kRounds; ++round) {
        // Twice as much minus once: what reading the clock takes is in both.
        const std::uint64_t start = m_clock.ticks();
        work(kPerRound);
        const std::uint64_t middle = m_clock.ticks();
        work(2 * kPerRound);
        rounds.push_back(static_cast<std::int64_t>(m_clock.ticks() - middle - (middle - start)));
    }
    return std::max(0.0, nsOf(median(std::move(rounds))) / kPerRound);
}

std::vector<EventRows::CalibrationRow> SelfCalibration::measure(std::string_view kind,
                                                                const Probe& probe)
{
    Probe scattered = probe;
    scattered.work = [this, &probe](std::int64_t times) {
        for (std::int64_t i = 0; i < times; ++i) {
            walk();
            probe.work(1);
        }
    };
    return rowsOf(kind, cost(probe), cost(scattered));
}

} // namespace hscope::collector
