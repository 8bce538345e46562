// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// check_cupti run FILE.hscope EXPECTED    uses a GPU, records it, and writes what the file must have
// check_cupti plain                       the same without recording; prints what a call takes
// check_cupti verify FILE.hscope EXPECTED looks at the file
//
// Built twice: with -DHSCOPE_CHECK_INJECTED the program does not know of the recorder, which the
// driver then loads (CUDA_INJECTION64_PATH). See check_cupti.sh.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <fstream>
#include <map>
#include <sqlite3.h>
#include <string>
#include <thread>
#include <vector>
#ifndef HSCOPE_CHECK_INJECTED
#include "hscope/collector.h"
#endif

// In no namespace, so that their names in the file are these.

template <typename Number>
__global__ void add(Number* numbers, int count)
{
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) {
        numbers[i] += 1;
    }
}

__global__ void spin(long long cycles)
{
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
}

__global__ void tiny() {}

namespace {

constexpr int kStreams = 4;
constexpr int kPerStream = 200;
constexpr int kGraphKernels = 10;
constexpr int kGraphLaunches = 20;
constexpr int kChain = 50;
constexpr int kSyncLoop = 10'000;
constexpr int kPerThread = 1000;
constexpr std::size_t kFloats = 1 << 20;
constexpr long long kSpinCycles = 2'000'000; // about a ms

void check(cudaError_t result, const char* what)
{
    if (result != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(result));
        std::exit(3);
    }
}

#define CHECK(call) check(call, #call)

/// What the file must have: work by name, and times in ns.
using Expected = std::map<std::string, double>;

double seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void launchOnStreams(float* numbers, Expected& expected)
{
    std::vector<cudaStream_t> streams(kStreams);
    for (cudaStream_t& stream : streams) {
        CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    }
    for (int i = 0; i < kPerStream; ++i) {
        for (cudaStream_t stream : streams) {
            add<float><<<static_cast<unsigned>(kFloats / 256), 256, 0, stream>>>(numbers, kFloats);
        }
    }
    CHECK(cudaDeviceSynchronize());
    expected["count void add<float>(float*, int)"] = kStreams * kPerStream;
    expected["streams of void add<float>(float*, int)"] = kStreams;
}

/// One after the other on a stream of its own; CUDA's events say how long that takes.
void launchChain(Expected& expected)
{
    cudaStream_t stream{};
    cudaEvent_t begin{};
    cudaEvent_t end{};
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventRecord(begin, stream));
    for (int i = 0; i < kChain; ++i) {
        spin<<<1, 1, 0, stream>>>(kSpinCycles);
    }
    CHECK(cudaEventRecord(end, stream));
    CHECK(cudaStreamSynchronize(stream));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    expected["count spin(long long)"] = kChain;
    expected["busy spin(long long)"] = static_cast<double>(ms) * 1e6;
}

void launchGraph(double* numbers, Expected& expected)
{
    cudaStream_t stream{};
    cudaGraph_t graph{};
    cudaGraphExec_t ready{};
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < kGraphKernels; ++i) {
        add<double><<<16, 256, 0, stream>>>(numbers, 4096);
    }
    CHECK(cudaStreamEndCapture(stream, &graph));
#if CUDART_VERSION >= 12000
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
#else
    CHECK(cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0));
#endif
    for (int i = 0; i < kGraphLaunches; ++i) {
        CHECK(cudaGraphLaunch(ready, stream));
    }
    CHECK(cudaStreamSynchronize(stream));
    expected["count void add<double>(double*, int)"] = kGraphKernels * kGraphLaunches;
    expected["calls cudaGraphLaunch"] = kGraphLaunches;
}

void copy(float* device, Expected& expected)
{
    constexpr int kTimes = 20;
    float* host = nullptr;
    float* other = nullptr;
    CHECK(cudaMallocHost(&host, kFloats * sizeof *host));
    CHECK(cudaMalloc(&other, kFloats * sizeof *other));
    for (int i = 0; i < kTimes; ++i) {
        CHECK(cudaMemcpyAsync(device, host, kFloats * sizeof *host, cudaMemcpyHostToDevice));
        CHECK(cudaMemcpyAsync(other, device, kFloats * sizeof *host, cudaMemcpyDeviceToDevice));
        CHECK(cudaMemcpyAsync(host, other, kFloats * sizeof *host, cudaMemcpyDeviceToHost));
        CHECK(cudaMemsetAsync(other, 7, kFloats * sizeof *host));
    }
    CHECK(cudaDeviceSynchronize());
    expected["count Memcpy HtoD (Pinned -> Device)"] = kTimes;
    expected["count Memcpy DtoD (Device -> Device)"] = kTimes;
    expected["count Memcpy DtoH (Device -> Pinned)"] = kTimes;
    expected["count Memset (Device)"] = kTimes;
    expected["bytes Memcpy HtoD (Pinned -> Device)"] = kTimes * kFloats * sizeof *host;
}

/// A launch and a wait, again and again; what one of both takes, in ns.
double syncLoop(Expected& expected)
{
    cudaStream_t stream{};
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const double start = seconds();
    for (int i = 0; i < kSyncLoop; ++i) {
        tiny<<<1, 1, 0, stream>>>();
        CHECK(cudaStreamSynchronize(stream));
    }
    expected["sync cudaStreamSynchronize"] += kSyncLoop;
    return (seconds() - start) / (2 * kSyncLoop) * 1e9;
}

/// Only launches; what one takes, in ns.
double launchLoop(cudaStream_t stream)
{
    const double start = seconds();
    for (int i = 0; i < kPerThread; ++i) {
        tiny<<<1, 1, 0, stream>>>();
    }
    const double ns = (seconds() - start) / kPerThread * 1e9;
    CHECK(cudaStreamSynchronize(stream));
    return ns;
}

void launchFromThreads(double ns[2])
{
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i) {
        threads.emplace_back([i, ns] {
            cudaStream_t stream{};
            CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
            ns[i] = launchLoop(stream);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

int run(const char* expectedFile)
{
    Expected expected;
    float* numbers = nullptr;
    double* doubles = nullptr;
    CHECK(cudaMalloc(&numbers, kFloats * sizeof *numbers));
    CHECK(cudaMalloc(&doubles, 4096 * sizeof *doubles));
    launchOnStreams(numbers, expected);
    launchChain(expected);
    launchGraph(doubles, expected);
    copy(numbers, expected);
    const double syncNs = syncLoop(expected);
    double launchNs[2] = {};
    launchFromThreads(launchNs);
    expected["count tiny()"] = kSyncLoop + 2 * kPerThread;
    expected["threads of tiny()"] = 3;
    std::printf("launch and wait: %.0f ns a call; launch on two threads: %.0f and %.0f ns\n", syncNs,
                launchNs[0], launchNs[1]);
    if (expectedFile != nullptr) {
        std::ofstream file(expectedFile);
        file.precision(17);
        for (const auto& [what, number] : expected) {
            file << number << ' ' << what << '\n';
        }
    }
    return 0;
}

// ---- Verification

class Database
{
public:
    explicit Database(const char* path)
    {
        if (sqlite3_open_v2(path, &m_database, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK) {
            std::fprintf(stderr, "cannot open %s\n", path);
            std::exit(3);
        }
    }

    double number(const std::string& sql, const std::string& name = {}) const
    {
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(m_database, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
            std::fprintf(stderr, "%s: %s\n", sql.c_str(), sqlite3_errmsg(m_database));
            std::exit(3);
        }
        if (!name.empty()) {
            sqlite3_bind_text(statement, 1, name.c_str(), -1, SQLITE_TRANSIENT);
        }
        sqlite3_step(statement);
        const double value = sqlite3_column_double(statement, 0);
        sqlite3_finalize(statement);
        return value;
    }

private:
    sqlite3* m_database = nullptr;
};

int s_wrong = 0;

void tell(bool isRight, const std::string& what, double found, double wanted)
{
    std::printf("%s  %s: %.0f%s\n", isRight ? "ok   " : "WRONG", what.c_str(), found,
                isRight ? "" : (" instead of " + std::to_string(wanted)).c_str());
    s_wrong += isRight ? 0 : 1;
}

/// The number that the file has for one line of the expected ones.
double found(const Database& file, const std::string& kind, const std::string& name)
{
    const std::string work = "FROM slices WHERE device IS NOT NULL AND name = ?";
    if (kind == "count") {
        return file.number("SELECT count(*) " + work, name);
    }
    if (kind == "streams") {
        return file.number("SELECT count(DISTINCT stream) " + work, name);
    }
    if (kind == "busy") {
        return file.number("SELECT sum(duration_ns) " + work, name);
    }
    if (kind == "bytes") {
        return file.number("SELECT sum(a.value) FROM slice_args a JOIN slices s ON s.id = a.slice_id "
                           "WHERE a.name = 'bytes' AND s.name = ?", name);
    }
    if (kind == "threads") { // that launched it
        return file.number("SELECT count(DISTINCT c.track_id) FROM links l JOIN slices s ON s.id = "
                           "l.to_slice_id JOIN slices c ON c.id = l.from_slice_id WHERE s.name = ?",
                           name);
    }
    const std::string category = kind == "sync" ? "gpu_sync" : "gpu_api";
    return file.number("SELECT count(*) FROM slices WHERE category = '" + category +
                       "' AND name LIKE ? || '%'", name);
}

int verify(const char* path, const char* expectedFile)
{
    const Database file(path);
    std::ifstream expected(expectedFile);
    double wanted = 0;
    std::string kind;
    while (expected >> wanted >> kind) {
        std::string name;
        std::getline(expected >> std::ws, name);
        const bool isOf = name.rfind("of ", 0) == 0;
        const double seen = found(file, kind, isOf ? name.substr(3) : name);
        // Events enclose the kernels and the gaps between them.
        const bool isRight = kind == "busy"   ? seen > 0.9 * wanted && seen < 1.01 * wanted
                             : kind == "sync" ? seen >= wanted
                                              : seen == wanted;
        tell(isRight, kind + " " + name, seen, wanted);
    }
    const double work = file.number("SELECT count(*) FROM slices WHERE device IS NOT NULL");
    const double linked = file.number(
        "SELECT count(DISTINCT l.to_slice_id) FROM links l JOIN slices s ON s.id = l.to_slice_id "
        "WHERE l.kind = 'launch' AND s.device IS NOT NULL");
    tell(linked == work, "work with its launch", linked, work);
    const double early = file.number(
        "SELECT count(*) FROM links l JOIN slices s ON s.id = l.to_slice_id JOIN slices c ON c.id = "
        "l.from_slice_id WHERE l.kind = 'launch' AND s.start_ns < c.start_ns");
    tell(early == 0, "work that began before its launch", early, 0);
    const double problems = file.number("SELECT coalesce(sum(count), 0) FROM diagnostic");
    tell(problems == 0, "problems in the file", problems, 0);
    std::printf("%s\n", s_wrong == 0 ? "all as expected" : "NOT as expected");
    return s_wrong == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "verify" && argc == 4) {
        return verify(argv[2], argv[3]);
    }
    if (mode == "plain") {
        return run(nullptr);
    }
    if (mode == "run" && argc == 4) {
#ifndef HSCOPE_CHECK_INJECTED
        hscope_config config{};
        config.struct_size = sizeof config;
        config.path = argv[2];
        if (hscope_start(&config) != HSCOPE_OK || hscope_gpu_attach() != HSCOPE_OK) {
            return 3;
        }
#endif
        return run(argv[3]);
    }
    std::fprintf(stderr, "usage: check_cupti run|verify FILE EXPECTED, or check_cupti plain\n");
    return 2;
}
