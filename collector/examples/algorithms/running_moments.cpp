// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/examples/algorithms/running_moments.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace hscope::examples {

namespace {

constexpr double kSmallestVariance = 1e-8;

} // namespace

RunningMoments::RunningMoments(std::size_t width)
    : m_mean(width)
    , m_squares(width)
{
}

void RunningMoments::add(const std::vector<float>& rows)
{
    const std::size_t width = m_mean.size();
    for (std::size_t first = 0; first < rows.size(); first += width) {
        ++m_count;
        for (std::size_t column = 0; column < width; ++column) {
            const auto value = static_cast<double>(rows[first + column]);
            const double difference = value - m_mean[column];
            m_mean[column] += difference / static_cast<double>(m_count);
            m_squares[column] += difference * (value - m_mean[column]);
        }
    }
}

float RunningMoments::deviation(std::size_t column) const
{
    if (m_count < 2) {
        return 1;
    }
    return static_cast<float>(
        std::sqrt(m_squares[column] / static_cast<double>(m_count) + kSmallestVariance));
}

void RunningMoments::normalize(const std::vector<float>& rows, float bound,
                               std::vector<float>& normalized) const
{
    const std::size_t width = m_mean.size();
    normalized.resize(rows.size());
    for (std::size_t column = 0; column < width; ++column) {
        const auto mean = static_cast<float>(m_mean[column]);
        const float scale = 1 / deviation(column);
        for (std::size_t index = column; index < rows.size(); index += width) {
            normalized[index] = std::clamp((rows[index] - mean) * scale, -bound, bound);
        }
    }
}

} // namespace hscope::examples
