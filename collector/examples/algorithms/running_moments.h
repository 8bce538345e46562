// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hscope::examples {

/// The mean and deviation of each column of all rows seen so far; brings observations to a common
/// size.
class RunningMoments
{
public:
    explicit RunningMoments(std::size_t width);

    /// Takes in each row of `rows`, which lie one after the other.
    void add(const std::vector<float>& rows);

    /// Writes `rows` with mean 0 and deviation 1 to `normalized`, cut off at `bound` deviations.
    void normalize(const std::vector<float>& rows, float bound,
                   std::vector<float>& normalized) const;

    /// The deviation of a column, and a little more than 0 at least.
    [[nodiscard]] float deviation(std::size_t column) const;

private:
    std::int64_t m_count = 0;
    std::vector<double> m_mean;
    std::vector<double> m_squares; ///< Sum of the squared differences from the mean (Welford).
};

} // namespace hscope::examples
