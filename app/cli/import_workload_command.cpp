// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "simulator/io/documents.h"
#include "simulator/io/pipedream_graph.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

namespace hscope::cli {

namespace {

constexpr std::int64_t kMostSamples = 1'000'000'000;

struct Options
{
    std::string graph;
    std::string output;
    sim::PipedreamOptions workload;
};

core::Result<void> run(Options options)
{
    if (options.workload.name.empty()) {
        options.workload.name = sim::pipedreamName(options.graph);
    }
    HSCOPE_TRY_ASSIGN(const std::string text, sim::readText(options.graph));
    HSCOPE_TRY_ASSIGN(const sim::PipedreamGraph graph,
                      sim::parsePipedreamGraph(text, options.graph));
    HSCOPE_TRY_ASSIGN(const sim::ImportedWorkload imported,
                      sim::workloadFrom(graph, options.workload));
    HSCOPE_TRY(sim::writeDocument(options.output, sim::toJson(imported.workload)));
    for (const std::string& remark : imported.remarks) {
        std::fprintf(stderr, "hscope: note: %s\n", printable(remark).c_str());
    }
    return {};
}

} // namespace

void addImportWorkloadCommand(CLI::App& app, Action& action)
{
    auto options = std::make_shared<Options>();
    sim::PipedreamOptions& workload = options->workload;
    workload.samplesPerEpoch = 1e6;
    CLI::App* const command =
        app.add_subcommand("import-workload", "Makes a workload of a profile that PipeDream wrote");
    const CLI::Range positive(1e-300, 1e300);
    const CLI::Range samples(std::int64_t{1}, kMostSamples);
    command->add_option("GRAPH", options->graph, "The profile, a graph.txt")->required();
    command
        ->add_option("--type", workload.type,
                     "Id of the resource type that was profiled, as in "
                     "the clusters it is to run on")
        ->required();
    command
        ->add_option("--batch-size", workload.batchSize,
                     "Samples of the profiled minibatch, which the profile does not say")
        ->required()
        ->check(samples);
    command->add_option("-o,--output", options->output, "The workload document to write")
        ->required();
    command->add_option("--name", workload.name, "Name of the workload; else that of the file");
    command->add_option("--microbatches", workload.microbatches, "Parts of a batch")
        ->check(samples)
        ->capture_default_str();
    command->add_option("--samples-per-epoch", workload.samplesPerEpoch, "Samples of an epoch")
        ->check(positive)
        ->capture_default_str();
    command->add_option("--epochs", workload.epochs, "Epochs of the training")
        ->check(positive)
        ->capture_default_str();
    command
        ->add_option("--throughput-limit", workload.throughputLimit,
                     "Least samples per second; 0 for none")
        ->check(CLI::Range(0.0, 1e300))
        ->capture_default_str();
    command
        ->add_option("--alpha", workload.alpha,
                     "Part of the computation that several units share, 0 to 1")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str();
    command->callback(
        [options, &action] { action = [options](const Context&) { return run(*options); }; });
}

} // namespace hscope::cli
