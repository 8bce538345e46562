/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What this package has open on each thread, innermost last.
 *
 *   main thread     python | operation inference | call torch.relu
 *   other threads   (python | operation ...) while an operation is open
 *
 * The recorder closes what was opened last, whatever that is. Python can end things in another
 * order: generators and coroutines that hold an operation open take turns. So each end names what
 * it ends; what began later and is still open ends with it, and its own end then does nothing.
 *
 * Time that is spent in no call is Python's: the scope `python` lies below everything else. On the
 * main thread one follows the other, so that time between operations is told as well; elsewhere it
 * lasts as long as the outermost operation, because a thread that waits for work is not in Python.
 *
 * The caller holds the interpreter lock, except in a child of a fork.
 */
#ifndef HSCOPE_PYTHON_OPEN_SCOPES_H
#define HSCOPE_PYTHON_OPEN_SCOPES_H

#include "hscope/hooks.h"

#include <stddef.h>

/* How an end found what it ends. */
enum end_order
{
    END_IN_ORDER,
    END_TOO_EARLY, /* others that began later ended with it */
    END_NOT_OPEN   /* it ended before, or was opened by another thread */
};

/* Once per process. 0 if there is no memory for it. */
int scopes_set_up(void);

/* Whether the scope `python` is wanted; gives what was so before. */
int scopes_want_python(int is_wanted);

/* Opens the scope `python` where it is wanted and missing. */
void scopes_open_python(void);

/* Closes the scope `python` of this thread if nothing is open in it; else it is left to its end. */
void scopes_close_python(void);

/* `owner` is compared, never looked into. */
void scopes_enter_operation(const void* owner, hscope_name name);
void scopes_enter_iteration(const void* owner, int64_t number);
enum end_order scopes_leave(const void* owner);

/* A call, which needs no name: it returns before what called it. Gives what its end is told. */
size_t scopes_enter_call(hscope_name name, int32_t category);
void scopes_leave_call(size_t depth);

/* An operation that lasts as long as a call. */
size_t scopes_enter_operation_call(hscope_name name);

#endif
