// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <optional>

namespace hscope::examples {

inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;

/// Parses the command line. Gives the status to end with if there is nothing to train: 0 after a
/// request for help, 2 if the command line is wrong.
inline std::optional<int> parseOrEnd(CLI::App& app, int argc, char** argv)
{
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : kUsage;
    }
    return std::nullopt;
}

/// Runs a trainer; one that fails with an exception ends with a sentence and status 1.
inline int runTrainer(const char* name, int (*parseAndTrain)(int argc, char** argv), int argc,
                      char** argv)
{
    try {
        return parseAndTrain(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", name, error.what());
        return kFailed;
    }
}

} // namespace hscope::examples
