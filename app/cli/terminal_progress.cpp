// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal_progress.h"

#include <cstdio>

namespace hscope::cli {

TerminalProgress::TerminalProgress(bool enabled)
    : m_enabled(enabled)
{
}

TerminalProgress::~TerminalProgress()
{
    if (m_shown) {
        std::fputs("\r\x1b[K", stderr);
    }
}

void TerminalProgress::report(std::string_view step, std::uint64_t done, std::uint64_t total)
{
    const auto now = std::chrono::steady_clock::now();
    if (!m_enabled || now - m_last < std::chrono::milliseconds(100)) {
        return;
    }
    m_last = now;
    m_shown = true;
    const int percent =
        total == 0
            ? 0
            : static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(total));
    std::fprintf(stderr, "\r%.*s %d%%\x1b[K", static_cast<int>(step.size()), step.data(), percent);
}

} // namespace hscope::cli
