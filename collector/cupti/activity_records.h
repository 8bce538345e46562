// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/cupti/cupti_headers.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace hscope::cupti {

/// Versions of the library (what cuptiGetVersion() says), from the first to the last.
struct VersionRange
{
    std::uint32_t first;
    std::uint32_t last;
    std::string_view release; ///< Of CUDA.
};

/// Whose records we can read. Each kind of record has grown from version to version at its end; the
/// fields that we read have not moved (checked against the headers of each release listed, see
/// collector/cupti/README.md). So they are read as the oldest of these versions has them, whatever
/// headers this was built with. A newer library might move them: it is refused.
[[nodiscard]] std::span<const VersionRange> supportedVersions();

[[nodiscard]] bool isSupported(std::uint32_t version);

/// Arguments of a slice: the name, and the value as JSON.
using Arguments = std::vector<std::pair<std::string_view, std::string>>;

/// A kernel, a copy, a memset or a whole graph. Times as the library stamps them.
struct Work
{
    std::int32_t category = 0;    ///< An hscope_category.
    std::string_view mangledName; ///< Of a kernel, as long as the record lives; else empty.
    std::string name;             ///< Of anything else.
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint32_t device = 0;
    std::uint32_t stream = 0;
    std::uint32_t correlation = 0;
    Arguments arguments;
};

/// More about a call: what it waited for, and the ids that the program gave it.
struct CallDetail
{
    std::uint32_t correlation = 0;
    Arguments arguments;
};

/// Time that the library took for measuring, or the driver for getting ready.
struct Overhead
{
    std::string_view name;
    std::int32_t category = 0; ///< An hscope_category: the driver's own work is none of ours.
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint32_t thread = 0; ///< 0: none.
};

struct Device
{
    std::uint32_t number = 0;
    std::string description; ///< Name, compute capability, multiprocessors, memory.
    std::string uuid;        ///< As NVML writes it.
};

struct Context
{
    std::uint32_t number = 0;
    std::uint32_t device = 0;
    std::uint32_t defaultStream = 0;
};

/// Nothing for records that we did not ask for.
using Activity = std::variant<std::monostate, Work, CallDetail, Overhead, Device, Context>;

/// What a record of a supported version says. The record stays the library's.
[[nodiscard]] Activity readActivity(const CUpti_Activity& record);

} // namespace hscope::cupti
