// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/gpu_work_writer.h"

namespace hscope::collector {

namespace {

constexpr std::string_view kOtherThread = "profiler overhead"; // as imported traces have it

bool isWorkOfGpus(std::int32_t category)
{
    return category >= HSCOPE_CATEGORY_GPU_KERNEL && category <= HSCOPE_CATEGORY_COLLECTIVE;
}

} // namespace

void GpuWorkWriter::write(const GpuRecord& record)
{
    std::visit([this](const auto& one) { writeOne(one); }, record);
}

/// The slice on its track; none if its times cannot be, or it belongs to another recording.
template <typename Slice>
std::optional<TraceAssembler::Open> GpuWorkWriter::add(const Slice& slice)
{
    if (slice.startNs <= 0 || slice.endNs < slice.startNs) {
        ++m_lost;
        return std::nullopt;
    }
    if (slice.endNs < m_startNs) {
        return std::nullopt;
    }
    const TraceAssembler::Open open =
        m_assembler.beginSlice(trackOf(slice), slice.startNs, m_assembler.stringOf(slice.name),
                               static_cast<std::uint8_t>(slice.category), 0);
    m_assembler.endSlice(open, slice.endNs);
    return open;
}

void GpuWorkWriter::writeOne(const GpuSlice& slice)
{
    if (!isWorkOfGpus(slice.category)) {
        ++m_lost;
        return;
    }
    const auto open = add(slice);
    if (!open) {
        return;
    }
    std::int64_t position = 0;
    for (const SliceArgument& argument : slice.arguments) {
        m_assembler.addArgument(*open, position++, m_assembler.stringOf(argument.name),
                                argument.json);
    }
    if (slice.correlation != 0) {
        m_assembler.linkTo(*open, HSCOPE_LINK_LAUNCH, slice.correlation);
    }
}

void GpuWorkWriter::writeOne(const CallDescription& call)
{
    if (const auto open = m_assembler.launchOf(call.correlation)) {
        // Behind those that the call may have got while it was open, and behind each other.
        for (const SliceArgument& argument : call.arguments) {
            m_assembler.addArgument(*open, m_nextPosition++, m_assembler.stringOf(argument.name),
                                    argument.json);
        }
    }
}

void GpuWorkWriter::writeOne(const ThreadSlice& slice)
{
    static_cast<void>(add(slice));
}

std::int64_t GpuWorkWriter::trackOf(const GpuSlice& slice)
{
    const std::pair key{slice.device, slice.stream};
    const auto found = m_streams.find(key);
    return found != m_streams.end()
               ? found->second
               : m_streams.emplace(key, m_assembler.addStream(key.first, key.second)).first->second;
}

std::int64_t GpuWorkWriter::trackOf(const ThreadSlice& slice)
{
    if (const auto track = m_assembler.trackOfThread(slice.tid)) {
        return *track;
    }
    const auto found = m_otherThreads.find(slice.tid);
    return found != m_otherThreads.end()
               ? found->second
               : m_otherThreads.emplace(slice.tid, m_assembler.addNamedTrack(kOtherThread))
                     .first->second;
}

} // namespace hscope::collector
