// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/this_machine.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace hscope::sim {

namespace {

namespace fs = std::filesystem;

constexpr double kKibPerGib = 1024.0 * 1024;
constexpr double kMbitPerGbyte = 8000;

/// What stands after the colon of a line `key : value`; none if the line has another key.
std::optional<std::string> valueAfter(std::string_view line, std::string_view key)
{
    const std::size_t colon = line.find(':');
    if (!line.starts_with(key) || colon == std::string_view::npos ||
        line.substr(key.size(), colon - key.size()).find_first_not_of(" \t") !=
            std::string_view::npos) {
        return std::nullopt;
    }
    line.remove_prefix(colon + 1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return std::string(line);
}

std::string firstLine(const fs::path& path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// The entries of a folder by name; none if it cannot be read.
std::vector<fs::path> entriesOf(const fs::path& folder)
{
    std::vector<fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        entries.push_back(entry->path());
    }
    std::sort(entries.begin(), entries.end());
    return entries;
}

/// Up to four significant digits, as documents are read by people.
double rounded(double value)
{
    if (!(value > 0)) {
        return 0;
    }
    const double scale = std::pow(10, 3 - std::floor(std::log10(value)));
    return std::round(value * scale) / scale;
}

struct Processors
{
    std::int64_t cores = 1;
    std::string model;
};

/// Physical cores where the kernel tells which processors share one, else processors.
Processors processorsBelow(const fs::path& root)
{
    std::ifstream file(root / "proc/cpuinfo");
    Processors result;
    std::set<std::pair<std::string, std::string>> cores;
    std::int64_t processors = 0;
    std::string package;
    for (std::string line; std::getline(file, line);) {
        if (valueAfter(line, "processor")) {
            ++processors;
        } else if (const auto id = valueAfter(line, "physical id")) {
            package = *id;
        } else if (const auto core = valueAfter(line, "core id")) {
            cores.emplace(package, *core);
        } else if (const auto model = valueAfter(line, "model name")) {
            result.model = *model;
        }
    }
    const auto physical = static_cast<std::int64_t>(cores.size());
    result.cores = std::max<std::int64_t>(1, physical > 0 ? physical : processors);
    return result;
}

std::optional<double> memoryGibBelow(const fs::path& root)
{
    std::ifstream file(root / "proc/meminfo");
    for (std::string line; std::getline(file, line);) {
        if (const auto value = valueAfter(line, "MemTotal")) {
            double kib = 0;
            std::from_chars(value->data(), value->data() + value->size(), kib);
            return kib > 0 ? std::optional(kib / kKibPerGib) : std::nullopt;
        }
    }
    return std::nullopt;
}

/// Of all network cards that have a cable; a card without a device behind it is a virtual one.
std::optional<double> networkGbPerSecondBelow(const fs::path& root)
{
    double mbit = 0;
    for (const fs::path& card : entriesOf(root / "sys/class/net")) {
        std::error_code ignored;
        double speed = 0;
        const std::string text = firstLine(card / "speed");
        std::from_chars(text.data(), text.data() + text.size(), speed);
        mbit += fs::exists(card / "device", ignored) && speed > 0 ? speed : 0;
    }
    return mbit > 0 ? std::optional(mbit / kMbitPerGbyte) : std::nullopt;
}

/// GPUs by model, each with their number.
using Gpus = std::map<std::string, std::int64_t>;

Gpus nvidiaGpusBelow(const fs::path& root)
{
    Gpus gpus;
    for (const fs::path& gpu : entriesOf(root / "proc/driver/nvidia/gpus")) {
        std::ifstream file(gpu / "information");
        for (std::string line; std::getline(file, line);) {
            if (const auto model = valueAfter(line, "Model"); model && !model->empty()) {
                ++gpus[*model];
                break;
            }
        }
    }
    return gpus;
}

/// Display controllers of those who make GPUs that compute; not the plain ones of servers and
/// virtual machines.
Gpus pciGpusBelow(const fs::path& root, bool withNvidia)
{
    constexpr std::string_view kDisplay = "0x03";
    Gpus gpus;
    for (const fs::path& device : entriesOf(root / "sys/bus/pci/devices")) {
        if (!firstLine(device / "class").starts_with(kDisplay)) {
            continue;
        }
        const std::string vendor = firstLine(device / "vendor");
        const std::string model = firstLine(device / "device");
        const char* const maker = vendor == "0x10de" && withNvidia ? "NVIDIA"
                                  : vendor == "0x1002"             ? "AMD"
                                  : vendor == "0x8086"             ? "Intel"
                                                                   : nullptr;
        if (maker != nullptr) {
            ++gpus[std::string(maker) + " GPU " + model];
        }
    }
    return gpus;
}

/// `NVIDIA H100 80GB HBM3` as an id: nvidia-h100-80gb-hbm3.
std::string idOf(std::string_view model)
{
    std::string id;
    for (const char each : model) {
        const auto c = static_cast<unsigned char>(each);
        if (std::isalnum(c) != 0) {
            id += static_cast<char>(std::tolower(c));
        } else if (!id.empty() && id.back() != '-') {
            id += '-';
        }
    }
    while (id.ends_with('-')) {
        id.pop_back();
    }
    return id.empty() ? "gpu" : id;
}

} // namespace

Cluster describeThisMachine(const fs::path& root)
{
    Cluster cluster;
    cluster.name = "This machine";
    cluster.pricesAsOf = "not known";
    Node node;
    node.id = "this-machine";
    const Processors processors = processorsBelow(root);
    ResourceType cpu;
    cpu.id = "cpu-core";
    cpu.kind = DeviceKind::Cpu;
    cpu.name = processors.model.empty() ? "CPU core" : processors.model + " core";
    if (const std::optional<double> memory = memoryGibBelow(root)) {
        cpu.memoryGib = rounded(*memory / static_cast<double>(processors.cores));
    }
    cluster.resourceTypes.push_back(cpu);
    node.devices.push_back({cpu.id, processors.cores, 1});
    Gpus gpus = nvidiaGpusBelow(root);
    gpus.merge(pciGpusBelow(root, gpus.empty()));
    std::int64_t devices = processors.cores;
    for (const auto& [model, count] : gpus) {
        ResourceType gpu;
        gpu.id = idOf(model);
        gpu.kind = DeviceKind::Gpu;
        gpu.name = model;
        cluster.resourceTypes.push_back(gpu);
        node.devices.push_back({gpu.id, count, 1});
        devices += count;
    }
    if (const std::optional<double> network = networkGbPerSecondBelow(root)) {
        for (ResourceType& type : cluster.resourceTypes) { // Shared by all.
            type.nicGbPerSecond = rounded(*network / static_cast<double>(devices));
        }
    }
    node.x = 0;
    node.y = 0;
    cluster.nodes.push_back(std::move(node));
    return cluster;
}

} // namespace hscope::sim
