// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/cluster.h"
#include "simulator/model/placement.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace hscope::sim {

/// An enumerator and its name in documents.
template <typename Enum>
struct EnumName
{
    Enum value;
    std::string_view name;
};

inline constexpr std::array kDeviceKindNames{EnumName{DeviceKind::Cpu, "cpu"},
                                             EnumName{DeviceKind::Gpu, "gpu"},
                                             EnumName{DeviceKind::Xpu, "xpu"}};
inline constexpr std::array kLinkKindNames{
    EnumName{LinkKind::NvLink, "nvlink"}, EnumName{LinkKind::Pcie, "pcie"},
    EnumName{LinkKind::Ethernet, "ethernet"}, EnumName{LinkKind::InfiniBand, "infiniband"},
    EnumName{LinkKind::Other, "other"}};
inline constexpr std::array kSemanticsNames{EnumName{Semantics::Analytic, "analytic"},
                                            EnumName{Semantics::Network, "network"}};

template <typename Enum, std::size_t N>
[[nodiscard]] constexpr std::string_view nameOf(Enum value,
                                                const std::array<EnumName<Enum>, N>& names)
{
    for (const EnumName<Enum>& entry : names) {
        if (entry.value == value) {
            return entry.name;
        }
    }
    return {};
}

template <typename Enum, std::size_t N>
[[nodiscard]] constexpr std::optional<Enum> valueOf(std::string_view name,
                                                    const std::array<EnumName<Enum>, N>& names)
{
    for (const EnumName<Enum>& entry : names) {
        if (entry.name == name) {
            return entry.value;
        }
    }
    return std::nullopt;
}

/// "one of cpu, gpu, xpu".
template <typename Enum, std::size_t N>
[[nodiscard]] std::string choices(const std::array<EnumName<Enum>, N>& names)
{
    std::string text = "one of ";
    for (const EnumName<Enum>& entry : names) {
        text += (entry.value == names.front().value ? "" : ", ") + std::string(entry.name);
    }
    return text;
}

} // namespace hscope::sim
