// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time_range.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace hscope::app {

/// The visible ranges one came through, as a browser keeps its pages.
///
///   leave(A), leave(B), current C     back: A B | forward: -
///   back(C)  -> B                     back: A   | forward: C
///   leave(B)                          back: A B | forward: -
class RangeHistory
{
public:
    /// Remembers `range` before it is left for another one; what was ahead is forgotten.
    void leave(core::TimeRange range);

    /// The range before `current`, none at the beginning.
    [[nodiscard]] std::optional<core::TimeRange> back(core::TimeRange current);
    [[nodiscard]] std::optional<core::TimeRange> forward(core::TimeRange current);

    [[nodiscard]] bool canGoBack() const { return !m_back.empty(); }

    [[nodiscard]] bool canGoForward() const { return !m_forward.empty(); }

    /// Replaces every range by what `changed` gives for it.
    void change(const std::function<core::TimeRange(core::TimeRange)>& changed);

    void clear();

private:
    static constexpr std::size_t kLimit = 200;

    std::vector<core::TimeRange> m_back;
    std::vector<core::TimeRange> m_forward;
};

} // namespace hscope::app
