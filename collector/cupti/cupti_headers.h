// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// CUPTI's own headers, of any version from 11.8 on: the one place that knows where each version has
// what we use.
#pragma once

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wundef"
#include <cupti.h>
#if CUPTI_API_VERSION >= 21
// From 12.3 on: older layouts of records, which are the beginnings of the newer ones.
#include <cupti_activity_deprecated.h>
#endif
#pragma GCC diagnostic pop
