// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "simulator/rl/policy_plugin.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace hscope::sim {

/// Plans for the problems of a batch: types in the order of problems, plans of a problem, layers.
using PolicyPlans = std::vector<std::int32_t>;

/// A policy network inside the plugin.
///
/// Thread: `decide`, `sample` and `save` may run at once on several; `update` needs it alone.
/// Errors: Internal, with what the plugin said.
class Policy
{
public:
    /// Takes over `policy`, which `table` made. Both tables and plugins live for ever.
    Policy(const hscope_policy_table& table, hscope_policy* policy);

    [[nodiscard]] core::Result<PolicyPlans> decide(const hscope_policy_problems& problems) const;

    /// `count` plans for each problem.
    [[nodiscard]] core::Result<PolicyPlans> sample(const hscope_policy_problems& problems,
                                                   std::size_t count, std::uint64_t seed) const;

    /// A step on plans that `sample` gave; one advantage per plan.
    [[nodiscard]] core::Result<void> update(const hscope_policy_problems& problems,
                                            const PolicyPlans& plans,
                                            std::span<const float> advantages,
                                            const hscope_policy_step& step);

    [[nodiscard]] core::Result<std::vector<std::byte>> save() const;

private:
    const hscope_policy_table* m_table;
    std::unique_ptr<hscope_policy, void (*)(hscope_policy*)> m_policy;
};

/// Opens the plugin; it stays loaded until the process ends (LibTorch cannot be unloaded).
///
/// Cost: about 0.65 s the first time, that of loading LibTorch.
/// Errors: Unavailable, in one sentence that says what is missing and how to get it: no plugin,
/// LibTorch not installed, another version of the interface.
[[nodiscard]] core::Result<const hscope_policy_table*>
loadPolicyPlugin(const std::filesystem::path& library);

/// A policy of weights that `Policy::save` gave. Errors: Corrupt; Internal.
[[nodiscard]] core::Result<Policy> makePolicy(const hscope_policy_table& table,
                                              std::span<const std::byte> weights);

/// A policy that has learnt nothing yet. Errors: Internal.
[[nodiscard]] core::Result<Policy> makeFreshPolicy(const hscope_policy_table& table,
                                                   std::uint64_t seed);

/// The bytes of a weights file. Errors: Unavailable with a sentence; Io.
[[nodiscard]] core::Result<std::vector<std::byte>>
readPolicyWeights(const std::filesystem::path& path);

} // namespace hscope::sim
