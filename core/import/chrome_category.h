// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/schema/category.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace hscope::core {

/// What a slice of a Chrome trace is for us, judged by its category and name.
struct ChromeMeaning
{
    enum class Role : std::uint8_t
    {
        Cpu,       ///< Time of a CPU thread.
        Gpu,       ///< Work of a device.
        Operation, ///< The user's own annotation.
        Iteration, ///< A numbered step: `ProfilerStep#7`.
        Marker,    ///< Mirrors something on a device's row; shown, never counted.
        Overhead   ///< Time of the profiler itself.
    };

    Role role = Role::Cpu;
    Category category = Category::Native;
    /// Of category `Operator`, which in 2021 held the user's own steps too.
    bool isOperator2021 = false;
    /// False if the category means nothing to us; the slice then counts as native.
    bool known = true;
};

/// Judges by category alone; names refine it in refinedByName.
///
/// | category in the file                                  | meaning                     |
/// | cpu_op, Operator                                      | backend                     |
/// | python_function                                       | python                      |
/// | *_runtime, *_driver, Runtime                          | gpu_api                     |
/// | kernel, Kernel, mtia_ccp_events                       | gpu_kernel                  |
/// | gpu_memcpy, Memcpy / gpu_memset, Memset               | gpu_memcpy / gpu_memset     |
/// | user_annotation, operation                            | an operation                |
/// | gpu_user_annotation, cuda_sync, cuda_event, Trace     | shown, never counted        |
/// | overhead                                              | overhead                    |
/// | one of our own category names                         | itself                      |
[[nodiscard]] ChromeMeaning meaningOfCategory(std::string_view category);

/// Refines by name: synchronising calls are gpu_sync, nccl kernels are collective, ProfilerStep#N
/// is an iteration, and the profiler's own wrappers of 2021 (`Optimizer.step#SGD.step`,
/// `enumerate(DataLoader)#...`) are operations.
[[nodiscard]] ChromeMeaning refinedByName(ChromeMeaning meaning, std::string_view name);

/// N of a name `ProfilerStep#N`.
[[nodiscard]] std::optional<std::int64_t> iterationNumber(std::string_view name);

} // namespace hscope::core
