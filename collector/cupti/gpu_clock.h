// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

namespace hscope::cupti {

/// From the time stamps of CUPTI to nanoseconds of CLOCK_MONOTONIC, where the library cannot be
/// told to use that clock itself.
///
/// Both clocks are read beside each other from time to time. A line through the last readings, by
/// least squares, gives offset and drift. The map is made of straight pieces: a new one starts
/// where the map is at that moment and aims at where the line will be after as long a stretch as
/// the last, so the map is continuous and always rises, whatever the readings say. Time stamps of
/// before a reading keep the piece that they had. Thread: one at a time.
class GpuClock
{
public:
    /// The two clocks at one moment.
    struct Reading
    {
        std::uint64_t gpuNs = 0;
        std::int64_t hostNs = 0;
    };

    /// Takes a reading into account. One that is not later than the last is ignored.
    void add(Reading reading);

    [[nodiscard]] bool isEmpty() const { return m_pieces.empty(); }

    /// 0 without a reading. Before the first one the first piece goes on backwards.
    [[nodiscard]] std::int64_t toHostNs(std::uint64_t gpuNs) const;

    /// Root mean square of what is between the last readings and the line through them, in ns.
    [[nodiscard]] double residualNs() const { return m_residualNs; }

    /// How much faster the host's clock is, in parts per million.
    [[nodiscard]] double driftPpm() const;

private:
    struct Piece
    {
        Reading start;
        double slope = 1; ///< Host ns per GPU ns, above 0.

        [[nodiscard]] double at(std::uint64_t gpuNs) const;
    };

    void fit();
    [[nodiscard]] double lineAt(std::uint64_t gpuNs) const;

    std::deque<Reading> m_readings; ///< The last ones.
    std::deque<Piece> m_pieces;     ///< By their starts.
    Reading m_centre;               ///< The line goes through it, up to m_centreOffsetNs.
    double m_centreOffsetNs = 0;
    double m_slope = 1;
    double m_residualNs = 0;
};

} // namespace hscope::cupti
