// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace hscope::core {

/// An identity that cannot be mixed up with another kind of identity, nor calculated with.
///
/// `TrackId{3}` and `ProcessId{3}` are different types; there is no conversion and no arithmetic.
template <typename Tag, typename Rep = std::uint32_t>
class StrongId
{
public:
    using Representation = Rep;

    constexpr StrongId() = default;

    constexpr explicit StrongId(Rep value)
        : m_value(value)
    {
    }

    [[nodiscard]] constexpr Rep value() const { return m_value; }

    friend constexpr auto operator<=>(StrongId, StrongId) = default;

private:
    Rep m_value = 0;
};

} // namespace hscope::core

template <typename Tag, typename Rep>
struct std::hash<hscope::core::StrongId<Tag, Rep>>
{
    std::size_t operator()(hscope::core::StrongId<Tag, Rep> id) const noexcept
    {
        return std::hash<Rep>{}(id.value());
    }
};
