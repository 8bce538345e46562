// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/byte_source.h"

#include "core/import/gzip_stream.h"

#include <algorithm>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ios>

namespace hscope::core {

namespace {

constexpr std::streamsize kBufferBytes = std::streamsize{1} << 18;
constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

Result<File> openFile(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        return failure(ErrorCode::InvalidArgument,
                       path.string() + " is a folder, not a trace file");
    }
    if (std::filesystem::exists(path, ignored) &&
        !std::filesystem::is_regular_file(path, ignored)) {
        return failure(ErrorCode::Unsupported, path.string() + " is a pipe or a device; a trace is "
                                                               "read more than once, so save it "
                                                               "to a file first");
    }
    File file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) {
        const ErrorCode code = errno == ENOENT ? ErrorCode::NotFound : ErrorCode::Io;
        return failure(code, code == ErrorCode::NotFound
                                 ? path.string() + " does not exist"
                                 : path.string() + " cannot be read: " + std::strerror(errno));
    }
    return file;
}

/// Feeds a file to Boost's filters and counts what was taken.
class CountingFile
{
public:
    using char_type = char;
    using category = boost::iostreams::source_tag;

    CountingFile(std::FILE* file, std::uint64_t* count)
        : m_file(file)
        , m_count(count)
    {
    }

    std::streamsize read(char* buffer, std::streamsize size)
    {
        const std::size_t got = std::fread(buffer, 1, static_cast<std::size_t>(size), m_file);
        if (got == 0 && std::ferror(m_file) != 0) {
            throw std::ios_base::failure(std::strerror(errno));
        }
        *m_count += got;
        return got == 0 ? -1 : static_cast<std::streamsize>(got);
    }

private:
    std::FILE* m_file;
    std::uint64_t* m_count;
};

} // namespace

struct ByteSource::Stream
{
    explicit Stream(File opened)
        : file(std::move(opened))
    {
    }

    std::size_t readFiltered(std::span<char> buffer);

    File file;
    std::string path;
    std::uint64_t size = 0;
    std::uint64_t taken = 0;
    bool truncated = false;           ///< Of zstd data; gzip keeps its own account.
    std::unique_ptr<GzipStream> gzip; ///< Set for gzip data.
    bool filtered = false;            ///< The filters unpack.
    boost::iostreams::filtering_streambuf<boost::iostreams::input> filters;
};

ByteSource::ByteSource(std::unique_ptr<Stream> stream)
    : m_stream(std::move(stream))
{
}

ByteSource::~ByteSource() = default;

Result<std::unique_ptr<ByteSource>> ByteSource::open(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(const std::string head, readHead(path, 4));
    HSCOPE_TRY_ASSIGN(File file, openFile(path));
    auto stream = std::make_unique<Stream>(std::move(file));
    stream->path = path.string();
    std::error_code ignored;
    stream->size = std::filesystem::file_size(path, ignored);
    if (head.starts_with(kGzipMagic)) {
        stream->gzip = std::make_unique<GzipStream>([raw = stream.get()](std::span<char> buffer) {
            const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), raw->file.get());
            raw->taken += got;
            return got;
        });
    } else if (head.starts_with(kZstdMagic)) {
        stream->filters.push(boost::iostreams::zstd_decompressor(kBufferBytes));
        stream->filters.push(CountingFile(stream->file.get(), &stream->taken), kBufferBytes);
        stream->filtered = true;
    }
    return std::unique_ptr<ByteSource>(new ByteSource(std::move(stream)));
}

/// Only what is buffered is copied out, so that an error while buffering more loses nothing.
std::size_t ByteSource::Stream::readFiltered(std::span<char> buffer)
{
    std::size_t filled = 0;
    try {
        while (!truncated && filled < buffer.size() &&
               filters.sgetc() != std::char_traits<char>::eof()) {
            const auto want = static_cast<std::streamsize>(buffer.size() - filled);
            const std::streamsize got =
                filters.sgetn(buffer.data() + filled, std::min(want, filters.in_avail()));
            filled += static_cast<std::size_t>(got);
        }
    } catch (const std::ios_base::failure&) {
        truncated = true;
    }
    return filled;
}

Result<std::size_t> ByteSource::read(std::span<char> buffer)
{
    Stream& stream = *m_stream;
    std::size_t got = 0;
    if (stream.gzip) {
        got = stream.gzip->read(buffer);
    } else if (stream.filtered) {
        got = stream.readFiltered(buffer);
    } else {
        got = std::fread(buffer.data(), 1, buffer.size(), stream.file.get());
        stream.taken += got;
    }
    if (std::ferror(stream.file.get()) != 0) {
        return failure(ErrorCode::Io, stream.path + " cannot be read: " + std::strerror(errno));
    }
    return got;
}

std::uint64_t ByteSource::fileBytes() const
{
    return m_stream->size;
}

std::uint64_t ByteSource::fileBytesRead() const
{
    return m_stream->taken;
}

bool ByteSource::isTruncated() const
{
    return m_stream->gzip ? m_stream->gzip->isTruncated() : m_stream->truncated;
}

std::uint64_t ByteSource::wrongChecksums() const
{
    return m_stream->gzip ? m_stream->gzip->wrongChecksums() : 0;
}

std::optional<std::uint64_t> ByteSource::trailingAt() const
{
    return m_stream->gzip ? m_stream->gzip->trailingAt() : std::nullopt;
}

Result<std::string> readHead(const std::filesystem::path& path, std::size_t count)
{
    HSCOPE_TRY_ASSIGN(const File file, openFile(path));
    std::string head(count, '\0');
    head.resize(std::fread(head.data(), 1, count, file.get()));
    if (std::ferror(file.get()) != 0) {
        return failure(ErrorCode::Io, path.string() + " cannot be read: " + std::strerror(errno));
    }
    return head;
}

} // namespace hscope::core
