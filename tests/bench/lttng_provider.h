/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The tracepoints that bench_collector is compared with; in the form that LTTng-UST wants. */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER hscope_bench

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "lttng_provider.h"

#if !defined(HSCOPE_LTTNG_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define HSCOPE_LTTNG_PROVIDER_H

#include <lttng/tracepoint.h>
#include <stdint.h>

LTTNG_UST_TRACEPOINT_EVENT(hscope_bench, scope_begin, LTTNG_UST_TP_ARGS(uint64_t, name),
                           LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(uint64_t, name, name)))
LTTNG_UST_TRACEPOINT_EVENT(hscope_bench, scope_end, LTTNG_UST_TP_ARGS(), LTTNG_UST_TP_FIELDS())

#endif

#include <lttng/tracepoint-event.h>
