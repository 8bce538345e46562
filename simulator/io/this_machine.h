// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/cluster.h"

#include <filesystem>

namespace hscope::sim {

/// This machine as a cluster of one node: CPU cores, GPUs and network as the kernel tells, from the
/// files below `root` (`/proc`, `/sys`; a test gives a folder of its own). What cannot be known,
/// such as a price, is 0 or not set.
[[nodiscard]] Cluster describeThisMachine(const std::filesystem::path& root = "/");

} // namespace hscope::sim
