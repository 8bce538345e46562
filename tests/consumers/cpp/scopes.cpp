// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// scopes TRACE: everything of collector.hpp, as C++17 and C++20, with recording and with
// HSCOPE_DISABLE.
#include <hscope/collector.hpp>

static void work(hscope::Category category)
{
    HSCOPE_OPERATION("operation");
    HSCOPE_SCOPE("scope", category);
    {
        HSCOPE_SCOPE("scope inside", hscope::Category::Annotation);
    }
}

int main(int argc, char** argv)
{
    const hscope::Recording recording(argc == 2 ? argv[1] : "");
    if (!recording.hasStarted() || recording.status() != HSCOPE_OK) {
        return 1;
    }
    hscope_config config = {};
    config.struct_size = sizeof config;
    const hscope::Recording second(config);
    hscope::setMetadata("algorithm", "PPO");
    hscope::setProcessName("consumer");
    hscope::setThreadName("main thread");
    hscope::setPhase("training");
    const hscope::Name name("name");
    for (int step = 0; step < 2; ++step) {
        const hscope::Iteration iteration(step);
        const hscope::Operation operation("learning");
        const hscope::Operation inner(name);
        hscope::Scope scope("dynamic", hscope::Category::Python);
        scope.argument(name, std::int64_t{1});
        scope.argument(name, 0.5);
        scope.argument(name, "text");
        hscope::reportProgress(step, 2);
        work(hscope::Category::Simulator);
    }
    hscope::setPhase("");
    return second.hasStarted() ? 1 : 0;
}
