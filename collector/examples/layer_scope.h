// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <hscope/collector.hpp>
#include <memory>
#include <string>
#include <utility>

namespace hscope {

/// A layer whose forward pass is recorded as a scope `layer:<name>`, which is what layer profiles
/// are made from.
///
///     torch::nn::Sequential network;
///     network->push_back(scopedLayer("fc1", torch::nn::Linear(784, 256)));
///     network->push_back(scopedLayer("relu1", torch::nn::ReLU()));
///
/// It stands where the layer stood: it has the layer's parameters, and its forward calls the
/// layer's. For layers that turn one tensor into one tensor. Copy this file into your own program
/// if you like.
///
/// Cost: that of one scope per call.
template <class LayerImpl>
class LayerScope : public torch::nn::Module
{
public:
    LayerScope(const std::string& name, std::shared_ptr<LayerImpl> layer)
        : m_scopeName("layer:" + name)
        , m_layer(register_module(name, std::move(layer)))
    {
    }

    torch::Tensor forward(const torch::Tensor& input)
    {
        const Scope scope(m_scopeName.c_str(), Category::Native);
        return m_layer->forward(input);
    }

private:
    std::string m_scopeName;
    std::shared_ptr<LayerImpl> m_layer;
};

/// Wraps `layer` for a torch::nn::Sequential; `name` must be a name that register_module() takes:
/// no dots.
template <class LayerImpl>
[[nodiscard]] std::shared_ptr<LayerScope<LayerImpl>>
scopedLayer(const std::string& name, const torch::nn::ModuleHolder<LayerImpl>& layer)
{
    return std::make_shared<LayerScope<LayerImpl>>(name, layer.ptr());
}

} // namespace hscope
