// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/policy_features.h"

#include "simulator/sched/layer_load.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace hscope::sim {

namespace {

/// Prices below this part of the reference's do not matter.
constexpr double kSmallPrice = 1e-3;
/// Stands for the price of what cannot run.
constexpr double kHugePrice = 100;

constexpr std::array<std::string_view, PolicyInput::kLayerKinds - 1> kKinds{
    "input", "embedding", "pool", "concat", "fc",   "relu",    "sigmoid",  "softmax",
    "loss",  "gru",       "lstm", "conv",   "norm", "dropout", "attention"};

std::size_t kindOf(std::string_view type)
{
    const auto found = std::find(kKinds.begin(), kKinds.end(), type);
    return static_cast<std::size_t>(found - kKinds.begin());
}

/// Bytes to about 0 to 1.
double scaledBytes(double bytes)
{
    constexpr double kScale = 16;
    return std::log1p(std::max(0.0, bytes)) / kScale;
}

/// Parts of the reference's price to about 0 to 1.
double scaledPrice(double price)
{
    constexpr double kScale = 7;
    return std::log1p(price / kSmallPrice) / kScale;
}

double scaledRatio(double price, double least)
{
    constexpr double kScale = 3;
    return std::log((price + kSmallPrice) / (least + kSmallPrice)) / kScale;
}

void append(std::vector<float>& to, std::initializer_list<double> values)
{
    constexpr double kMost = 1e6; // Keeps a strange document's numbers inside float.
    for (const double value : values) {
        to.push_back(static_cast<float>(std::clamp(value, -kMost, kMost)));
    }
}

/// A layer on a type, relative to the reference.
struct Cell
{
    bool runs = false;
    LayerLoad load; ///< In periods.
    double price = kHugePrice;
};

/// All layers on all types, layer by layer.
std::vector<Cell> cellsOf(const Problem& problem, const ReferenceSchedule& reference)
{
    std::vector<Cell> cells;
    cells.reserve(problem.layerCount() * problem.typeCount());
    for (std::size_t layer = 0; layer < problem.layerCount(); ++layer) {
        for (std::size_t type = 0; type < problem.typeCount(); ++type) {
            Cell cell;
            cell.runs = problem.canRun(layer, type);
            if (cell.runs) {
                StageTerms& terms = cell.load.terms;
                terms = layerLoad(problem, layer, type).terms;
                terms = {terms.serialCompute / reference.period,
                         terms.sharedCompute / reference.period,
                         terms.serialCommunication / reference.period,
                         terms.sharedCommunication / reference.period};
                cell.price = problem.price(type) / reference.weight *
                             std::max(cell.load.compute(), cell.load.communication());
            }
            cells.push_back(cell);
        }
    }
    return cells;
}

} // namespace

void PolicyInput::addLayer(const Problem& problem, const ReferenceSchedule& reference,
                           std::size_t layer)
{
    const Layer& facts = problem.workload().layers[layer];
    const std::size_t kind = kindOf(facts.type);
    for (std::size_t i = 0; i < kLayerKinds; ++i) {
        m_layerFeatures.push_back(i == kind ? 1.0F : 0.0F);
    }
    constexpr double kScale = 4;
    const auto layers = static_cast<double>(m_layers);
    const double fixed = problem.cluster().fixedCostUsdPerHour;
    append(m_layerFeatures,
           {static_cast<double>(layer) / layers, layer + 1 == m_layers ? 1.0 : 0.0,
            scaledBytes(facts.inputBytes), scaledBytes(facts.outputBytes),
            scaledBytes(facts.denseWeightBytes),
            scaledBytes(facts.sparsePullBytes + facts.sparsePushBytes),
            scaledBytes(problem.cutBytesAt(layer)), scaledBytes(problem.cutBytesAt(layer + 1)),
            std::log(layers) / kScale, std::log(static_cast<double>(m_types)) / kScale,
            fixed / (fixed + reference.weight),
            std::min(1.0, std::log(std::max(1.0, problem.longestPeriod() / reference.period)) /
                              kScale)});
}

void PolicyInput::addTypes(const Problem& problem, const ReferenceSchedule& reference)
{
    const std::vector<Cell> cells = cellsOf(problem, reference);
    const std::size_t start = m_typeFeatures.size();
    m_typeFeatures.resize(start + cells.size() * HSCOPE_POLICY_TYPE_FEATURES);
    std::vector<double> remaining(m_types); // Price of the layers from here on.
    double leastRemaining = 0;
    for (std::size_t layer = m_layers; layer-- > 0;) {
        const auto row = cells.begin() + static_cast<std::ptrdiff_t>(layer * m_types);
        double least = kHugePrice;
        for (std::size_t type = 0; type < m_types; ++type) {
            const Cell& cell = row[static_cast<std::ptrdiff_t>(type)];
            least = std::min(least, cell.price);
            remaining[type] += cell.price;
        }
        leastRemaining += least;
        for (std::size_t type = 0; type < m_types; ++type) {
            const Cell& cell = row[static_cast<std::ptrdiff_t>(type)];
            const double price = problem.price(type) / reference.weight;
            const double before = problem.boundarySeconds(layer, type) / reference.period;
            const double after = problem.boundarySeconds(layer + 1, type) / reference.period;
            std::vector<float> features;
            append(features,
                   {scaledRatio(cell.price, least), scaledPrice(price * cell.load.compute()),
                    scaledPrice(price * cell.load.communication()), scaledPrice(price * before),
                    scaledPrice(price * after), scaledRatio(remaining[type], leastRemaining),
                    std::min(2.0, 5 * std::max(cell.load.terms.serialCompute,
                                               cell.load.terms.serialCommunication)),
                    scaledPrice(price),
                    std::min(2.0, std::max(cell.load.compute(), cell.load.communication()) /
                                      std::max(1.0, static_cast<double>(problem.limit(type)))),
                    cell.runs ? 1.0 : 0.0});
            std::copy(features.begin(), features.end(),
                      m_typeFeatures.begin() +
                          static_cast<std::ptrdiff_t>(start + (layer * m_types + type) *
                                                                  HSCOPE_POLICY_TYPE_FEATURES));
        }
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const StageTerms& terms = cells[i].load.terms;
        append(m_loads, {terms.sharedCompute, terms.serialCompute, terms.sharedCommunication,
                         terms.serialCommunication,
                         problem.boundarySeconds(i / m_types, i % m_types) / reference.period});
        m_runnable.push_back(cells[i].runs ? 1 : 0);
    }
}

void PolicyInput::add(const Problem& problem, const ReferenceSchedule& reference)
{
    for (std::size_t layer = 0; layer < m_layers; ++layer) {
        addLayer(problem, reference, layer);
    }
    addTypes(problem, reference);
    for (std::size_t type = 0; type < m_types; ++type) {
        append(m_prices, {problem.price(type) / reference.weight});
        m_limits.push_back(static_cast<float>(problem.limit(type)));
    }
    ++m_problems;
}

hscope_policy_problems PolicyInput::view() const
{
    return {sizeof(hscope_policy_problems),
            m_problems,
            static_cast<std::int32_t>(m_layers),
            static_cast<std::int32_t>(m_types),
            m_layerFeatures.data(),
            m_typeFeatures.data(),
            m_loads.data(),
            m_runnable.data(),
            m_prices.data(),
            m_limits.data()};
}

} // namespace hscope::sim
