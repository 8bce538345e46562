// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/argument_source.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace hscope::core {

/// Reads the arguments of slices of a Chrome JSON file from that file again.
///
/// `SliceColumns::source` is the event's position in the decompressed file plus one; 0 means no
/// arguments. A compressed file is decompressed up to that position: about 0.3 s per 100 MB.
class JsonArguments final : public ArgumentSource
{
public:
    /// Errors: NotFound.
    [[nodiscard]] static Result<std::shared_ptr<JsonArguments>>
    make(const std::filesystem::path& path);

    [[nodiscard]] Result<std::vector<Argument>> argumentsOf(std::uint64_t source) override;

    [[nodiscard]] Result<void> forEach(std::span<const std::uint64_t> sources, const Visitor& visit,
                                       std::stop_token stop) override;

private:
    JsonArguments(std::filesystem::path path, std::uintmax_t bytes,
                  std::filesystem::file_time_type changed);

    [[nodiscard]] Result<void> checkUnchanged() const;

    std::filesystem::path m_path;
    std::uintmax_t m_bytes;
    std::filesystem::file_time_type m_changed;
};

} // namespace hscope::core
