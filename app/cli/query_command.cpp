// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/terminal_progress.h"
#include "app/cli/text_table.h"
#include "core/database/database_recovery.h"
#include "core/export/database_writer.h"
#include "core/import/byte_source.h"
#include "core/import/native_reader.h"
#include "core/sqlite/connection.h"

#include <fmt/format.h>
#include <memory>

namespace hscope::cli {

namespace {

struct Options
{
    std::string file;
    std::string sql;
    std::string format = "text";
    bool json = false;
    std::int64_t limit = 100'000;
};

/// Bytes as SQL writes them: `x'00ff'`.
std::string blobText(std::string_view bytes)
{
    std::string text = "x'";
    for (const char byte : bytes) {
        text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    }
    return text + "'";
}

Json jsonCell(const core::Statement& row, int column)
{
    switch (row.type(column)) {
    case core::ColumnType::Null:
        return nullptr;
    case core::ColumnType::Integer:
        return row.integer(column);
    case core::ColumnType::Real:
        return row.real(column);
    case core::ColumnType::Text:
        return std::string(row.text(column));
    case core::ColumnType::Blob:
        break;
    }
    return blobText(row.text(column));
}

std::string textCell(const core::Statement& row, int column)
{
    const core::ColumnType type = row.type(column);
    return type == core::ColumnType::Null   ? std::string()
           : type == core::ColumnType::Blob ? blobText(row.text(column))
                                            : std::string(row.text(column));
}

/// The rows of a statement, as far as the limit allows.
struct Answer
{
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> texts; ///< For text and CSV.
    std::vector<bool> numeric;                   ///< Per column: no cell is a text.
    Json rows = Json::array();                   ///< For JSON.
    bool more = false;
};

core::Result<Answer> collect(core::Statement& statement, const Options& options, bool asJson)
{
    Answer answer;
    for (int i = 0; i < statement.columnCount(); ++i) {
        answer.columns.push_back(statement.columnName(i));
    }
    answer.numeric.assign(answer.columns.size(), true);
    for (std::int64_t count = 0;; ++count) {
        HSCOPE_TRY_ASSIGN(const bool found, statement.step());
        if (!found) {
            return answer;
        }
        if (count == options.limit) {
            answer.more = true;
            return answer;
        }
        std::vector<std::string> texts;
        Json cells = Json::array();
        for (int i = 0; i < statement.columnCount(); ++i) {
            const core::ColumnType type = statement.type(i);
            if (type == core::ColumnType::Text || type == core::ColumnType::Blob) {
                answer.numeric[static_cast<std::size_t>(i)] = false;
            }
            if (asJson) {
                cells.push_back(jsonCell(statement, i));
            } else {
                texts.push_back(textCell(statement, i));
            }
        }
        answer.rows.push_back(std::move(cells));
        answer.texts.push_back(std::move(texts));
    }
}

std::string toCsv(const Answer& answer)
{
    std::string text;
    const auto addLine = [&text](const std::vector<std::string>& cells) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            text += (i == 0 ? "" : ",") + csvField(cells[i]);
        }
        text += '\n';
    };
    addLine(answer.columns);
    for (const auto& row : answer.texts) {
        addLine(row);
    }
    return text;
}

std::string toText(const Answer& answer)
{
    std::vector<TextTable::Column> columns;
    for (std::size_t i = 0; i < answer.columns.size(); ++i) {
        columns.push_back({printable(answer.columns[i]),
                           answer.numeric[i] ? TextTable::Align::Right : TextTable::Align::Left});
    }
    TextTable table(std::move(columns));
    for (const auto& row : answer.texts) {
        std::vector<std::string> cells;
        for (const std::string& cell : row) {
            cells.push_back(printable(cell));
        }
        table.add(std::move(cells));
    }
    return table.toText();
}

/// A database to query: the file itself, a recovered copy, or one made of another kind of trace for
/// this query only.
class QueryDatabase
{
public:
    [[nodiscard]] core::Result<std::filesystem::path> prepare(const std::filesystem::path& file,
                                                              const Context& context)
    {
        HSCOPE_TRY_ASSIGN(const std::string head, core::readHead(file, 16));
        if (core::isSqliteFile(head)) {
            HSCOPE_TRY_ASSIGN(m_place, core::makeOpenable(file));
            return m_place.path;
        }
        HSCOPE_TRY_ASSIGN(const core::LoadedTrace trace, openForCommand(file, context));
        HSCOPE_TRY_ASSIGN(m_place.folder, core::ScratchFolder::make(core::cacheFolder() / "query"));
        m_place.path = m_place.folder->path() / "trace.hscope";
        TerminalProgress progress(context.showProgress);
        HSCOPE_TRY(core::writeDatabase(*trace.store, trace.arguments.get(), m_place.path,
                                       core::Overwrite::Yes, progress, context.stop));
        return m_place.path;
    }

private:
    core::OpenableDatabase m_place; ///< Removes what was made when it goes.
};

core::Result<void> run(const Options& options, const Context& context)
{
    QueryDatabase database;
    HSCOPE_TRY_ASSIGN(const std::filesystem::path path, database.prepare(options.file, context));
    HSCOPE_TRY_ASSIGN(core::Connection connection,
                      core::Connection::open(path, core::OpenMode::ReadOnly));
    HSCOPE_TRY(core::checkDatabaseKind(connection, options.file));
    connection.restrictToReading();
    connection.cancelOn(context.stop);
    auto statement = connection.prepareSingle(options.sql);
    if (!statement) {
        return tl::unexpected<core::Error>(
            std::move(statement).error().with("the query was refused"));
    }
    const bool asJson = options.json || options.format == "json";
    auto answer = collect(*statement, options, asJson);
    if (!answer) {
        return tl::unexpected<core::Error>(std::move(answer).error().with("the query failed"));
    }
    if (answer->more) {
        std::fputs(
            fmt::format("hscope: stopped after {} rows; raise it with --limit\n", options.limit)
                .c_str(),
            stderr);
    }
    if (asJson) {
        const Json json = {
            {"columns", answer->columns}, {"rows", answer->rows}, {"truncated", answer->more}};
        return printJson(json);
    }
    return print(options.format == "csv" ? toCsv(*answer) : toText(*answer));
}

} // namespace

void addQueryCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command =
        app.add_subcommand("query", "Runs one SQL statement on a trace, read-only");
    command
        ->add_option("file", options->file,
                     "A trace: .hscope, or PyTorch or Chrome JSON (then loaded for this query)")
        ->required();
    command
        ->add_option(
            "sql", options->sql,
            "The statement, e.g. \"SELECT name, sum(duration_ns) FROM slices GROUP BY name\"")
        ->required();
    command->add_option("--format", options->format, "Output format")
        ->check(CLI::IsMember({"text", "csv", "json"}))
        ->capture_default_str();
    command->add_flag("--json", options->json, "Same as --format json");
    command->add_option("--limit", options->limit, "Most rows to print")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
        ->capture_default_str();
    command->callback([options, &action] {
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
