// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/cupti/activity_records.h"

#include "hscope/hooks.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

namespace hscope::cupti {

namespace {

// Read as 11.8 has them.
using KernelRecord = CUpti_ActivityKernel8;
using MemcpyRecord = CUpti_ActivityMemcpy5;
using PeerCopyRecord = CUpti_ActivityMemcpyPtoP4;
using MemsetRecord = CUpti_ActivityMemset4;
using SynchronizationRecord = CUpti_ActivitySynchronization;
using OverheadRecord = CUpti_ActivityOverhead;
using DeviceRecord = CUpti_ActivityDevice4;
using ContextRecord = CUpti_ActivityContext;
using GraphRecord = CUpti_ActivityGraphTrace;
using ExternalRecord = CUpti_ActivityExternalCorrelation;

/// A name of a number; `other` for one that is not in the list.
template <std::size_t kCount>
std::string_view nameOf(const std::array<std::string_view, kCount>& names, std::size_t number,
                        std::string_view other)
{
    return number < kCount && !names[number].empty() ? names[number] : other;
}

std::string_view copyName(std::uint8_t kind)
{
    static constexpr std::array<std::string_view, 11> kNames = {
        "", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"};
    return nameOf(kNames, kind, "of unknown kind");
}

std::string_view memoryName(std::uint32_t kind)
{
    static constexpr std::array<std::string_view, 8> kNames = {
        "Unknown", "Pageable", "Pinned",        "Device",
        "Array",   "Managed",  "Device Static", "Managed Static"};
    return nameOf(kNames, kind, "Unknown");
}

std::string quoted(std::string_view text)
{
    return '"' + std::string(text) + '"'; // only texts of ours, which have nothing to escape
}

template <typename... Numbers>
std::string list(Numbers... numbers)
{
    std::string text = "[";
    ((text += (text.size() > 1 ? "," : "") + std::to_string(numbers)), ...);
    return text + "]";
}

/// Arguments have the names that PyTorch's profiler gives them, as imported traces do.
void addGraph(Arguments& arguments, std::uint32_t graph, std::uint64_t node)
{
    if (graph != 0) {
        arguments.emplace_back("graph id", std::to_string(graph));
        arguments.emplace_back("graph node id", std::to_string(node));
    }
}

void addBytes(Arguments& arguments, std::uint64_t bytes, std::uint64_t start, std::uint64_t end)
{
    arguments.emplace_back("bytes", std::to_string(bytes));
    if (end > start) { // bytes per ns are GB per s
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.3f",
                      static_cast<double>(bytes) / static_cast<double>(end - start));
        arguments.emplace_back("memory bandwidth (GB/s)", text.data());
    }
}

/// What all kinds of work have.
template <typename Record>
Work workFrom(const Record& record, std::int32_t category)
{
    Work work;
    work.category = category;
    work.start = record.start;
    work.end = record.end;
    work.device = record.deviceId;
    work.stream = record.streamId;
    work.correlation = record.correlationId;
    return work;
}

Activity read(const KernelRecord& record)
{
    const std::string_view name = record.name == nullptr ? "(unnamed kernel)" : record.name;
    const bool isCollective = name.starts_with("nccl") || name.starts_with("rccl");
    Work work =
        workFrom(record, isCollective ? HSCOPE_CATEGORY_COLLECTIVE : HSCOPE_CATEGORY_GPU_KERNEL);
    work.mangledName = name;
    work.arguments.reserve(8);
    work.arguments.emplace_back("grid", list(record.gridX, record.gridY, record.gridZ));
    work.arguments.emplace_back("block", list(record.blockX, record.blockY, record.blockZ));
    work.arguments.emplace_back("registers per thread",
                                std::to_string(unsigned{record.registersPerThread}));
    work.arguments.emplace_back("static shared memory", std::to_string(record.staticSharedMemory));
    work.arguments.emplace_back("dynamic shared memory",
                                std::to_string(record.dynamicSharedMemory));
    if (record.localMemoryPerThread != 0) {
        work.arguments.emplace_back("local memory per thread",
                                    std::to_string(record.localMemoryPerThread));
    }
    addGraph(work.arguments, record.graphId, record.graphNodeId);
    return work;
}

Activity read(const MemcpyRecord& record)
{
    Work work = workFrom(record, HSCOPE_CATEGORY_GPU_MEMCPY);
    work.name = "Memcpy " + std::string(copyName(record.copyKind)) + " (" +
                std::string(memoryName(record.srcKind)) + " -> " +
                std::string(memoryName(record.dstKind)) + ")";
    addBytes(work.arguments, record.bytes, record.start, record.end);
    addGraph(work.arguments, record.graphId, record.graphNodeId);
    return work;
}

Activity read(const PeerCopyRecord& record)
{
    Work work = workFrom(record, HSCOPE_CATEGORY_GPU_MEMCPY);
    work.name = "Memcpy PtoP (GPU " + std::to_string(record.srcDeviceId) + " -> GPU " +
                std::to_string(record.dstDeviceId) + ")";
    addBytes(work.arguments, record.bytes, record.start, record.end);
    addGraph(work.arguments, record.graphId, record.graphNodeId);
    return work;
}

Activity read(const MemsetRecord& record)
{
    Work work = workFrom(record, HSCOPE_CATEGORY_GPU_MEMSET);
    work.name = "Memset (" + std::string(memoryName(record.memoryKind)) + ")";
    addBytes(work.arguments, record.bytes, record.start, record.end);
    work.arguments.emplace_back("value", std::to_string(record.value));
    addGraph(work.arguments, record.graphId, record.graphNodeId);
    return work;
}

Activity read(const GraphRecord& record)
{
    Work work = workFrom(record, HSCOPE_CATEGORY_GPU_KERNEL);
    work.name = "CUDA graph";
    work.arguments.emplace_back("graph id", std::to_string(record.graphId));
    return work;
}

Activity read(const SynchronizationRecord& record)
{
    static constexpr std::array<std::string_view, 5> kNames = {"", "event", "stream for an event",
                                                               "stream", "context"};
    constexpr auto kNone = static_cast<std::uint32_t>(CUPTI_SYNCHRONIZATION_INVALID_VALUE);
    CallDetail detail{record.correlationId, {}};
    detail.arguments.emplace_back("waits for", quoted(nameOf(kNames, record.type, "unknown")));
    if (record.streamId != kNone) {
        detail.arguments.emplace_back("stream", std::to_string(record.streamId));
    }
    if (record.cudaEventId != kNone) {
        detail.arguments.emplace_back("event", std::to_string(record.cudaEventId));
    }
    return detail;
}

Activity read(const ExternalRecord& record)
{
    CallDetail detail{record.correlationId, {}};
    detail.arguments.emplace_back("external correlation", std::to_string(record.externalId));
    detail.arguments.emplace_back("external correlation kind",
                                  std::to_string(static_cast<unsigned>(record.externalKind)));
    return detail;
}

struct OverheadKind
{
    std::uint32_t kind;
    std::string_view name;
    std::int32_t category;
};

/// By number: older headers do not have them all.
OverheadKind overheadKind(std::uint32_t kind)
{
    constexpr std::uint32_t kCupti = 1U << 16U;
    static constexpr std::array<OverheadKind, 9> kKinds = {
        {{CUPTI_ACTIVITY_OVERHEAD_DRIVER_COMPILER, "driver: compiling", HSCOPE_CATEGORY_GPU_API},
         {1 * kCupti, "CUPTI: flushing buffers", HSCOPE_CATEGORY_OVERHEAD},
         {2 * kCupti, "CUPTI: instrumentation", HSCOPE_CATEGORY_OVERHEAD},
         {3 * kCupti, "CUPTI: making resources", HSCOPE_CATEGORY_OVERHEAD},
         {4 * kCupti, "driver: loading a module", HSCOPE_CATEGORY_GPU_API},
         {5 * kCupti, "driver: loading a function", HSCOPE_CATEGORY_GPU_API},
         {6 * kCupti, "driver: command buffer full", HSCOPE_CATEGORY_GPU_API},
         {7 * kCupti, "CUPTI: requesting a buffer", HSCOPE_CATEGORY_OVERHEAD},
         {8 * kCupti, "CUPTI: starting on unified memory", HSCOPE_CATEGORY_OVERHEAD}}};
    const auto* const found = std::ranges::find(kKinds, kind, &OverheadKind::kind);
    return found != kKinds.end() ? *found
                                 : OverheadKind{kind, "driver or CUPTI", HSCOPE_CATEGORY_GPU_API};
}

Activity read(const OverheadRecord& record)
{
    const OverheadKind kind = overheadKind(record.overheadKind);
    return Overhead{kind.name, kind.category, record.start, record.end,
                    record.objectKind == CUPTI_ACTIVITY_OBJECT_THREAD ? record.objectId.pt.threadId
                                                                      : 0};
}

std::string uuidText(const CUuuid& uuid)
{
    std::string text = "GPU";
    for (std::size_t i = 0; i < sizeof uuid.bytes; ++i) {
        const bool isFirstOfGroup = i == 0 || i == 4 || i == 6 || i == 8 || i == 10;
        std::array<char, 4> byte{};
        std::snprintf(byte.data(), byte.size(), "%02x", static_cast<unsigned char>(uuid.bytes[i]));
        text += isFirstOfGroup ? "-" : "";
        text += byte.data();
    }
    return text;
}

Activity read(const DeviceRecord& record)
{
    constexpr double kGib = 1 << 30;
    std::array<char, 200> text{};
    std::snprintf(text.data(), text.size(),
                  "%.80s, compute capability %u.%u, %u multiprocessors, %.1f GiB",
                  record.name == nullptr ? "GPU" : record.name, record.computeCapabilityMajor,
                  record.computeCapabilityMinor, record.numMultiprocessors,
                  static_cast<double>(record.globalMemorySize) / kGib);
    return Device{record.id, text.data(), uuidText(record.uuid)};
}

Activity read(const ContextRecord& record)
{
    return Context{record.contextId, record.deviceId, record.nullStreamId};
}

/// The record as one of its kind. It may lie at any address.
template <typename Record>
Activity readAs(const CUpti_Activity& record)
{
    Record copy;
    std::memcpy(&copy, &record, sizeof copy);
    return read(copy);
}

} // namespace

std::span<const VersionRange> supportedVersions()
{
    static constexpr std::array<VersionRange, 2> kVersions = {
        {{18, 28, "11.8 to 12.9"}, {130000, 130599, "13.0 to 13.5"}}};
    return kVersions;
}

bool isSupported(std::uint32_t version)
{
    return std::ranges::any_of(supportedVersions(), [version](const VersionRange& range) {
        return version >= range.first && version <= range.last;
    });
}

Activity readActivity(const CUpti_Activity& record)
{
    switch (record.kind) {
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
        return readAs<KernelRecord>(record);
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        return readAs<MemcpyRecord>(record);
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
        return readAs<PeerCopyRecord>(record);
    case CUPTI_ACTIVITY_KIND_MEMSET:
        return readAs<MemsetRecord>(record);
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
        return readAs<SynchronizationRecord>(record);
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
        return readAs<ExternalRecord>(record);
    case CUPTI_ACTIVITY_KIND_OVERHEAD:
        return readAs<OverheadRecord>(record);
    case CUPTI_ACTIVITY_KIND_DEVICE:
        return readAs<DeviceRecord>(record);
    case CUPTI_ACTIVITY_KIND_CONTEXT:
        return readAs<ContextRecord>(record);
    case CUPTI_ACTIVITY_KIND_GRAPH_TRACE:
        return readAs<GraphRecord>(record);
    default:
        return std::monostate();
    }
}

} // namespace hscope::cupti
