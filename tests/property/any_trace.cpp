// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/property/any_trace.h"

#include "core/store/trace_builder.h"

#include <rapidcheck.h>

#include <string>
#include <vector>

namespace hscope::test {

using namespace hscope::core;

namespace {

/// The flags of a slice that one of our hooks recorded, or somebody else.
std::uint8_t anyRecorder()
{
    const auto hook = *rc::gen::inRange(0, 6);
    return hook > 3 ? std::uint8_t{0} : recordedBy(static_cast<std::uint8_t>(hook));
}

/// Nested slices of one thread: each call fills [start, end) with some, and those with smaller
/// ones.
void addNested(TraceBuilder& builder, TrackId thread, std::int64_t start, std::int64_t end,
               int depth, bool operations)
{
    std::int64_t at = start;
    while (at < end && depth > 0) {
        const auto from = *rc::gen::inRange<std::int64_t>(at, end + 1);
        const auto to = *rc::gen::inRange<std::int64_t>(from, end + 1);
        const auto kind = *rc::gen::inRange(0, 7);
        SliceRow row{from,
                     to,
                     builder.strings().intern(std::string(1, static_cast<char>('a' + kind))),
                     Category::Annotation,
                     0,
                     0};
        if (operations) {
            row.flags = anyRecorder();
            builder.addOperation(thread, row);
        } else {
            row.category = kind == 6 ? Category::Overhead : static_cast<Category>(kind);
            row.flags = anyRecorder();
            builder.addSlice(thread, row);
        }
        addNested(builder, thread, from, to, depth - 1, operations);
        at = to + *rc::gen::inRange<std::int64_t>(1, 40);
    }
}

} // namespace

std::shared_ptr<const TraceStore> anyTrace()
{
    TraceBuilder builder;
    std::vector<SliceHandle> launches;
    const int processes = *rc::gen::inRange(1, 3);
    for (int p = 0; p < processes; ++p) {
        const ProcessId process = builder.addProcess({});
        const int threads = *rc::gen::inRange(1, 4);
        for (int t = 0; t < threads; ++t) {
            Track track;
            track.process = process;
            const TrackId thread = builder.addTrack(track);
            addNested(builder, thread, 0, 400, 3, false);
            if (*rc::gen::inRange(0, 3) > 0) {
                addNested(builder, thread, 0, 400, 2, true);
            }
            if (*rc::gen::arbitrary<bool>()) { // not nested: crosses whatever is there
                builder.addSlice(thread,
                                 {150, 290, StringId(), Category::Native, anyRecorder(), 0});
            }
            for (std::uint32_t i = 0; i < builder.sliceCount(thread); ++i) {
                launches.push_back({thread, i});
            }
        }
        Track stream;
        stream.process = process;
        stream.kind = TrackKind::GpuStream;
        stream.device = *rc::gen::inRange(0, 2);
        const TrackId gpu = builder.addTrack(stream);
        const int kernels = *rc::gen::inRange(0, 12);
        for (int k = 0; k < kernels; ++k) {
            const auto from = *rc::gen::inRange<std::int64_t>(0, 420);
            const auto length = *rc::gen::inRange<std::int64_t>(0, 60);
            const auto category =
                *rc::gen::element(Category::GpuKernel, Category::GpuMemcpy, Category::Collective);
            const SliceHandle slice =
                builder.addSlice(gpu, {from, from + length, StringId(), category, 0, 0});
            if (!launches.empty() && *rc::gen::inRange(0, 3) > 0) {
                const auto launch = launches[*rc::gen::inRange<std::size_t>(0, launches.size())];
                if (builder.track(launch.track).process == process) {
                    builder.addLink(LinkKind::Launch, launch, slice, std::nullopt);
                }
            }
        }
        if (*rc::gen::arbitrary<bool>()) {
            builder.addPhase(
                {process, builder.strings().intern("phase"), {traceTime(100), traceTime(230)}});
        }
    }
    return builder.finish();
}

std::shared_ptr<const TraceStore> anyThread()
{
    TraceBuilder builder;
    Track track;
    track.process = builder.addProcess({});
    const TrackId thread = builder.addTrack(track);
    addNested(builder, thread, 0, 600, 3, false);
    addNested(builder, thread, 0, 600, 2, true);
    return builder.finish();
}

} // namespace hscope::test
