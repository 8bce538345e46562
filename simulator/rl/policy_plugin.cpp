// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// libhscope_rl.so's interface: checks arguments and keeps exceptions inside.
#include "simulator/rl/policy_plugin.h"

#include "simulator/rl/policy_network.h"
#include "simulator/rl/weights_file.h"

#include <cstring>
#include <exception>
#include <string>
#include <utility>

struct hscope_policy
{
    explicit hscope_policy(const std::vector<float>& weights)
        : network(weights)
    {
    }

    hscope::rl::PolicyNetwork network;
};

namespace {

using hscope::rl::PolicyNetwork;

/// Bounds that keep sizes far from overflow.
constexpr std::int32_t kMostLayers = 1'000'000;
constexpr std::int32_t kMostTypes = 100'000;
constexpr std::int32_t kMostPlans = 1'000'000;
constexpr std::int64_t kMostCells = 200'000'000;

std::string& lastError()
{
    thread_local std::string s_error;
    return s_error;
}

std::int32_t fail(std::int32_t code, const char* sentence)
{
    lastError() = sentence;
    return code;
}

/// Calls `body`; an exception becomes a code.
template <typename Body>
std::int32_t guarded(Body&& body) noexcept
{
    try {
        return std::forward<Body>(body)();
    } catch (const std::exception& exception) {
        // LibTorch appends a stack trace to what it says.
        const std::string text = exception.what();
        lastError() = "LibTorch: " + text.substr(0, text.find('\n'));
    } catch (...) {
        lastError() = "LibTorch failed in an unknown way";
    }
    return HSCOPE_POLICY_FAILED;
}

bool isBad(const hscope_policy* policy, const hscope_policy_problems* problems, std::int32_t count)
{
    if (policy == nullptr || problems == nullptr ||
        problems->struct_size < sizeof(hscope_policy_problems)) {
        return true;
    }
    const hscope_policy_problems& given = *problems;
    const bool sane = given.problems > 0 && given.problems <= kMostPlans && given.layers > 0 &&
                      given.layers <= kMostLayers && given.types > 0 && given.types <= kMostTypes &&
                      count > 0 && count <= kMostPlans;
    // Each factor is at most 1e6, so three of them stay inside 64 bits.
    return !sane || std::int64_t{given.problems} * count > kMostCells ||
           std::int64_t{given.problems} * count * given.layers > kMostCells ||
           std::int64_t{given.problems} * given.layers * given.types > kMostCells ||
           given.layer_features == nullptr || given.type_features == nullptr ||
           given.loads == nullptr || given.runnable == nullptr || given.prices == nullptr ||
           given.limits == nullptr;
}

std::int32_t badArgument()
{
    return fail(HSCOPE_POLICY_BAD_ARGUMENT,
                "an argument is missing, out of range or of another version");
}

std::int32_t create(const void* weights, std::size_t size, std::uint64_t seed,
                    hscope_policy** policy)
{
    if (policy == nullptr) {
        return badArgument();
    }
    return guarded([&]() -> std::int32_t {
        if (weights == nullptr) {
            *policy = new hscope_policy(PolicyNetwork::freshWeights(seed));
            return HSCOPE_POLICY_OK;
        }
        const auto unpacked = hscope::rl::unpackWeights(static_cast<const unsigned char*>(weights),
                                                        size, PolicyNetwork::weightCount());
        if (!unpacked) {
            return fail(HSCOPE_POLICY_CORRUPT_WEIGHTS,
                        "these are no weights, damaged ones, or those of another version");
        }
        *policy = new hscope_policy(*unpacked);
        return HSCOPE_POLICY_OK;
    });
}

void destroy(hscope_policy* policy)
{
    delete policy;
}

std::int32_t decide(const hscope_policy* policy, const hscope_policy_problems* problems,
                    std::int32_t* plans)
{
    if (isBad(policy, problems, 1) || plans == nullptr) {
        return badArgument();
    }
    return guarded([&]() -> std::int32_t {
        policy->network.decide(*problems, plans);
        return HSCOPE_POLICY_OK;
    });
}

std::int32_t sample(const hscope_policy* policy, const hscope_policy_problems* problems,
                    std::int32_t count, std::uint64_t seed, std::int32_t* plans)
{
    if (isBad(policy, problems, count) || plans == nullptr) {
        return badArgument();
    }
    return guarded([&]() -> std::int32_t {
        policy->network.sample(*problems, static_cast<std::size_t>(count), seed, plans);
        return HSCOPE_POLICY_OK;
    });
}

bool hasOnlyTypes(const hscope_policy_problems& problems, std::int32_t count,
                  const std::int32_t* plans)
{
    const std::int64_t choices = std::int64_t{problems.problems} * count * problems.layers;
    for (std::int64_t i = 0; i < choices; ++i) {
        if (plans[i] < 0 || plans[i] >= problems.types) {
            return false;
        }
    }
    return true;
}

std::int32_t update(hscope_policy* policy, const hscope_policy_problems* problems,
                    std::int32_t count, const std::int32_t* plans, const float* advantages,
                    const hscope_policy_step* step)
{
    if (isBad(policy, problems, count) || plans == nullptr || advantages == nullptr ||
        step == nullptr || step->struct_size < sizeof(hscope_policy_step) ||
        !hasOnlyTypes(*problems, count, plans)) {
        return badArgument();
    }
    return guarded([&]() -> std::int32_t {
        policy->network.update(*problems, static_cast<std::size_t>(count), plans, advantages,
                               *step);
        return HSCOPE_POLICY_OK;
    });
}

std::int32_t save(const hscope_policy* policy, void* buffer, std::size_t size, std::size_t* needed)
{
    if (policy == nullptr || needed == nullptr) {
        return badArgument();
    }
    return guarded([&]() -> std::int32_t {
        const std::vector<unsigned char> bytes = hscope::rl::packWeights(policy->network.weights());
        *needed = bytes.size();
        if (buffer != nullptr && size >= bytes.size()) {
            std::memcpy(buffer, bytes.data(), bytes.size());
        }
        return HSCOPE_POLICY_OK;
    });
}

const char* lastErrorText()
{
    return lastError().c_str();
}

constexpr hscope_policy_table kTable{HSCOPE_POLICY_ABI_VERSION,
                                     sizeof(hscope_policy_table),
                                     create,
                                     destroy,
                                     decide,
                                     sample,
                                     update,
                                     save,
                                     lastErrorText};

} // namespace

__attribute__((visibility("default"))) const hscope_policy_table* hscope_policy_interface(void)
{
    return &kTable;
}
