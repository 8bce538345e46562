/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What hscope/collector.h has beyond what programs need: for hooks, which record what others do in
 * their name, such as the operators of a library. The rules there hold here. C99. */
#ifndef HSCOPE_HOOKS_H
#define HSCOPE_HOOKS_H

#include "hscope/collector.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which hook recorded an event: what one costs, and so its correction, depends on it. Added to the
 * category of a scope: HSCOPE_CATEGORY_BACKEND | HSCOPE_HOOK_TORCH. No enumeration: C++20 warns
 * where two of them are mixed. Since 1. */
#define HSCOPE_HOOK_PROGRAM 0x00        /* none: the program calls these functions itself */
#define HSCOPE_HOOK_TORCH 0x10          /* operators of LibTorch */
#define HSCOPE_HOOK_PYTHON 0x20         /* functions that Python calls */
#define HSCOPE_HOOK_GPU_API 0x30        /* calls into a GPU's runtime */
#define HSCOPE_HOOK_TORCH_AUTOGRAD 0x40 /* operators of LibTorch that autograd numbers */
#define HSCOPE_HOOK_TORCH_BACKWARD 0x50 /* what LibTorch's engine runs in a backward pass */
#define HSCOPE_HOOK_GPU_WORK 0x60       /* only to ask for: what GPUs do, which is no scope */

/* 1 if scopes of this hook are wanted: HSCOPE_RECORD_ONLY lists them (marks, annotations, scopes,
 * torch, python, gpu_api, gpu_work; without it all). One that is not need not be installed.
 * Since 1. */
HSCOPE_API int32_t hscope_hook_is_wanted(int32_t hook) HSCOPE_NOEXCEPT;

/* How to measure what the events of a hook cost. `work` does something `times` times, with an event
 * each while they are switched on. `empty` records as many events with nothing between begin and
 * end, which tells how much of the cost lies there; NULL if there is nothing in those of `work`
 * either. Since 1. */
typedef struct hscope_cost_probe
{
    void (*switch_events)(int32_t is_on, void* context);
    void (*work)(int64_t times, void* context);
    void (*empty)(int64_t times, void* context);
    void* context;
} hscope_cost_probe;

/* Measures on this thread what one event costs, so that the file says so. What is recorded
 * meanwhile goes nowhere; the ms that it takes are a slice of category overhead. `kind` is one of
 * those in docs/CORRECTION.md. Nothing is done while the hook's events are not recorded. Since 1.
 * Thread: any. Signal handler: no. */
HSCOPE_API void hscope_cost_measure(const char* kind, int32_t hook,
                                    const hscope_cost_probe* probe) HSCOPE_NOEXCEPT;

/* The same as hscope_operation_begin() for an operation that a hook opens. Since 1. Hot. */
HSCOPE_API void hscope_operation_begin_by(hscope_name name, int32_t hook) HSCOPE_NOEXCEPT;

/* An argument of a slice that is handed over as a whole. */
typedef struct hscope_slice_argument
{
    hscope_name name;
    const char* json; /* A number, a quoted string, a list: as it will be in the file. */
} hscope_slice_argument;

/* Something that a GPU did, known when it is over. */
typedef struct hscope_gpu_slice
{
    int64_t start_ns; /* CLOCK_MONOTONIC. */
    int64_t end_ns;
    int64_t correlation; /* Of the call that launched it: it gave the same to hscope_link_from()
                            with HSCOPE_LINK_LAUNCH. 0: none. */
    int64_t stream;
    int32_t device; /* As the program counts them. */
    int32_t
        category; /* HSCOPE_CATEGORY_GPU_KERNEL, _MEMCPY, _MEMSET or HSCOPE_CATEGORY_COLLECTIVE. */
    hscope_name name;
    uint32_t argument_count;
    const hscope_slice_argument* arguments;
} hscope_gpu_slice;

/* Records it. Slices may come in any order, and later than what their launching threads did. Since
 * 1. Thread: any. Signal handler: no. */
HSCOPE_API void hscope_gpu_slice_add(const hscope_gpu_slice* slice) HSCOPE_NOEXCEPT;

/* Adds arguments to the call of that correlation, which may have ended. Since 1. Thread: any.
 * Signal handler: no. */
HSCOPE_API void hscope_gpu_call_describe(int64_t correlation,
                                         const hscope_slice_argument* arguments,
                                         uint32_t argument_count) HSCOPE_NOEXCEPT;

/* A slice of a thread of this process that is known only when it is over: what a library, or a
 * profiler in it, did there. `tid`: 0 if it is not known. `category`: HSCOPE_CATEGORY_OVERHEAD for
 * time that only measuring takes. Since 1. Thread: any. Signal handler: no. */
HSCOPE_API void hscope_slice_add(hscope_name name, int32_t category, int64_t tid, int64_t start_ns,
                                 int64_t end_ns) HSCOPE_NOEXCEPT;

/* So many slices of GPUs were lost on their way. Since 1. Thread: any. Signal handler: yes. */
HSCOPE_API void hscope_gpu_slices_lost(uint64_t count) HSCOPE_NOEXCEPT;

/* Something of GPUs is not recorded. `why`: one sentence, which the file keeps as a diagnostic.
 * Since
 * 1. Thread: any. Signal handler: no. */
HSCOPE_API void hscope_gpu_refuse(const char* why) HSCOPE_NOEXCEPT;

/* What a recording wants of the hook for GPUs. */
enum hscope_gpu_request
{
    HSCOPE_GPU_FLUSH = 0, /* hand over what is complete */
    HSCOPE_GPU_STOP = 1,  /* hand over the rest, and let go of the GPUs until the next start */
    HSCOPE_GPU_START = 2
};

/* What hscope_flush() and hscope_stop() call first, and hscope_start() last, with one of the
 * requests above. NULL: nothing. Since 1. Thread: any. Signal handler: no. */
HSCOPE_API void hscope_gpu_control_set(void (*control)(int32_t request)) HSCOPE_NOEXCEPT;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HSCOPE_HOOKS_H */
