// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace hscope::collector {

/// A little space on the disk of a recording, for the words that the rest did not fit.
///
/// A file without a name, so that nothing is left of it however the process ends. A wish: where
/// there is no space or no such files, there is no reserve.
class DiskReserve
{
public:
    explicit DiskReserve(const std::filesystem::path& folder);
    DiskReserve(const DiskReserve&) = delete;
    DiskReserve& operator=(const DiskReserve&) = delete;
    ~DiskReserve();

    /// Gives the space back to the disk.
    void release();

private:
    int m_file = -1;
};

} // namespace hscope::collector
