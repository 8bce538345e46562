// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/database/scratch_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace hscope::core {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLockName = ".lock";

} // namespace

/// An advisory lock on a file, of this process alone; none if it cannot be had.
class ScratchFolder::FileLock
{
public:
    enum class Mode
    {
        Wait,
        Try
    };

    FileLock(const fs::path& file, Mode mode)
        : m_descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600))
        , m_held(m_descriptor >= 0 &&
                 ::flock(m_descriptor, mode == Mode::Try ? LOCK_EX | LOCK_NB : LOCK_EX) == 0)
    {
    }

    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

    ~FileLock()
    {
        if (m_descriptor >= 0) {
            ::close(m_descriptor);
        }
    }

    [[nodiscard]] bool isHeld() const { return m_held; }

private:
    int m_descriptor;
    bool m_held;
};

ScratchFolder::ScratchFolder(fs::path path, std::unique_ptr<FileLock> lock)
    : m_path(std::move(path))
    , m_lock(std::move(lock))
{
}

ScratchFolder::~ScratchFolder()
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

void ScratchFolder::removeLeftOvers(const fs::path& parent)
{
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(parent, ignored)) {
        if (entry.path().filename() == kLockName) {
            continue;
        }
        const bool inUse = entry.is_directory(ignored) &&
                           !FileLock(entry.path() / kLockName, FileLock::Mode::Try).isHeld();
        if (!inUse) {
            fs::remove_all(entry.path(), ignored);
        }
    }
}

Result<std::shared_ptr<const ScratchFolder>> ScratchFolder::make(const fs::path& parent)
{
    std::error_code ignored;
    fs::create_directories(parent, ignored);
    // Without this lock another program might remove the new folder before its own lock is held.
    const FileLock gate(parent / kLockName, FileLock::Mode::Wait);
    if (gate.isHeld()) {
        removeLeftOvers(parent);
    }
    std::string name = (parent / "XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        return failure(ErrorCode::Io, fmt::format("cannot make a folder in {}: {}", parent.string(),
                                                  std::strerror(errno)));
    }
    auto lock = std::make_unique<FileLock>(fs::path(name) / kLockName, FileLock::Mode::Try);
    return std::shared_ptr<const ScratchFolder>(new ScratchFolder(name, std::move(lock)));
}

} // namespace hscope::core
