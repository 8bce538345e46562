// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/chrome_category.h"

#include <charconv>

namespace hscope::core {

namespace {

using Role = ChromeMeaning::Role;

constexpr std::string_view kStepPrefix = "ProfilerStep#";

/// What PyTorch of 2021 recorded as operators, but its users know as their own steps.
bool isOperationOf2021(std::string_view name)
{
    return (name.starts_with("Optimizer.") && name.find('#') != std::string_view::npos) ||
           name.starts_with("enumerate(DataLoader)#");
}

ChromeMeaning meaningOfOwnName(Category category)
{
    if (isGpuCategory(category)) {
        return {Role::Gpu, category};
    }
    if (category == Category::Overhead) {
        return {Role::Overhead, category};
    }
    return {category == Category::Annotation ? Role::Marker : Role::Cpu, category};
}

} // namespace

ChromeMeaning meaningOfCategory(std::string_view category)
{
    if (category == "cpu_op" || category == "Operator") {
        return {Role::Cpu, Category::Backend, category == "Operator"};
    }
    if (category == "python_function") {
        return {Role::Cpu, Category::Python};
    }
    if (category.ends_with("_runtime") || category.ends_with("_driver") || category == "Runtime") {
        return {Role::Cpu, Category::GpuApi};
    }
    if (category == "kernel" || category == "Kernel" || category == "mtia_ccp_events") {
        return {Role::Gpu, Category::GpuKernel};
    }
    if (category == "Memcpy") {
        return {Role::Gpu, Category::GpuMemcpy};
    }
    if (category == "Memset") {
        return {Role::Gpu, Category::GpuMemset};
    }
    if (category == "user_annotation" || category == "operation") {
        return {Role::Operation, Category::Annotation};
    }
    if (category == "gpu_user_annotation" || category == "cuda_sync" || category == "cuda_event" ||
        category == "Trace") {
        return {Role::Marker, Category::Annotation};
    }
    if (const auto own = findCategory(category)) {
        return meaningOfOwnName(*own);
    }
    return {Role::Cpu, Category::Native, false, category.empty()};
}

ChromeMeaning refinedByName(ChromeMeaning meaning, std::string_view name)
{
    if (meaning.category == Category::GpuApi &&
        name.find("Synchronize") != std::string_view::npos) {
        meaning.category = Category::GpuSync;
    } else if (meaning.category == Category::GpuKernel &&
               (name.starts_with("nccl") || name.starts_with("rccl"))) {
        meaning.category = Category::Collective;
    } else if (meaning.role == Role::Operation || meaning.category == Category::Backend) {
        if (iterationNumber(name)) {
            return {Role::Iteration, Category::Annotation};
        }
        if (meaning.isOperator2021 && isOperationOf2021(name)) {
            return {Role::Operation, Category::Annotation};
        }
    }
    return meaning;
}

std::optional<std::int64_t> iterationNumber(std::string_view name)
{
    if (!name.starts_with(kStepPrefix)) {
        return std::nullopt;
    }
    const std::string_view digits = name.substr(kStepPrefix.size());
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool whole = error == std::errc() && end == digits.data() + digits.size();
    return whole && value >= 0 ? std::optional(value) : std::nullopt;
}

} // namespace hscope::core
