// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/schema/category.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace hscope::core {

/// Which resources work on something at one instant.
enum class Resource : std::uint8_t
{
    None, ///< Nothing runs: idle.
    Cpu,
    Gpu,
    CpuAndGpu
};

/// A set of categories that are active together; the empty set is idle time.
class CategorySet
{
public:
    constexpr CategorySet() = default;

    constexpr explicit CategorySet(std::uint32_t bits)
        : m_bits(bits)
    {
    }

    constexpr void insert(Category category) { m_bits |= bit(category); }

    [[nodiscard]] constexpr bool contains(Category category) const
    {
        return (m_bits & bit(category)) != 0;
    }

    [[nodiscard]] constexpr bool isEmpty() const { return m_bits == 0; }

    [[nodiscard]] constexpr int size() const { return std::popcount(m_bits); }

    [[nodiscard]] constexpr std::uint32_t bits() const { return m_bits; }

    [[nodiscard]] constexpr Resource resource() const
    {
        const bool gpu = (m_bits & gpuBits()) != 0;
        const bool cpu = (m_bits & ~gpuBits()) != 0;
        return cpu ? (gpu ? Resource::CpuAndGpu : Resource::Cpu)
                   : (gpu ? Resource::Gpu : Resource::None);
    }

    /// In the order of the enumeration.
    [[nodiscard]] std::vector<Category> list() const
    {
        std::vector<Category> result;
        for (int i = 0; i < kCategoryCount; ++i) {
            if (contains(static_cast<Category>(i))) {
                result.push_back(static_cast<Category>(i));
            }
        }
        return result;
    }

    friend constexpr auto operator<=>(CategorySet, CategorySet) = default;

private:
    static constexpr std::uint32_t bit(Category category)
    {
        return std::uint32_t{1} << static_cast<unsigned>(category);
    }

    [[nodiscard]] static constexpr std::uint32_t gpuBits()
    {
        return bit(Category::GpuKernel) | bit(Category::GpuMemcpy) | bit(Category::GpuMemset) |
               bit(Category::Collective);
    }

    std::uint32_t m_bits = 0;
};

/// `cpu`, `gpu`, `cpu+gpu`, or `none` for idle.
[[nodiscard]] constexpr std::string_view resourceName(Resource resource)
{
    switch (resource) {
    case Resource::Cpu:
        return "cpu";
    case Resource::Gpu:
        return "gpu";
    case Resource::CpuAndGpu:
        return "cpu+gpu";
    case Resource::None:
        break;
    }
    return "none";
}

} // namespace hscope::core
