// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/src/disk_reserve.h"

#include <fcntl.h>
#include <unistd.h>

namespace hscope::collector {

namespace {

constexpr off_t kBytes = 8 * 16'384; // pages: what a transaction of diagnostics changes, twice

} // namespace

DiskReserve::DiskReserve(const std::filesystem::path& folder)
    : m_file(open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600))
{
    if (m_file >= 0 && posix_fallocate(m_file, 0, kBytes) != 0) {
        release();
    }
}

DiskReserve::~DiskReserve()
{
    release();
}

void DiskReserve::release()
{
    if (m_file >= 0) {
        close(m_file);
        m_file = -1;
    }
}

} // namespace hscope::collector
