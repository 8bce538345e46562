/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "collector/python/open_scopes.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum scope_kind
{
    KIND_CALL,
    KIND_OPERATION,
    KIND_ITERATION,
    KIND_PYTHON,             /* of the main thread */
    KIND_PYTHON_OF_OPERATION /* ends with what is in it */
};

struct open_scope
{
    const void* owner;
    enum scope_kind kind;
    int is_told; /* of a scope `python`: its begin is in the recording */
};

enum whether
{
    UNKNOWN,
    NO,
    YES
};

struct open_scopes
{
    struct open_scope* scopes;
    size_t depth;
    size_t capacity;
    size_t told_python;  /* how many scopes `python` are in the recording */
    time_t python_since; /* when the main thread's began */
    enum whether is_main;
};

static __thread struct open_scopes t_open;
static pthread_key_t s_thread_end;
static hscope_name s_python;
static int s_wants_python;
static unsigned long s_misplaced;

static int is_main_thread(struct open_scopes* open)
{
    if (open->is_main == UNKNOWN) {
        open->is_main = syscall(SYS_gettid) == getpid() ? YES : NO;
    }
    return open->is_main == YES;
}

static void free_scopes(void* open)
{
    struct open_scopes* const ended = open;
    free(ended->scopes);
    memset(ended, 0, sizeof *ended);
}

/* Makes room for one more; 0 if there is none. */
static int reserve(struct open_scopes* open)
{
    enum
    {
        kFirst = 32
    };

    if (open->depth < open->capacity) {
        return 1;
    }
    const size_t capacity = open->capacity == 0 ? kFirst : 2 * open->capacity;
    struct open_scope* const scopes = realloc(open->scopes, capacity * sizeof *scopes);
    if (scopes == NULL) {
        return 0;
    }
    open->scopes = scopes;
    open->capacity = capacity;
    pthread_setspecific(s_thread_end, open);
    return 1;
}

static int push(struct open_scopes* open, enum scope_kind kind, const void* owner, int is_told)
{
    if (!reserve(open)) {
        return 0;
    }
    const struct open_scope scope = {owner, kind, is_told};
    open->scopes[open->depth++] = scope;
    return 1;
}

static void pop_one(struct open_scopes* open)
{
    const struct open_scope ended = open->scopes[--open->depth];
    open->told_python -= (size_t)ended.is_told;
    switch (ended.kind) {
    case KIND_OPERATION:
        hscope_operation_end();
        break;
    case KIND_ITERATION:
        hscope_iteration_end();
        break;
    default:
        hscope_scope_end();
    }
}

/* Closes the innermost, and the scope `python` around it if that is its own. */
static void pop(struct open_scopes* open)
{
    pop_one(open);
    if (open->depth > 0 && open->scopes[open->depth - 1].kind == KIND_PYTHON_OF_OPERATION) {
        pop_one(open);
    }
}

static void push_python(struct open_scopes* open, enum scope_kind kind)
{
    if (push(open, kind, NULL, 1)) {
        ++open->told_python;
        hscope_scope_begin(s_python, HSCOPE_CATEGORY_PYTHON | HSCOPE_HOOK_PYTHON);
    }
}

static time_t seconds_now(void)
{
    struct timespec now;
    return clock_gettime(CLOCK_MONOTONIC_COARSE, &now) == 0 ? now.tv_sec : 0;
}

/* Before an operation or iteration begins. The main thread's scope is cut each second, so that a
 * recording of the last seconds has no older one, and where recording paused or is over. */
static void need_python(struct open_scopes* open)
{
    const int is_recording = hscope_is_recording() != 0;
    if (open->depth == 1 && open->scopes[0].kind == KIND_PYTHON &&
        (!is_recording || seconds_now() > open->python_since)) {
        pop_one(open);
    }
    if (open->told_python != 0 || !s_wants_python || !is_recording) {
        return;
    }
    if (open->depth == 0 && is_main_thread(open)) {
        open->python_since = seconds_now();
        push_python(open, KIND_PYTHON);
    } else {
        push_python(open, KIND_PYTHON_OF_OPERATION);
    }
}

/* The child records into a file of its own, which has no begin of what is open. */
static void after_fork_in_child(void)
{
    struct open_scopes* const open = &t_open;
    for (size_t at = 0; at < open->depth; ++at) {
        open->scopes[at].is_told = 0;
    }
    open->told_python = 0;
    open->is_main = UNKNOWN;
    scopes_close_python();
}

static void count_misplaced(void)
{
    char text[32];
    snprintf(text, sizeof text, "%lu", ++s_misplaced);
    hscope_metadata_set("python_ends_out_of_order", text);
}

int scopes_set_up(void)
{
    s_python = hscope_name_intern("python", strlen("python"));
    s_wants_python = hscope_hook_is_wanted(HSCOPE_HOOK_PYTHON);
    return pthread_key_create(&s_thread_end, free_scopes) == 0 &&
           pthread_atfork(NULL, NULL, after_fork_in_child) == 0;
}

int scopes_want_python(int is_wanted)
{
    const int before = s_wants_python;
    s_wants_python = is_wanted;
    return before;
}

void scopes_open_python(void)
{
    struct open_scopes* const open = &t_open;
    if (open->depth == 0 && is_main_thread(open)) {
        need_python(open);
    }
}

void scopes_close_python(void)
{
    struct open_scopes* const open = &t_open;
    if (open->depth > 0 && open->scopes[open->depth - 1].kind == KIND_PYTHON) {
        pop_one(open);
    }
}

void scopes_enter_operation(const void* owner, hscope_name name)
{
    struct open_scopes* const open = &t_open;
    need_python(open);
    if (push(open, KIND_OPERATION, owner, 0)) {
        hscope_operation_begin_by(name, HSCOPE_HOOK_PYTHON);
    }
}

void scopes_enter_iteration(const void* owner, int64_t number)
{
    struct open_scopes* const open = &t_open;
    need_python(open);
    if (push(open, KIND_ITERATION, owner, 0)) {
        hscope_iteration_begin(number);
    }
}

enum end_order scopes_leave(const void* owner)
{
    struct open_scopes* const open = &t_open;
    size_t at = open->depth;
    enum end_order order = END_IN_ORDER;
    while (at > 0 && open->scopes[at - 1].owner != owner) {
        /* A recording that began meanwhile has its scope `python` in here. */
        if (open->scopes[--at].kind != KIND_PYTHON) {
            order = END_TOO_EARLY;
        }
    }
    if (at == 0) {
        count_misplaced();
        return END_NOT_OPEN;
    }
    if (order != END_IN_ORDER) {
        count_misplaced();
    }
    while (open->depth >= at) {
        pop(open);
    }
    return order;
}

size_t scopes_enter_call(hscope_name name, int32_t category)
{
    struct open_scopes* const open = &t_open;
    const size_t depth = open->depth;
    if (push(open, KIND_CALL, NULL, 0)) {
        hscope_scope_begin(name, category | HSCOPE_HOOK_PYTHON);
    }
    return depth;
}

size_t scopes_enter_operation_call(hscope_name name)
{
    const size_t depth = t_open.depth;
    scopes_enter_operation(NULL, name);
    return depth;
}

void scopes_leave_call(size_t depth)
{
    struct open_scopes* const open = &t_open;
    while (open->depth > depth) { /* with what the call left open, whose own end is counted */
        pop_one(open);
    }
}
