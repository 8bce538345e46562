// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// attaches FILE: asks for GPUs to be recorded and does not use any; ends with what it was told.
#include "hscope/collector.hpp"

int main(int argc, char** argv)
{
    const hscope::Recording recording(argc > 1 ? argv[1] : "");
    const int status = hscope_gpu_attach();
    const hscope::Scope scope("attached or not", hscope::Category::Native);
    return status;
}
