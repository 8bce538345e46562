// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/self_calibration.h"

#include "collector/src/recorder.h"

#include <algorithm>
#include <iterator>
#include <string>

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
    m_isOpen = m_pool.isValid() && state.buffer == nullptr && m_buffer.open(m_pool, 0);
    if (m_isOpen) {
        state.buffer = &m_buffer;
        state.recording = Recorder::instance().gate.started();
    }
}

SelfCalibration::~SelfCalibration()
{
    if (m_isOpen) {
        t_threadState.buffer = nullptr;
        t_threadState.recording = 0;
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

std::optional<SelfCalibration::Cost> SelfCalibration::cost(const Work& unrecorded,
                                                           const Work& recorded)
{
    const auto ticksOf = [this](const Work& work) {
        const std::uint64_t start = m_clock.ticks();
        work(kPerRound);
        return static_cast<std::int64_t>(m_clock.ticks() - start);
    };
    unrecorded(kPerRound); // what happens the first time only
    recorded(kPerRound);
    readRecords();
    m_events = 0;
    std::vector<std::int64_t> more; // in turns, so that a change of the clock rate cancels
    std::vector<std::int64_t> inside;
    for (int round = 0; round < kRounds; ++round) {
        const std::int64_t without = ticksOf(unrecorded);
        more.push_back(ticksOf(recorded) - without);
        m_insideTicks = 0;
        readRecords();
        inside.push_back(m_insideTicks);
    }
    if (m_events == 0) {
        return std::nullopt;
    }
    const double perRound = static_cast<double>(m_events) / kRounds;
    const double wholeNs = std::max(0.0, nsOf(median(std::move(more))) / perRound);
    const double insideNs = nsOf(median(std::move(inside))) / perRound;
    return Cost{wholeNs, std::min(insideNs, wholeNs), m_events};
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
    const Work nothing = [](std::int64_t times) { // what calls cost while nothing is recorded
        for (std::int64_t i = 0; i < 2 * times; ++i) {
            static_cast<void>(hscope_is_recording());
        }
    };
    const Work scopes = [name](std::int64_t times) {
        for (std::int64_t i = 0; i < times; ++i) {
            hscope_scope_begin(name, HSCOPE_CATEGORY_NATIVE);
            hscope_scope_end();
        }
    };
    const Work operations = [name](std::int64_t times) {
        for (std::int64_t i = 0; i < times; ++i) {
            hscope_operation_begin(name);
            hscope_operation_end();
        }
    };
    std::vector<EventRows::CalibrationRow> rows = measure("scope", nothing, scopes);
    std::ranges::move(measure("annotation", nothing, operations), std::back_inserter(rows));
    return rows;
}

std::vector<EventRows::CalibrationRow>
SelfCalibration::measure(std::string_view kind, const Work& unrecorded, const Work& recorded)
{
    const auto scattered = [this](const Work& work) {
        return [this, &work](std::int64_t times) {
            for (std::int64_t i = 0; i < times; ++i) {
                walk();
                work(1);
            }
        };
    };
    return rowsOf(kind, cost(unrecorded, recorded),
                  cost(scattered(unrecorded), scattered(recorded)));
}

} // namespace hscope::collector
