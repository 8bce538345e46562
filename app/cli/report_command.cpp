// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/correction_output.h"
#include "app/cli/gpu_truth_output.h"
#include "app/cli/json_output.h"
#include "app/cli/terminal_progress.h"
#include "app/cli/text_table.h"
#include "core/analysis/breakdown.h"
#include "core/analysis/transition_means.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <set>
#include <tuple>

namespace hscope::cli {

namespace {

struct Options
{
    std::string file;
    std::string attribution = "launch";
    std::string format = "text";
    std::vector<std::string> by;
    bool json = false;
    std::string correct; ///< A calibration file, `recorded`, or empty.
    std::string method = "occurrence";
    double windowSeconds = 1;
    std::int64_t kernelWaitBelowNs = core::kKernelWaitBelow.count();

    [[nodiscard]] core::GpuTruthOptions gpuTruth() const
    {
        return {core::Duration(std::llround(windowSeconds * 1e9)),
                core::Duration(kernelWaitBelowNs)};
    }
};

/// A row as it is printed; fields that the rows are not grouped by are empty.
struct PrintedRow
{
    std::optional<std::string> process;
    std::optional<std::string> phase;
    std::optional<std::string> operation;
    std::optional<std::vector<std::string>> categories;
    std::optional<std::string> resource;
    bool asynchronous = false;
    std::int64_t timeNs = 0;
    std::int64_t lowNs = 0;
    std::int64_t highNs = 0;
};

/// What is reported.
struct Report
{
    core::Breakdown breakdown;
    std::optional<core::CorrectedBreakdown> corrected; ///< Has the same breakdown.
    std::int64_t wallNs = 0;
};

/// Names that tell processes apart: the pid is added where a name occurs twice.
std::vector<std::string> processNames(const core::TraceStore& trace)
{
    std::map<std::string_view, int> uses;
    for (const core::Process& process : trace.processes()) {
        ++uses[trace.text(process.name)];
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < trace.processes().size(); ++i) {
        const core::Process& process = trace.processes()[i];
        std::string name(trace.text(process.name));
        if (uses[trace.text(process.name)] > 1) {
            name += process.pid ? fmt::format(" ({})", *process.pid) : fmt::format(" (#{})", i + 1);
        }
        names.push_back(std::move(name));
    }
    return names;
}

std::string joined(const std::vector<std::string>& parts)
{
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : " + ") + part;
    }
    return text;
}

std::vector<std::string> categoryNames(core::CategorySet set)
{
    std::vector<std::string> names;
    for (const core::Category category : set.list()) {
        names.emplace_back(core::categoryName(category));
    }
    return names;
}

PrintedRow printedRow(const core::TraceStore& trace, const core::BreakdownRow& row,
                      const std::vector<std::string>& processes, const std::set<std::string>& by)
{
    PrintedRow printed;
    if (by.contains("process")) {
        printed.process = processes[row.process.value()];
    }
    if (by.contains("phase") && row.phase) {
        printed.phase = std::string(trace.text(*row.phase));
    }
    if (by.contains("operation")) {
        printed.operation = row.operation;
    }
    if (by.contains("categories")) {
        printed.categories = categoryNames(row.categories);
    }
    if (by.contains("resource") || by.contains("categories")) {
        printed.resource = std::string(core::resourceName(row.categories.resource()));
    }
    printed.asynchronous = row.asynchronous;
    printed.timeNs = row.timeNs;
    printed.lowNs = row.lowNs;
    printed.highNs = row.highNs;
    return printed;
}

/// Adds up rows that agree in all fields they are grouped by; the order of the breakdown is kept.
std::vector<PrintedRow> grouped(const core::TraceStore& trace, const core::Breakdown& breakdown,
                                const std::set<std::string>& by)
{
    const std::vector<std::string> processes = processNames(trace);
    std::vector<PrintedRow> rows;
    std::map<std::tuple<std::string, std::string, std::string, std::string, bool>, std::size_t>
        known;
    for (const core::BreakdownRow& row : breakdown.rows) {
        PrintedRow next = printedRow(trace, row, processes, by);
        const std::string set =
            next.categories ? joined(*next.categories) : next.resource.value_or("");
        const auto [entry, isNew] =
            known.try_emplace({next.process.value_or(""), next.phase.value_or(""),
                               next.operation.value_or(""), set, next.asynchronous},
                              rows.size());
        if (isNew) {
            rows.push_back(std::move(next));
        } else {
            PrintedRow& sum = rows[entry->second];
            sum.timeNs += next.timeNs;
            sum.lowNs += next.lowNs;
            sum.highNs += next.highNs;
        }
    }
    return rows;
}

template <typename Value>
Json orNull(const std::optional<Value>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json toJson(const core::TraceStore& trace, const Report& report,
            const std::vector<PrintedRow>& rows, const core::GpuTruthOptions& options)
{
    const core::Breakdown& breakdown = report.breakdown;
    const std::vector<std::string> processes = processNames(trace);
    Json json;
    json["attribution"] = breakdown.attribution == core::Attribution::Launch ? "launch" : "time";
    json["corrected"] = false;
    json["wall_ns"] = report.wallNs;
    if (report.corrected) {
        addCorrection(json, *report.corrected);
    }
    json["rows"] = Json::array();
    for (const PrintedRow& row : rows) {
        json["rows"].push_back({{"process", orNull(row.process)},
                                {"phase", orNull(row.phase)},
                                {"operation", orNull(row.operation)},
                                {"categories", orNull(row.categories)},
                                {"resource", orNull(row.resource)},
                                {"asynchronous", row.asynchronous},
                                {"time_ns", row.timeNs},
                                {"low_ns", row.lowNs},
                                {"high_ns", row.highNs}});
    }
    json["transitions"] = Json::array();
    for (const core::TransitionRow& row : breakdown.transitions) {
        json["transitions"].push_back({{"process", processes[row.process.value()]},
                                       {"operation", row.operation},
                                       {"iteration", orNull(row.iteration)},
                                       {"category", core::categoryName(row.category)},
                                       {"count", row.count}});
    }
    json["gpu_truth"] = gpuTruthJson(trace, breakdown, processes, options);
    return json;
}

std::string setText(const PrintedRow& row)
{
    if (!row.categories) {
        return row.resource.value_or("");
    }
    return row.categories->empty() ? "(idle)" : joined(*row.categories);
}

std::string toCsv(const std::vector<PrintedRow>& rows)
{
    std::string text =
        "process,phase,operation,categories,resource,asynchronous,time_ns,low_ns,high_ns\n";
    for (const PrintedRow& row : rows) {
        text += fmt::format("{},{},{},{},{},{},{},{},{}\n", csvField(row.process.value_or("")),
                            csvField(row.phase.value_or("")), csvField(row.operation.value_or("")),
                            csvField(row.categories ? joined(*row.categories) : ""),
                            row.resource.value_or(""), row.asynchronous, row.timeNs, row.lowNs,
                            row.highNs);
    }
    return text;
}

/// Transitions per operation and category.
std::string transitionText(const core::TraceStore& trace, const core::Breakdown& breakdown,
                           const std::vector<std::string>& processes)
{
    const std::vector<core::TransitionMean> means = core::transitionMeans(trace, breakdown);
    if (means.empty()) {
        return {};
    }
    using enum TextTable::Align;
    TextTable table({{"process", Left},
                     {"operation", Left},
                     {"into", Left},
                     {"transitions", Right},
                     {"per iteration", Right}});
    for (const core::TransitionMean& mean : means) {
        table.add({printable(processes[mean.process.value()]), printable(mean.operation),
                   std::string(core::categoryName(mean.category)), formatCount(mean.count),
                   mean.perIteration ? fmt::format("{:.1f}", *mean.perIteration) : ""});
    }
    return "\n" + table.toText();
}

/// The first line: how long, and what the numbers mean.
std::string headline(const Report& report)
{
    std::string text = "wall time " + formatDuration(report.wallNs);
    if (report.corrected) {
        const core::CorrectedBreakdown& corrected = *report.corrected;
        const std::string interval =
            intervalText(corrected.wallNs, corrected.wallLowNs, corrected.wallHighNs);
        const bool isPart = !corrected.unknown.empty() || corrected.lostEvents > 0;
        text += fmt::format(" without {}{}, {} as recorded",
                            isPart ? "a part of what recording took" : "recording",
                            interval.empty() ? "" : " (" + interval + ")",
                            formatDuration(report.breakdown.wall.length().count()));
    }
    return text + ", attribution " +
           (report.breakdown.attribution == core::Attribution::Launch ? "launch" : "time") + "\n\n";
}

std::string toText(const core::TraceStore& trace, const Report& report,
                   std::vector<PrintedRow> rows, const core::GpuTruthOptions& options)
{
    using enum TextTable::Align;
    const core::Breakdown& breakdown = report.breakdown;
    const std::int64_t wall = report.wallNs;
    std::string text = headline(report);
    const bool phases = std::any_of(rows.begin(), rows.end(),
                                    [](const PrintedRow& row) { return row.phase.has_value(); });
    std::vector<TextTable::Column> columns = {{"process", Left},  {"operation", Left},
                                              {"active", Left},   {"time", Right},
                                              {"of wall", Right}, {"", Left}};
    if (report.corrected) {
        columns.insert(columns.end() - 2, {"95% interval", Right});
    }
    if (phases) {
        columns.insert(columns.begin() + 1, {"phase", Left});
    }
    TextTable table(std::move(columns));
    std::stable_sort(rows.begin(), rows.end(), [](const PrintedRow& a, const PrintedRow& b) {
        return std::tuple(a.process, -a.timeNs) < std::tuple(b.process, -b.timeNs);
    });
    for (const PrintedRow& row : rows) {
        const double share =
            wall == 0 ? 0 : 100.0 * static_cast<double>(row.timeNs) / static_cast<double>(wall);
        std::vector<std::string> cells = {printable(row.process.value_or("")),
                                          printable(row.operation.value_or("")),
                                          setText(row),
                                          formatDuration(row.timeNs),
                                          fmt::format("{:.1f}%", share),
                                          row.asynchronous ? "asynchronous" : ""};
        if (report.corrected) {
            cells.insert(cells.end() - 2, intervalText(row.timeNs, row.lowNs, row.highNs));
        }
        if (phases) {
            cells.insert(cells.begin() + 1, printable(row.phase.value_or("")));
        }
        table.add(std::move(cells));
    }
    const std::vector<std::string> processes = processNames(trace);
    const std::string correction = report.corrected ? correctionText(*report.corrected) : "";
    return text + table.toText() + correction + transitionText(trace, breakdown, processes) +
           gpuTruthText(trace, breakdown, processes, options);
}

core::Result<Report> makeReport(const core::TraceStore& trace, const Options& options,
                                const Context& context)
{
    const auto attribution =
        options.attribution == "time" ? core::Attribution::Time : core::Attribution::Launch;
    TerminalProgress progress(context.showProgress);
    Report report;
    if (options.correct.empty()) {
        HSCOPE_TRY_ASSIGN(report.breakdown,
                          core::computeBreakdown(trace, attribution, progress, context.stop));
        report.wallNs = report.breakdown.wall.length().count();
        return report;
    }
    const auto method = options.method == "rlscope" ? core::CorrectionMethod::RlScope
                                                    : core::CorrectionMethod::Occurrence;
    HSCOPE_TRY_ASSIGN(const core::OverheadModel model, modelForCorrection(options.correct, trace));
    HSCOPE_TRY_ASSIGN(
        report.corrected,
        core::computeCorrectedBreakdown(trace, model, attribution, method, progress, context.stop));
    report.wallNs = report.corrected->wallNs;
    report.breakdown = report.corrected->breakdown;
    return report;
}

core::Result<void> run(const Options& options, const Context& context)
{
    HSCOPE_TRY_ASSIGN(const core::LoadedTrace trace, openForCommand(options.file, context));
    HSCOPE_TRY_ASSIGN(const Report report, makeReport(*trace.store, options, context));
    std::set<std::string> by(options.by.begin(), options.by.end());
    if (by.empty()) {
        by = {"process", "phase", "operation", "categories"};
    }
    const std::vector<PrintedRow> rows = grouped(*trace.store, report.breakdown, by);
    if (options.json || options.format == "json") {
        return printJson(toJson(*trace.store, report, rows, options.gpuTruth()));
    }
    return print(options.format == "csv" ? toCsv(rows)
                                         : toText(*trace.store, report, rows, options.gpuTruth()));
}

} // namespace

void addReportCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command = app.add_subcommand(
        "report", "Exclusive time by process, phase, operation and set of active categories");
    command
        ->add_option("file", options->file,
                     "A trace: PyTorch or Chrome JSON (also compressed), or .hscope")
        ->required();
    command
        ->add_option("--attribution", options->attribution,
                     "Whose GPU time is: launch (who launched it) or time (who runs meanwhile)")
        ->check(CLI::IsMember({"launch", "time"}))
        ->capture_default_str();
    command->add_option("--correct", options->correct,
                        "Take out the time that recording added, by this calibration file; "
                        "`recorded`: by what the recorder measured itself");
    command
        ->add_option("--method", options->method,
                     "Where it is taken out: occurrence, or rlscope for RL-Scope's rule")
        ->check(CLI::IsMember({"occurrence", "rlscope"}))
        ->needs("--correct");
    command
        ->add_option("--by", options->by,
                     "Add up over all but these: process, phase, operation, categories, resource")
        ->delimiter(',')
        ->check(CLI::IsMember({"process", "phase", "operation", "categories", "resource"}));
    command->add_option("--format", options->format, "Output format")
        ->check(CLI::IsMember({"text", "csv", "json"}))
        ->capture_default_str();
    command
        ->add_option("--window", options->windowSeconds,
                     "Sampling window of the sampled utilisation, in seconds")
        ->check(CLI::Range(1e-6, 1e6))
        ->capture_default_str();
    command
        ->add_option("--kernel-wait-below", options->kernelWaitBelowNs,
                     "Shorter pauses of a GPU between queued kernels are its own delay, in ns")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}))
        ->capture_default_str();
    command->add_flag("--json", options->json, "Same as --format json");
    command->callback([options, &action] {
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
