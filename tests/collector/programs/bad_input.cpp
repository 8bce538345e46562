// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// bad_input CASE TRACE
//
// Records something that is wrong in one way, and prints what it counted itself as lines
// "name=number". Ends with 0 unless it could not do what the case needs.
#include "tests/collector/programs/recording_case.h"

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <hscope/collector.hpp>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace {

using namespace hscope::test;
using hscope::Category;

constexpr std::int32_t kNative = HSCOPE_CATEGORY_NATIVE;

/// Ends, arguments and links that belong to nothing, and scopes that are ended by outer ones.
void unbalanced(const char* /*path*/)
{
    hscope_scope_end();
    hscope_operation_end();
    hscope_iteration_end();
    const hscope::Name name("name");
    hscope_argument_integer(name.number(), 1);
    hscope_link_from(HSCOPE_LINK_FLOW, 1);
    hscope_operation_begin(name.number());
    hscope_scope_begin(name.number(), kNative);
    hscope_scope_begin(name.number(), kNative);
    hscope_operation_end(); // both scopes are still open
    hscope_scope_begin(name.number(), kNative);
    hscope_operation_end(); // no operation is open
    hscope_scope_end();
    std::thread([&] { hscope_scope_begin(name.number(), kNative); }).join();
    scope(hscope::Name("afterwards").number());
    print("scopes", 6);
}

void deep(const char* /*path*/)
{
    constexpr std::uint64_t kDepth = 100'000;
    const hscope::Name name("deep");
    for (std::uint64_t i = 0; i < kDepth; ++i) {
        hscope_scope_begin(name.number(), kNative);
    }
    for (std::uint64_t i = 0; i < kDepth; ++i) {
        hscope_scope_end();
    }
    scope(hscope::Name("afterwards").number());
    print("scopes", kDepth + 1);
}

/// Names with a NUL, of 1 MB, and invalid UTF-8, in every way that a name can be given.
void names(const char* /*path*/)
{
    const std::string nul("a\0b", 3);
    const std::string large(1'000'000, 'x');
    const std::string invalid = "\xff\xfe caf\xe9";
    for (const std::string& text : {nul, large, invalid}) {
        scope(hscope::Name(text).number());
        {
            hscope::Scope dynamic(text + "?", Category::Backend);
            dynamic.argument(hscope::Name("argument"), std::string_view(text));
        }
        hscope::setMetadata(text, text);
        hscope::reportProgress(1, 2);
    }
    scope(hscope_name{0});
    scope(hscope_name{60'000});
    scope(~hscope_name{0});
    hscope_scope_begin_text(nullptr, 5, kNative);
    hscope_scope_end();
    hscope_scope_begin(hscope_name_intern(nullptr, 5), 999);
    hscope_scope_end();
    hscope_metadata_set(nullptr, "value");
    hscope_metadata_set("key", nullptr);
    hscope::setThreadName(invalid);
    hscope::setProcessName(nul);
    print("scopes", 11);
}

void millionNames(const char* /*path*/)
{
    constexpr std::uint64_t kNames = 1'000'000;
    for (std::uint64_t i = 0; i < kNames / 2; ++i) {
        scope(hscope::Name("interned " + std::to_string(i)).number());
        const std::string text = "text " + std::to_string(i);
        hscope_scope_begin_text(text.data(), text.size(), kNative);
        hscope_scope_end();
    }
    print("scopes", kNames);
}

void manyThreads(const char* /*path*/)
{
    constexpr std::uint64_t kThreads = 10'000;
    constexpr std::uint64_t kAtOnce = 50;
    const hscope::Name name("thread");
    std::vector<std::thread> threads;
    for (std::uint64_t i = 0; i < kThreads; i += kAtOnce) {
        for (std::uint64_t j = 0; j < kAtOnce; ++j) {
            threads.emplace_back([&] { scope(name.number()); });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        threads.clear();
    }
    print("scopes", kThreads);
}

/// Values that no number stands for, and codes that do not exist.
void values(const char* /*path*/)
{
    const hscope::Name name("value");
    for (const double value : {0.0 / 0.0, 1.0 / 0.0, -1.0 / 0.0}) {
        hscope_counter_set(name.number(), value);
        hscope_progress_report(value, value);
        hscope::Scope scope(name, static_cast<Category>(-7));
        scope.argument(name, value);
        hscope_link_from(77, 5);
        hscope_link_to(77, 5);
    }
    hscope_iteration_begin(INT64_MIN);
    hscope_iteration_end();
    hscope_phase_set(0);
    print("scopes", 4);
}

/// Writes until there is no room: the limit of the process, or a full disk.
void full(bool isLimited)
{
    if (isLimited) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{1U << 20U, 1U << 20U};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    const hscope::Name name("full");
    std::uint64_t begun = 0;
    while (hscope_is_recording() != 0 && begun < 50'000'000) {
        for (int i = 0; i < 1000; ++i) {
            scope(name.number());
            ++begun;
        }
    }
    print("scopes", begun);
    print("flush", hscope_flush());
}

constexpr std::array kCases = {
    RecordingCase{"unbalanced", unbalanced},
    RecordingCase{"deep", deep},
    RecordingCase{"names", names},
    RecordingCase{"million_names", millionNames},
    RecordingCase{"many_threads", manyThreads},
    RecordingCase{"values", values},
    RecordingCase{"file_size_limit", [](const char* /*path*/) { full(true); }},
    RecordingCase{"full_disk", [](const char* /*path*/) { full(false); }},
    RecordingCase{"nothing", [](const char* /*path*/) {}},
};

} // namespace

int main(int argc, char** argv)
{
    const RecordingCase* const one = findCase(kCases, argc, argv);
    if (one == nullptr) {
        return 2;
    }
    const hscope_config config = configFor(argv[2]);
    const std::int32_t status = hscope_start(&config);
    one->run(argv[2]);
    print("start", status);
    print("stop", hscope_stop());
    print("lost", hscope_lost_events());
    return 0;
}
