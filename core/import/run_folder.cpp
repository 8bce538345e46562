// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/run_folder.h"

#include "core/database/database_recovery.h"
#include "core/schema/schema_sql.h"
#include "core/sqlite/connection.h"
#include "core/store/diagnostics.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace hscope::core {

namespace fs = std::filesystem;

namespace {

/// The numbers in a name, in order: 100.101.hscope gives 100, 101.
std::vector<std::int64_t> numbersIn(const std::string& name)
{
    std::vector<std::int64_t> numbers;
    const char* const end = name.data() + name.size();
    for (const char* at = name.data(); at != end;) {
        std::int64_t number = 0;
        const auto [after, error] = std::from_chars(at, end, number);
        if (error == std::errc() && *at != '-') {
            numbers.push_back(number);
            at = after;
        } else {
            ++at;
        }
    }
    return numbers;
}

/// The process that writes a file: the last part of its name, up to a hyphen.
std::int64_t pidOf(const fs::path& path)
{
    const std::string stem = path.stem().string();
    const std::vector<std::int64_t> numbers = numbersIn(stem.substr(stem.rfind('.') + 1));
    return numbers.empty() ? 0 : numbers.front();
}

/// A process that ended but was not waited for counts as dead.
bool isAlive(std::int64_t pid)
{
    std::ifstream file(fmt::format("/proc/{}/stat", pid));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t name = text.rfind(')'); // the name may hold anything
    if (name == std::string::npos || name + 2 >= text.size()) {
        return false;
    }
    const char state = text[name + 2];
    return state != 'Z' && state != 'X';
}

} // namespace

Result<RunFolder> RunFolder::makeBeside(const fs::path& output)
{
    std::string name = fs::absolute(output).string() + ".run-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) {
        return failure(ErrorCode::Io, fmt::format("cannot make a folder beside {}: {}",
                                                  output.string(), std::strerror(errno)));
    }
    return RunFolder(name);
}

std::vector<RunFile> RunFolder::files() const
{
    std::vector<RunFile> files;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(m_path, ignored)) {
        if (entry.path().extension() == ".hscope") {
            const std::int64_t pid = pidOf(entry.path());
            files.push_back({entry.path(), pid, !isClosed(entry.path()) && isAlive(pid)});
        }
    }
    std::ranges::sort(files, [](const RunFile& a, const RunFile& b) {
        const auto first = numbersIn(a.path.filename().string());
        const auto second = numbersIn(b.path.filename().string());
        return first != second ? first < second : a.path < b.path;
    });
    return files;
}

Result<void> RunFolder::close(const RunFile& file)
{
    if (isClosed(file.path)) {
        return {};
    }
    HSCOPE_TRY_ASSIGN(Connection connection, Connection::open(file.path, OpenMode::ReadWrite));
    HSCOPE_TRY(connection.execute("PRAGMA journal_mode = DELETE"));
    HSCOPE_TRY_ASSIGN(Statement note, connection.prepare(sql::kMergeAddDiagnostic));
    const DiagnosticKind& kind = diagnosticKind(DiagnosticId::RecordingNotClosed);
    const std::string first = fmt::format("process {}", file.pid);
    note.bind(0, kind.name);
    note.bind(1, severityName(kind.severity));
    note.bind(2, std::int64_t{1});
    note.bind(3, std::string_view(first));
    return note.run();
}

void RunFolder::remove() const
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

} // namespace hscope::core
