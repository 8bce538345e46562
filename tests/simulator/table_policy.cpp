// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulator/table_policy.h"

#include "simulator/rl/random_stream.h"

#include <algorithm>
#include <cmath>

struct hscope_policy
{
    unsigned char preferred = 0;
    std::vector<double> preferences; ///< By layer, then type; empty before the first update.
};

namespace hscope::test {

namespace {

std::vector<double> scores(const hscope_policy& policy, const hscope_policy_problems& problems)
{
    const auto types = static_cast<std::size_t>(problems.types);
    std::vector<double> result(static_cast<std::size_t>(problems.layers) * types);
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] = policy.preferences.empty() ? (i % types == policy.preferred ? 0.5 : 0.0)
                                               : policy.preferences[i];
        if (problems.runnable[i] == 0) {
            result[i] = -1e9;
        }
    }
    return result;
}

std::int32_t create(const void* weights, std::size_t size, std::uint64_t /*seed*/,
                    hscope_policy** policy)
{
    if (weights != nullptr && size != 1) {
        return HSCOPE_POLICY_CORRUPT_WEIGHTS;
    }
    *policy = new hscope_policy;
    if (weights != nullptr) {
        (*policy)->preferred = *static_cast<const unsigned char*>(weights);
    }
    return HSCOPE_POLICY_OK;
}

void destroy(hscope_policy* policy)
{
    delete policy;
}

std::int32_t decide(const hscope_policy* policy, const hscope_policy_problems* problems,
                    std::int32_t* plans)
{
    const std::vector<double> values = scores(*policy, *problems);
    for (std::int32_t layer = 0; layer < problems->layers; ++layer) {
        const auto row = values.begin() + std::ptrdiff_t{layer} * problems->types;
        plans[layer] =
            static_cast<std::int32_t>(std::max_element(row, row + problems->types) - row);
    }
    return HSCOPE_POLICY_OK;
}

std::int32_t sample(const hscope_policy* policy, const hscope_policy_problems* problems,
                    std::int32_t count, std::uint64_t seed, std::int32_t* plans)
{
    const std::vector<double> values = scores(*policy, *problems);
    rl::RandomStream random(seed);
    for (std::int32_t i = 0; i < count * problems->layers; ++i) {
        const auto row = values.begin() + std::ptrdiff_t{i % problems->layers} * problems->types;
        // The largest of scores with Gumbel noise is a draw from their softmax.
        double best = -1e300;
        for (std::int32_t type = 0; type < problems->types; ++type) {
            const double noise = -std::log(-std::log(random.uniform() + 1e-12) + 1e-12);
            if (row[type] + noise > best) {
                best = row[type] + noise;
                plans[i] = type;
            }
        }
    }
    return HSCOPE_POLICY_OK;
}

std::int32_t update(hscope_policy* policy, const hscope_policy_problems* problems,
                    std::int32_t count, const std::int32_t* plans, const float* advantages,
                    const hscope_policy_step* step)
{
    policy->preferences = scores(*policy, *problems);
    for (std::int32_t i = 0; i < count * problems->layers; ++i) {
        const auto cell = std::ptrdiff_t{i % problems->layers} * problems->types + plans[i];
        policy->preferences[static_cast<std::size_t>(cell)] +=
            static_cast<double>(step->learning_rate * advantages[i / problems->layers]);
    }
    return HSCOPE_POLICY_OK;
}

std::int32_t save(const hscope_policy* policy, void* buffer, std::size_t size, std::size_t* needed)
{
    *needed = 1;
    if (buffer != nullptr && size >= 1) {
        *static_cast<unsigned char*>(buffer) = policy->preferred;
    }
    return HSCOPE_POLICY_OK;
}

const char* lastError()
{
    return "not one byte";
}

constexpr hscope_policy_table kTable{HSCOPE_POLICY_ABI_VERSION,
                                     sizeof(hscope_policy_table),
                                     create,
                                     destroy,
                                     decide,
                                     sample,
                                     update,
                                     save,
                                     lastError};

} // namespace

const hscope_policy_table& tablePolicy()
{
    return kTable;
}

std::vector<std::byte> tableWeights(unsigned char type)
{
    return {std::byte{type}};
}

} // namespace hscope::test
