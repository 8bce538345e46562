// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu_truth.h"
#include "core/store/trace_builder.h"

#include <QTest>

#include <rapidcheck.h>

#include <map>
#include <set>

using namespace hscope::core;

namespace {

constexpr std::int64_t kEnd = 300; ///< Everything lies before it.

/// What a trace is made of, kept beside it so that the brute force needs nothing of the store.
struct Piece
{
    std::size_t stream = 0;
    std::int64_t device = 0;
    std::uint32_t process = 0;
    std::int64_t start = 0;
    std::int64_t end = 0;
    bool isKernel = false;
    std::vector<std::int64_t> launches; ///< Starts.
};

struct RandomTrace
{
    std::shared_ptr<const TraceStore> store;
    std::vector<Piece> pieces;
};

struct Launcher
{
    SliceHandle slice;
    std::int64_t start = 0;
};

std::vector<Launcher> addLaunches(TraceBuilder& builder, ProcessId process)
{
    Track track;
    track.process = process;
    const TrackId thread = builder.addTrack(track);
    std::vector<Launcher> launchers;
    const int count = *rc::gen::inRange(0, 15);
    for (int i = 0; i < count; ++i) {
        const auto start = *rc::gen::inRange<std::int64_t>(0, kEnd - 10);
        const SliceHandle slice = builder.addSlice(
            thread, {start, start + *rc::gen::inRange<std::int64_t>(0, 8), StringId(),
                     *rc::gen::element(Category::GpuApi, Category::Python), 0, 0});
        launchers.push_back({slice, start});
    }
    builder.addOperation(thread, {*rc::gen::inRange<std::int64_t>(0, 100),
                                  *rc::gen::inRange<std::int64_t>(100, kEnd),
                                  builder.strings().intern("step"), Category::Annotation, 0, 0});
    return launchers;
}

RandomTrace anyTrace()
{
    RandomTrace result;
    TraceBuilder builder;
    std::size_t streams = 0;
    const auto processes = *rc::gen::inRange<std::uint32_t>(1, 3);
    for (std::uint32_t p = 0; p < processes; ++p) {
        const ProcessId process = builder.addProcess({});
        const std::vector<Launcher> launchers = addLaunches(builder, process);
        const int count = *rc::gen::inRange(1, 4);
        for (int s = 0; s < count; ++s, ++streams) {
            Track stream;
            stream.process = process;
            stream.kind = TrackKind::GpuStream;
            stream.device = *rc::gen::inRange(0, 2);
            const TrackId gpu = builder.addTrack(stream);
            const int works = *rc::gen::inRange(0, 8);
            for (int w = 0; w < works; ++w) {
                Piece piece{streams, *stream.device, p, 0, 0, false, {}};
                piece.start = *rc::gen::inRange<std::int64_t>(0, kEnd - 40);
                piece.end = piece.start + *rc::gen::inRange<std::int64_t>(0, 40);
                piece.isKernel = *rc::gen::arbitrary<bool>();
                const SliceHandle slice = builder.addSlice(
                    gpu, {piece.start, piece.end, StringId(),
                          piece.isKernel ? Category::GpuKernel : Category::GpuMemcpy, 0, 0});
                const int links = launchers.empty() ? 0 : *rc::gen::inRange(0, 3);
                for (int l = 0; l < links; ++l) {
                    const Launcher launcher = *rc::gen::elementOf(launchers);
                    builder.addLink(LinkKind::Launch, launcher.slice, slice, std::nullopt);
                    piece.launches.push_back(launcher.start);
                }
                result.pieces.push_back(piece);
            }
        }
    }
    result.store = builder.finish();
    return result;
}

/// Looks at every nanosecond: when nothing works between the first and the last work, and why.
IdleSplit bruteForce(const std::vector<Piece>& pieces, Duration below)
{
    std::vector<bool> busy(kEnd, false);
    std::int64_t first = kEnd;
    std::int64_t last = 0;
    for (const Piece& piece : pieces) {
        for (std::int64_t t = piece.start; t < piece.end; ++t) {
            busy[static_cast<std::size_t>(t)] = true;
            first = std::min(first, t);
            last = std::max(last, t + 1);
        }
    }
    IdleSplit split;
    for (std::int64_t start = first; start < last; ++start) {
        if (busy[static_cast<std::size_t>(start)]) {
            continue;
        }
        std::int64_t end = start;
        while (!busy[static_cast<std::size_t>(end)]) {
            ++end;
        }
        bool queued = false;
        bool unknown = false;
        for (const Piece& piece : pieces) {
            if (piece.start == end && piece.end > end) {
                unknown = unknown || piece.launches.empty();
                for (const std::int64_t launch : piece.launches) {
                    queued = queued || launch <= start;
                }
            }
        }
        const Duration length(end - start);
        if (queued && length < below) {
            split.kernelWait += length;
            ++split.kernelWaits;
        } else if (queued || unknown) {
            split.other += length;
            ++split.others;
            split.withoutLaunch += queued ? 0 : 1;
        } else {
            split.hostWait += length;
            ++split.hostWaits;
        }
        if (length > split.longest.length()) {
            split.longest = {traceTime(start), traceTime(end)};
        }
        start = end;
    }
    return split;
}

template <typename Keep>
std::vector<Piece> piecesThat(const std::vector<Piece>& pieces, Keep keep)
{
    std::vector<Piece> result;
    std::copy_if(pieces.begin(), pieces.end(), std::back_inserter(result), keep);
    return result;
}

/// Nanoseconds in which any of the pieces works.
std::set<std::int64_t> instants(const std::vector<Piece>& pieces)
{
    std::set<std::int64_t> result;
    for (const Piece& piece : pieces) {
        for (std::int64_t t = piece.start; t < piece.end; ++t) {
            result.insert(t);
        }
    }
    return result;
}

} // namespace

class prop_GpuTruth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void splitsIdleTimeExactly();
    void samplesWindows();
    void conservesWallTime();
};

void prop_GpuTruth::splitsIdleTimeExactly()
{
    const bool holds = rc::check("pauses of devices and streams are as counted by nanosecond", [] {
        const RandomTrace trace = anyTrace();
        const Duration below(*rc::gen::inRange(1, 40));
        for (const DeviceTruth& device : deviceTruth(*trace.store, {Duration(10), below})) {
            const auto pieces = piecesThat(trace.pieces, [&](const Piece& piece) {
                return piece.device == device.usage.device;
            });
            RC_ASSERT(device.idle == bruteForce(pieces, below));
            RC_ASSERT(device.usage.busy == Duration(instants(pieces).size()));
            RC_ASSERT(device.usage.busy + device.idle.total() == device.active.length());
            std::size_t at = 0;
            for (std::size_t stream = 0; stream < 6; ++stream) {
                const auto own =
                    piecesThat(pieces, [&](const Piece& piece) { return piece.stream == stream; });
                if (instants(own).empty()) {
                    continue;
                }
                RC_ASSERT(at < device.streams.size());
                const StreamTruth& truth = device.streams[at++];
                RC_ASSERT(truth.idle == bruteForce(own, below));
                RC_ASSERT(truth.busy == Duration(instants(own).size()));
                RC_ASSERT(truth.busy + truth.idle.total() == truth.active.length());
            }
            RC_ASSERT(at == device.streams.size());
        }
    });
    QVERIFY(holds);
}

void prop_GpuTruth::samplesWindows()
{
    const bool holds = rc::check("a window counts if a kernel works in it", [] {
        const RandomTrace trace = anyTrace();
        const auto window = *rc::gen::inRange<std::int64_t>(1, 400);
        const TimeRange wall = trace.store->wallRange();
        const std::int64_t start = toNs(wall.start);
        for (const DeviceTruth& device : deviceTruth(*trace.store, {Duration(window)})) {
            std::set<std::int64_t> all;
            for (std::int64_t t = start; t < toNs(wall.end); ++t) {
                all.insert((t - start) / window);
            }
            std::set<std::int64_t> hit;
            for (const std::int64_t t : instants(piecesThat(trace.pieces, [&](const Piece& piece) {
                     return piece.device == device.usage.device && piece.isKernel;
                 }))) {
                hit.insert((t - start) / window);
            }
            const double expected =
                all.empty() ? 0 : static_cast<double>(hit.size()) / static_cast<double>(all.size());
            RC_ASSERT(std::abs(device.usage.sampledUtilisation - expected) < 1e-12);
        }
    });
    QVERIFY(holds);
}

/// The wall time of a process's operations sums to the trace's, and with GPU time by coincidence
/// its GPU time is that of all its streams together.
void prop_GpuTruth::conservesWallTime()
{
    const bool holds = rc::check("operations of a process sum to the wall time", [] {
        const RandomTrace trace = anyTrace();
        for (const Attribution attribution : {Attribution::Launch, Attribution::Time}) {
            NullProgress progress;
            const Breakdown breakdown = *computeBreakdown(*trace.store, attribution, progress, {});
            std::map<ProcessId, Duration> wall;
            std::map<ProcessId, Duration> gpu;
            for (const OperationTruth& truth : operationTruth(breakdown)) {
                wall[truth.process] += truth.wall();
                gpu[truth.process] += truth.gpuOnly + truth.cpuAndGpu;
            }
            for (const auto& [process, sum] : wall) {
                RC_ASSERT(sum == trace.store->wallRange().length());
                const auto busy =
                    instants(piecesThat(trace.pieces, [id = process](const Piece& piece) {
                        return piece.process == id.value();
                    }));
                RC_ASSERT(attribution == Attribution::Launch ||
                          gpu[process] == Duration(busy.size()));
            }
        }
    });
    QVERIFY(holds);
}

QTEST_APPLESS_MAIN(prop_GpuTruth)
#include "prop_gpu_truth.moc"
