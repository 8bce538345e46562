// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "app/cli/terminal_progress.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace hscope::cli {

core::Result<core::LoadedTrace> openForCommand(const std::filesystem::path& path,
                                               const Context& context)
{
    TerminalProgress progress(context.showProgress);
    return core::openTrace(path, progress, context.stop);
}

core::Result<void> print(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() ||
        std::fflush(stdout) != 0) {
        return core::failure(core::ErrorCode::Io,
                             std::string("cannot write the output: ") + std::strerror(errno));
    }
    return {};
}

std::string printable(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7F) {
            result += "\xEF\xBF\xBD";
        } else {
            result += c;
        }
    }
    return result;
}

} // namespace hscope::cli
