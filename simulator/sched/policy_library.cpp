// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/policy_library.h"

#include <dlfcn.h>
#include <fstream>
#include <string>

namespace hscope::sim {

namespace {

using core::ErrorCode;
using core::failure;

/// Bytes; weights are far smaller.
constexpr std::uintmax_t kLargestWeights = 64U << 20U;

tl::unexpected<core::Error> pluginFailure(const hscope_policy_table& table, ErrorCode code)
{
    return failure(code, std::string("the policy network failed: ") + table.last_error());
}

core::Result<Policy> wrapped(const hscope_policy_table& table, std::int32_t status,
                             hscope_policy* policy)
{
    if (status == HSCOPE_POLICY_CORRUPT_WEIGHTS) {
        return failure(ErrorCode::Corrupt, table.last_error());
    }
    if (status != HSCOPE_POLICY_OK || policy == nullptr) {
        return pluginFailure(table, ErrorCode::Internal);
    }
    return Policy(table, policy);
}

} // namespace

Policy::Policy(const hscope_policy_table& table, hscope_policy* policy)
    : m_table(&table)
    , m_policy(policy, table.destroy)
{
}

core::Result<PolicyPlans> Policy::decide(const hscope_policy_problems& problems) const
{
    PolicyPlans plans(static_cast<std::size_t>(problems.problems) *
                      static_cast<std::size_t>(problems.layers));
    if (m_table->decide(m_policy.get(), &problems, plans.data()) != HSCOPE_POLICY_OK) {
        return pluginFailure(*m_table, ErrorCode::Internal);
    }
    return plans;
}

core::Result<PolicyPlans> Policy::sample(const hscope_policy_problems& problems, std::size_t count,
                                         std::uint64_t seed) const
{
    PolicyPlans plans(static_cast<std::size_t>(problems.problems) * count *
                      static_cast<std::size_t>(problems.layers));
    if (m_table->sample(m_policy.get(), &problems, static_cast<std::int32_t>(count), seed,
                        plans.data()) != HSCOPE_POLICY_OK) {
        return pluginFailure(*m_table, ErrorCode::Internal);
    }
    return plans;
}

core::Result<void> Policy::update(const hscope_policy_problems& problems, const PolicyPlans& plans,
                                  std::span<const float> advantages, const hscope_policy_step& step)
{
    const auto count =
        static_cast<std::int32_t>(advantages.size() / static_cast<std::size_t>(problems.problems));
    if (m_table->update(m_policy.get(), &problems, count, plans.data(), advantages.data(), &step) !=
        HSCOPE_POLICY_OK) {
        return pluginFailure(*m_table, ErrorCode::Internal);
    }
    return {};
}

core::Result<std::vector<std::byte>> Policy::save() const
{
    std::size_t size = 0;
    if (m_table->save(m_policy.get(), nullptr, 0, &size) != HSCOPE_POLICY_OK) {
        return pluginFailure(*m_table, ErrorCode::Internal);
    }
    std::vector<std::byte> bytes(size);
    if (m_table->save(m_policy.get(), bytes.data(), bytes.size(), &size) != HSCOPE_POLICY_OK) {
        return pluginFailure(*m_table, ErrorCode::Internal);
    }
    return bytes;
}

core::Result<const hscope_policy_table*> loadPolicyPlugin(const std::filesystem::path& library)
{
    const std::string needs = "rl-lstm needs the plugin libhscope_rl.so";
    if (library.empty()) {
        return failure(ErrorCode::Unavailable,
                       needs + ", which is not installed: install LibTorch (Debian: libtorch-dev) "
                               "and build with HSCOPE_WITH_TORCH=ON");
    }
    // Never closed: LibTorch does not survive it.
    void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        return failure(ErrorCode::Unavailable,
                       needs + ", which could not be loaded (" + dlerror() +
                           "): install LibTorch (Debian: libtorch1.13), or build it with "
                           "HSCOPE_WITH_TORCH=ON");
    }
    using Interface = const hscope_policy_table* (*)();
    const auto entry = reinterpret_cast<Interface>(dlsym(handle, "hscope_policy_interface"));
    const hscope_policy_table* table = entry != nullptr ? entry() : nullptr;
    if (table == nullptr || table->abi_version != HSCOPE_POLICY_ABI_VERSION ||
        table->struct_size < sizeof(hscope_policy_table)) {
        return failure(ErrorCode::Unavailable,
                       needs + " of this version of Heteroscope, but " + library.string() +
                           " has another interface: install both from the same build");
    }
    return table;
}

core::Result<Policy> makePolicy(const hscope_policy_table& table,
                                std::span<const std::byte> weights)
{
    hscope_policy* policy = nullptr;
    // A null pointer would mean fresh weights.
    const std::byte none{};
    const std::int32_t status =
        table.create(weights.empty() ? &none : weights.data(), weights.size(), 0, &policy);
    return wrapped(table, status, policy);
}

core::Result<Policy> makeFreshPolicy(const hscope_policy_table& table, std::uint64_t seed)
{
    hscope_policy* policy = nullptr;
    const std::int32_t status = table.create(nullptr, 0, seed, &policy);
    return wrapped(table, status, policy);
}

core::Result<std::vector<std::byte>> readPolicyWeights(const std::filesystem::path& path)
{
    std::error_code error;
    const std::uintmax_t size = path.empty() ? 0 : std::filesystem::file_size(path, error);
    if (path.empty() || error == std::errc::no_such_file_or_directory) {
        return failure(
            ErrorCode::Unavailable,
            "rl-lstm needs the weights rl-lstm.policy, which " +
                (path.empty() ? std::string("are not installed") : "are not at " + path.string()) +
                ": reinstall Heteroscope, or make them with train_policy");
    }
    std::ifstream file(path, std::ios::binary);
    if (error || !file || size > kLargestWeights) {
        return failure(ErrorCode::Io, "the weights " + path.string() + " cannot be read");
    }
    std::vector<std::byte> bytes(size);
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
    if (!file) {
        return failure(ErrorCode::Io, "the weights " + path.string() + " cannot be read");
    }
    return bytes;
}

} // namespace hscope::sim
