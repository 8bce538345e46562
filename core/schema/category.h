// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hscope::core {

/// What a slice's time is spent in. The values are stored in `slice.category`; never renumber.
enum class Category : std::uint8_t
{
    Python = 0,
    Native = 1,
    Simulator = 2,
    Backend = 3,
    GpuApi = 4,
    GpuSync = 5, ///< A call that waits for the GPU.
    GpuKernel = 6,
    GpuMemcpy = 7,
    GpuMemset = 8,
    Collective = 9, ///< Communication kernels on a GPU.
    Overhead = 10,  ///< Time that profiling itself added.
    Annotation =
        11 ///< Shown, never counted: operations, iterations, markers that mirror other slices.
};

inline constexpr int kCategoryCount = 12;

inline constexpr std::array<std::string_view, kCategoryCount> kCategoryNames = {
    "python",     "native",     "simulator",  "backend",    "gpu_api",  "gpu_sync",
    "gpu_kernel", "gpu_memcpy", "gpu_memset", "collective", "overhead", "annotation"};

[[nodiscard]] constexpr std::string_view categoryName(Category category)
{
    return kCategoryNames[static_cast<std::size_t>(category)];
}

/// The category called `name`, if there is one.
[[nodiscard]] constexpr std::optional<Category> findCategory(std::string_view name)
{
    for (std::size_t i = 0; i < kCategoryNames.size(); ++i) {
        if (kCategoryNames[i] == name) {
            return static_cast<Category>(i);
        }
    }
    return std::nullopt;
}

/// True for work that a device executes (the resource GPU); everything else is CPU time.
[[nodiscard]] constexpr bool isGpuCategory(Category category)
{
    return category == Category::GpuKernel || category == Category::GpuMemcpy ||
           category == Category::GpuMemset || category == Category::Collective;
}

} // namespace hscope::core
