// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// libhscope_cupti.so: records calls into CUDA and what GPUs do. It attaches to a process in three
// ways: hscope_gpu_attach(), `hscope record --gpu`, and the driver itself, which loads the file
// CUDA_INJECTION64_PATH and calls InitializeInjection().
#include "collector/cupti/activity_buffers.h"
#include "collector/cupti/api_calls.h"
#include "collector/cupti/clock_ns.h"
#include "collector/cupti/worker_thread.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <exception>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <string>
#include <string_view>

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
    WorkerThread worker;
    std::atomic<bool> isMeasured{true}; ///< Or is about to be, or cannot be yet.
    std::atomic<bool> isForked{false};  ///< This is a child: CUPTI's threads are the parent's.
    std::atomic<bool> isOver{false};
    std::atomic<bool> isOn{false}; ///< CUPTI is ours. Changed while `switching` is held.
    std::mutex switching;          ///< Of what follows: CUPTI wants such calls one at a time.
    CUpti_SubscriberHandle subscriber = nullptr;
    CUpti_ActivityThreadIdType threadIdType = CUPTI_ACTIVITY_THREAD_ID_TYPE_DEFAULT; ///< Before us.
    bool wasMeasured = false;
};

std::atomic<Attachment*> s_attachment{nullptr};

thread_local bool t_isAsking = false; ///< This thread makes a call to see whether it is told of it.

/// Why something is not recorded, as the file has it.
class Refusals
{
public:
    /// Says it on standard error and, with what was said before, in the file.
    void add(const std::string& why)
    {
        const std::lock_guard lock(m_mutex);
        std::fprintf(stderr, "heteroscope: not recording GPUs: %s\n", why.c_str());
        m_reasons += (m_reasons.empty() ? "" : "; ") + why;
        hscope_gpu_refuse(m_reasons.c_str());
    }

    /// Another recording, for which all of it still holds.
    void repeat()
    {
        const std::lock_guard lock(m_mutex);
        if (!m_reasons.empty()) {
            hscope_gpu_refuse(m_reasons.c_str());
        }
    }

    /// Another recording, which may be allowed more.
    void forget()
    {
        const std::lock_guard lock(m_mutex);
        m_reasons.clear();
    }

private:
    std::mutex m_mutex;
    std::string m_reasons;
};

Refusals& refusals()
{
    static auto* const s_refusals = new Refusals;
    return *s_refusals;
}

void refuse(const std::string& why)
{
    refusals().add(why);
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

/// A function of the driver that does next to nothing, needs no device, and is called by hardly
/// anybody else: its callback is switched while other threads run.
using GetErrorName = CUresult(CUDAAPI*)(CUresult, const char**);
constexpr CUpti_CallbackId kProbe = CUPTI_DRIVER_TRACE_CBID_cuGetErrorName;

struct CostProbe
{
    Attachment* attachment;
    GetErrorName call;
};

void switchCalls(std::int32_t isOn, void* probe)
{
    Attachment& attachment = *static_cast<CostProbe*>(probe)->attachment;
    static_cast<void>(attachment.library.enableCallback(isOn != 0 ? 1 : 0, attachment.subscriber,
                                                        CUPTI_CB_DOMAIN_DRIVER_API, kProbe));
}

void makeCalls(std::int64_t times, void* probe)
{
    const char* name = nullptr;
    for (std::int64_t i = 0; i < times; ++i) {
        static_cast<CostProbe*>(probe)->call(CUDA_SUCCESS, &name);
    }
}

/// On the hook's own thread: CUPTI may not call back within a call of the program.
void measureCalls(Attachment& attachment)
{
    const std::lock_guard lock(attachment.switching);
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (!attachment.isOn || driver == nullptr) {
        return;
    }
    CostProbe probe{&attachment, reinterpret_cast<GetErrorName>(dlsym(driver, "cuGetErrorName"))};
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
    return nsOf(CLOCK_MONOTONIC);
}

/// What CUPTI takes by itself, as its documentation of cuptiActivityRegisterTimestampCallback()
/// says.
std::uint64_t CUPTIAPI realTime()
{
    return nsOf(CLOCK_REALTIME);
}

std::atomic_flag s_isForkTold;

/// In a child whose parent is attached; on standard error once. Takes no lock of ours, which the
/// parent may have held.
void tellOfFork()
{
    static constexpr const char* kWhy =
        "this process was forked from one that was attached, which alone can record them";
    if (!s_isForkTold.test_and_set()) {
        std::fprintf(stderr, "heteroscope: not recording GPUs: %s\n", kWhy);
    }
    hscope_gpu_refuse(kWhy);
}

void CUPTIAPI onCall(void* context, CUpti_CallbackDomain domain, CUpti_CallbackId function,
                     const void* data) noexcept
{
    Attachment& attachment = *static_cast<Attachment*>(context);
    const auto& call = *static_cast<const CUpti_CallbackData*>(data);
    if (t_isAsking) {
        t_isAsking = call.callbackSite == CUPTI_API_ENTER;
        return;
    }
    if (attachment.isForked.load(std::memory_order_relaxed)) {
        if (!s_isForkTold.test()) {
            tellOfFork();
        }
    } else if (!attachment.isMeasured.load(std::memory_order_relaxed) &&
               hscope_is_recording() != 0 && !attachment.isMeasured.exchange(true)) {
        attachment.worker.wake();
    }
    attachment.calls.onCall(domain, function, call);
}

void CUPTIAPI onBufferRequest(std::uint8_t** buffer, std::size_t* size, std::size_t* most) noexcept
{
    Attachment* const attachment = s_attachment.load(std::memory_order_acquire);
    if (attachment != nullptr && !attachment->isForked) {
        attachment->buffers.request(buffer, size, most);
    } else {
        *buffer = nullptr;
        *size = 0;
        *most = 0;
    }
}

void CUPTIAPI onBufferComplete(CUcontext context, std::uint32_t stream, std::uint8_t* buffer,
                               std::size_t /*size*/, std::size_t validSize) noexcept
{
    Attachment* const attachment = s_attachment.load(std::memory_order_acquire);
    if (attachment != nullptr && !attachment->isForked) {
        attachment->buffers.complete(context, stream, buffer, validSize);
    } else {
        std::free(buffer);
    }
}

// ---- Switching on and off

struct ActivityKind
{
    CUpti_ActivityKind kind;
    std::string_view name;
    const char* variable; ///< Wanted only if this one has that value; null: always.
    std::string_view value;
};

constexpr const char* kGraphs = "HSCOPE_GPU_GRAPHS";
constexpr const char* kExternal = "HSCOPE_GPU_EXTERNAL";

/// Ids that the program pushes are told only together with records of calls, which we do not need.
constexpr std::array<ActivityKind, 12> kKinds = {
    {{CUPTI_ACTIVITY_KIND_DEVICE, "devices", nullptr, {}},
     {CUPTI_ACTIVITY_KIND_CONTEXT, "contexts", nullptr, {}},
     {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, "kernels", nullptr, {}},
     {CUPTI_ACTIVITY_KIND_MEMCPY, "copies", nullptr, {}},
     {CUPTI_ACTIVITY_KIND_MEMCPY2, "copies between devices", nullptr, {}},
     {CUPTI_ACTIVITY_KIND_MEMSET, "memsets", nullptr, {}},
     {CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, "what calls wait for", nullptr, {}},
     {CUPTI_ACTIVITY_KIND_OVERHEAD, "overhead", nullptr, {}},
     {CUPTI_ACTIVITY_KIND_GRAPH_TRACE, "whole graphs", kGraphs, "whole"},
     {CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, "external correlation", kExternal, "1"},
     {CUPTI_ACTIVITY_KIND_RUNTIME, "external correlation", kExternal, "1"},
     {CUPTI_ACTIVITY_KIND_DRIVER, "external correlation", kExternal, "1"}}};

bool hasValue(const char* variable, std::string_view value)
{
    const char* const text = std::getenv(variable);
    return text != nullptr && text == value;
}

bool isWanted(const ActivityKind& kind)
{
    return kind.variable == nullptr || hasValue(kind.variable, kind.value);
}

void enableWork(const CuptiLibrary& library)
{
    std::string missing;
    CUptiResult first = CUPTI_SUCCESS;
    for (const ActivityKind& kind : kKinds) {
        if (!isWanted(kind)) {
            continue;
        }
        // Devices and contexts that are there already are told of only so.
        const auto enable =
            library.enableAndDump != nullptr && (kind.kind == CUPTI_ACTIVITY_KIND_DEVICE ||
                                                 kind.kind == CUPTI_ACTIVITY_KIND_CONTEXT)
                ? library.enableAndDump
                : library.enableActivity;
        if (const CUptiResult result = enable(kind.kind); result != CUPTI_SUCCESS) {
            missing += (missing.empty() ? "" : ", ") + std::string(kind.name);
            first = first == CUPTI_SUCCESS ? result : first;
        }
    }
    if (!missing.empty()) {
        refuse("no " + missing + ": " + reasonFor(library, first));
    }
}

/// True if records will bear the host's time.
bool setHostTime(const CuptiLibrary& library)
{
    return !hasValue("HSCOPE_GPU_CLOCK", "mapped") && library.registerTimestamps != nullptr &&
           library.registerTimestamps(hostTime) == CUPTI_SUCCESS;
}

/// What is there to be switched on, once CUPTI is ours. What fails leaves the rest as it is.
CUptiResult enableAll(Attachment& attachment)
{
    const CuptiLibrary& library = attachment.library;
    const bool wantsWork = hscope_hook_is_wanted(HSCOPE_HOOK_GPU_WORK) != 0;
    if (wantsWork) {
        if (library.setThreadIdType != nullptr && library.getThreadIdType != nullptr) {
            static_cast<void>(library.getThreadIdType(&attachment.threadIdType));
            static_cast<void>(library.setThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM));
        }
        attachment.buffers.expectHostTime(setHostTime(library));
        if (const auto result = library.registerBuffers(onBufferRequest, onBufferComplete);
            result != CUPTI_SUCCESS) {
            return result;
        }
        attachment.buffers.readClocks();
        enableWork(library);
    }
    if (!wantsWork && hscope_hook_is_wanted(HSCOPE_HOOK_GPU_API) == 0) {
        return CUPTI_SUCCESS;
    }
    // Also where only work is wanted: calls say what was launched during a pause.
    for (const CUpti_CallbackDomain domain :
         {CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_CB_DOMAIN_DRIVER_API}) {
        if (const auto result = library.enableDomain(1, attachment.subscriber, domain);
            result != CUPTI_SUCCESS) {
            return result;
        }
    }
    return CUPTI_SUCCESS;
}

std::int32_t switchOn(Attachment& attachment)
{
    const std::lock_guard lock(attachment.switching);
    if (attachment.isOn || attachment.isOver) {
        refusals().repeat();
        return HSCOPE_OK;
    }
    refusals().forget();
    // First: with another profiler's CUPTI nothing may be changed.
    if (const auto result =
            attachment.library.subscribe(&attachment.subscriber, onCall, &attachment);
        result != CUPTI_SUCCESS) {
        refuse(reasonFor(attachment.library, result));
        return HSCOPE_ERROR_RESOURCES;
    }
    attachment.isOn = true;
    const CUptiResult result = enableAll(attachment);
    if (!attachment.wasMeasured) {
        attachment.wasMeasured = true;
        attachment.isMeasured = false;
    }
    if (result != CUPTI_SUCCESS) {
        refuse(reasonFor(attachment.library, result));
        return HSCOPE_ERROR_RESOURCES;
    }
    return HSCOPE_OK;
}

/// Not of another profiler's CUPTI, nor one that is ending. `switching` is held.
void flush(Attachment& attachment, std::uint32_t flags)
{
    if (attachment.isOn && !attachment.isOver) {
        static_cast<void>(attachment.library.flushAll(flags));
    }
}

/// Hands over all that there is, and lets another profiler have CUPTI as we found it.
void switchOff(Attachment& attachment)
{
    const std::lock_guard lock(attachment.switching);
    const CuptiLibrary& library = attachment.library;
    if (!attachment.isOn || attachment.isOver) {
        return;
    }
    for (const ActivityKind& kind : kKinds) {
        if (isWanted(kind)) {
            static_cast<void>(library.disableActivity(kind.kind));
        }
    }
    flush(attachment, CUPTI_ACTIVITY_FLAG_FLUSH_FORCED); // nothing is left for another recording
    attachment.buffers.waitForDeliveries();
    attachment.isOn = false;
    attachment.calls.forgetOpenCalls();
    if (library.registerTimestamps != nullptr) {
        static_cast<void>(library.registerTimestamps(realTime));
    }
    if (library.setThreadIdType != nullptr && library.getThreadIdType != nullptr) {
        static_cast<void>(library.setThreadIdType(attachment.threadIdType));
    }
    static_cast<void>(library.unsubscribe(attachment.subscriber));
}

/// Every 100 ms. Left to itself CUPTI hands over only what is full, which may take minutes.
void tick(Attachment& attachment)
{
    const std::lock_guard lock(attachment.switching);
    if (!attachment.isOn) {
        return;
    }
    flush(attachment, 0);
    attachment.buffers.readClocks();
    attachment.buffers.sampleUtilisation();
}

/// What the recorder wants. A forced flush ends records of work that is not over, so only the last
/// one is.
void control(std::int32_t request)
{
    Attachment* const attachment = s_attachment.load(std::memory_order_acquire);
    if (attachment == nullptr) {
        return;
    }
    if (attachment->isForked) {
        if (request == HSCOPE_GPU_START) {
            tellOfFork();
        }
        return;
    }
    if (request == HSCOPE_GPU_FLUSH) {
        const std::lock_guard lock(attachment->switching);
        flush(*attachment, 0);
        attachment->buffers.waitForDeliveries();
    } else if (request == HSCOPE_GPU_STOP) {
        switchOff(*attachment);
    } else if (request == HSCOPE_GPU_START) {
        switchOn(*attachment);
    }
}

/// Before CUPTI's own destructors: registered after they were.
void finish()
{
    Attachment* const attachment = s_attachment.load(std::memory_order_acquire);
    if (attachment == nullptr || attachment->isForked) {
        return;
    }
    attachment->worker.stop();
    const std::lock_guard lock(attachment->switching);
    flush(*attachment, CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    attachment->buffers.waitForDeliveries();
    attachment->isOver = true;
}

// ---- Attaching

std::optional<CuptiLibrary> openLibrary()
{
    std::string why;
    std::optional<CuptiLibrary> library = CuptiLibrary::open(why);
    if (!library) {
        refuse(why);
        return std::nullopt;
    }
    if (!isSupported(library->version)) {
        std::string known;
        for (const VersionRange& range : supportedVersions()) {
            known += (known.empty() ? "" : " and ") + std::string(range.release);
        }
        refuse("libcupti is of version " + std::to_string(library->version) +
               ", but records are known of CUDA " + known + " only");
        return std::nullopt;
    }
    return library;
}

std::int32_t attach()
{
    const std::optional<CuptiLibrary> library = openLibrary();
    if (!library) {
        return HSCOPE_ERROR_RESOURCES;
    }
    auto* const attachment = new Attachment(*library);
    s_attachment.store(attachment, std::memory_order_release);
    pthread_atfork(nullptr, nullptr, [] {
        Attachment* const inherited = s_attachment.load();
        inherited->isForked = true;
        inherited->calls.stopNotingPauses();
    });
    hscope_metadata_set("cupti_version", std::to_string(library->version).c_str());
    const std::int32_t status = switchOn(*attachment);
    std::atexit(finish);
    hscope_gpu_control_set(control);
    attachment->worker.start([attachment] { tick(*attachment); },
                             [attachment] { measureCalls(*attachment); });
    return status;
}

enum class AttachState : int
{
    NotYet,
    UnderWay, ///< CUPTI may start the driver meanwhile, which calls InitializeInjection().
    Done
};

std::atomic<AttachState> s_state{AttachState::NotYet};
std::atomic<std::int32_t> s_status{HSCOPE_OK};

std::int32_t attachOnce()
{
    if (Attachment* const inherited = s_attachment.load();
        inherited != nullptr && inherited->isForked) {
        tellOfFork();
        return HSCOPE_ERROR_RESOURCES;
    }
    AttachState expected = AttachState::NotYet;
    if (!s_state.compare_exchange_strong(expected, AttachState::UnderWay)) {
        return s_status;
    }
    try {
        s_status = attach();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "heteroscope: not recording GPUs: %s\n", error.what());
        s_status = HSCOPE_ERROR_RESOURCES;
    }
    s_state = AttachState::Done;
    return s_status;
}

} // namespace

} // namespace hscope::cupti

extern "C" {

/// Attaches to this process. Returns an hscope_status; after the first call that one's, and
/// HSCOPE_OK while that one is under way.
HSCOPE_API std::int32_t hscope_cupti_attach() noexcept
{
    return hscope::cupti::attachOnce();
}

/// Called by CUDA's driver when it starts. 1: all is well, whatever we record.
HSCOPE_API int InitializeInjection() noexcept
{
    hscope::cupti::attachOnce();
    return 1;
}

} // extern "C"
