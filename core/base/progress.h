// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace hscope::core {

/// Receives how far a long operation has come. Implementations must be cheap: calls come every few
/// milliseconds.
///
/// Thread: called on the thread that runs the operation.
class ProgressSink
{
public:
    ProgressSink() = default;
    ProgressSink(const ProgressSink&) = delete;
    ProgressSink& operator=(const ProgressSink&) = delete;
    virtual ~ProgressSink() = default;

    /// `done` of `total` units (bytes, rows) of the named step; total 0 means not known.
    virtual void report(std::string_view step, std::uint64_t done, std::uint64_t total) = 0;
};

/// A sink for callers that do not show progress.
class NullProgress final : public ProgressSink
{
public:
    void report(std::string_view /*step*/, std::uint64_t /*done*/, std::uint64_t /*total*/) override
    {
    }
};

} // namespace hscope::core
