// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// A program that uses CUDA and does not know of the recorder; the driver is the stand-in.
extern "C" int cuInit(unsigned flags);
extern "C" void launchKernels(int count);

int main()
{
    constexpr int kKernels = 50;
    if (cuInit(0) != 0) {
        return 1;
    }
    launchKernels(kKernels);
    return 0;
}
