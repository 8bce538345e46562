// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hscope/collector.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>

// What the programs that record in one of many ways share: PROGRAM CASE TRACE runs the case with
// that name, which prints what it saw as lines "name=number".

namespace hscope::test {

struct RecordingCase
{
    const char* name;
    void (*run)(const char* path);
};

/// The case that the command line names; null, with a sentence, if it names none.
inline const RecordingCase* findCase(std::span<const RecordingCase> cases, int argc, char** argv)
{
    for (const RecordingCase& one : cases) {
        if (argc == 3 && std::strcmp(one.name, argv[1]) == 0) {
            return &one;
        }
    }
    std::fprintf(stderr, "usage: %s CASE TRACE\n", argv[0]);
    return nullptr;
}

/// Runs the case that the command line names; the exit status, 2 if it names none.
inline int runCase(std::span<const RecordingCase> cases, int argc, char** argv)
{
    const RecordingCase* const one = findCase(cases, argc, argv);
    if (one == nullptr) {
        return 2;
    }
    one->run(argv[2]);
    return 0;
}

/// Flushed, so that a fork copies nothing that is not printed yet.
inline void print(const char* name, std::uint64_t number)
{
    std::printf("%s=%llu\n", name, static_cast<unsigned long long>(number));
    std::fflush(stdout);
}

inline void print(const char* name, std::int32_t status)
{
    print(name, static_cast<std::uint64_t>(status));
}

inline hscope_config configFor(const char* path)
{
    hscope_config config = {};
    config.struct_size = sizeof config;
    config.path = path;
    return config;
}

/// A scope that begins and ends at once.
inline void scope(const char* name)
{
    hscope_scope_begin_text(name, std::strlen(name), HSCOPE_CATEGORY_NATIVE);
    hscope_scope_end();
}

inline void scope(hscope_name name)
{
    hscope_scope_begin(name, HSCOPE_CATEGORY_NATIVE);
    hscope_scope_end();
}

} // namespace hscope::test
