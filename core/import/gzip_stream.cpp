// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/gzip_stream.h"

#include <algorithm>
#include <new>
#include <utility>
#include <vector>
#include <zlib.h>

namespace hscope::core {

namespace {

constexpr std::size_t kInputBytes = std::size_t{1} << 18;
constexpr unsigned kMagic1 = 0x1F;
constexpr unsigned kMagic2 = 0x8B;
constexpr unsigned kDeflate = 8;

// Bits of the header's flags: which optional fields follow.
constexpr unsigned kHasHeaderChecksum = 2;
constexpr unsigned kHasExtra = 4;
constexpr unsigned kHasName = 8;
constexpr unsigned kHasComment = 16;

Bytef* asBytes(char* text)
{
    return reinterpret_cast<Bytef*>(text); // NOLINT(*-reinterpret-cast): zlib's bytes are unsigned
}

} // namespace

struct GzipStream::State
{
    enum class Where
    {
        Header,
        Data,
        End
    };

    enum class Header
    {
        Found,
        CutOff,
        None ///< What stands there is no gzip member.
    };

    explicit State(Source opened)
        : source(std::move(opened))
        , input(kInputBytes)
    {
        if (inflateInit2(&zlib, -MAX_WBITS) != Z_OK) { // raw: header and trailer are read here
            throw std::bad_alloc();
        }
    }

    State(const State&) = delete;
    State& operator=(const State&) = delete;

    ~State() { inflateEnd(&zlib); }

    /// Makes sure that there is input; false at the end of it.
    bool refill()
    {
        if (zlib.avail_in == 0) {
            const std::size_t got = source(input);
            zlib.next_in = asBytes(input.data());
            zlib.avail_in = static_cast<uInt>(got);
            taken += got;
        }
        return zlib.avail_in > 0;
    }

    std::optional<unsigned> nextByte()
    {
        if (!refill()) {
            return std::nullopt;
        }
        --zlib.avail_in;
        return *zlib.next_in++;
    }

    bool skip(unsigned count)
    {
        for (; count > 0; --count) {
            if (!nextByte()) {
                return false;
            }
        }
        return true;
    }

    bool skipText()
    {
        while (const auto byte = nextByte()) {
            if (*byte == 0) {
                return true;
            }
        }
        return false;
    }

    /// Little endian, as gzip writes its numbers.
    std::optional<unsigned long> number(unsigned bytes)
    {
        unsigned long value = 0;
        for (unsigned i = 0; i < bytes; ++i) {
            const auto byte = nextByte();
            if (!byte) {
                return std::nullopt;
            }
            value |= static_cast<unsigned long>(*byte) << (8 * i);
        }
        return value;
    }

    Header readHeader()
    {
        for (const unsigned expected : {kMagic1, kMagic2, kDeflate}) {
            const auto byte = nextByte();
            if (!byte || *byte != expected) {
                return Header::None;
            }
        }
        const auto flags = nextByte();
        if (!flags || !skip(6)) { // time, compression level, system
            return Header::CutOff;
        }
        if ((*flags & kHasExtra) != 0) {
            const auto length = number(2);
            if (!length || !skip(static_cast<unsigned>(*length))) {
                return Header::CutOff;
            }
        }
        const bool complete = ((*flags & kHasName) == 0 || skipText()) &&
                              ((*flags & kHasComment) == 0 || skipText()) &&
                              ((*flags & kHasHeaderChecksum) == 0 || skip(2));
        return complete ? Header::Found : Header::CutOff;
    }

    void beginMember()
    {
        const std::uint64_t at = taken - zlib.avail_in;
        if (!refill()) {
            where = Where::End; // where a file should end
            truncated = members == 0;
            return;
        }
        const Header header = readHeader();
        where = header == Header::Found ? Where::Data : Where::End;
        if (header == Header::None && members > 0) {
            trailingAt = at;
        } else if (header != Header::Found) {
            truncated = true;
        }
        inflateReset(&zlib);
        checksum = crc32(0, nullptr, 0);
        ++members;
    }

    void endMember()
    {
        const unsigned long length = zlib.total_out & 0xFFFF'FFFFUL;
        const auto writtenChecksum = number(4);
        const auto writtenLength = number(4);
        if (!writtenChecksum || !writtenLength) {
            truncated = true;
            where = Where::End;
            return;
        }
        if (*writtenChecksum != checksum || *writtenLength != length) {
            ++wrongChecksums;
        }
        where = Where::Header;
    }

    std::size_t inflateInto(std::span<char> buffer)
    {
        if (!refill()) {
            truncated = true;
            where = Where::End;
            return 0;
        }
        zlib.next_out = asBytes(buffer.data());
        zlib.avail_out = static_cast<uInt>(buffer.size());
        const int status = inflate(&zlib, Z_NO_FLUSH);
        const std::size_t got = buffer.size() - zlib.avail_out;
        checksum = crc32(checksum, asBytes(buffer.data()), static_cast<uInt>(got));
        if (status == Z_MEM_ERROR) {
            throw std::bad_alloc();
        }
        if (status == Z_STREAM_END) {
            endMember();
        } else if (status != Z_OK && status != Z_BUF_ERROR) {
            truncated = true;
            where = Where::End;
        }
        return got;
    }

    Source source;
    std::vector<char> input;
    z_stream zlib{};
    Where where = Where::Header;
    std::uint64_t taken = 0;
    std::uint64_t members = 0;
    std::uint64_t wrongChecksums = 0;
    unsigned long checksum = 0;
    std::optional<std::uint64_t> trailingAt;
    bool truncated = false;
};

GzipStream::GzipStream(Source source)
    : m_state(std::make_unique<State>(std::move(source)))
{
}

GzipStream::~GzipStream() = default;

std::size_t GzipStream::read(std::span<char> buffer)
{
    constexpr std::size_t kMost = std::size_t{1} << 30; // zlib counts in 32 bits
    std::size_t filled = 0;
    while (filled < buffer.size() && m_state->where != State::Where::End) {
        if (m_state->where == State::Where::Header) {
            m_state->beginMember();
        } else {
            filled += m_state->inflateInto(
                buffer.subspan(filled, std::min(buffer.size() - filled, kMost)));
        }
    }
    return filled;
}

bool GzipStream::isTruncated() const
{
    return m_state->truncated;
}

std::uint64_t GzipStream::wrongChecksums() const
{
    return m_state->wrongChecksums;
}

std::optional<std::uint64_t> GzipStream::trailingAt() const
{
    return m_state->trailingAt;
}

} // namespace hscope::core
