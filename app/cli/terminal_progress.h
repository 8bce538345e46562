// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/progress.h"

#include <chrono>

namespace hscope::cli {

/// A progress line on standard error that is rewritten ten times a second and removed at the end.
class TerminalProgress final : public core::ProgressSink
{
public:
    explicit TerminalProgress(bool enabled);
    TerminalProgress(const TerminalProgress&) = delete;
    TerminalProgress& operator=(const TerminalProgress&) = delete;
    ~TerminalProgress() override;

    void report(std::string_view step, std::uint64_t done, std::uint64_t total) override;

private:
    bool m_enabled;
    bool m_shown = false;
    std::chrono::steady_clock::time_point m_last{};
};

} // namespace hscope::cli
