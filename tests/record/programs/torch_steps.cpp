// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// One forward and backward pass, on this thread and on another one; not linked with the recorder.
#include <ATen/ATen.h>
#include <cstdio>
#include <thread>

namespace {

void runPass()
{
    const at::Tensor input = at::ones({4, 3});
    at::Tensor weight = at::ones({2, 3}).requires_grad_(true);
    at::Tensor bias = at::zeros({2}).requires_grad_(true);
    const at::Tensor loss = at::relu(at::linear(input, weight, bias)).sum();
    loss.backward();
    std::printf("%g\n", weight.grad().sum().item<double>());
}

} // namespace

int main()
{
    runPass();
    std::thread(runPass).join();
    return 0;
}
