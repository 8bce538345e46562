// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/open_trace.h"

#include "core/import/byte_source.h"
#include "core/import/chrome_json_reader.h"
#include "core/import/native_reader.h"

namespace hscope::core {

namespace {

constexpr std::size_t kHeadBytes = 32;

bool isUtf16(std::string_view head)
{
    return head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF");
}

} // namespace

Result<LoadedTrace> openTrace(const std::filesystem::path& path, ProgressSink& progress,
                              std::stop_token stop)
{
    HSCOPE_TRY_ASSIGN(const std::string head, readHead(path, kHeadBytes));
    if (isSqliteFile(head)) {
        return readDatabase(path, progress, std::move(stop));
    }
    if (isUtf16(head)) {
        return failure(ErrorCode::Unsupported,
                       path.string() + " is UTF-16 text; save it as UTF-8 and open it again");
    }
    return readChromeJson(path, progress, std::move(stop));
}

Result<std::shared_ptr<const TraceStore>> previewTrace(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(const std::string head, readHead(path, kHeadBytes));
    if (!isSqliteFile(head)) {
        return std::shared_ptr<const TraceStore>();
    }
    return readDatabasePreview(path);
}

} // namespace hscope::core
