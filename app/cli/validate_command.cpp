// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/terminal_progress.h"
#include "app/cli/text_table.h"
#include "core/analysis/breakdown.h"

#include <fmt/format.h>
#include <map>
#include <memory>

namespace hscope::cli {

namespace {

struct Options
{
    std::string file;
    bool json = false;
};

/// Checks what every trace must fulfil whatever was in the file; each finding is a sentence.
class Validator
{
public:
    explicit Validator(const core::TraceStore& trace)
        : m_trace(trace)
    {
    }

    [[nodiscard]] core::Result<std::vector<std::string>> run(const Context& context)
    {
        checkOrder();
        checkRows();
        checkLinks();
        HSCOPE_TRY(checkConservation(core::Attribution::Launch, context));
        HSCOPE_TRY(checkConservation(core::Attribution::Time, context));
        return m_findings;
    }

private:
    void checkOrder()
    {
        const core::SliceColumns& slices = m_trace.slices();
        for (const core::Track& track : m_trace.tracks()) {
            for (std::size_t i = track.firstSlice + std::size_t{1};
                 i < std::size_t{track.firstSlice} + track.sliceCount; ++i) {
                if (slices.startNs[i] < slices.startNs[i - 1]) {
                    m_findings.push_back(fmt::format("slice {} starts before its predecessor", i));
                    return;
                }
            }
        }
    }

    void checkRows()
    {
        const core::SliceColumns& slices = m_trace.slices();
        for (const core::Track& track : m_trace.tracks()) {
            std::map<std::uint16_t, std::int64_t> ends;
            for (std::size_t i = track.firstSlice;
                 i < std::size_t{track.firstSlice} + track.sliceCount; ++i) {
                auto& end = ends.try_emplace(slices.depth[i], slices.startNs[i]).first->second;
                if (slices.startNs[i] < end || slices.endNs[i] < slices.startNs[i]) {
                    m_findings.push_back(
                        fmt::format("slice {} overlaps another one on its row", i));
                    return;
                }
                end = slices.endNs[i];
            }
        }
    }

    void checkLinks()
    {
        for (const core::Link& link : m_trace.links()) {
            const bool gpu = core::isGpuCategory(m_trace.slices().category[link.to.value()]);
            if (link.kind == core::LinkKind::Launch && !gpu) {
                m_findings.push_back(
                    fmt::format("slice {} is launched, but is no GPU work", link.to.value()));
                return;
            }
        }
    }

    [[nodiscard]] core::Result<void> checkConservation(core::Attribution attribution,
                                                       const Context& context)
    {
        TerminalProgress progress(context.showProgress);
        HSCOPE_TRY_ASSIGN(const core::Breakdown breakdown,
                          core::computeBreakdown(m_trace, attribution, progress, context.stop));
        std::map<core::ProcessId, std::int64_t> sums;
        for (const core::BreakdownRow& row : breakdown.rows) {
            sums[row.process] += row.asynchronous ? 0 : row.timeNs;
        }
        for (const auto& [process, sum] : sums) {
            if (sum != breakdown.wall.length().count()) {
                m_findings.push_back(fmt::format(
                    "the breakdown of process {} sums to {} ns, not to the wall time of {} ns",
                    process.value(), sum, breakdown.wall.length().count()));
            }
        }
        return {};
    }

    const core::TraceStore& m_trace;
    std::vector<std::string> m_findings;
};

core::Result<void> run(const Options& options, const Context& context)
{
    HSCOPE_TRY_ASSIGN(const core::LoadedTrace trace, openForCommand(options.file, context));
    HSCOPE_TRY_ASSIGN(const std::vector<std::string> findings,
                      Validator(*trace.store).run(context));
    if (options.json) {
        Json json;
        json["valid"] = findings.empty();
        json["findings"] = findings;
        json["diagnostics"] = diagnosticsJson(trace.store->diagnostics());
        HSCOPE_TRY(printJson(json));
    } else {
        std::string text;
        for (const core::Diagnostic& entry : trace.store->diagnostics().list()) {
            const auto id = core::findDiagnostic(entry.name);
            text +=
                fmt::format("{:<9}  {} x {}: {} First: {}\n", core::severityName(entry.severity),
                            formatCount(entry.count), entry.name,
                            id ? core::diagnosticKind(*id).text : "", printable(entry.first));
        }
        for (const std::string& finding : findings) {
            text += "broken     " + finding + "\n";
        }
        text += findings.empty() ? "valid: order, rows, links and conservation of wall time hold\n"
                                 : "";
        HSCOPE_TRY(print(text));
    }
    if (!findings.empty()) {
        return core::failure(core::ErrorCode::Corrupt,
                             fmt::format("{}: {}", options.file, findings.front()));
    }
    return {};
}

} // namespace

void addValidateCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    CLI::App* const command = app.add_subcommand(
        "validate", "Checks a trace: what is wrong with the file, and that all sums hold");
    command
        ->add_option("file", options->file,
                     "A trace: PyTorch or Chrome JSON (also compressed), or .hscope")
        ->required();
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &action] {
        action = [options](const Context& context) { return run(*options, context); };
    });
}

} // namespace hscope::cli
