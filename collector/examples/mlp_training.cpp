// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// A small classifier whose layers are marked one by one: a program to take a layer profile from.
// See README.md.
#include "collector/examples/algorithms/torch_runtime.h"
#include "collector/examples/layer_scope.h"
#include "collector/examples/trainer_main.h"

#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/adam.h>
#include <torch/utils.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <hscope/collector.hpp>
#include <string>

namespace {

using namespace hscope::examples;

constexpr std::int64_t kInputs = 32;
constexpr std::int64_t kClasses = 10;
constexpr double kNoise = 2.0; // deviation around a class's centre, whose elements have 1
constexpr double kLearningRate = 1e-3;
constexpr std::int64_t kReportEvery = 100;
constexpr std::int64_t kGreatestNumber = 1'000'000'000; // of an option

struct Options
{
    std::int64_t iterations = 500;
    std::int64_t batch = 128;
    std::int64_t width = 128;
    std::int64_t hiddenLayers = 2;
    std::uint64_t seed = 0;
};

struct Samples
{
    torch::Tensor inputs;
    torch::Tensor labels;
};

struct Score
{
    double loss = 0;
    double accuracyRatio = 0;
};

/// Draws samples that scatter around one centre per class.
Samples drawSamples(const torch::Tensor& centres, std::int64_t count)
{
    const torch::Tensor labels = torch::randint(kClasses, {count}, torch::kLong);
    return {centres.index_select(0, labels) + kNoise * torch::randn({count, kInputs}), labels};
}

torch::nn::Sequential makeNetwork(const Options& options)
{
    torch::nn::Sequential network;
    std::int64_t inputs = kInputs;
    for (std::int64_t layer = 1; layer <= options.hiddenLayers; ++layer) {
        const std::string number = std::to_string(layer);
        network->push_back(
            hscope::scopedLayer("fc" + number, torch::nn::Linear(inputs, options.width)));
        network->push_back(hscope::scopedLayer("relu" + number, torch::nn::ReLU()));
        inputs = options.width;
    }
    network->push_back(hscope::scopedLayer("output", torch::nn::Linear(inputs, kClasses)));
    return network;
}

Score trainOnce(torch::nn::Sequential& network, torch::optim::Adam& optimizer,
                const Samples& samples)
{
    torch::Tensor scores;
    torch::Tensor loss;
    {
        const hscope::Operation operation("forward");
        scores = network->forward(samples.inputs);
        loss = torch::nn::functional::cross_entropy(scores, samples.labels);
    }
    {
        const hscope::Operation operation("backpropagation");
        optimizer.zero_grad();
        loss.backward();
    }
    {
        const hscope::Operation operation("optimizer");
        optimizer.step();
    }
    const torch::Tensor hits = scores.argmax(1).eq(samples.labels).to(torch::kFloat);
    return {loss.item<double>(), hits.mean().item<double>()};
}

void train(const Options& options)
{
    hscope::setProcessName("mlp_training");
    hscope::setThreadName("training");
    hscope::setMetadata("batch", std::to_string(options.batch));
    hscope::setMetadata("width", std::to_string(options.width));
    hscope::setMetadata("seed", std::to_string(options.seed));
    makeTorchRepeatable(options.seed);

    const torch::Tensor centres = torch::randn({kClasses, kInputs});
    torch::nn::Sequential network = makeNetwork(options);
    torch::optim::Adam optimizer(network->parameters(), torch::optim::AdamOptions(kLearningRate));
    for (std::int64_t number = 0; number < options.iterations; ++number) {
        const hscope::Iteration iteration(number);
        Samples samples;
        {
            const hscope::Operation operation("data");
            samples = drawSamples(centres, options.batch);
        }
        const Score score = trainOnce(network, optimizer, samples);
        const std::int64_t done = number + 1;
        hscope::reportProgress(static_cast<double>(done), static_cast<double>(options.iterations));
        if (done % kReportEvery == 0 || done == options.iterations) {
            std::printf("iteration %6lld  loss %8.4f  accuracy %5.1f %%\n",
                        static_cast<long long>(done), score.loss, 100 * score.accuracyRatio);
            std::fflush(stdout);
        }
    }
}

int parseAndTrain(int argc, char** argv)
{
    Options options;
    CLI::App app("Trains a small classifier on made-up data, with a scope around each layer",
                 "mlp_training");
    app.add_option("--iterations", options.iterations, "Batches to learn from")
        ->check(CLI::Range(std::int64_t{1}, kGreatestNumber))
        ->capture_default_str();
    app.add_option("--batch", options.batch, "Samples per batch")
        ->check(CLI::Range(std::int64_t{1}, kGreatestNumber))
        ->capture_default_str();
    app.add_option("--width", options.width, "Units per hidden layer")
        ->check(CLI::Range(std::int64_t{1}, kGreatestNumber))
        ->capture_default_str();
    app.add_option("--hidden-layers", options.hiddenLayers, "Hidden layers")
        ->check(CLI::Range(std::int64_t{1}, kGreatestNumber))
        ->capture_default_str();
    app.add_option("--seed", options.seed, "The same seed gives the same run on the same machine")
        ->capture_default_str();
    if (const auto status = parseOrEnd(app, argc, argv)) {
        return *status;
    }
    train(options);
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    return runTrainer("mlp_training", parseAndTrain, argc, argv);
}
