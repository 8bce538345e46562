// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace hscope::core {

/// A file's bytes from start to end, decompressed if they are gzip (also several members) or zstd.
///
/// A compressed stream that breaks off is not an error: what came before is delivered and
/// isTruncated() is set.
class ByteSource
{
public:
    [[nodiscard]] static Result<std::unique_ptr<ByteSource>>
    open(const std::filesystem::path& path);

    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    ~ByteSource();

    /// Fills `buffer` as far as possible; 0 means the end. Errors: Io.
    [[nodiscard]] Result<std::size_t> read(std::span<char> buffer);

    /// Bytes of the file itself, for progress.
    [[nodiscard]] std::uint64_t fileBytes() const;
    [[nodiscard]] std::uint64_t fileBytesRead() const;

    [[nodiscard]] bool isTruncated() const;

    /// Parts of compressed data whose checksum says that they are not what was written; they are
    /// delivered all the same. Known at the end of the file.
    [[nodiscard]] std::uint64_t wrongChecksums() const;

    /// Where in the file something that is no compressed data follows the end of it, and is left
    /// out.
    [[nodiscard]] std::optional<std::uint64_t> trailingAt() const;

private:
    struct Stream;

    explicit ByteSource(std::unique_ptr<Stream> stream);

    std::unique_ptr<Stream> m_stream;
};

/// The first bytes of a file, at most `count`. Errors: NotFound, Io.
[[nodiscard]] Result<std::string> readHead(const std::filesystem::path& path, std::size_t count);

} // namespace hscope::core
