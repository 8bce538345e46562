// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// What only the shared library has: it starts with the process if it is told to, and ends with it.
#include "collector/src/hook_loader.h"
#include "collector/src/recorder.h"
#include "hscope/collector.h"

#include <cstdlib>

using namespace hscope::collector;

namespace {

/// Starts with the process if the environment says so, and finishes with it.
class LibraryLife
{
public:
    LibraryLife()
    {
        // Made now and not by the first event: that may come from a signal handler, and an early
        // thread key needs no memory when it is set.
        Recorder& recorder = Recorder::instance();
        if (const char* wanted = std::getenv("HSCOPE_RECORD");
            wanted != nullptr && *wanted == '1') {
            // Here and before the recorder's thread exists: loading a hook initialises the
            // libraries that it needs if it is not their turn yet, which only this thread may do.
            HookLoader().look();
            recorder.startByEnvironment();
        }
    }

    LibraryLife(const LibraryLife&) = delete;
    LibraryLife& operator=(const LibraryLife&) = delete;

    ~LibraryLife() { hscope_stop(); }
};

const LibraryLife s_life;

} // namespace
