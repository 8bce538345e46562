/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * scope_load ITERATIONS SCOPES WORK [EXTRA]
 *
 * Iterations of an operation `work` with SCOPES scopes, each of WORK additions, and of an operation
 * `rest` that does as much without a scope. EXTRA empty scopes are spread evenly inside and beside
 * the work. What it does depends on nothing else. */
#include <hscope/collector.h>
#include <stdio.h>
#include <stdlib.h>

static volatile unsigned long sum;

static void add(long times)
{
    for (long i = 0; i < times; ++i) {
        sum += (unsigned long)i;
    }
}

static void extra_scopes(long count)
{
    for (long i = 0; i < count; ++i) {
        HSCOPE_SCOPE_BEGIN("extra", HSCOPE_CATEGORY_NATIVE);
        HSCOPE_SCOPE_END();
    }
}

int main(int argc, char** argv)
{
    if (argc < 4) {
        fputs("usage: scope_load ITERATIONS SCOPES WORK [EXTRA]\n", stderr);
        return 2;
    }
    const long iterations = atol(argv[1]);
    const long scopes = atol(argv[2]);
    const long work = atol(argv[3]);
    const long extra = argc > 4 ? atol(argv[4]) : 0;
    long extra_left = extra;
    for (long i = 0; i < iterations; ++i) {
        const long now = extra_left / (iterations - i);
        extra_left -= now;
        HSCOPE_ITERATION_BEGIN(i);
        HSCOPE_OPERATION_BEGIN("work");
        for (long s = 0; s < scopes; ++s) {
            HSCOPE_SCOPE_BEGIN("step", HSCOPE_CATEGORY_NATIVE);
            add(work);
            HSCOPE_SCOPE_END();
        }
        extra_scopes(now / 2);
        HSCOPE_OPERATION_END();
        extra_scopes(now - now / 2);
        HSCOPE_OPERATION_BEGIN("rest");
        add(scopes * work);
        HSCOPE_OPERATION_END();
        HSCOPE_ITERATION_END();
    }
    return sum == 1;
}
