/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Records what a program does into a trace database (*.hscope). C99.
 *
 *     #include <hscope/collector.h>
 *
 *     int main(void)
 *     {
 *         hscope_start(NULL);                              // writes trace.hscope
 *         HSCOPE_OPERATION_BEGIN("inference");
 *         HSCOPE_SCOPE_BEGIN("forward", HSCOPE_CATEGORY_BACKEND);
 *         ...
 *         HSCOPE_SCOPE_END();
 *         HSCOPE_OPERATION_END();
 *         hscope_stop();
 *         return 0;
 *     }
 *
 * Rules for every function:
 *   - Nothing here ends the program, throws, or blocks on another thread, unless it says so. What
 * cannot be recorded is counted and stands in the file as a diagnostic.
 *   - Before hscope_start() and after hscope_stop() a recording function does nothing; it costs a
 * load and a branch. Names may be interned at any time.
 *   - "Hot" functions take no lock, allocate nothing and make no system call; they may be called
 * from a signal handler, in a thread that has recorded before. A thread's very first event inside a
 * signal handler that interrupted its first event is counted as dropped.
 *   - Text is UTF-8; what is not is replaced when written. A NUL ends a name given without a
 * length.
 *
 * With HSCOPE_DISABLE defined the macros expand to nothing; functions stay declared.
 */
#ifndef HSCOPE_COLLECTOR_H
#define HSCOPE_COLLECTOR_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define HSCOPE_API __attribute__((visibility("default")))
#else
#define HSCOPE_API
#endif

#ifdef __cplusplus
extern "C" {
#define HSCOPE_NOEXCEPT noexcept
#else
#define HSCOPE_NOEXCEPT
#endif

/* Version of this interface. A library with another major version has another file name (SONAME).
 */
#define HSCOPE_COLLECTOR_VERSION 1

/* ---- Types -------------------------------------------------------------------------------------
 */

/* What functions that can fail return. Since 1. */
enum hscope_status
{
    HSCOPE_OK = 0,
    HSCOPE_ERROR_INVALID_ARGUMENT = 1, /* a configuration that cannot be followed */
    HSCOPE_ERROR_ALREADY_STARTED = 2,
    HSCOPE_ERROR_NOT_STARTED = 3,
    HSCOPE_ERROR_OUTPUT = 4,   /* the file cannot be created or written */
    HSCOPE_ERROR_RESOURCES = 5 /* no memory or no thread */
};

/* What the time of a scope is spent in; the numbers are those in the file. Since 1. */
enum hscope_category
{
    HSCOPE_CATEGORY_PYTHON = 0,
    HSCOPE_CATEGORY_NATIVE = 1,
    HSCOPE_CATEGORY_SIMULATOR = 2,
    HSCOPE_CATEGORY_BACKEND = 3,
    HSCOPE_CATEGORY_GPU_API = 4,
    HSCOPE_CATEGORY_GPU_SYNC = 5,
    HSCOPE_CATEGORY_GPU_KERNEL = 6, /* This and the next three: on GPUs, by hooks only. */
    HSCOPE_CATEGORY_GPU_MEMCPY = 7,
    HSCOPE_CATEGORY_GPU_MEMSET = 8,
    HSCOPE_CATEGORY_COLLECTIVE = 9,
    HSCOPE_CATEGORY_OVERHEAD = 10,
    HSCOPE_CATEGORY_ANNOTATION = 11 /* shown, never counted */
};

/* Why one scope points to another. Since 1. */
enum hscope_link
{
    HSCOPE_LINK_LAUNCH = 0,
    HSCOPE_LINK_FORWARD_BACKWARD = 1,
    HSCOPE_LINK_FORK = 2,
    HSCOPE_LINK_JOIN = 3,
    HSCOPE_LINK_TRANSFER = 4,
    HSCOPE_LINK_FLOW = 5
};

/* An interned name; 0 is the name of names that found no room. Since 1. */
typedef uint32_t hscope_name;

/* How to record. Set all bytes to zero, then struct_size, then what differs from the default.
 * Since 1. */
typedef struct hscope_config
{
    uint32_t struct_size;  /* sizeof(hscope_config) */
    uint32_t start_paused; /* 1: record nothing until hscope_resume() */
    const char* path; /* file to write; NULL: $HSCOPE_OUTPUT, else trace.hscope. An existing file
                         is an error. */
    const char* process_name; /* NULL: the program's name */
    uint64_t buffer_bytes;    /* most memory for events not yet written; 0: 32 MiB */
    uint64_t max_file_bytes;  /* stop recording when the file is this large; 0: no limit */
    uint32_t delay_ms;        /* record nothing for this long after the start */
    uint32_t duration_ms;     /* record for this long, then no more; 0: no limit */
    uint32_t last_ms;         /* keep only about the last so many ms; 0: keep everything */
    uint32_t flush_ms;        /* write events at least this often; 0: 100 ms */
    int32_t control_signal;   /* this signal pauses and resumes; 0: none */
    uint32_t reserved;
} hscope_config;

/* ---- Recording control -------------------------------------------------------------------------
 */

/* Starts recording this process. `config` may be NULL for the defaults and the environment:
 * HSCOPE_OUTPUT, HSCOPE_START_PAUSED, HSCOPE_BUFFER_BYTES, HSCOPE_MAX_BYTES, HSCOPE_DELAY_MS,
 * HSCOPE_DURATION_MS, HSCOPE_LAST_MS, HSCOPE_FLUSH_MS, HSCOPE_CONTROL_SIGNAL (a number or a name
 * such as USR2) stand for the fields; fields that are set win. Creates the file and one thread,
 * which has all signals blocked. Since 1. Thread: any. Signal handler: no. Cost: some ms. Returns
 * an hscope_status. */
HSCOPE_API int32_t hscope_start(const hscope_config* config) HSCOPE_NOEXCEPT;

/* Writes what is buffered, closes the file and ends the recorder's thread. Called at exit if the
 * program does not. Recording may be started again, into another file. Since 1. Thread: any. Signal
 * handler: no. Cost: blocks until written. Before start: HSCOPE_ERROR_NOT_STARTED. */
HSCOPE_API int32_t hscope_stop(void) HSCOPE_NOEXCEPT;

/* Leaves out events until hscope_resume(). Scopes that are open when recording pauses still get
 * their end. Since 1. Thread: any. Signal handler: yes. Cost: a store. */
HSCOPE_API void hscope_pause(void) HSCOPE_NOEXCEPT;

/* Since 1. Thread: any. Signal handler: yes. Cost: a store. */
HSCOPE_API void hscope_resume(void) HSCOPE_NOEXCEPT;

/* 1 while events are recorded, else 0. Since 1. Hot. */
HSCOPE_API int32_t hscope_is_recording(void) HSCOPE_NOEXCEPT;

/* Returns once every event recorded before the call is in the file, so that it survives whatever
 * kills the process. Since 1. Thread: any. Signal handler: no. Cost: blocks for some ms. */
HSCOPE_API int32_t hscope_flush(void) HSCOPE_NOEXCEPT;

/* Events lost so far because no buffer was free; the file says so too. Since 1. Thread: any. */
HSCOPE_API uint64_t hscope_lost_events(void) HSCOPE_NOEXCEPT;

/* ---- Names -------------------------------------------------------------------------------------
 */

/* A number for a name, the same one for the same text. There is room for 65,535 names and 8 MiB of
 * text; later ones become name 0 and are counted. A name longer than 4,096 bytes is cut and
 * counted. Since 1. Thread: any. Signal handler: no. Cost: a lock and a hash look-up; keep the
 * result. */
HSCOPE_API hscope_name hscope_name_intern(const char* text, size_t length) HSCOPE_NOEXCEPT;

/* ---- Scopes ------------------------------------------------------------------------------------
 */

/* Opens a scope on the calling thread. Since 1. Hot: a time stamp and 16 bytes. */
HSCOPE_API void hscope_scope_begin(hscope_name name, int32_t category) HSCOPE_NOEXCEPT;

/* The same for a name known only now, without interning: its bytes are copied. Since 1. Hot, plus
 * the copy. */
HSCOPE_API void hscope_scope_begin_text(const char* text, size_t length,
                                        int32_t category) HSCOPE_NOEXCEPT;

/* Closes the innermost scope of the calling thread. An end without a scope is counted. Since 1.
 * Hot. */
HSCOPE_API void hscope_scope_end(void) HSCOPE_NOEXCEPT;

/* Opens and closes one of the user's operations, such as inference or backpropagation; they nest.
 * Since 1. Hot. */
HSCOPE_API void hscope_operation_begin(hscope_name name) HSCOPE_NOEXCEPT;
HSCOPE_API void hscope_operation_end(void) HSCOPE_NOEXCEPT;

/* Opens and closes one numbered training step of this process. Since 1. Hot. */
HSCOPE_API void hscope_iteration_begin(int64_t number) HSCOPE_NOEXCEPT;
HSCOPE_API void hscope_iteration_end(void) HSCOPE_NOEXCEPT;

/* Arguments of the innermost open scope of the calling thread. At most 4,096 bytes of text are
 * kept. Since 1. Hot. */
HSCOPE_API void hscope_argument_integer(hscope_name name, int64_t value) HSCOPE_NOEXCEPT;
HSCOPE_API void hscope_argument_real(hscope_name name, double value) HSCOPE_NOEXCEPT;
HSCOPE_API void hscope_argument_text(hscope_name name, const char* text,
                                     size_t length) HSCOPE_NOEXCEPT;

/* Says that the innermost open scope is where an arrow leaves or arrives. Both ends name the same
 * kind and correlation id, in any order and from any thread; an end that finds no partner is left
 * out. Since 1. Hot. */
HSCOPE_API void hscope_link_from(int32_t kind, int64_t correlation) HSCOPE_NOEXCEPT;
HSCOPE_API void hscope_link_to(int32_t kind, int64_t correlation) HSCOPE_NOEXCEPT;

/* ---- Points and values -------------------------------------------------------------------------
 */

/* A point in time on the calling thread. Since 1. Hot. */
HSCOPE_API void hscope_instant_mark(hscope_name name) HSCOPE_NOEXCEPT;

/* The value of a counter of this process from now on. Since 1. Hot. */
HSCOPE_API void hscope_counter_set(hscope_name name, double value) HSCOPE_NOEXCEPT;

/* Progress of the whole run: `done` of `total`, in whatever unit the program counts. Since 1. Hot.
 */
HSCOPE_API void hscope_progress_report(double done, double total) HSCOPE_NOEXCEPT;

/* ---- The run -----------------------------------------------------------------------------------
 */

/* Starts a phase of this process; the phase before ends. Name 0 only ends it. Since 1. Hot. */
HSCOPE_API void hscope_phase_set(hscope_name name) HSCOPE_NOEXCEPT;

/* Names the calling thread; without this the operating system's name is shown. Since 1. Hot. */
HSCOPE_API void hscope_thread_set_name(hscope_name name) HSCOPE_NOEXCEPT;

/* Names this process. Since 1. Hot. */
HSCOPE_API void hscope_process_set_name(hscope_name name) HSCOPE_NOEXCEPT;

/* A fact about the run, such as algorithm or environment; the last value of a key stays. At most
 * 4,096 bytes of each are kept. Since 1. Thread: any. Signal handler: no. Before start: kept for
 * the next start. Cost: a lock. */
HSCOPE_API void hscope_metadata_set(const char* key, const char* value) HSCOPE_NOEXCEPT;

/* Records calls into CUDA and the work of GPUs from now on, with libhscope_cupti.so, which lies
 * beside this library. HSCOPE_ERROR_RESOURCES if it cannot be: a sentence on standard error and in
 * the file says why, and everything else is recorded. Later calls return what the first one did.
 * Since
 * 1. Thread: any. Signal handler: no. Cost: ms. */
HSCOPE_API int32_t hscope_gpu_attach(void) HSCOPE_NOEXCEPT;

#ifdef __cplusplus
} /* extern "C" */
#endif

/* ---- Macros: names are interned once per place --------------------------------------------------
 */

#ifdef HSCOPE_DISABLE

/* What stands in a macro is looked at but not evaluated, so that nothing becomes unused. */
#define HSCOPE_SCOPE_BEGIN(literal, category) ((void)sizeof(category))
#define HSCOPE_SCOPE_END() ((void)0)
#define HSCOPE_OPERATION_BEGIN(literal) ((void)0)
#define HSCOPE_OPERATION_END() ((void)0)
#define HSCOPE_ITERATION_BEGIN(number) ((void)sizeof(number))
#define HSCOPE_ITERATION_END() ((void)0)
#define HSCOPE_INSTANT(literal) ((void)0)
#define HSCOPE_COUNTER(literal, value) ((void)sizeof(value))
#define HSCOPE_PHASE(literal) ((void)0)

#else

/* Where a place keeps its name's number. Two threads may both intern; they get the same number. */
#if defined(__GNUC__)
#define HSCOPE_LOAD_NAME(place) __atomic_load_n(&(place), __ATOMIC_RELAXED)
#define HSCOPE_STORE_NAME(place, name) __atomic_store_n(&(place), (name), __ATOMIC_RELAXED)
#else
#define HSCOPE_LOAD_NAME(place) (place)
#define HSCOPE_STORE_NAME(place, name) ((place) = (name))
#endif

/* Runs `call` with hscope_name_of_place, the number of `literal`. */
#define HSCOPE_WITH_NAME(literal, call)                                                            \
    do {                                                                                           \
        static hscope_name hscope_cached_name;                                                     \
        hscope_name hscope_name_of_place = HSCOPE_LOAD_NAME(hscope_cached_name);                   \
        if (hscope_name_of_place == 0) {                                                           \
            hscope_name_of_place = hscope_name_intern("" literal, sizeof("" literal) - 1);         \
            HSCOPE_STORE_NAME(hscope_cached_name, hscope_name_of_place);                           \
        }                                                                                          \
        call;                                                                                      \
    } while (0)

#define HSCOPE_SCOPE_BEGIN(literal, category)                                                      \
    HSCOPE_WITH_NAME(literal, hscope_scope_begin(hscope_name_of_place, (category)))
#define HSCOPE_SCOPE_END() hscope_scope_end()
#define HSCOPE_OPERATION_BEGIN(literal)                                                            \
    HSCOPE_WITH_NAME(literal, hscope_operation_begin(hscope_name_of_place))
#define HSCOPE_OPERATION_END() hscope_operation_end()
#define HSCOPE_ITERATION_BEGIN(number) hscope_iteration_begin(number)
#define HSCOPE_ITERATION_END() hscope_iteration_end()
#define HSCOPE_INSTANT(literal) HSCOPE_WITH_NAME(literal, hscope_instant_mark(hscope_name_of_place))
#define HSCOPE_COUNTER(literal, value)                                                             \
    HSCOPE_WITH_NAME(literal, hscope_counter_set(hscope_name_of_place, (value)))
#define HSCOPE_PHASE(literal) HSCOPE_WITH_NAME(literal, hscope_phase_set(hscope_name_of_place))

#endif /* HSCOPE_DISABLE */

#endif /* HSCOPE_COLLECTOR_H */
