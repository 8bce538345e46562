// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace hscope::core {

/// Unpacks gzip data (RFC 1952), also of several members in a row, and gives all that can be had of
/// it.
///
/// Data that is damaged or cut off ends the stream after what was unpacked so far. A member whose
/// checksum or length is wrong is delivered and counted. Whatever follows the last member and is
/// none itself is left out.
class GzipStream
{
public:
    /// Fills a buffer with compressed bytes and says how many; 0 means the end.
    using Source = std::function<std::size_t(std::span<char>)>;

    explicit GzipStream(Source source);
    GzipStream(const GzipStream&) = delete;
    GzipStream& operator=(const GzipStream&) = delete;
    ~GzipStream();

    /// Fills `buffer` as far as possible; 0 means the end.
    [[nodiscard]] std::size_t read(std::span<char> buffer);

    /// The data breaks off, or goes on in a way that no gzip program writes.
    [[nodiscard]] bool isTruncated() const;

    /// Members whose content is not what was packed.
    [[nodiscard]] std::uint64_t wrongChecksums() const;

    /// Where in the compressed data something follows that is no member.
    [[nodiscard]] std::optional<std::uint64_t> trailingAt() const;

private:
    struct State;

    std::unique_ptr<State> m_state;
};

} // namespace hscope::core
