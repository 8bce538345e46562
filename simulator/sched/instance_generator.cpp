// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/instance_generator.h"

#include "simulator/rl/random_stream.h"
#include "simulator/sched/layer_load.h"
#include "simulator/sched/plan_judge.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace hscope::sim {

namespace {

constexpr double kFloatBytes = 4;

/// Draws from ranges.
class Draw
{
public:
    explicit Draw(std::uint64_t seed)
        : m_random(seed)
    {
    }

    double between(double low, double high) { return low + (high - low) * m_random.uniform(); }

    /// Even on a logarithmic scale.
    double scaled(double low, double high)
    {
        return std::exp(between(std::log(low), std::log(high)));
    }

    std::size_t whole(std::size_t least, std::size_t most)
    {
        return least + static_cast<std::size_t>(m_random.below(most - least + 1));
    }

    bool happens(double probability) { return m_random.uniform() < probability; }

private:
    rl::RandomStream m_random;
};

/// What one unit of a type does per second.
struct Rates
{
    double flops = 0;
    double memory = 0;  ///< Bytes.
    double network = 0; ///< Bytes, for weights and sparse values.
    double input = 0;   ///< Bytes of samples that are read and parsed.
    double alphaLow = 0;
    double betaLow = 0;
    double spread = 0; ///< Factor by which layers deviate at random.
};

/// A layer and what a sample asks of it, whatever it runs on.
struct Task
{
    Layer layer;
    double flops = 0; ///< Of forward and backward pass.
};

/// Layers of one model, one after the other.
class ModelDraft
{
public:
    explicit ModelDraft(Draw& draw)
        : m_draw(draw)
    {
    }

    void add(const char* type, double inputBytes, double outputBytes)
    {
        Task task;
        task.layer.type = type;
        task.layer.name = type + std::to_string(tasks.size());
        task.layer.inputBytes = inputBytes;
        task.layer.outputBytes = outputBytes;
        task.flops = 3 * (inputBytes + outputBytes) / kFloatBytes;
        tasks.push_back(std::move(task));
    }

    void addDense(double inputBytes, double width)
    {
        add("fc", inputBytes, width * kFloatBytes);
        const double inputs = inputBytes / kFloatBytes;
        tasks.back().layer.denseWeightBytes = (inputs + 1) * width * kFloatBytes;
        tasks.back().flops = 6 * inputs * width;
    }

    /// Input, embedding and pooling or a recurrent layer: three layers. Returns the bytes that
    /// leave it.
    double addTowerStart()
    {
        const double values = m_draw.scaled(10, 3000);
        const double dimension = std::floor(m_draw.scaled(8, 128));
        const double slots = std::floor(m_draw.between(0.1, 1) * values) + 1;
        const double embedded = values * dimension * kFloatBytes;
        add("input", values * m_draw.between(6, 14), values * 8);
        add("embedding", values * 8, embedded);
        tasks.back().layer.sparsePullBytes = embedded * m_draw.between(1, 1.3);
        tasks.back().layer.sparsePushBytes = tasks.back().layer.sparsePullBytes;
        if (m_draw.happens(0.2)) {
            const double width = std::floor(m_draw.scaled(32, 256));
            add(m_draw.happens(0.5) ? "gru" : "lstm", embedded, width * kFloatBytes);
            tasks.back().layer.denseWeightBytes = 3 * width * (dimension + width) * kFloatBytes;
            tasks.back().flops = 18 * std::min(values, 200.0) * width * (dimension + width);
            return width * kFloatBytes;
        }
        const double pooled = std::min(embedded, slots * dimension * kFloatBytes);
        add("pool", embedded, pooled);
        return pooled;
    }

    /// Fully connected layers of falling width until there are `end` layers.
    double addBody(double bytes, std::size_t end)
    {
        constexpr const char* kBetween[] = {"relu", "relu", "relu", "sigmoid", "norm", "dropout"};
        double width = std::floor(m_draw.scaled(64, 8192));
        const bool activated = m_draw.happens(0.7);
        while (tasks.size() < end) {
            const bool afterDense = !tasks.empty() && tasks.back().layer.type == "fc";
            if (afterDense && activated) {
                add(kBetween[m_draw.whole(0, 5)], bytes, bytes);
                continue;
            }
            addDense(bytes, width);
            bytes = width * kFloatBytes;
            width = std::max(16.0, std::floor(width * m_draw.between(0.3, 1)));
        }
        return bytes;
    }

    std::vector<Task> tasks;

private:
    Draw& m_draw;
};

/// Two towers or one, and what follows.
std::vector<Task> drawModel(Draw& draw, std::size_t layers, std::optional<std::vector<Edge>>& edges)
{
    ModelDraft model(draw);
    const bool twoTowers = layers >= 10 && draw.happens(0.3);
    double bytes = model.addTowerStart();
    if (twoTowers) {
        const std::size_t tower = draw.whole(3, (layers - 2) / 2);
        bytes = model.addBody(bytes, tower);
        const std::size_t second = model.tasks.size();
        double other = model.addTowerStart();
        other = model.addBody(other, second + tower);
        edges.emplace();
        const std::size_t joint = model.tasks.size();
        for (std::size_t layer = 0; layer + 1 < layers; ++layer) {
            const bool endsTower = layer + 1 == second;
            edges->push_back({layer, endsTower ? joint : layer + 1, 0});
        }
        bytes += other;
    }
    if (model.tasks.size() + 2 < layers && (twoTowers || draw.happens(0.6))) {
        model.add("concat", bytes, bytes);
    }
    bytes = model.addBody(bytes, layers - 1);
    model.add(draw.happens(0.5) ? "softmax" : "loss", bytes, kFloatBytes);
    for (std::size_t i = 0; edges && i < edges->size(); ++i) {
        (*edges)[i].bytes = model.tasks[(*edges)[i].from].layer.outputBytes;
    }
    return std::move(model.tasks);
}

ResourceType resourceType(std::size_t index, DeviceKind kind, double price, double nic)
{
    ResourceType type;
    type.id = "type" + std::to_string(index);
    type.kind = kind;
    type.name = type.id;
    type.priceUsdPerHour = price;
    type.nicGbPerSecond = nic;
    return type;
}

/// A type and its rates.
struct DrawnType
{
    ResourceType type;
    Rates rates;
};

/// The first type is like a CPU core, the second like a GPU, all others lie anywhere between.
std::vector<DrawnType> drawTypes(Draw& draw, std::size_t count)
{
    std::vector<DrawnType> types;
    const Rates core{3e10 * draw.scaled(0.5, 2),
                     4e9 * draw.scaled(0.5, 2),
                     2.5e8 * draw.scaled(0.5, 2),
                     5e7 * draw.scaled(0.5, 2),
                     0,
                     0,
                     0};
    const double corePrice = 0.04 * draw.scaled(0.5, 2);
    const double coreNic = 0.26 * draw.scaled(0.5, 2);
    const bool even = draw.happens(0.5); // Layers scale alike, or each in its way.
    for (std::size_t i = 0; i < count; ++i) {
        const double position = i == 0 ? 0 : draw.between(0, 1);
        double speed = std::pow(60.0, position);
        double memory = speed;
        double data = i == 0 ? 1 : std::pow(6.0, draw.between(0, 1));
        double price = corePrice * std::pow(60.0, position * draw.between(0.8, 1.1));
        if (i == 1) {
            speed = draw.scaled(60, 400);
            memory = draw.scaled(60, 300);
            data = draw.scaled(3, 10);
            price = corePrice * draw.scaled(25, 120);
        }
        DrawnType drawn{
            resourceType(i, i == 0 ? DeviceKind::Cpu : DeviceKind::Gpu, price, coreNic * data),
            core};
        drawn.rates.flops *= speed;
        drawn.rates.memory *= memory;
        drawn.rates.network *= data;
        drawn.rates.input *= i == 1 ? draw.scaled(1, 6) : data;
        drawn.rates.alphaLow = even ? 0.99 : 0.9;
        drawn.rates.betaLow = even ? 0.98 : 0.85;
        drawn.rates.spread = even ? 0 : 0.3;
        types.push_back(std::move(drawn));
    }
    return types;
}

LayerProfile profileOn(const Task& task, const Rates& rates, double batch, Draw& draw)
{
    const Layer& layer = task.layer;
    LayerProfile profile;
    profile.computeSeconds =
        (task.flops / rates.flops + 3 * (layer.inputBytes + layer.outputBytes) / rates.memory +
         (layer.type == "input" ? layer.inputBytes / rates.input : 0)) *
        draw.between(1 - rates.spread, 1 + rates.spread);
    profile.communicationSeconds =
        (layer.sparsePullBytes + layer.sparsePushBytes + 2 * layer.denseWeightBytes / batch) /
        rates.network * draw.between(1 - rates.spread, 1 + rates.spread);
    profile.alpha = draw.between(rates.alphaLow, 0.999);
    profile.beta = draw.between(rates.betaLow, 0.999);
    return profile;
}

/// The floor: what so many units of price, spent on each layer where it is cheapest, sustain.
double drawFloor(const Problem& problem, Draw& draw)
{
    double price = 0; // USD per hour for a period of 1 s, nothing rounded.
    for (std::size_t layer = 0; layer < problem.layerCount(); ++layer) {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t type = 0; type < problem.typeCount(); ++type) {
            const LayerLoad load = layerLoad(problem, layer, type);
            least = std::min(least,
                             problem.price(type) * std::max(load.compute(), load.communication()));
        }
        price += least;
    }
    return draw.scaled(0.2, 40) / price;
}

} // namespace

core::Result<Problem> generateInstance(const InstanceShape& shape, std::uint64_t seed)
{
    Draw draw(seed);
    Workload workload;
    workload.name = "generated-" + std::to_string(seed);
    workload.batchSize = static_cast<std::int64_t>(draw.scaled(64, 4096));
    workload.samplesPerEpoch = 1e9;
    workload.epochs = 1;
    workload.chargeBoundaryTraffic = draw.happens(0.6);
    const std::vector<Task> tasks = drawModel(draw, shape.layers, workload.edges);
    const std::vector<DrawnType> types = drawTypes(draw, shape.types);
    for (const Task& task : tasks) {
        workload.layers.push_back(task.layer);
        for (const DrawnType& drawn : types) {
            workload.layers.back().profile[drawn.type.id] =
                profileOn(task, drawn.rates, static_cast<double>(workload.batchSize), draw);
        }
    }
    Cluster cluster;
    cluster.name = workload.name;
    for (const DrawnType& drawn : types) {
        cluster.resourceTypes.push_back(drawn.type);
    }
    HSCOPE_TRY_ASSIGN(const Problem unlimited, Problem::create(workload, cluster));
    workload.throughputLimit = drawFloor(unlimited, draw);
    const double hourly = draw.scaled(1, 60); // What a whole limit of a type costs.
    const bool limited = draw.happens(0.5);
    for (ResourceType& type : cluster.resourceTypes) {
        const double units = hourly * draw.scaled(0.5, 4) / type.priceUsdPerHour;
        if (limited) {
            type.limit = std::max<std::int64_t>(1, static_cast<std::int64_t>(units));
        }
    }
    if (draw.happens(0.25)) {
        cluster.fixedCostUsdPerHour = draw.scaled(0.3, 10);
    }
    // Halve the floor until a simple schedule reaches it. Some keep the one before: mostly only
    // mixed placements reach that, and now and then none does.
    constexpr int kHalvings = 20;
    core::Result<Problem> problem = Problem::create(workload, cluster);
    for (int i = 0; i < kHalvings && problem && !referenceSchedule(*problem).feasible; ++i) {
        const bool keeps = draw.happens(0.2);
        workload.throughputLimit /= 2;
        core::Result<Problem> slower = Problem::create(workload, cluster);
        if (keeps && slower && referenceSchedule(*slower).feasible) {
            break;
        }
        problem = std::move(slower);
    }
    return problem;
}

} // namespace hscope::sim
