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

constexpr int kRounds = 41;            // odd: the median is one of them
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
    if (m_events == 0) {
        return std::nullopt;
    }
    m_events = 0;
    std::vector<std::int64_t> more;   // in turns, so that a change of the clock rate cancels
    std::vector<std::int64_t> inside; // without the work there
    for (int round = 0; round < kRounds; ++round) {
        const std::int64_t without = ticksOf(false);
        more.push_back(ticksOf(true) - without);
        m_insideTicks = 0;
        readRecords();
        inside.push_back(m_insideTicks - (probe.doesMore ? without : 0));
    }
    const double perRound = static_cast<double>(m_events) / kRounds;
    const double wholeNs = std::max(0.0, nsOf(median(std::move(more))) / perRound);
    const double insideNs = nsOf(median(std::move(inside))) / perRound;
    return Cost{wholeNs, std::clamp(insideNs, 0.0, wholeNs), m_events};
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
    bool isOn = false;
    const auto probeOf = [&isOn](auto event) {
        return Probe{[&isOn](bool wanted) { isOn = wanted; },
                     [&isOn, event](std::int64_t times) {
                         for (std::int64_t i = 0; i < times; ++i) {
                             if (isOn) {
                                 event();
                             } else { // what the calls cost while nothing is recorded
                                 static_cast<void>(hscope_is_recording());
                                 static_cast<void>(hscope_is_recording());
                             }
                         }
                     }};
    };
    const Probe scopes = probeOf([name] {
        hscope_scope_begin(name, HSCOPE_CATEGORY_NATIVE);
        hscope_scope_end();
    });
    const Probe operations = probeOf([name] {
        hscope_operation_begin(name);
        hscope_operation_end();
    });
    std::vector<EventRows::CalibrationRow> rows = measure("scope", scopes);
    std::ranges::move(measure("annotation", operations), std::back_inserter(rows));
    return rows;
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
