// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/pipedream_graph.h"

#include <queue>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace hscope::sim {

namespace {

using core::ErrorCode;
using core::failure;

constexpr std::string_view kSeparator = " -- ";
constexpr std::size_t kNone = SIZE_MAX;
constexpr double kMostSamples = 1e9;

bool isInput(const PipedreamNode& node)
{
    return node.description.starts_with("Input");
}

std::optional<double> numberOf(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = error == std::errc() && end == text.data() + text.size();
    return isWhole && std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
}

/// A number, or the sum of a list `[a; b; c]`.
std::optional<double> sizeOf(std::string_view text)
{
    if (!text.starts_with('[') || !text.ends_with(']')) {
        return numberOf(text);
    }
    text = text.substr(1, text.size() - 2);
    double sum = 0;
    while (true) {
        const std::size_t end = text.find(';');
        const std::optional<double> value = numberOf(text.substr(0, end));
        if (!value) {
            return std::nullopt;
        }
        sum += *value;
        if (end == std::string_view::npos) {
            return sum;
        }
        text.remove_prefix(end + 1);
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    }
}

/// Reads the lines one by one; the first that is wrong ends it.
class GraphParser
{
public:
    explicit GraphParser(std::string_view source)
        : m_source(source)
    {
    }

    core::Result<PipedreamGraph> parse(std::string_view text)
    {
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            std::string_view line = text.substr(0, end);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
            ++m_line;
            if (line.ends_with('\r')) {
                line.remove_suffix(1);
            }
            if (line.starts_with('\t')) {
                HSCOPE_TRY(parseEdge(line.substr(1)));
            } else if (!line.empty()) {
                HSCOPE_TRY(parseNode(line));
            }
        }
        if (m_graph.nodes.empty()) {
            return failure(ErrorCode::InvalidArgument,
                           fmt::format("{}: no node: expected lines `node1 -- DESCRIPTION -- "
                                       "forward_compute_time=...`",
                                       m_source));
        }
        return std::move(m_graph);
    }

private:
    [[nodiscard]] tl::unexpected<core::Error> wrong(std::string_view expected) const
    {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("{}: line {}: expected {}", m_source, m_line, expected));
    }

    core::Result<void> parseNode(std::string_view line)
    {
        // The description may hold anything, commas and separators included.
        const std::size_t first = line.find(kSeparator);
        const std::size_t last = line.rfind(kSeparator);
        if (first == std::string_view::npos || first == last || first == 0) {
            return wrong("`node1 -- DESCRIPTION -- forward_compute_time=..., ...`");
        }
        PipedreamNode node;
        node.id = line.substr(0, first);
        const std::size_t start = first + kSeparator.size();
        node.description = line.substr(start, last - start);
        HSCOPE_TRY(parseValues(line.substr(last + kSeparator.size()), node));
        if (!m_indices.emplace(node.id, m_graph.nodes.size()).second) {
            return wrong(fmt::format("a node that was not there yet, found {} again", node.id));
        }
        m_graph.nodes.push_back(std::move(node));
        return {};
    }

    core::Result<void> parseValues(std::string_view text, PipedreamNode& node)
    {
        struct Field
        {
            std::string_view key;
            double& value;
            bool isSize;
        };

        const std::array fields{Field{"forward_compute_time=", node.forwardMs, false},
                                Field{"backward_compute_time=", node.backwardMs, false},
                                Field{"activation_size=", node.activationBytes, true},
                                Field{"parameter_size=", node.parameterBytes, false}};
        for (const Field& field : fields) {
            constexpr std::string_view kComma = ", ";
            const std::size_t end = text.find(kComma);
            const std::string_view part = text.substr(0, end);
            const bool isLast = end == std::string_view::npos;
            if (!part.starts_with(field.key) || isLast != (&field == &fields.back())) {
                return wrong("forward_compute_time, backward_compute_time, activation_size and "
                             "parameter_size, in this order");
            }
            const std::string_view value = part.substr(field.key.size());
            const std::optional<double> number = field.isSize ? sizeOf(value) : numberOf(value);
            if (!number) {
                return wrong(fmt::format("a number of at least 0 after {}, found {}", field.key,
                                         value.empty() ? "nothing" : value));
            }
            field.value = *number;
            text.remove_prefix(isLast ? text.size() : end + kComma.size());
        }
        return {};
    }

    core::Result<void> parseEdge(std::string_view line)
    {
        const std::size_t middle = line.find(kSeparator);
        if (middle == std::string_view::npos) {
            return wrong("an edge `node1 -- node2`");
        }
        const auto from = m_indices.find(line.substr(0, middle));
        const auto to = m_indices.find(line.substr(middle + kSeparator.size()));
        if (from == m_indices.end() || to == m_indices.end()) {
            return wrong("an edge between nodes of lines above");
        }
        m_graph.edges.emplace_back(from->second, to->second);
        return {};
    }

    std::string_view m_source;
    std::size_t m_line = 0;
    PipedreamGraph m_graph;
    std::map<std::string, std::size_t, std::less<>> m_indices;
};

/// The number at the end of an id; nodes are numbered as they run.
std::uint64_t numberIn(const PipedreamNode& node)
{
    const std::size_t digits = node.id.find_last_not_of("0123456789") + 1;
    std::uint64_t number = 0;
    std::from_chars(node.id.data() + digits, node.id.data() + node.id.size(), number);
    return number;
}

/// Nodes so that each comes after those it needs, of several the lowest number; fewer than all if
/// there is a cycle.
std::vector<std::size_t> executionOrder(const PipedreamGraph& graph)
{
    using Entry = std::pair<std::uint64_t, std::size_t>;
    std::vector<std::size_t> missing(graph.nodes.size(), 0);
    std::vector<std::vector<std::size_t>> next(graph.nodes.size());
    for (const auto& [from, to] : graph.edges) {
        next[from].push_back(to);
        ++missing[to];
    }
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (missing[i] == 0) {
            ready.emplace(numberIn(graph.nodes[i]), i);
        }
    }
    std::vector<std::size_t> order;
    while (!ready.empty()) {
        const std::size_t node = ready.top().second;
        ready.pop();
        order.push_back(node);
        for (const std::size_t other : next[node]) {
            if (--missing[other] == 0) {
                ready.emplace(numberIn(graph.nodes[other]), other);
            }
        }
    }
    return order;
}

/// The kind of layer: conv for `Conv2d(3, 64, ...)`, the word itself where it is not known.
std::string layerType(const std::string& description)
{
    struct Kind
    {
        std::string_view part;
        std::string_view type;
    };

    constexpr std::array kKinds{
        Kind{"attention", "attention"}, Kind{"lstm", "lstm"},    Kind{"gru", "gru"},
        Kind{"conv", "conv"},           Kind{"norm", "norm"},    Kind{"pool", "pool"},
        Kind{"linear", "fc"},           Kind{"classifier", "fc"}};
    std::string type = description.substr(0, description.find_first_of("( "));
    std::transform(type.begin(), type.end(), type.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const Kind& kind : kKinds) {
        if (type.find(kind.part) != std::string::npos) {
            return std::string(kind.type);
        }
    }
    return type.empty() ? "layer" : type;
}

/// Rows of the output of a Linear layer in fp32, which are samples if each has one.
std::optional<double> rowsOf(const PipedreamNode& node)
{
    constexpr std::string_view kKey = "out_features=";
    const std::size_t at = node.description.rfind(kKey);
    double outputs = 0;
    if (at == std::string::npos || node.description.find("Linear") == std::string::npos) {
        return std::nullopt;
    }
    const char* const begin = node.description.data() + at + kKey.size();
    std::from_chars(begin, node.description.data() + node.description.size(), outputs);
    return outputs > 0 ? std::optional(node.activationBytes / (4 * outputs)) : std::nullopt;
}

/// Turns a graph into layers, and notes what it leaves out.
class WorkloadBuilder
{
public:
    WorkloadBuilder(const PipedreamGraph& graph, const PipedreamOptions& options)
        : m_graph(graph)
        , m_options(options)
        , m_batch(static_cast<double>(options.batchSize))
        , m_layerOf(graph.nodes.size(), kNone)
        , m_lastUser(graph.nodes.size(), kNone)
    {
    }

    ImportedWorkload build()
    {
        Workload& workload = m_result.workload;
        workload.name = m_options.name;
        workload.batchSize = m_options.batchSize;
        workload.microbatches = m_options.microbatches;
        workload.samplesPerEpoch = m_options.samplesPerEpoch;
        workload.epochs = m_options.epochs;
        workload.throughputLimit = m_options.throughputLimit;
        chooseLayers();
        for (const std::size_t node : m_layers) {
            workload.layers.push_back(layerOf(m_graph.nodes[node]));
        }
        addEdges();
        remarkOnBatch();
        m_result.remarks.push_back(
            "Weights are not synchronised in these times: communication_s is 0");
        return std::move(m_result);
    }

private:
    void chooseLayers()
    {
        std::vector<bool> isUsed(m_graph.nodes.size(), false);
        for (const auto& [from, to] : m_graph.edges) {
            isUsed[from] = true;
        }
        std::size_t inputs = 0;
        std::size_t unused = 0;
        double inputMs = 0;
        for (const std::size_t node : executionOrder(m_graph)) {
            const PipedreamNode& each = m_graph.nodes[node];
            if (isInput(each)) {
                ++inputs;
                inputMs += each.forwardMs + each.backwardMs;
            } else if (!isUsed[node] && each.description.starts_with("__getitem__")) {
                ++unused;
            } else {
                m_layerOf[node] = m_layers.size();
                m_layers.push_back(node);
            }
        }
        if (inputs > 0) {
            remark("Input nodes left out: {}, with {:.3f} ms of loading data", inputs, inputMs);
        }
        if (unused > 0) {
            remark("Outputs that nothing uses left out: {}", unused);
        }
    }

    [[nodiscard]] Layer layerOf(const PipedreamNode& node) const
    {
        const double perSample = 1e-3 / m_batch;
        Layer layer;
        layer.name = node.id;
        layer.type = layerType(node.description);
        if (!node.description.empty()) {
            layer.shape = node.description;
        }
        layer.outputBytes = node.activationBytes / m_batch;
        layer.denseWeightBytes = node.parameterBytes;
        LayerProfile profile;
        profile.computeSeconds = (node.forwardMs + node.backwardMs) * perSample;
        profile.forwardSeconds = node.forwardMs * perSample;
        profile.backwardSeconds = node.backwardMs * perSample;
        profile.alpha = m_options.alpha;
        layer.profile.emplace(m_options.type, profile);
        return layer;
    }

    void addEdges()
    {
        std::vector<Layer>& layers = m_result.workload.layers;
        std::vector<std::size_t> users(m_graph.nodes.size(), 0);
        for (const auto& [from, to] : m_graph.edges) {
            const std::size_t user = m_layerOf[to];
            if (user != kNone) {
                layers[user].inputBytes += m_graph.nodes[from].activationBytes / m_batch;
                const std::size_t last = m_lastUser[from];
                m_lastUser[from] = last == kNone ? user : std::max(last, user);
                ++users[from];
            }
        }
        std::vector<Edge> edges;
        bool isChain = true;
        std::size_t shared = 0;
        for (std::size_t layer = 0; layer < layers.size(); ++layer) {
            const std::size_t node = m_layers[layer];
            const std::size_t last = m_lastUser[node];
            isChain = isChain && last == (layer + 1 < layers.size() ? layer + 1 : kNone);
            shared += std::size_t{users[node] > 1};
            if (last != kNone) {
                edges.push_back({layer, last, layers[layer].outputBytes});
            }
        }
        if (!isChain) {
            m_result.workload.edges = std::move(edges);
            remark("The graph branches: layers stand in the order in which they run, and an output "
                   "that "
                   "several need (layers: {}) counts once at each cut",
                   shared);
        }
    }

    void remarkOnBatch()
    {
        for (auto node = m_layers.rbegin(); node != m_layers.rend(); ++node) {
            const PipedreamNode& each = m_graph.nodes[*node];
            if (const std::optional<double> rows = rowsOf(each)) {
                if (*rows != m_batch) {
                    remark("The last Linear layer, {}, has {} rows of output and not {}: check the "
                           "batch size, which the graph does not say",
                           each.id, *rows, m_options.batchSize);
                }
                return;
            }
        }
    }

    template <typename... Arguments>
    void remark(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        m_result.remarks.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
    }

    const PipedreamGraph& m_graph;
    const PipedreamOptions& m_options;
    double m_batch;
    std::vector<std::size_t> m_layers;   ///< Nodes by layer.
    std::vector<std::size_t> m_layerOf;  ///< By node.
    std::vector<std::size_t> m_lastUser; ///< By node: the last layer that needs it.
    ImportedWorkload m_result;
};

} // namespace

core::Result<PipedreamGraph> parsePipedreamGraph(std::string_view text, std::string_view source)
{
    HSCOPE_TRY_ASSIGN(PipedreamGraph graph, GraphParser(source).parse(text));
    if (executionOrder(graph).size() < graph.nodes.size()) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("{}: the edges form a cycle", source));
    }
    return graph;
}

bool looksLikePipedreamGraph(std::string_view beginning)
{
    return beginning.find(" -- ") != std::string_view::npos &&
           beginning.find("forward_compute_time=") != std::string_view::npos;
}

std::optional<std::int64_t> batchSizeOf(const PipedreamGraph& graph)
{
    const std::vector<std::size_t> order = executionOrder(graph);
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
        const std::optional<double> rows = rowsOf(graph.nodes[*node]);
        if (rows && *rows >= 1 && *rows <= kMostSamples) {
            return static_cast<std::int64_t>(*rows);
        }
    }
    return std::nullopt;
}

std::string pipedreamName(const std::filesystem::path& path)
{
    const std::string name = path.filename().string();
    const std::string stem = name.substr(0, name.find('.', 1));
    return stem == "graph" && path.has_parent_path() && path.parent_path().has_filename()
               ? path.parent_path().filename().string()
               : stem;
}

core::Result<ImportedWorkload> workloadFrom(const PipedreamGraph& graph,
                                            const PipedreamOptions& options)
{
    if (options.batchSize < 1 || options.microbatches < 1 ||
        options.batchSize % options.microbatches != 0) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("{} microbatches do not divide a batch of {} samples",
                                   options.microbatches, options.batchSize));
    }
    ImportedWorkload imported = WorkloadBuilder(graph, options).build();
    if (imported.workload.layers.empty()) {
        return failure(ErrorCode::InvalidArgument, "the graph has nothing but inputs");
    }
    return imported;
}

} // namespace hscope::sim
