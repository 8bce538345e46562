// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// NVTX ranges of the program become our operations. The program's copy of NVTX loads this library
// (the file NVTX_INJECTION64_PATH) at its first call and calls InitializeInjectionNvtx2().
//
// Ranges that a thread pushes and pops in the default domain, or in that of NVIDIA's Python
// package, are operations; those in a domain of another name, as libraries have, are scopes of
// category backend called `DOMAIN: NAME`. Ranges with a start and an end may overlap and change
// threads, so they are no scopes: their starts are marked, as nvtxMark() is.
#define NVTX_NO_IMPL
#include "hscope/hooks.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <pthread.h>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <nvtx3/nvToolsExt.h>
#pragma GCC diagnostic pop

namespace {

constexpr std::string_view kUnnamed = "(unnamed range)";
constexpr std::string_view kDomainOfPython = "NVTX"; // of the package `nvtx`, if it names no other

/// A domain of a library; null is the default one.
struct Domain
{
    std::string name;
};

/// Of the names and of the domains. A fork waits for them.
std::mutex s_namesMutex;
std::mutex s_domainsMutex;

/// A range that this thread pushed.
struct Pushed
{
    const Domain* domain;
    bool isOver; ///< Popped before one inside it, as ranges of different domains may be.
};

/// The thread's ranges, outermost first. Deeper ones are not recorded.
struct Ranges
{
    static constexpr std::size_t kMost = 256;

    std::array<Pushed, kMost> open;
    std::size_t depth;
};

constinit thread_local Ranges t_ranges{};

/// Names are for the whole process; a program that puts numbers into them must leave some.
hscope_name intern(std::string_view text)
{
    static constexpr std::size_t kMostNames = 20'000;
    static constexpr std::string_view kMore = "(more ranges of NVTX)";
    static auto* const s_names = new std::map<std::string, hscope_name, std::less<>>;
    const std::lock_guard lock(s_namesMutex);
    if (const auto found = s_names->find(text); found != s_names->end()) {
        return found->second;
    }
    const std::string_view kept = s_names->size() < kMostNames ? text : kMore;
    const hscope_name name = hscope_name_intern(kept.data(), kept.size());
    if (s_names->size() < kMostNames) {
        s_names->emplace(kept, name);
    }
    return name;
}

/// What `make` gives; the unnamed range if there is no memory for it, since nothing may be thrown
/// into the program.
template <typename Make>
hscope_name named(Make make) noexcept
{
    try {
        return make();
    } catch (const std::exception&) {
        return hscope_name_intern(kUnnamed.data(), kUnnamed.size());
    }
}

hscope_name nameOf(const char* text)
{
    return intern(text == nullptr ? kUnnamed : text);
}

void appendUtf8(std::string& text, char32_t character)
{
    constexpr unsigned kBits = 6;
    constexpr unsigned kLow = 0x3f;
    const auto tail = [&](unsigned shift) {
        text += static_cast<char>(0x80U | ((character >> shift) & kLow));
    };
    if (character < 0x80U) {
        text += static_cast<char>(character);
    } else if (character < 0x800U) {
        text += static_cast<char>(0xc0U | character >> kBits);
        tail(0);
    } else if (character < 0x10000U) {
        text += static_cast<char>(0xe0U | character >> 2 * kBits);
        tail(kBits);
        tail(0);
    } else {
        text += static_cast<char>(0xf0U | (character >> 3 * kBits & 0x7U));
        tail(2 * kBits);
        tail(kBits);
        tail(0);
    }
}

std::string utf8(const wchar_t* text)
{
    std::string result;
    for (; text != nullptr && *text != L'\0'; ++text) {
        appendUtf8(result, static_cast<char32_t>(*text));
    }
    return result;
}

hscope_name nameOf(const wchar_t* text)
{
    return intern(text == nullptr ? std::string(kUnnamed) : utf8(text));
}

Domain* of(nvtxDomainHandle_t domain)
{
    return reinterpret_cast<Domain*>(domain);
}

/// The text with the domain's name in front.
template <typename Text>
hscope_name nameIn(nvtxDomainHandle_t domain, Text text)
{
    if (domain == nullptr) {
        return nameOf(text);
    }
    std::string name = of(domain)->name + ": ";
    if (text == nullptr) {
        name += kUnnamed;
    } else if constexpr (std::is_same_v<Text, const wchar_t*>) {
        name += utf8(text);
    } else {
        name += text;
    }
    return intern(name);
}

/// A registered string is its name's number, which is never 0.
nvtxStringHandle_t handleOf(hscope_name name)
{
    return reinterpret_cast<nvtxStringHandle_t>(std::uintptr_t{name});
}

hscope_name nameOf(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* attributes)
{
    const int type = attributes == nullptr ? NVTX_MESSAGE_UNKNOWN : attributes->messageType;
    switch (type) {
    case NVTX_MESSAGE_TYPE_ASCII:
        return nameIn(domain, attributes->message.ascii);
    case NVTX_MESSAGE_TYPE_UNICODE:
        return nameIn(domain, attributes->message.unicode);
    case NVTX_MESSAGE_TYPE_REGISTERED:
        return static_cast<hscope_name>(
            reinterpret_cast<std::uintptr_t>(attributes->message.registered));
    default:
        return nameIn(domain, kUnnamed.data());
    }
}

// ---- The functions of NVTX that we stand for

/// NVTX counts levels from 0, in each domain.
int levelOf(const Domain* domain)
{
    int level = 0;
    for (std::size_t i = 0; i < std::min(t_ranges.depth, Ranges::kMost); ++i) {
        const Pushed& range = t_ranges.open[i];
        level += range.domain == domain && !range.isOver ? 1 : 0;
    }
    return level;
}

int push(const Domain* domain, hscope_name name) noexcept
{
    const int level = levelOf(domain);
    if (t_ranges.depth >= Ranges::kMost) {
        ++t_ranges.depth;
        return level;
    }
    if (domain == nullptr) {
        hscope_operation_begin(name);
    } else {
        hscope_scope_begin(name, HSCOPE_CATEGORY_BACKEND);
    }
    t_ranges.open[t_ranges.depth++] = {domain, false};
    return level;
}

/// Scopes of a thread nest, so one that is popped before what is inside it ends with that.
int pop(const Domain* domain) noexcept
{
    if (t_ranges.depth > Ranges::kMost) {
        --t_ranges.depth;
        return levelOf(domain);
    }
    const auto begin = t_ranges.open.begin();
    auto range = begin + static_cast<std::ptrdiff_t>(t_ranges.depth);
    do {
        if (range == begin) {
            return NVTX_NO_PUSH_POP_TRACKING;
        }
        --range;
    } while (range->domain != domain || range->isOver);
    range->isOver = true;
    while (t_ranges.depth > 0 && t_ranges.open[t_ranges.depth - 1].isOver) {
        --t_ranges.depth;
        if (t_ranges.open[t_ranges.depth].domain == nullptr) {
            hscope_operation_end();
        } else {
            hscope_scope_end();
        }
    }
    return levelOf(domain);
}

nvtxRangeId_t start(hscope_name name) noexcept
{
    static std::atomic<nvtxRangeId_t> s_next{1};
    hscope_instant_mark(name);
    return s_next.fetch_add(1, std::memory_order_relaxed);
}

int NVTX_API pushA(const char* text)
{
    return push(nullptr, named([text] { return nameOf(text); }));
}

int NVTX_API pushW(const wchar_t* text)
{
    return push(nullptr, named([text] { return nameOf(text); }));
}

int NVTX_API pushEx(const nvtxEventAttributes_t* attributes)
{
    return push(nullptr, named([attributes] { return nameOf(nullptr, attributes); }));
}

int NVTX_API popDefault()
{
    return pop(nullptr);
}

nvtxRangeId_t NVTX_API startA(const char* text)
{
    return start(named([text] { return nameOf(text); }));
}

nvtxRangeId_t NVTX_API startW(const wchar_t* text)
{
    return start(named([text] { return nameOf(text); }));
}

nvtxRangeId_t NVTX_API startEx(const nvtxEventAttributes_t* attributes)
{
    return start(named([attributes] { return nameOf(nullptr, attributes); }));
}

void NVTX_API end(nvtxRangeId_t /*range*/) {}

void NVTX_API markA(const char* text)
{
    hscope_instant_mark(named([text] { return nameOf(text); }));
}

void NVTX_API markW(const wchar_t* text)
{
    hscope_instant_mark(named([text] { return nameOf(text); }));
}

void NVTX_API markEx(const nvtxEventAttributes_t* attributes)
{
    hscope_instant_mark(named([attributes] { return nameOf(nullptr, attributes); }));
}

int NVTX_API domainPushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* attributes)
{
    return push(of(domain), named([=] { return nameOf(domain, attributes); }));
}

int NVTX_API domainPop(nvtxDomainHandle_t domain)
{
    return pop(of(domain));
}

void NVTX_API domainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* attributes)
{
    hscope_instant_mark(named([=] { return nameOf(domain, attributes); }));
}

nvtxRangeId_t NVTX_API domainStartEx(nvtxDomainHandle_t domain,
                                     const nvtxEventAttributes_t* attributes)
{
    return start(named([=] { return nameOf(domain, attributes); }));
}

void NVTX_API domainEnd(nvtxDomainHandle_t /*domain*/, nvtxRangeId_t /*range*/) {}

nvtxStringHandle_t NVTX_API registerA(nvtxDomainHandle_t domain, const char* text)
{
    return handleOf(named([=] { return nameIn(domain, text); }));
}

nvtxStringHandle_t NVTX_API registerW(nvtxDomainHandle_t domain, const wchar_t* text)
{
    return handleOf(named([=] { return nameIn(domain, text); }));
}

/// Domains are few and live as long as the process. The default one for those that have no name,
/// and where there is no memory for one.
nvtxDomainHandle_t createDomain(std::string name)
{
    if (name.empty() || name == kDomainOfPython) {
        return nullptr;
    }
    static auto* const s_domains = new std::deque<Domain>;
    const std::lock_guard lock(s_domainsMutex);
    return reinterpret_cast<nvtxDomainHandle_t>(&s_domains->emplace_back(Domain{std::move(name)}));
}

nvtxDomainHandle_t NVTX_API createDomainA(const char* name) noexcept
{
    try {
        return createDomain(name == nullptr ? std::string() : name);
    } catch (const std::exception&) {
        return nullptr;
    }
}

nvtxDomainHandle_t NVTX_API createDomainW(const wchar_t* name) noexcept
{
    try {
        return createDomain(utf8(name));
    } catch (const std::exception&) {
        return nullptr;
    }
}

struct Entry
{
    NvtxCallbackModule module;
    unsigned function;
    NvtxFunctionPointer ours;
};

template <typename Function>
Entry entry(NvtxCallbackModule module, unsigned function, Function ours)
{
    return {module, function, reinterpret_cast<NvtxFunctionPointer>(ours)};
}

/// Puts our functions into the program's table. False if it is none that we know.
bool replaceFunctions(const NvtxExportTableCallbacks& callbacks)
{
    constexpr auto kCore = NVTX_CB_MODULE_CORE;
    constexpr auto kDomains = NVTX_CB_MODULE_CORE2;
    const std::array entries = {
        entry(kCore, NVTX_CBID_CORE_MarkEx, markEx),
        entry(kCore, NVTX_CBID_CORE_MarkA, markA),
        entry(kCore, NVTX_CBID_CORE_MarkW, markW),
        entry(kCore, NVTX_CBID_CORE_RangeStartEx, startEx),
        entry(kCore, NVTX_CBID_CORE_RangeStartA, startA),
        entry(kCore, NVTX_CBID_CORE_RangeStartW, startW),
        entry(kCore, NVTX_CBID_CORE_RangeEnd, end),
        entry(kCore, NVTX_CBID_CORE_RangePushEx, pushEx),
        entry(kCore, NVTX_CBID_CORE_RangePushA, pushA),
        entry(kCore, NVTX_CBID_CORE_RangePushW, pushW),
        entry(kCore, NVTX_CBID_CORE_RangePop, popDefault),
        entry(kDomains, NVTX_CBID_CORE2_DomainMarkEx, domainMarkEx),
        entry(kDomains, NVTX_CBID_CORE2_DomainRangeStartEx, domainStartEx),
        entry(kDomains, NVTX_CBID_CORE2_DomainRangeEnd, domainEnd),
        entry(kDomains, NVTX_CBID_CORE2_DomainRangePushEx, domainPushEx),
        entry(kDomains, NVTX_CBID_CORE2_DomainRangePop, domainPop),
        entry(kDomains, NVTX_CBID_CORE2_DomainRegisterStringA, registerA),
        entry(kDomains, NVTX_CBID_CORE2_DomainRegisterStringW, registerW),
        entry(kDomains, NVTX_CBID_CORE2_DomainCreateA, createDomainA),
        entry(kDomains, NVTX_CBID_CORE2_DomainCreateW, createDomainW),
    };
    for (const Entry& one : entries) {
        NvtxFunctionTable table = nullptr;
        unsigned size = 0;
        if (callbacks.GetModuleFunctionTable(one.module, &table, &size) == 0 || table == nullptr) {
            return false;
        }
        if (one.function < size && table[one.function] != nullptr) {
            *table[one.function] = one.ours;
        }
    }
    return true;
}

} // namespace

extern "C" {

/// Called by NVTX within the program's first call of it. 1: our functions are in place.
HSCOPE_API int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t exportTable) noexcept
{
    const auto* const callbacks =
        static_cast<const NvtxExportTableCallbacks*>(exportTable(NVTX_ETID_CALLBACKS));
    if (callbacks == nullptr || callbacks->struct_size < sizeof *callbacks ||
        !replaceFunctions(*callbacks)) {
        std::fputs("heteroscope: not recording NVTX ranges: this version of NVTX is not known\n",
                   stderr);
        return 0;
    }
    static std::once_flag s_once;
    std::call_once(s_once, [] {
        const auto unlock = [] {
            s_domainsMutex.unlock();
            s_namesMutex.unlock();
        };
        pthread_atfork(
            [] {
                s_namesMutex.lock();
                s_domainsMutex.lock();
            },
            unlock, unlock);
    });
    return 1;
}

} // extern "C"
