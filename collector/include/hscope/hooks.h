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

/* 1 if scopes of this hook are wanted: HSCOPE_RECORD_ONLY lists them (marks, annotations, scopes,
 * torch, python, gpu_api; without it all). One that is not need not be installed. Since 1. */
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

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* HSCOPE_HOOKS_H */
