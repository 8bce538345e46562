/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Times pairs of LTTng-UST tracepoints, begin and end of a scope, as bench_collector times its own:
 * bursts with a pause after each. Prints the median in ns. Run by lttng_session.sh inside a
 * session. */
#define _POSIX_C_SOURCE 200809L
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lttng_provider.h"

enum
{
    kBursts = 51,
    kScopes = 20000
};

static double nowNs(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int compare(const void* a, const void* b)
{
    const double x = *(const double*)a;
    const double y = *(const double*)b;
    return (x > y) - (x < y);
}

int main(void)
{
    static double ns[kBursts];
    const struct timespec pause = {0, 20000000};
    for (int burst = 0; burst < kBursts; ++burst) {
        const double start = nowNs();
        for (uint64_t i = 0; i < kScopes; ++i) {
            lttng_ust_tracepoint(hscope_bench, scope_begin, i);
            lttng_ust_tracepoint(hscope_bench, scope_end);
        }
        ns[burst] = (nowNs() - start) / kScopes;
        nanosleep(&pause, NULL);
    }
    qsort(ns, kBursts, sizeof ns[0], compare);
    printf("%.1f\n", ns[kBursts / 2]);
    return 0;
}
