// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/database/database_recovery.h"
#include "core/store/argument_source.h"

namespace hscope::core {

/// Reads the arguments of slices from a database; `SliceColumns::source` is the slice's id there.
class DatabaseArguments final : public ArgumentSource
{
public:
    explicit DatabaseArguments(OpenableDatabase database);

    [[nodiscard]] Result<std::vector<Argument>> argumentsOf(std::uint64_t source) override;

    [[nodiscard]] Result<void> forEach(std::span<const std::uint64_t> sources, const Visitor& visit,
                                       std::stop_token stop) override;

private:
    OpenableDatabase m_database; ///< Keeps a recovered copy.
};

} // namespace hscope::core
