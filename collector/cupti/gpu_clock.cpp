// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/cupti/gpu_clock.h"

#include <algorithm>
#include <cmath>

namespace hscope::cupti {

namespace {

constexpr std::size_t kReadings = 64; ///< That the line goes through.
constexpr std::size_t kPieces = 4096; ///< Older ones are dropped: buffers do not wait so long.
constexpr double kLeastAheadNs = 1e7;
/// No clock is off by more; readings that say so were disturbed.
constexpr double kLeastSlope = 0.5;
constexpr double kMostSlope = 2;

double between(std::uint64_t later, std::uint64_t earlier)
{
    return static_cast<double>(static_cast<std::int64_t>(later - earlier));
}

} // namespace

double GpuClock::Piece::at(std::uint64_t gpuNs) const
{
    return slope * between(gpuNs, start.gpuNs);
}

void GpuClock::add(Reading reading)
{
    if (m_readings.empty()) {
        m_readings.push_back(reading);
        m_pieces.push_back({reading, 1});
        fit();
        return;
    }
    const Reading last = m_readings.back();
    if (reading.gpuNs <= last.gpuNs || reading.hostNs < last.hostNs) {
        return;
    }
    m_readings.push_back(reading);
    if (m_readings.size() > kReadings) {
        m_readings.pop_front();
    }
    fit();
    const double ahead = std::max(kLeastAheadNs, between(reading.gpuNs, last.gpuNs));
    const std::int64_t from = toHostNs(reading.gpuNs);
    const double aim = lineAt(reading.gpuNs + static_cast<std::uint64_t>(ahead)) +
                       static_cast<double>(m_centre.hostNs - from);
    const double slope = std::clamp(aim / ahead, kLeastSlope, kMostSlope);
    m_pieces.push_back({{reading.gpuNs, from}, slope});
    if (m_pieces.size() > kPieces) {
        m_pieces.pop_front();
    }
}

std::int64_t GpuClock::toHostNs(std::uint64_t gpuNs) const
{
    if (m_pieces.empty()) {
        return 0;
    }
    auto piece = std::ranges::upper_bound(m_pieces, gpuNs, {},
                                          [](const Piece& one) { return one.start.gpuNs; });
    piece = piece == m_pieces.begin() ? piece : std::prev(piece);
    return piece->start.hostNs + std::llround(piece->at(gpuNs));
}

double GpuClock::driftPpm() const
{
    constexpr double kMillion = 1e6;
    return (m_slope - 1) * kMillion;
}

/// Host time of the line, less that of the centre: differences keep their digits.
double GpuClock::lineAt(std::uint64_t gpuNs) const
{
    return m_centreOffsetNs + m_slope * between(gpuNs, m_centre.gpuNs);
}

void GpuClock::fit()
{
    m_centre = m_readings.front();
    const auto count = static_cast<double>(m_readings.size());
    double gpuMean = 0;
    double hostMean = 0;
    for (const Reading& reading : m_readings) {
        gpuMean += between(reading.gpuNs, m_centre.gpuNs) / count;
        hostMean += static_cast<double>(reading.hostNs - m_centre.hostNs) / count;
    }
    double square = 0;
    double product = 0;
    for (const Reading& reading : m_readings) {
        const double gpu = between(reading.gpuNs, m_centre.gpuNs) - gpuMean;
        const double host = static_cast<double>(reading.hostNs - m_centre.hostNs) - hostMean;
        square += gpu * gpu;
        product += gpu * host;
    }
    m_slope = square > 0 ? std::clamp(product / square, kLeastSlope, kMostSlope) : 1;
    m_centreOffsetNs = hostMean - m_slope * gpuMean;
    double squares = 0;
    for (const Reading& reading : m_readings) {
        const double off =
            static_cast<double>(reading.hostNs - m_centre.hostNs) - lineAt(reading.gpuNs);
        squares += off * off;
    }
    m_residualNs = std::sqrt(squares / count);
}

} // namespace hscope::cupti
