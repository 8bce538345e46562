// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/workload_edit.h"

#include "app/models/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>
#include <unordered_set>

namespace hscope::app {

namespace {

constexpr int kNameLength = 30;

QString tr(const char* text)
{
    return QCoreApplication::translate("WorkloadEdit", text);
}

tl::unexpected<core::Error> refused(const QString& sentence)
{
    return core::failure(core::ErrorCode::InvalidArgument, sentence.toStdString());
}

QString nameOf(const sim::Workload& workload, std::size_t layer)
{
    return elideMiddle(toText(workload.layers[layer].name), kNameLength);
}

/// Layers get new places: `place` says where each old one is.
void moveEdges(sim::Workload& workload, const std::vector<std::size_t>& place)
{
    if (workload.edges) {
        for (sim::Edge& edge : *workload.edges) {
            edge.from = place[edge.from];
            edge.to = place[edge.to];
        }
    }
}

/// The edges without layer `layer`: what led to it leads on to the last that it led to.
void bypass(std::vector<sim::Edge>& edges, std::size_t layer)
{
    std::optional<std::size_t> target;
    for (const sim::Edge& edge : edges) {
        if (edge.from == layer) {
            target = std::max(target.value_or(0), edge.to);
        }
    }
    const auto exists = [&edges](std::size_t from, std::size_t to) {
        return std::ranges::any_of(
            edges, [&](const sim::Edge& edge) { return edge.from == from && edge.to == to; });
    };
    for (sim::Edge& edge : edges) {
        if (edge.to == layer && target && !exists(edge.from, *target)) {
            edge.to = *target;
        }
    }
    std::erase_if(
        edges, [layer](const sim::Edge& edge) { return edge.from == layer || edge.to == layer; });
}

void scale(sim::LayerProfile& profile, double factor)
{
    profile.computeSeconds *= factor;
    profile.communicationSeconds *= factor;
    for (std::optional<double>* const seconds :
         {&profile.forwardSeconds, &profile.backwardSeconds}) {
        if (*seconds) {
            **seconds *= factor;
        }
    }
    for (sim::MeasuredTime& point : profile.measured) {
        point.seconds *= factor;
    }
}

} // namespace

sim::Workload emptyWorkload()
{
    sim::Workload workload;
    workload.name = tr("new workload").toStdString();
    workload.batchSize = 512;
    workload.microbatches = 16;
    workload.samplesPerEpoch = 1e6;
    workload.epochs = 1;
    workload.layers.push_back(nextLayer(workload, 0));
    return workload;
}

sim::Layer nextLayer(const sim::Workload& workload, std::size_t before)
{
    sim::Layer layer;
    layer.type = "fc";
    if (before > 0 && before <= workload.layers.size()) {
        const sim::Layer& last = workload.layers[before - 1];
        layer.type = last.type;
        layer.inputBytes = last.outputBytes;
        layer.outputBytes = last.outputBytes;
        layer.profile = last.profile;
    }
    layer.name = "layer";
    return layer;
}

WorkloadEdit inserted(sim::Workload workload, std::size_t before, std::vector<sim::Layer> layers)
{
    before = std::min(before, workload.layers.size());
    std::unordered_set<std::string> taken;
    for (const sim::Layer& layer : workload.layers) {
        taken.insert(layer.name);
    }
    LayerSet places;
    for (sim::Layer& layer : layers) {
        const std::string stem = layer.name;
        for (int number = 2; !taken.insert(layer.name).second; ++number) {
            layer.name = stem + "-" + std::to_string(number);
        }
        places.insert(places.end(), before + places.size());
    }
    std::vector<std::size_t> place(workload.layers.size());
    std::iota(place.begin(), place.end(), std::size_t{0});
    std::transform(place.begin() + static_cast<std::ptrdiff_t>(before), place.end(),
                   place.begin() + static_cast<std::ptrdiff_t>(before),
                   [&layers](std::size_t old) { return old + layers.size(); });
    moveEdges(workload, place);
    workload.layers.insert(workload.layers.begin() + static_cast<std::ptrdiff_t>(before),
                           std::make_move_iterator(layers.begin()),
                           std::make_move_iterator(layers.end()));
    return {std::move(workload), std::move(places)};
}

WorkloadEdit duplicated(const sim::Workload& workload, const LayerSet& layers)
{
    std::vector<sim::Layer> copies;
    for (const std::size_t layer : layers) {
        copies.push_back(workload.layers[layer]);
    }
    return layers.empty() ? WorkloadEdit{workload, {}}
                          : inserted(workload, *layers.rbegin() + 1, std::move(copies));
}

sim::Workload removed(sim::Workload workload, const LayerSet& layers)
{
    std::vector<std::size_t> place(workload.layers.size());
    std::vector<sim::Layer> rest;
    for (std::size_t i = 0; i < workload.layers.size(); ++i) {
        place[i] = rest.size();
        if (!layers.contains(i)) {
            rest.push_back(std::move(workload.layers[i]));
        } else if (workload.edges) {
            bypass(*workload.edges, i);
        }
    }
    moveEdges(workload, place);
    workload.layers = std::move(rest);
    return workload;
}

core::Result<WorkloadEdit> moved(const sim::Workload& workload, const LayerSet& layers,
                                 std::size_t before)
{
    const std::size_t count = workload.layers.size();
    std::vector<std::size_t> order;
    std::size_t first = 0;
    for (std::size_t i = 0; i <= count; ++i) {
        if (i == std::min(before, count)) {
            first = order.size();
            order.insert(order.end(), layers.begin(), layers.end());
        }
        if (i < count && !layers.contains(i)) {
            order.push_back(i);
        }
    }
    WorkloadEdit edit{workload, {}};
    std::vector<std::size_t> place(count);
    for (std::size_t i = 0; i < count; ++i) {
        place[order[i]] = i;
        edit.workload.layers[i] = workload.layers[order[i]];
    }
    moveEdges(edit.workload, place);
    for (std::size_t i = 0; workload.edges && i < workload.edges->size(); ++i) {
        const sim::Edge& edge = (*edit.workload.edges)[i];
        if (edge.from >= edge.to) {
            return refused(
                tr("%1 needs the output of %2 and stays behind it: change their edge "
                   "first.")
                    .arg(nameOf(edit.workload, edge.to), nameOf(edit.workload, edge.from)));
        }
    }
    for (std::size_t i = 0; i < layers.size(); ++i) {
        edit.layers.insert(edit.layers.end(), first + i);
    }
    return edit;
}

core::Result<sim::Workload> withText(sim::Workload workload, const LayerSet& layers,
                                     const LayerValue& value, const QString& text)
{
    for (const std::size_t layer : layers) {
        HSCOPE_TRY(setText(workload.layers[layer], value, text));
    }
    return workload;
}

sim::Workload withType(sim::Workload workload, const std::string& type, const std::string& like,
                       double factor)
{
    for (sim::Layer& layer : workload.layers) {
        if (like.empty()) {
            layer.profile.try_emplace(type);
            continue;
        }
        const auto model = layer.profile.find(like);
        if (model != layer.profile.end() && !layer.profile.contains(type)) {
            sim::LayerProfile profile = model->second;
            scale(profile, factor);
            layer.profile.emplace(type, std::move(profile));
        }
    }
    return workload;
}

sim::Workload withoutType(sim::Workload workload, const std::string& type)
{
    for (sim::Layer& layer : workload.layers) {
        layer.profile.erase(type);
    }
    return workload;
}

core::Result<sim::Workload> withTypeRenamed(sim::Workload workload, const std::string& type,
                                            const std::string& name)
{
    if (name == type) {
        return workload;
    }
    if (name.empty()) {
        return refused(tr("A type needs a name: the old one stays."));
    }
    for (sim::Layer& layer : workload.layers) {
        if (layer.profile.contains(name)) {
            return refused(tr("%1 is taken: choose another name.")
                               .arg(elideMiddle(toText(name), kNameLength)));
        }
        if (auto node = layer.profile.extract(type)) {
            node.key() = name;
            layer.profile.insert(std::move(node));
        }
    }
    return workload;
}

std::vector<sim::Edge> edgesOf(const sim::Workload& workload)
{
    if (workload.edges) {
        return *workload.edges;
    }
    std::vector<sim::Edge> edges;
    for (std::size_t i = 0; i + 1 < workload.layers.size(); ++i) {
        edges.push_back({i, i + 1, workload.layers[i].outputBytes});
    }
    return edges;
}

core::Result<sim::Workload> withEdge(sim::Workload workload, std::size_t index,
                                     const sim::Edge& edge)
{
    if (edge.from >= edge.to || edge.to >= workload.layers.size()) {
        return refused(tr("An edge leads to a later layer."));
    }
    std::vector<sim::Edge> edges = edgesOf(workload);
    if (index < edges.size() && edges[index] != edge) {
        edges[index] = edge;
        workload.edges = std::move(edges);
    }
    return workload;
}

sim::Workload withEdgeAdded(sim::Workload workload)
{
    if (workload.layers.size() < 2) {
        return workload;
    }
    std::vector<sim::Edge> edges = edgesOf(workload);
    edges.push_back({0, workload.layers.size() - 1, workload.layers.front().outputBytes});
    workload.edges = std::move(edges);
    return workload;
}

sim::Workload withoutEdges(sim::Workload workload, const std::set<std::size_t>& edges)
{
    const std::vector<sim::Edge> all = edgesOf(workload);
    std::vector<sim::Edge> rest;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!edges.contains(i)) {
            rest.push_back(all[i]);
        }
    }
    if (rest.size() < all.size()) {
        workload.edges = std::move(rest);
    }
    return workload;
}

sim::Workload asChain(sim::Workload workload)
{
    workload.edges.reset();
    return workload;
}

} // namespace hscope::app
