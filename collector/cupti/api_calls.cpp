// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/cupti/api_calls.h"

namespace hscope::cupti {

namespace {

/// The outermost call that the thread is in.
struct OpenCall
{
    std::uint32_t depth;
    std::uint32_t correlation;
    CUpti_CallbackDomain domain;
    std::uint32_t generation; ///< Of the time between two switches of CUPTI.
};

constinit thread_local OpenCall t_open{};

} // namespace

bool isSynchronizing(std::string_view function)
{
    const bool isCopy = function.starts_with("cudaMemcpy") || function.starts_with("cuMemcpy");
    return function.find("Synchronize") != std::string_view::npos ||
           (isCopy && function.find("Async") == std::string_view::npos);
}

std::string_view plainName(std::string_view function)
{
    for (const std::string_view suffix : {"_ptsz", "_ptds"}) {
        if (function.ends_with(suffix)) {
            function.remove_suffix(suffix.size());
        }
    }
    return function;
}

void ApiCalls::onCall(CUpti_CallbackDomain domain, CUpti_CallbackId function,
                      const CUpti_CallbackData& data) noexcept
{
    if (data.callbackSite == CUPTI_API_ENTER) {
        begin(domain, function, data);
    } else {
        end(domain, data);
    }
}

void ApiCalls::begin(CUpti_CallbackDomain domain, CUpti_CallbackId function,
                     const CUpti_CallbackData& data)
{
    const std::uint32_t generation = m_generation.load(std::memory_order_relaxed);
    if (t_open.generation != generation) {
        t_open = {0, 0, domain, generation}; // the recording that had its scope is over
    }
    if (t_open.depth > 0 && t_open.domain == CUPTI_CB_DOMAIN_DRIVER_API &&
        domain ==
            CUPTI_CB_DOMAIN_RUNTIME_API) { // the driver calls no runtime: its end was not told
        hscope_scope_end();
        t_open.depth = 0;
    }
    if (t_open.depth++ > 0) {
        if (data.correlationId != t_open.correlation) { // work may name either of them
            hscope_link_from(HSCOPE_LINK_LAUNCH, data.correlationId);
        }
        return;
    }
    t_open.correlation = data.correlationId;
    t_open.domain = domain;
    if (m_notesPauses.load(std::memory_order_relaxed)) {
        m_paused.note(data.correlationId, hscope_is_recording() != 0);
    }
    const Function known = lookUp(domain, function, data.functionName);
    hscope_scope_begin(known.name, known.category);
    hscope_link_from(HSCOPE_LINK_LAUNCH, data.correlationId);
}

void ApiCalls::end(CUpti_CallbackDomain domain, const CUpti_CallbackData& data) const
{
    if (t_open.depth == 0 || t_open.generation != m_generation.load(std::memory_order_relaxed)) {
        return; // a call that was under way when we came has no begin
    }
    if (t_open.correlation == data.correlationId && t_open.domain == domain) {
        hscope_scope_end(); // whatever was inside is over, too
        t_open.depth = 0;
    } else if (t_open.depth > 1) {
        --t_open.depth;
    }
}

ApiCalls::Function ApiCalls::lookUp(CUpti_CallbackDomain domain, CUpti_CallbackId function,
                                    const char* name)
{
    constexpr unsigned kHalf = 32;
    const std::size_t row = domain == CUPTI_CB_DOMAIN_RUNTIME_API ? 0 : 1;
    if (function >= kFunctions) {
        return makeFunction(name);
    }
    std::atomic<std::uint64_t>& place = m_functions[row][function];
    std::uint64_t packed = place.load(std::memory_order_relaxed);
    if (packed == 0) {
        const Function made = makeFunction(name);
        packed = static_cast<std::uint64_t>(made.category + 1) << kHalf | made.name;
        place.store(packed, std::memory_order_relaxed);
    }
    return {static_cast<hscope_name>(packed), static_cast<std::int32_t>(packed >> kHalf) - 1};
}

ApiCalls::Function ApiCalls::makeFunction(const char* name)
{
    const std::string_view plain = name == nullptr ? "(unknown function of CUDA)" : plainName(name);
    const std::int32_t category =
        isSynchronizing(plain) ? HSCOPE_CATEGORY_GPU_SYNC : HSCOPE_CATEGORY_GPU_API;
    return {hscope_name_intern(plain.data(), plain.size()), category | HSCOPE_HOOK_GPU_API};
}

} // namespace hscope::cupti
