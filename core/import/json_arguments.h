// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/argument_source.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace hscope::core {

/// Reads the arguments of slices of a Chrome JSON file from that file again.
///
/// `SliceColumns::source` is the event's position in the decompressed file plus one; 0 means no
/// arguments. A slice of a begin and an end event has the arguments of both: those of the end come
/// after those of the begin, and replace them where the names are the same. A compressed file is
/// decompressed up to that position: about 0.3 s per 100 MB.
class JsonArguments final : public ArgumentSource
{
public:
    /// Where an end event with arguments is, by where its begin event is.
    struct End
    {
        std::uint64_t begin = 0; ///< The slice's source.
        std::uint64_t source = 0;
    };

    /// Errors: NotFound.
    [[nodiscard]] static Result<std::shared_ptr<JsonArguments>>
    make(const std::filesystem::path& path, std::vector<End> ends);

    [[nodiscard]] Result<std::vector<Argument>> argumentsOf(std::uint64_t source) override;

    [[nodiscard]] Result<void> forEach(std::span<const std::uint64_t> sources, const Visitor& visit,
                                       std::stop_token stop) override;

private:
    class Reader;

    JsonArguments(std::filesystem::path path, std::uintmax_t bytes,
                  std::filesystem::file_time_type changed, std::vector<End> ends);

    [[nodiscard]] Result<void> checkUnchanged() const;
    [[nodiscard]] std::optional<std::uint64_t> endOf(std::uint64_t source) const;

    std::filesystem::path m_path;
    std::uintmax_t m_bytes;
    std::filesystem::file_time_type m_changed;
    std::vector<End> m_ends; ///< Sorted by begin.
};

} // namespace hscope::core
