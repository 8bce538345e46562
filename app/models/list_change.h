// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace hscope::app {

/// The stretch in which two lists differ.
///
///   before  a b c d      after  a x y d      at 1, removed b c, inserted x y
template <typename T>
struct ListChange
{
    std::size_t at = 0;
    std::vector<T> removed;
    std::vector<T> inserted;

    [[nodiscard]] static ListChange between(const std::vector<T>& before,
                                            const std::vector<T>& after)
    {
        const auto start = std::ranges::mismatch(before, after);
        const auto tailEnd = std::mismatch(before.rbegin(), std::make_reverse_iterator(start.in1),
                                           after.rbegin(), std::make_reverse_iterator(start.in2));
        return {static_cast<std::size_t>(start.in1 - before.begin()),
                std::vector<T>(start.in1, tailEnd.first.base()),
                std::vector<T>(start.in2, tailEnd.second.base())};
    }

    [[nodiscard]] bool isEmpty() const { return removed.empty() && inserted.empty(); }

    /// From before to after, and back. The list must be the one that the change starts from.
    void apply(std::vector<T>& list) const { splice(list, removed.size(), inserted); }

    void revert(std::vector<T>& list) const { splice(list, inserted.size(), removed); }

private:
    void splice(std::vector<T>& list, std::size_t count, const std::vector<T>& items) const
    {
        const auto first = list.begin() + static_cast<std::ptrdiff_t>(at);
        const std::size_t common = std::min(count, items.size());
        const auto split = items.begin() + static_cast<std::ptrdiff_t>(common);
        const auto rest = std::copy(items.begin(), split, first);
        if (count > common) {
            list.erase(rest, first + static_cast<std::ptrdiff_t>(count));
        } else {
            list.insert(rest, split, items.end());
        }
    }
};

} // namespace hscope::app
