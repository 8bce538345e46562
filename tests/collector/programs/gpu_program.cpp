// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// gpu_program CASE FILE: uses a GPU that the stand-in for libcupti makes up, and records it.
// Prints "name=number" lines for the script that looks at the file.
#include "hscope/collector.hpp"
#include "tests/collector/stand_ins/stand_in_cupti.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern "C" int cuDriverGetVersion(int* version); // of the driver's stand-in

namespace {

using stand_in::Call;
using stand_in::Place;
using stand_in::Times;

constexpr const char* kMangled = "_ZN6kernel3addIfEEvPT_i";

void say(const char* name, long long number)
{
    std::printf("%s=%lld\n", name, number);
}

int start(const char* file)
{
    hscope_config config{};
    config.struct_size = sizeof config;
    config.path = file;
    return hscope_start(&config);
}

Times soon(std::uint64_t length = 1000)
{
    const std::uint64_t now = stand_in::now();
    return {now, now + length};
}

/// A call that launches a kernel; gives its correlation.
std::uint32_t launch(Place place = {})
{
    const Call call("cudaLaunchKernel");
    stand_in::addKernel(kMangled, call.correlation(), place, soon());
    return call.correlation();
}

// ---- Cases

void everyKind()
{
    stand_in::addDevice(0, "Stand-in GPU");
    stand_in::addContext(1, 0, 7);
    hscope::Operation operation("step");
    {
        const Call call("cudaLaunchKernel_ptsz");
        stand_in::addKernel(kMangled, call.correlation(), {}, soon());
        stand_in::addExternal(77, call.correlation());
        stand_in::addOverhead(1U << 16U, static_cast<std::uint32_t>(gettid()), soon(10));
    }
    {
        const Call call("cudaMemcpyAsync");
        stand_in::addCopy(1, 1 << 20, call.correlation(), {0, 8}, soon());
    }
    {
        const Call call("cudaMemcpyPeerAsync");
        stand_in::addPeerCopy(0, 1, call.correlation(), {0, 8}, soon());
    }
    {
        const Call call("cudaMemsetAsync");
        stand_in::addMemset(255, 4096, call.correlation(), {}, soon());
    }
    {
        const Call call("ncclKernelLaunchHelper");
        stand_in::addKernel("ncclDevKernel_AllReduce", call.correlation(), {1, 9}, soon());
    }
    {
        const Call call("cudaStreamSynchronize");
        stand_in::addSynchronization(3, 8, call.correlation());
    }
    {
        const Call call("cudaMemcpy");
        stand_in::addCopy(2, 64, call.correlation(), {}, soon());
    }
    stand_in::addOverhead(2U << 16U, 1, soon(10)); // of a thread that records nothing
    stand_in::addUnknown();
    stand_in::deliver();
}

/// What the runtime calls in the driver; the kernel names the driver's call.
void nested()
{
    const Call outer("cudaLaunchKernel");
    const Call inner("cuLaunchKernel", true);
    stand_in::addKernel(kMangled, inner.correlation(), {}, soon());
}

/// Work of two devices and three streams, told in reverse.
void outOfOrder()
{
    struct Kernel
    {
        std::uint32_t correlation;
        Place place;
        Times times;
    };

    std::vector<Kernel> kernels;
    for (std::uint32_t i = 0; i < 300; ++i) {
        const Call call("cudaLaunchKernel");
        kernels.push_back({call.correlation(), {i % 2, 7 + i % 3}, soon()});
    }
    for (auto kernel = kernels.rbegin(); kernel != kernels.rend(); ++kernel) {
        stand_in::addKernel(kMangled, kernel->correlation, kernel->place, kernel->times);
    }
}

void graph()
{
    const Call call("cudaGraphLaunch");
    for (int i = 0; i < 100; ++i) {
        stand_in::addKernel(kMangled, call.correlation(),
                            {0, static_cast<std::uint32_t>(7 + i % 4)}, soon(), 5);
    }
    stand_in::addGraph(5, call.correlation(), {}, soon());
}

void dropped()
{
    launch();
    stand_in::dropRecords(17);
    stand_in::deliver();
    const Call call("cudaLaunchKernel");
    stand_in::addKernel(kMangled, call.correlation(), {}, {0, 0}); // CUPTI could not tell when
    stand_in::deliver();
}

void bufferFull()
{
    for (int i = 0; i < 20'000; ++i) {
        launch();
    }
    stand_in::deliver();
    say("buffers", static_cast<long long>(stand_in::delivered()));
}

void pauses()
{
    launch();
    hscope_pause();
    launch();
    launch();
    hscope_resume();
    launch();
    stand_in::deliver();
}

void threads()
{
    std::vector<std::thread> workers;
    for (std::uint32_t i = 0; i < 4; ++i) {
        workers.emplace_back([i] {
            for (int k = 0; k < 2000; ++k) {
                launch({0, 7 + i});
                if (k % 100 == 0) {
                    stand_in::deliver();
                }
            }
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
}

/// Enough buffers for readings of both clocks.
void clocks()
{
    for (int i = 0; i < 20; ++i) {
        launch();
        stand_in::deliver();
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

void forks()
{
    launch(); // not handed over when the process is copied
    const pid_t child = fork();
    if (child == 0) {
        {
            hscope::Scope scope("in the child", hscope::Category::Native);
            launch(); // the parent's CUPTI does not see what it does
        }
        std::exit(hscope_stop());
    }
    int status = 0;
    waitpid(child, &status, 0);
    say("child_status", WEXITSTATUS(status));
    launch();
}

void startRunning()
{
    const Call call("cudaLaunchKernel");
    stand_in::startKernel(kMangled, call.correlation(), {});
}

void flushesWhileWorking()
{
    startRunning();
    say("flush", hscope_flush());
    stand_in::endKernels();
}

/// A buffer that is not full, and a program that does not end and flushes nothing.
void handsOver()
{
    launch();
    constexpr int kMostLooks = 20'000;
    for (int look = 0; stand_in::delivered() == 0 && look < kMostLooks; ++look) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    say("buffers", static_cast<long long>(stand_in::delivered()));
}

/// Between two recordings another profiler may have CUPTI.
void restarts()
{
    launch();
    hscope_stop();
    say("held_between", stand_in::isSubscribed() ? 1 : 0);
    launch();
    say("second_start", start("second.hscope"));
    say("held_again", stand_in::isSubscribed() ? 1 : 0);
    launch();
}

/// A child of a process that was attached and records no more.
void forksBetween()
{
    hscope_stop();
    const pid_t child = fork();
    if (child == 0) { // nothing tells it of its calls
        const int status = start("child.hscope") + 10 * hscope_gpu_attach();
        launch();
        std::exit(status + hscope_stop());
    }
    int status = 0;
    waitpid(child, &status, 0);
    say("child_status", WEXITSTATUS(status));
}

/// The recording stops while a thread is in a call, whose end is then not told.
void stopsInCall()
{
    auto* const wait = new Call("cudaDeviceSynchronize");
    hscope_stop();
    delete wait;
    say("second_start", start("second.hscope"));
    launch();
    launch();
}

void stopsWhileWorking()
{
    launch();
    startRunning();
    say("stop", hscope_stop());
}

void utilisation()
{
    stand_in::addDevice(3, "Stand-in GPU");
    launch({3, 7});
    stand_in::deliver();
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
}

} // namespace

int main(int argc, char** argv)
{
    const std::map<std::string, void (*)()> cases = {
        {"every_kind", everyKind},    {"nested", nested},
        {"out_of_order", outOfOrder}, {"graph", graph},
        {"dropped", dropped},         {"buffer_full", bufferFull},
        {"pauses", pauses},           {"threads", threads},
        {"clocks", clocks},           {"forks", forks},
        {"utilisation", utilisation}, {"flush", flushesWhileWorking},
        {"stop", stopsWhileWorking},  {"hands_over", handsOver},
        {"restarts", restarts},       {"forks_between", forksBetween},
        {"stop_in_call", stopsInCall}};
    const auto found = argc == 3 ? cases.find(argv[1]) : cases.end();
    if (found == cases.end()) {
        std::fprintf(stderr, "usage: gpu_program CASE FILE\n");
        return 2;
    }
    int driver = 0;
    say("driver", cuDriverGetVersion(&driver)); // so that it is loaded
    say("start", start(argv[2]));
    say("attach", hscope_gpu_attach());
    say("again", hscope_gpu_attach());
    {
        hscope::Scope scope("the program's own", hscope::Category::Native);
        found->second();
    }
    // Not stopped: what is on its way when the process ends comes into the file, too.
    return 0;
}
