// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// libhscope_cupti.so: records calls into CUDA and what GPUs do. It attaches to a process in three
// ways: hscope_gpu_attach(), `hscope record --gpu`, and the driver itself, which loads the file
// CUDA_INJECTION64_PATH and calls InitializeInjection().
#include "collector/cupti/activity_buffers.h"
#include "collector/cupti/api_calls.h"
#include "collector/cupti/worker_thread.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>

namespace hscope::cupti {

namespace {

/// What holds for as long as the process is attached: all of it, since CUPTI may call until the
/// process is gone. Never destroyed.
struct Attachment
{
    explicit Attachment(const CuptiLibrary& found)
        : library(found)
        , buffers(library, calls.paused())
    {
    }

    CuptiLibrary library;
    ApiCalls calls;
    ActivityBuffers buffers;
    CUpti_SubscriberHandle subscriber = nullptr;
    pid_t process = getpid();
    std::atomic<bool> isOver{false};
    std::atomic<bool> isMeasured{false}; ///< Or is about to be.
    WorkerThread worker;
};

std::atomic<Attachment*> s_attachment{nullptr};

thread_local bool t_isAsking = false; ///< This thread makes a call to see whether it is told of it.

/// Says why something is not recorded, on standard error and in the file.
void refuse(const std::string& why)
{
    std::fprintf(stderr, "heteroscope: not recording GPUs: %s\n", why.c_str());
    hscope_gpu_refuse(why.c_str());
}

std::string reasonFor(const CuptiLibrary& library, CUptiResult result)
{
    switch (result) {
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
        return "another profiler of this process has CUPTI, which serves one at a time";
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
        return "this user may not profile GPUs (" + library.textOf(result) +
               "); the driver's option NVreg_RestrictProfilingToAdminUsers=0 allows it";
    case CUPTI_ERROR_NOT_INITIALIZED:
    case CUPTI_ERROR_UNKNOWN: // what releases of CUDA 13 say without a driver
        return "CUPTI does not start (" + library.textOf(result) +
               "): is there a GPU, and a driver for it?";
    default:
        return "CUPTI says: " + library.textOf(result);
    }
}

// ---- What recording a call costs

/// A function of the driver that does next to nothing and needs no device.
using DriverGetVersion = CUresult(CUDAAPI*)(int*);

struct CostProbe
{
    Attachment* attachment;
    DriverGetVersion call;
};

void switchCalls(std::int32_t isOn, void* probe)
{
    Attachment& attachment = *static_cast<CostProbe*>(probe)->attachment;
    static_cast<void>(attachment.library.enableCallback(
        isOn != 0 ? 1 : 0, attachment.subscriber, CUPTI_CB_DOMAIN_DRIVER_API,
        CUPTI_DRIVER_TRACE_CBID_cuDriverGetVersion));
}

void makeCalls(std::int64_t times, void* probe)
{
    int version = 0;
    for (std::int64_t i = 0; i < times; ++i) {
        static_cast<CostProbe*>(probe)->call(&version);
    }
}

/// On the hook's own thread: CUPTI may not call back within a call of the program.
void measureCalls(Attachment* attachment)
{
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (driver == nullptr) {
        return;
    }
    CostProbe probe{attachment,
                    reinterpret_cast<DriverGetVersion>(dlsym(driver, "cuDriverGetVersion"))};
    if (probe.call != nullptr) {
        t_isAsking = true;
        makeCalls(1, &probe);
        const bool isTold = !t_isAsking;
        t_isAsking = false;
        if (isTold) {
            const hscope_cost_probe how = {switchCalls, makeCalls, nullptr, &probe};
            hscope_cost_measure("gpu_api", HSCOPE_HOOK_GPU_API, &how);
        }
    }
    dlclose(driver);
}

// ---- What CUPTI calls

std::uint64_t CUPTIAPI hostTime()
{
    constexpr std::uint64_t kNsPerSecond = 1'000'000'000;
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * kNsPerSecond +
           static_cast<std::uint64_t>(now.tv_nsec);
}

void CUPTIAPI onCall(void* context, CUpti_CallbackDomain domain, CUpti_CallbackId function,
                     const void* data)
{
    Attachment& attachment = *static_cast<Attachment*>(context);
    const auto& call = *static_cast<const CUpti_CallbackData*>(data);
    if (t_isAsking) {
        t_isAsking = call.callbackSite == CUPTI_API_ENTER;
        return;
    }
    if (!attachment.isMeasured.load(std::memory_order_relaxed) && hscope_is_recording() != 0 &&
        !attachment.isMeasured.exchange(true)) {
        attachment.worker.wake();
    }
    attachment.calls.onCall(domain, function, call);
}

void CUPTIAPI onBufferRequest(std::uint8_t** buffer, std::size_t* size, std::size_t* most)
{
    ActivityBuffers::request(buffer, size, most);
}

void CUPTIAPI onBufferComplete(CUcontext context, std::uint32_t stream, std::uint8_t* buffer,
                               std::size_t /*size*/, std::size_t validSize)
{
    if (Attachment* const attachment = s_attachment.load(std::memory_order_acquire)) {
        attachment->buffers.complete(context, stream, buffer, validSize);
    } else {
        std::free(buffer);
    }
}

/// Makes CUPTI hand over what it holds; at the last time also of work that is not over, which is
/// then lost. Only in the process that attached: a fork has none of CUPTI's threads.
void flush(std::int32_t isLast)
{
    Attachment* const attachment = s_attachment.load(std::memory_order_acquire);
    if (attachment != nullptr && attachment->process == getpid() && !attachment->isOver) {
        static_cast<void>(
            attachment->library.flushAll(isLast != 0 ? CUPTI_ACTIVITY_FLAG_FLUSH_FORCED : 0));
    }
}

/// Every 100 ms. Left to itself CUPTI hands over only what is full, which may take minutes.
void tick(Attachment& attachment)
{
    flush(0);
    attachment.buffers.sampleUtilisation();
}

/// Before CUPTI's own destructors: registered after they were.
void finish()
{
    Attachment* const attachment = s_attachment.load(std::memory_order_acquire);
    if (attachment == nullptr || attachment->process != getpid()) {
        return;
    }
    attachment->worker.stop();
    flush(1);
    attachment->isOver = true;
}

// ---- Attaching

/// Nothing for those that are asked for only by HSCOPE_GPU_GRAPHS=whole.
bool isKindWanted(CUpti_ActivityKind kind)
{
    const char* const graphs = std::getenv("HSCOPE_GPU_GRAPHS");
    return kind != CUPTI_ACTIVITY_KIND_GRAPH_TRACE ||
           (graphs != nullptr && std::string_view(graphs) == "whole");
}

void enableWork(Attachment& attachment)
{
    struct Kind
    {
        CUpti_ActivityKind kind;
        std::string_view name;
    };

    static constexpr std::array<Kind, 10> kKinds = {
        {{CUPTI_ACTIVITY_KIND_DEVICE, "devices"},
         {CUPTI_ACTIVITY_KIND_CONTEXT, "contexts"},
         {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, "kernels"},
         {CUPTI_ACTIVITY_KIND_MEMCPY, "copies"},
         {CUPTI_ACTIVITY_KIND_MEMCPY2, "copies between devices"},
         {CUPTI_ACTIVITY_KIND_MEMSET, "memsets"},
         {CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, "what calls wait for"},
         {CUPTI_ACTIVITY_KIND_OVERHEAD, "CUPTI's own overhead"},
         {CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, "external correlation"},
         {CUPTI_ACTIVITY_KIND_GRAPH_TRACE, "whole graphs"}}};
    std::string missing;
    CUptiResult first = CUPTI_SUCCESS;
    for (const Kind& kind : kKinds) {
        if (!isKindWanted(kind.kind)) {
            continue;
        }
        if (const CUptiResult result = attachment.library.enableActivity(kind.kind);
            result != CUPTI_SUCCESS) {
            missing += (missing.empty() ? "" : ", ") + std::string(kind.name);
            first = first == CUPTI_SUCCESS ? result : first;
        }
    }
    if (!missing.empty()) {
        refuse("no " + missing + ": " + reasonFor(attachment.library, first));
    }
}

/// True if records will bear the host's time.
bool setHostTime(const CuptiLibrary& library)
{
    const char* const wanted = std::getenv("HSCOPE_GPU_CLOCK");
    const bool isMapped = wanted != nullptr && std::string_view(wanted) == "mapped";
    return !isMapped && library.registerTimestamps != nullptr &&
           library.registerTimestamps(hostTime) == CUPTI_SUCCESS;
}

/// Nothing is called back before s_attachment is set, because nothing is switched on before.
CUptiResult switchOn(Attachment& attachment)
{
    const CuptiLibrary& library = attachment.library;
    if (library.setThreadIdType != nullptr) {
        static_cast<void>(library.setThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM));
    }
    if (hscope_hook_is_wanted(HSCOPE_HOOK_GPU_WORK) != 0) {
        const CUptiResult result = library.registerBuffers(onBufferRequest, onBufferComplete);
        if (result != CUPTI_SUCCESS) {
            return result;
        }
        if (setHostTime(library)) {
            attachment.buffers.expectHostTime();
        }
        attachment.buffers.readClocks();
        enableWork(attachment);
    }
    attachment.worker.start([&attachment] { tick(attachment); },
                            [&attachment] { measureCalls(&attachment); });
    if (hscope_hook_is_wanted(HSCOPE_HOOK_GPU_API) == 0) {
        return CUPTI_SUCCESS;
    }
    for (const CUpti_CallbackDomain domain :
         {CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_CB_DOMAIN_DRIVER_API}) {
        if (const CUptiResult result = library.enableDomain(1, attachment.subscriber, domain);
            result != CUPTI_SUCCESS) {
            return result;
        }
    }
    return CUPTI_SUCCESS;
}

std::int32_t attach()
{
    std::string why;
    const std::optional<CuptiLibrary> library = CuptiLibrary::open(why);
    if (!library) {
        refuse(why);
        return HSCOPE_ERROR_RESOURCES;
    }
    if (!isSupported(library->version)) {
        std::string known;
        for (const VersionRange& range : supportedVersions()) {
            known += (known.empty() ? "" : " and ") + std::string(range.release);
        }
        refuse("libcupti is of version " + std::to_string(library->version) +
               ", but records are known of CUDA " + known + " only");
        return HSCOPE_ERROR_RESOURCES;
    }
    auto* const attachment = new Attachment(*library);
    if (const CUptiResult result = library->subscribe(&attachment->subscriber, onCall, attachment);
        result != CUPTI_SUCCESS) {
        refuse(reasonFor(*library, result));
        delete attachment;
        return HSCOPE_ERROR_RESOURCES;
    }
    hscope_metadata_set("cupti_version", std::to_string(library->version).c_str());
    s_attachment.store(attachment, std::memory_order_release);
    std::atexit(finish);
    hscope_gpu_flush_set(flush);
    if (const CUptiResult result = switchOn(*attachment); result != CUPTI_SUCCESS) {
        refuse(reasonFor(*library, result));
        return HSCOPE_ERROR_RESOURCES;
    }
    return HSCOPE_OK;
}

} // namespace

} // namespace hscope::cupti

extern "C" {

/// Attaches to this process. Returns an hscope_status; after the first call that one's.
HSCOPE_API std::int32_t hscope_cupti_attach() noexcept
{
    try {
        static const std::int32_t s_status = hscope::cupti::attach();
        return s_status;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "heteroscope: not recording GPUs: %s\n", error.what());
        return HSCOPE_ERROR_RESOURCES;
    }
}

/// Called by CUDA's driver when it starts. 1: all is well, whatever we record.
HSCOPE_API int InitializeInjection() noexcept
{
    hscope_cupti_attach();
    return 1;
}

} // extern "C"
