// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// Preloaded, it makes LibTorch say that it is another version: the file name alone does not tell.
#include <string>

namespace at {

__attribute__((visibility("default"))) std::string show_config();

std::string show_config()
{
    return "Build settings: TORCH_VERSION=1.99.0, USE_CUDA=0";
}

} // namespace at
