// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// generator TRACE COUNTS THREADS BUFFER_BYTES
//
// Records numbered iterations from several threads until somebody kills it, and counts them itself.
// COUNTS is a file of 64-bit numbers that outlives the program, three for each thread:
//   begun    iterations that the thread has begun, stored before each begins
//   flushed  how many were begun before the last hscope_flush() that returned
//   lost     what hscope_lost_events() said then, for all threads together
// Thread t numbers its iterations t * 2^32, t * 2^32 + 1, and so on; every fourth one holds the
// next.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <hscope/collector.hpp>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

struct Counts
{
    std::atomic<std::uint64_t> begun;
    std::atomic<std::uint64_t> flushed;
    std::atomic<std::uint64_t> lost;
};

Counts* mapCounts(const char* path, std::size_t threads)
{
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    const std::size_t bytes = threads * sizeof(Counts);
    if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) {
        return nullptr;
    }
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<Counts*>(memory);
}

void begin(Counts& counts, std::uint64_t thread, std::uint64_t& number)
{
    counts.begun.store(number + 1);
    hscope_iteration_begin(static_cast<std::int64_t>(thread << 32U | number));
    ++number;
}

[[noreturn]] void generate(Counts& counts, std::uint64_t thread)
{
    constexpr std::uint64_t kBetweenFlushes = 3000;
    std::uint64_t number = 0;
    while (true) {
        for (std::uint64_t i = 0; i < kBetweenFlushes; ++i) {
            begin(counts, thread, number);
            if (i % 4 == 0) {
                begin(counts, thread, number);
                hscope_iteration_end();
            }
            hscope_iteration_end();
        }
        // Losses before the flush: the flush's own transaction tells at least these.
        const std::uint64_t begun = number;
        if (hscope_flush() == HSCOPE_OK) {
            counts.lost.store(hscope_lost_events());
            counts.flushed.store(begun);
        }
        usleep(1000);
    }
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 5) {
        std::fprintf(stderr, "usage: generator TRACE COUNTS THREADS BUFFER_BYTES\n");
        return 2;
    }
    const auto threads = static_cast<std::size_t>(std::max(1, std::atoi(argv[3])));
    Counts* const counts = mapCounts(argv[2], threads);
    hscope_config config = {};
    config.struct_size = sizeof config;
    config.path = argv[1];
    config.buffer_bytes = static_cast<std::uint64_t>(std::atoll(argv[4]));
    if (counts == nullptr || hscope_start(&config) != HSCOPE_OK) {
        std::fprintf(stderr, "generator: cannot start\n");
        return 1;
    }
    std::puts("recording");
    std::fflush(stdout);
    std::vector<std::thread> running;
    for (std::size_t i = 1; i < threads; ++i) {
        running.emplace_back([counts, i] { generate(counts[i], i); });
    }
    generate(counts[0], 0);
}
