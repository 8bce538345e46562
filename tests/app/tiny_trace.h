// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace hscope::test {

/// A trace file as PyTorch's profiler writes it, small enough to read: two iterations, three
/// operations, one launch with its kernel, which outlives its operation. Times in us.
///
///   iteration   [7                 ][8        ]
///   operations  [inference ][training         ]
///   main        [aten::linear ]     [aten::mul]
///                 [cudaLaunchKernel]
///   GPU 0                 [gemm <b>   ]
inline constexpr std::string_view kTinyTrace = R"json({"schemaVersion": 1, "traceEvents": [
{"ph": "M", "name": "process_name", "pid": 1, "tid": 0, "args": {"name": "trainer"}},
{"ph": "M", "name": "thread_name", "pid": 1, "tid": 1, "args": {"name": "main"}},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#7", "pid": 1, "tid": 1, "ts": 100, "dur": 100},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#8", "pid": 1, "tid": 1, "ts": 200, "dur": 100},
{"ph": "X", "cat": "user_annotation", "name": "inference", "pid": 1, "tid": 1, "ts": 100, "dur": 60},
{"ph": "X", "cat": "user_annotation", "name": "training", "pid": 1, "tid": 1, "ts": 160, "dur": 140},
{"ph": "X", "cat": "cpu_op", "name": "aten::linear", "pid": 1, "tid": 1, "ts": 100, "dur": 50},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 110, "dur": 10,
 "args": {"correlation": 42, "External id": 3, "cbid": 211}},
{"ph": "X", "cat": "cpu_op", "name": "aten::mul", "pid": 1, "tid": 1, "ts": 200, "dur": 60},
{"ph": "X", "cat": "cpu_op", "name": "aten::mul", "pid": 1, "tid": 1, "ts": 270, "dur": 20},
{"ph": "X", "cat": "kernel", "name": "gemm<b>bold</b>", "pid": 0, "tid": 7, "ts": 140, "dur": 80,
 "args": {"correlation": 42, "device": 0, "stream": 7, "grid": [32, 1, 1]}}
]})json";

} // namespace hscope::test
