// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace hscope::app {

/// Layers first to last, both included.
struct LayerRun
{
    std::size_t first = 0;
    std::size_t last = 0;

    friend bool operator==(const LayerRun&, const LayerRun&) = default;
};

} // namespace hscope::app
