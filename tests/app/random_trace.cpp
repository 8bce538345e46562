// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/random_trace.h"

#include "core/store/trace_builder.h"

#include <array>
#include <random>
#include <string>

namespace hscope::app::testing {

namespace {

using core::Category;

/// Small and the same on every platform, unlike the distributions of the standard library.
class Random
{
public:
    explicit Random(std::uint32_t seed)
        : m_engine(seed)
    {
    }

    /// 0 to limit - 1.
    std::int64_t below(std::int64_t limit)
    {
        return static_cast<std::int64_t>(m_engine() % static_cast<std::uint64_t>(limit));
    }

private:
    std::mt19937_64 m_engine;
};

constexpr std::array<Category, 6> kByDepth = {Category::Python,  Category::Python,
                                              Category::Backend, Category::Backend,
                                              Category::Native,  Category::GpuApi};

class TrainingTrace
{
public:
    explicit TrainingTrace(const RandomTraceOptions& options)
        : m_options(options)
        , m_random(options.seed)
    {
        for (std::uint32_t i = 0; i < 24; ++i) {
            m_names.push_back(m_builder.strings().intern("aten::operator_" + std::to_string(i)));
        }
    }

    std::shared_ptr<const core::TraceStore> make()
    {
        core::Process process;
        process.pid = 41207;
        process.name = m_builder.strings().intern("trainer");
        const core::ProcessId id = m_builder.addProcess(process);
        const std::size_t tracks = m_options.threads + m_options.streams;
        for (std::uint32_t i = 0; i < m_options.threads; ++i) {
            core::Track track;
            track.process = id;
            track.name = m_builder.strings().intern("thread " + std::to_string(i));
            track.tid = 41207 + i;
            addThread(m_builder.addTrack(track), m_options.slices / tracks);
        }
        for (std::uint32_t i = 0; i < m_options.streams; ++i) {
            core::Track track;
            track.process = id;
            track.kind = core::TrackKind::GpuStream;
            track.device = 0;
            track.stream = 7 + i;
            addStream(m_builder.addTrack(track), m_options.slices / tracks);
        }
        return m_builder.finish();
    }

private:
    void addThread(core::TrackId thread, std::size_t slices)
    {
        std::int64_t now = m_random.below(1000);
        std::size_t left = slices;
        std::int64_t step = 0;
        while (left > 0) {
            const std::int64_t start = now;
            const std::size_t before = left;
            addNest(thread, now, 0, left);
            if (before - left == 0) {
                break;
            }
            if (step++ % 3 == 0) {
                m_builder.addOperation(thread,
                                       {start, now, m_names[static_cast<std::size_t>(step / 3 % 3)],
                                        Category::Annotation, 0, 0});
            }
            now += m_random.below(4000);
        }
    }

    /// Adds one slice with children; `now` is its end afterwards.
    void addNest(core::TrackId thread, std::int64_t& now, std::uint32_t depth, std::size_t& left)
    {
        if (left == 0) {
            return;
        }
        --left;
        const std::int64_t start = now;
        now += 100 + m_random.below(900);
        if (depth + 1 < m_options.depth) {
            for (std::int64_t children = 1 + m_random.below(3); children > 0; --children) {
                addNest(thread, now, depth + 1, left);
                now += m_random.below(300);
            }
        }
        m_builder.addSlice(thread, {start, now, name(), kByDepth[depth % kByDepth.size()], 0, 0});
    }

    void addStream(core::TrackId stream, std::size_t slices)
    {
        std::int64_t now = 5000;
        for (std::size_t i = 0; i < slices; ++i) {
            const std::int64_t length = 200 + m_random.below(4000);
            const Category category =
                m_random.below(8) == 0 ? Category::GpuMemcpy : Category::GpuKernel;
            m_builder.addSlice(stream, {now, now + length, name(), category, 0, 0});
            now += m_random.below(10) == 0 ? length / 2 : length + m_random.below(2000);
        }
    }

    core::StringId name() { return m_names[static_cast<std::size_t>(m_random.below(24))]; }

    RandomTraceOptions m_options;
    Random m_random;
    core::TraceBuilder m_builder;
    std::vector<core::StringId> m_names;
};

} // namespace

std::shared_ptr<const core::TraceStore> makeRandomTrace(const RandomTraceOptions& options)
{
    return TrainingTrace(options).make();
}

std::shared_ptr<const core::TraceStore> makeWildTrace(std::uint32_t seed)
{
    Random random(seed);
    core::TraceBuilder builder;
    core::Process process;
    process.name = builder.strings().intern("wild");
    const core::ProcessId id = builder.addProcess(process);
    const std::int64_t origin = random.below(3) * 600'000'000'000'000'000;
    const std::int64_t spread = std::int64_t{1} << random.below(40);
    const std::int64_t longest = std::int64_t{1} << random.below(36);
    for (std::int64_t tracks = 1 + random.below(4); tracks > 0; --tracks) {
        core::Track track;
        track.process = id;
        track.kind = random.below(2) == 0 ? core::TrackKind::GpuStream : core::TrackKind::Thread;
        track.device = random.below(2);
        const core::TrackId trackId = builder.addTrack(track);
        for (std::int64_t slices = random.below(400); slices > 0; --slices) {
            const std::int64_t start = origin + random.below(spread);
            const std::int64_t length = random.below(4) == 0 ? 0 : random.below(longest);
            const auto category = static_cast<Category>(random.below(core::kCategoryCount));
            builder.addSlice(trackId, {start, start + length, core::StringId(), category, 0, 0});
        }
    }
    return builder.finish();
}

} // namespace hscope::app::testing
