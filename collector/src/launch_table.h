// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

namespace hscope::collector {

/// Which slice launched work of a correlation: the last million of them. Correlation ids rise from
/// call to call, so each has a place by its lower bits, and only what is a million calls older is
/// overwritten. Work is reported within a second or two of its launch. Memory: 16 MiB of address
/// space once there is a launch, used as it fills.
class LaunchTable
{
public:
    static constexpr std::size_t kPlaces = std::size_t{1} << 20U;

    void remember(std::int64_t correlation, std::int64_t slice)
    {
        if (m_places == nullptr) {
            m_places.reset(static_cast<Place*>(std::calloc(kPlaces, sizeof(Place))));
            if (m_places == nullptr) {
                throw std::bad_alloc();
            }
        }
        placeOf(correlation) = {correlation, slice};
    }

    [[nodiscard]] std::optional<std::int64_t> find(std::int64_t correlation) const
    {
        if (m_places == nullptr) {
            return std::nullopt;
        }
        const Place& place = placeOf(correlation);
        return place.slice != 0 && place.correlation == correlation ? std::optional(place.slice)
                                                                    : std::nullopt;
    }

private:
    struct Place
    {
        std::int64_t correlation;
        std::int64_t slice; ///< 0: none; ids start at 1.
    };

    struct Free
    {
        void operator()(Place* places) const { std::free(places); }
    };

    [[nodiscard]] Place& placeOf(std::int64_t correlation) const
    {
        return m_places.get()[static_cast<std::uint64_t>(correlation) % kPlaces];
    }

    std::unique_ptr<Place, Free> m_places; ///< An array.
};

} // namespace hscope::collector
