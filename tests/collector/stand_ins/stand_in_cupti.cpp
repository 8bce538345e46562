// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/stand_ins/stand_in_cupti.h"

#include "collector/cupti/cupti_headers.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace {

using stand_in::Place;
using stand_in::Times;

struct Library
{
    std::mutex mutex; ///< Of what follows.
    CUpti_BuffersCallbackRequestFunc request = nullptr;
    CUpti_BuffersCallbackCompleteFunc complete = nullptr;
    std::map<int, bool> kinds;
    std::uint8_t* buffer = nullptr;
    std::size_t size = 0;
    std::size_t used = 0;
    std::vector<std::size_t> running; ///< Places of kernels in the buffer that have no end.
    std::size_t dropped = 0;
    std::size_t delivered = 0;

    std::atomic<CUpti_TimestampCallbackFunc> timestamps{nullptr};
    std::atomic<CUpti_CallbackFunc> callback{nullptr};
    std::atomic<void*> context{nullptr};
    std::array<std::atomic<bool>, CUPTI_CB_DOMAIN_SIZE> domains{};
    std::atomic<bool> isProbeOff{false};
    std::atomic<std::uint32_t> nextCorrelation{1};
};

Library& library()
{
    static auto* const s_library = new Library; // calls may come until the process is gone
    return *s_library;
}

std::uint32_t number(const char* variable, std::uint32_t otherwise)
{
    const char* const text = std::getenv(variable);
    return text == nullptr ? otherwise : static_cast<std::uint32_t>(std::atol(text));
}

CUptiResult result(const char* variable)
{
    return static_cast<CUptiResult>(number(variable, CUPTI_SUCCESS));
}

std::uint32_t version()
{
    static const std::uint32_t s_version = number("STAND_IN_VERSION", CUPTI_API_VERSION);
    return s_version;
}

// ---- Records, as each version has them

/// Sizes of records by kind: nextRecord() steps over them.
std::size_t sizeOf(CUpti_ActivityKind kind)
{
    // With the headers of 11.8 there is one layout of each.
    [[maybe_unused]] const std::uint32_t v = version();
    [[maybe_unused]] const auto either = [](bool isNew, std::size_t newSize, std::size_t oldSize) {
        return isNew ? newSize : oldSize;
    };
    switch (kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
#if CUPTI_API_VERSION >= 130000
        if (v >= 130000) {
            return sizeof(CUpti_ActivityKernel10);
        }
#endif
#if CUPTI_API_VERSION >= 20
        return either(v >= 20, sizeof(CUpti_ActivityKernel9), sizeof(CUpti_ActivityKernel8));
#else
        return sizeof(CUpti_ActivityKernel8);
#endif
    case CUPTI_ACTIVITY_KIND_MEMCPY:
#if CUPTI_API_VERSION >= 26
        return either(v >= 26, sizeof(CUpti_ActivityMemcpy6), sizeof(CUpti_ActivityMemcpy5));
#else
        return sizeof(CUpti_ActivityMemcpy5);
#endif
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
        return sizeof(CUpti_ActivityMemcpyPtoP4);
    case CUPTI_ACTIVITY_KIND_MEMSET:
        return sizeof(CUpti_ActivityMemset4);
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
#if CUPTI_API_VERSION >= 26
        return either(v >= 26, sizeof(CUpti_ActivitySynchronization2),
                      sizeof(CUpti_ActivitySynchronization));
#else
        return sizeof(CUpti_ActivitySynchronization);
#endif
    case CUPTI_ACTIVITY_KIND_OVERHEAD:
#if CUPTI_API_VERSION >= 22
        return either(v >= 22, sizeof(CUpti_ActivityOverhead3), sizeof(CUpti_ActivityOverhead));
#else
        return sizeof(CUpti_ActivityOverhead);
#endif
    case CUPTI_ACTIVITY_KIND_DEVICE:
#if CUPTI_API_VERSION >= 20
        return either(v >= 20, sizeof(CUpti_ActivityDevice5), sizeof(CUpti_ActivityDevice4));
#else
        return sizeof(CUpti_ActivityDevice4);
#endif
    case CUPTI_ACTIVITY_KIND_CONTEXT:
#if CUPTI_API_VERSION >= 24
        return either(v >= 24, sizeof(CUpti_ActivityContext3), sizeof(CUpti_ActivityContext));
#else
        return sizeof(CUpti_ActivityContext);
#endif
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
        return sizeof(CUpti_ActivityExternalCorrelation);
    case CUPTI_ACTIVITY_KIND_GRAPH_TRACE:
#if CUPTI_API_VERSION >= 21
        return either(v >= 21, sizeof(CUpti_ActivityGraphTrace2), sizeof(CUpti_ActivityGraphTrace));
#else
        return sizeof(CUpti_ActivityGraphTrace);
#endif
    default:
        return sizeof(CUpti_ActivityAPI);
    }
}

#if CUPTI_API_VERSION >= 130000
using NewestKernel = CUpti_ActivityKernel10;
#elif CUPTI_API_VERSION >= 20
using NewestKernel = CUpti_ActivityKernel9;
#else
using NewestKernel = CUpti_ActivityKernel8;
#endif

/// A record that is all ones where nobody wrote, so that a field read at a wrong place shows.
template <typename Record>
Record make(CUpti_ActivityKind kind)
{
    Record record;
    std::memset(static_cast<void*>(&record), 0xa5, sizeof record);
    record.kind = kind;
    return record;
}

void completeLocked(std::unique_lock<std::mutex>& lock)
{
    Library& own = library();
    if (own.buffer == nullptr) {
        return;
    }
    std::uint8_t* const buffer = own.buffer;
    const std::size_t size = own.size;
    const std::size_t used = own.used;
    const auto complete = own.complete;
    own.buffer = nullptr;
    own.running.clear();
    ++own.delivered;
    lock.unlock(); // as the library: what it calls may call it
    complete(nullptr, 0, buffer, size, used);
    lock.lock();
}

/// Puts a record into the hook's buffer; a full one is handed over first.
void put(const void* record, CUpti_ActivityKind kind)
{
    Library& own = library();
    std::unique_lock lock(own.mutex);
    const std::size_t size = sizeOf(kind);
    if (own.request == nullptr || !own.kinds[kind]) {
        return; // nobody wants it
    }
    if (own.buffer != nullptr && own.used + size > own.size) {
        completeLocked(lock);
    }
    if (own.buffer == nullptr) {
        std::size_t most = 0;
        own.used = 0;
        own.request(&own.buffer, &own.size, &most);
        if (own.buffer == nullptr) {
            ++own.dropped;
            return;
        }
    }
    std::memcpy(own.buffer + own.used, record, size);
    own.used += size;
}

template <typename Record>
void put(const Record& record)
{
    put(&record, record.kind);
}

template <typename Record>
void fillWork(Record& record, std::uint32_t correlation, Place place, Times times)
{
    record.start = times.start;
    record.end = times.end;
    record.deviceId = place.device;
    record.contextId = 1;
    record.streamId = place.stream;
    record.correlationId = correlation;
}

std::uint64_t hostNs()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(time.tv_nsec);
}

} // namespace

namespace stand_in {

Call::Call(const char* function, bool isDriver, std::uint32_t correlation)
    : m_function(function)
    , m_isDriver(isDriver)
    , m_correlation(correlation != 0 ? correlation : library().nextCorrelation.fetch_add(1))
    , m_number(7)
{
    for (const char* at = m_function; *at != '\0'; ++at) {
        m_number = m_number * 31 + static_cast<unsigned char>(*at);
    }
    tell(true);
}

Call::~Call()
{
    tell(false);
}

void Call::tell(bool isBegin) const
{
    Library& own = library();
    const auto domain = m_isDriver ? CUPTI_CB_DOMAIN_DRIVER_API : CUPTI_CB_DOMAIN_RUNTIME_API;
    const auto callback = own.callback.load();
    if (callback == nullptr || !own.domains[domain] ||
        (own.isProbeOff && std::strcmp(m_function, "cuGetErrorName") == 0)) {
        return;
    }
    constexpr std::uint32_t kFunctions = 1999;
    CUpti_CallbackData data{};
    data.callbackSite = isBegin ? CUPTI_API_ENTER : CUPTI_API_EXIT;
    data.functionName = m_function;
    data.correlationId = m_correlation;
    callback(own.context, domain, m_number % kFunctions, &data);
}

std::uint64_t now()
{
    if (const auto stamps = library().timestamps.load()) {
        return stamps();
    }
    // A clock that started elsewhere and is 100 millionths faster.
    constexpr std::uint64_t kOffset = 1'700'000'000'000'000'000;
    const std::uint64_t host = hostNs();
    return kOffset + host + host / 10'000;
}

void addKernel(const char* name, std::uint32_t correlation, Place place, Times times,
               std::uint32_t graph)
{
    auto record = make<NewestKernel>(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    fillWork(record, correlation, place, times);
    record.name = name;
    record.gridX = 80;
    record.gridY = 2;
    record.gridZ = 1;
    record.blockX = 256;
    record.blockY = 1;
    record.blockZ = 1;
    record.registersPerThread = 40;
    record.staticSharedMemory = 1024;
    record.dynamicSharedMemory = 49152;
    record.localMemoryPerThread = 0;
    record.graphId = graph;
    record.graphNodeId = graph == 0 ? 0 : correlation;
    put(record);
}

void startKernel(const char* name, std::uint32_t correlation, Place place)
{
    addKernel(name, correlation, place, {now(), 0});
    const std::lock_guard lock(library().mutex);
    library().running.push_back(library().used - sizeOf(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
}

void endKernels()
{
    const std::uint64_t end = now();
    const std::lock_guard lock(library().mutex);
    for (const std::size_t place : library().running) {
        std::memcpy(library().buffer + place + offsetof(NewestKernel, end), &end, sizeof end);
    }
    library().running.clear();
}

void addCopy(std::uint8_t kind, std::uint64_t bytes, std::uint32_t correlation, Place place,
             Times times)
{
#if CUPTI_API_VERSION >= 26
    auto record = make<CUpti_ActivityMemcpy6>(CUPTI_ACTIVITY_KIND_MEMCPY);
#else
    auto record = make<CUpti_ActivityMemcpy5>(CUPTI_ACTIVITY_KIND_MEMCPY);
#endif
    fillWork(record, correlation, place, times);
    record.copyKind = kind;
    record.srcKind = CUPTI_ACTIVITY_MEMORY_KIND_PINNED;
    record.dstKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    record.bytes = bytes;
    record.graphId = 0;
    put(record);
}

void addPeerCopy(std::uint32_t from, std::uint32_t to, std::uint32_t correlation, Place place,
                 Times times)
{
    auto record = make<CUpti_ActivityMemcpyPtoP4>(CUPTI_ACTIVITY_KIND_MEMCPY2);
    fillWork(record, correlation, place, times);
    record.srcDeviceId = from;
    record.dstDeviceId = to;
    record.bytes = 4096;
    record.graphId = 0;
    put(record);
}

void addMemset(std::uint32_t value, std::uint64_t bytes, std::uint32_t correlation, Place place,
               Times times)
{
    auto record = make<CUpti_ActivityMemset4>(CUPTI_ACTIVITY_KIND_MEMSET);
    fillWork(record, correlation, place, times);
    record.value = value;
    record.bytes = bytes;
    record.memoryKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    record.graphId = 0;
    put(record);
}

void addGraph(std::uint32_t graph, std::uint32_t correlation, Place place, Times times)
{
#if CUPTI_API_VERSION >= 21
    auto record = make<CUpti_ActivityGraphTrace2>(CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
#else
    auto record = make<CUpti_ActivityGraphTrace>(CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
#endif
    fillWork(record, correlation, place, times);
    record.graphId = graph;
    put(record);
}

void addSynchronization(std::uint32_t type, std::uint32_t stream, std::uint32_t correlation)
{
#if CUPTI_API_VERSION >= 26
    auto record = make<CUpti_ActivitySynchronization2>(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION);
#else
    auto record = make<CUpti_ActivitySynchronization>(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION);
#endif
    record.type = static_cast<CUpti_ActivitySynchronizationType>(type);
    record.correlationId = correlation;
    record.streamId = stream;
    record.cudaEventId = static_cast<std::uint32_t>(CUPTI_SYNCHRONIZATION_INVALID_VALUE);
    put(record);
}

void addOverhead(std::uint32_t kind, std::uint32_t thread, Times times)
{
#if CUPTI_API_VERSION >= 22
    auto record = make<CUpti_ActivityOverhead3>(CUPTI_ACTIVITY_KIND_OVERHEAD);
#else
    auto record = make<CUpti_ActivityOverhead>(CUPTI_ACTIVITY_KIND_OVERHEAD);
#endif
    record.overheadKind = static_cast<CUpti_ActivityOverheadKind>(kind);
    record.objectKind = CUPTI_ACTIVITY_OBJECT_THREAD;
    record.objectId.pt.threadId = thread;
    record.start = times.start;
    record.end = times.end;
    put(record);
}

void addExternal(std::uint64_t external, std::uint32_t correlation)
{
    {
        const std::lock_guard lock(library().mutex);
        if (!library().kinds[CUPTI_ACTIVITY_KIND_RUNTIME]) {
            return; // such a record comes before one of a call
        }
    }
    auto record = make<CUpti_ActivityExternalCorrelation>(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION);
    record.externalKind = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0;
    record.externalId = external;
    record.correlationId = correlation;
    put(record);
}

void addDevice(std::uint32_t number, const char* name)
{
#if CUPTI_API_VERSION >= 20
    auto record = make<CUpti_ActivityDevice5>(CUPTI_ACTIVITY_KIND_DEVICE);
#else
    auto record = make<CUpti_ActivityDevice4>(CUPTI_ACTIVITY_KIND_DEVICE);
#endif
    record.id = number;
    record.name = name;
    record.computeCapabilityMajor = 9;
    record.computeCapabilityMinor = 0;
    record.numMultiprocessors = 132;
    record.globalMemorySize = std::uint64_t{80} << 30U;
    for (std::size_t i = 0; i < sizeof record.uuid.bytes; ++i) {
        record.uuid.bytes[i] = static_cast<char>(i);
    }
    put(record);
}

void addContext(std::uint32_t number, std::uint32_t device, std::uint16_t defaultStream)
{
#if CUPTI_API_VERSION >= 24
    auto record = make<CUpti_ActivityContext3>(CUPTI_ACTIVITY_KIND_CONTEXT);
#else
    auto record = make<CUpti_ActivityContext>(CUPTI_ACTIVITY_KIND_CONTEXT);
#endif
    record.contextId = number;
    record.deviceId = device;
    record.nullStreamId = defaultStream;
    put(record);
}

void addUnknown()
{
    library().kinds[CUPTI_ACTIVITY_KIND_RUNTIME] = true;
    put(make<CUpti_ActivityAPI>(CUPTI_ACTIVITY_KIND_RUNTIME));
}

void dropRecords(std::size_t count)
{
    const std::lock_guard lock(library().mutex);
    library().dropped += count;
}

void deliver()
{
    std::thread([] {
        std::unique_lock lock(library().mutex);
        completeLocked(lock);
    }).join();
}

bool isSubscribed()
{
    return library().callback != nullptr;
}

std::size_t delivered()
{
    const std::lock_guard lock(library().mutex);
    return library().delivered;
}

} // namespace stand_in

// ---- The functions of libcupti

extern "C" {

CUptiResult CUPTIAPI cuptiGetVersion(uint32_t* number)
{
    *number = version();
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiGetResultString(CUptiResult, const char** text)
{
    *text = "a result of the stand-in";
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiSubscribe(CUpti_SubscriberHandle* subscriber, CUpti_CallbackFunc callback,
                                    void* context)
{
    static std::atomic<std::uint32_t> s_tries{0};
    const bool isTaken = ++s_tries < number("STAND_IN_TAKEN_UNTIL", 0);
    const CUptiResult given =
        isTaken ? CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED : result("STAND_IN_SUBSCRIBE");
    if (given == CUPTI_SUCCESS) {
        *subscriber = reinterpret_cast<CUpti_SubscriberHandle>(&library());
        library().context = context;
        library().callback = callback;
    }
    return given;
}

CUptiResult CUPTIAPI cuptiUnsubscribe(CUpti_SubscriberHandle)
{
    library().callback = nullptr;
    for (auto& domain : library().domains) {
        domain = false;
    }
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiEnableDomain(uint32_t enable, CUpti_SubscriberHandle,
                                       CUpti_CallbackDomain domain)
{
    const CUptiResult given = result("STAND_IN_CALLBACKS");
    library().domains[domain] = given == CUPTI_SUCCESS && enable != 0;
    return given;
}

CUptiResult CUPTIAPI cuptiEnableCallback(uint32_t enable, CUpti_SubscriberHandle,
                                         CUpti_CallbackDomain, CUpti_CallbackId)
{
    library().isProbeOff = enable == 0; // the only one that the hook switches
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                                    CUpti_BuffersCallbackCompleteFunc complete)
{
    const std::lock_guard lock(library().mutex);
    library().request = request;
    library().complete = complete;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityEnable(CUpti_ActivityKind kind)
{
    const CUptiResult given = result("STAND_IN_ENABLE");
    const std::lock_guard lock(library().mutex);
    library().kinds[kind] = given == CUPTI_SUCCESS;
    return given;
}

CUptiResult CUPTIAPI cuptiActivityDisable(CUpti_ActivityKind kind)
{
    const std::lock_guard lock(library().mutex);
    library().kinds[kind] = false;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityGetNextRecord(uint8_t* buffer, size_t validSize,
                                                CUpti_Activity** record)
{
    auto* next = reinterpret_cast<std::uint8_t*>(*record);
    next = next == nullptr ? buffer : next + sizeOf((*record)->kind);
    if (next >= buffer + validSize) {
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    }
    *record = reinterpret_cast<CUpti_Activity*>(next);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityGetNumDroppedRecords(CUcontext, uint32_t, size_t* dropped)
{
    const std::lock_guard lock(library().mutex);
    *dropped = library().dropped;
    library().dropped = 0;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityFlushAll(uint32_t flags)
{
    std::unique_lock lock(library().mutex);
    if (library().running.empty() || (flags & CUPTI_ACTIVITY_FLAG_FLUSH_FORCED) != 0) {
        completeLocked(lock);
    }
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityRegisterTimestampCallback(CUpti_TimestampCallbackFunc stamps)
{
    if (number("STAND_IN_NO_TIMESTAMPS", 0) != 0) {
        return CUPTI_ERROR_NOT_SUPPORTED;
    }
    library().timestamps = stamps;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiGetTimestamp(uint64_t* time)
{
    *time = stand_in::now();
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiSetThreadIdType(CUpti_ActivityThreadIdType)
{
    return CUPTI_SUCCESS;
}

} // extern "C"
