// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>

/// Aborts with file and line when `condition` is false: a broken invariant of this program, never
/// bad input.
#define HSCOPE_CHECK(condition)                                                                    \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #condition);     \
            std::abort();                                                                          \
        }                                                                                          \
    } while (false)

#ifdef NDEBUG
#define HSCOPE_DCHECK(condition) static_cast<void>(0)
#else
/// Like HSCOPE_CHECK, in debug builds only; for checks on hot paths.
#define HSCOPE_DCHECK(condition) HSCOPE_CHECK(condition)
#endif
