// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/interrupts.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hscope::cli {

enum class ChildOutput
{
    Inherit,
    ToStandardError ///< Keeps our own standard output free.
};

/// A program to run. It is found as a shell finds it.
struct ChildCommand
{
    std::vector<std::string> arguments; ///< Not empty; the first is the program.
    std::vector<std::pair<std::string, std::string>> environment; ///< Added to ours, or replaced.
    ChildOutput output = ChildOutput::Inherit;
    std::string outputFile; ///< If not empty, all output goes there, and there is no input.
};

/// How a program ended.
struct ChildEnd
{
    int exitStatus = 0;        ///< As shells tell it: 128 and the number of a deadly signal.
    std::optional<int> signal; ///< What killed it.
};

/// Runs a program and waits for its end; signals that ask us to end go to it.
///
/// Errors: NotFound if there is no such program, Io if it cannot be started.
[[nodiscard]] core::Result<ChildEnd> runChild(const ChildCommand& command, Interrupts& interrupts);

} // namespace hscope::cli
