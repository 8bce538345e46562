// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// torch_load ITERATIONS OPERATORS WORK
//
// Iterations of three operations: `inference` with OPERATORS small operators, `backpropagation`
// with a tenth of them in a forward and a backward pass, and `rest` with WORK additions and no
// operator.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <cstdio>
#include <cstdlib>
#include <hscope/collector.h>

namespace {

volatile unsigned long g_sum;

void infer(const at::Tensor& state, long operators)
{
    const at::NoGradGuard none;
    at::Tensor value = state.detach();
    for (long i = 0; i < operators; ++i) {
        value.add_(1);
    }
}

void learn(at::Tensor& weight, long operators)
{
    constexpr long kLength = 50; // of a pass
    for (long done = 0; done < operators; done += kLength) {
        at::Tensor value = weight;
        for (long i = 0; i < kLength; ++i) {
            value = value.sin();
        }
        value.sum().backward();
        weight.mutable_grad().reset();
    }
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 4) {
        std::fputs("usage: torch_load ITERATIONS OPERATORS WORK\n", stderr);
        return 2;
    }
    constexpr long kBackwardShare = 10;
    const long iterations = std::atol(argv[1]);
    const long operators = std::atol(argv[2]);
    const long work = std::atol(argv[3]);
    at::set_num_threads(1);
    const at::Tensor state = at::zeros({4});
    at::Tensor weight = at::ones({4}).requires_grad_(true);
    for (long i = 0; i < iterations; ++i) {
        HSCOPE_ITERATION_BEGIN(i);
        HSCOPE_OPERATION_BEGIN("inference");
        infer(state, operators);
        HSCOPE_OPERATION_END();
        HSCOPE_OPERATION_BEGIN("backpropagation");
        learn(weight, operators / kBackwardShare);
        HSCOPE_OPERATION_END();
        HSCOPE_OPERATION_BEGIN("rest");
        for (long w = 0; w < work; ++w) {
            g_sum = g_sum + static_cast<unsigned long>(w);
        }
        HSCOPE_OPERATION_END();
        HSCOPE_ITERATION_END();
    }
    return 0;
}
