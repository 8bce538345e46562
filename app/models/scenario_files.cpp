// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/scenario_files.h"

#include "app/models/format.h"
#include "simulator/io/bundled_files.h"
#include "simulator/io/pipedream_graph.h"
#include "simulator/model/placement_fit.h"
#include "simulator/model/problem.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

namespace hscope::app {

namespace {

namespace fs = std::filesystem;
using sim::DocumentKind;

constexpr std::size_t kHeadBytes = 64 * 1024;
constexpr std::uintmax_t kParsedWhole = 4 * 1024 * 1024; ///< Larger files say early what they are.
constexpr std::size_t kMostCandidates = 500;

QString tr(const char* text)
{
    return QCoreApplication::translate("ScenarioFiles", text);
}

std::string readStart(const fs::path& path, std::size_t bytes)
{
    std::ifstream file(path, std::ios::binary);
    std::string content(bytes, '\0');
    file.read(content.data(), static_cast<std::streamsize>(bytes));
    content.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    return content;
}

const char* folderOf(DocumentKind kind)
{
    return kind == DocumentKind::Cluster ? "clusters" : "workloads";
}

/// The JSON files of a folder, `first` before the others, which are sorted by name.
std::vector<fs::path> jsonFiles(const fs::path& folder, std::string_view first)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() == ".json" && entry->is_regular_file(error)) {
            files.push_back(entry->path());
        }
    }
    std::ranges::sort(files, {}, [&](const fs::path& path) {
        return std::make_pair(path.stem().string() != first, path.filename().string());
    });
    files.resize(std::min(files.size(), kMostCandidates));
    return files;
}

/// Looks for the documents that others need.
class Finder
{
public:
    Finder(LoadedScenario& scenario, const fs::path& bundled)
        : m_scenario(scenario)
        , m_bundled(bundled)
    {
    }

    /// The first readable workload or cluster that `fits`; `name` is tried first.
    template <typename Document, typename Read, typename Fits>
    [[nodiscard]] bool find(DocumentKind kind, std::string_view name, Read read, Fits fits,
                            std::shared_ptr<const Document>& found)
    {
        for (const fs::path& folder : places(kind)) {
            for (const fs::path& file : jsonFiles(folder, name)) {
                if (!isScenarioDocument(file)) {
                    continue;
                }
                // What cannot be read is not what was meant.
                auto document = read(file);
                if (document && fits(*document)) {
                    found = std::make_shared<const Document>(std::move(*document));
                    m_scenario.files.of(kind) = file;
                    return true;
                }
            }
        }
        return false;
    }

private:
    [[nodiscard]] std::vector<fs::path> places(DocumentKind kind)
    {
        std::vector<fs::path> folders;
        for (const fs::path& file :
             {m_scenario.files.placement, m_scenario.files.workload, m_scenario.files.cluster}) {
            if (!file.empty()) {
                const fs::path folder = file.parent_path();
                folders.insert(folders.end(), {folder, folder / folderOf(kind),
                                               folder.parent_path() / folderOf(kind)});
            }
        }
        if (!m_bundled.empty()) {
            folders.push_back(m_bundled / folderOf(kind));
        }
        return folders;
    }

    LoadedScenario& m_scenario;
    fs::path m_bundled;
};

bool fitTogether(const sim::Workload& workload, const sim::Cluster& cluster)
{
    return sim::Problem::create(workload, cluster).has_value();
}

void findRest(LoadedScenario& scenario, const fs::path& bundled)
{
    Finder finder(scenario, bundled);
    const auto& placement = scenario.placement;
    if (!scenario.workload) {
        const std::string wanted = placement ? placement->workload : std::string(kExampleWorkload);
        const auto fits = [&](const sim::Workload& workload) {
            return placement ? workload.name == wanted : fitTogether(workload, *scenario.cluster);
        };
        if (!finder.find(DocumentKind::Workload, wanted, sim::readWorkload, fits,
                         scenario.workload)) {
            scenario.missing = {DocumentKind::Workload, placement ? toText(wanted) : QString(),
                                placement ? tr("the placement") : toText(scenario.cluster->name)};
            return;
        }
    }
    if (!scenario.cluster) {
        const std::string wanted = placement ? placement->cluster : std::string(kExampleCluster);
        const auto fits = [&](const sim::Cluster& cluster) {
            return placement ? cluster.name == wanted : fitTogether(*scenario.workload, cluster);
        };
        if (!finder.find(DocumentKind::Cluster, wanted, sim::readCluster, fits, scenario.cluster)) {
            scenario.missing = {DocumentKind::Cluster, placement ? toText(wanted) : QString(),
                                placement ? tr("the placement") : toText(scenario.workload->name)};
        }
    }
}

/// A placement brings the floor and the charging of boundaries along that it was made for.
void applyConditions(LoadedScenario& scenario)
{
    const auto& placement = scenario.placement;
    if (!placement || !scenario.workload ||
        !(placement->throughputLimit || placement->chargeBoundaryTraffic)) {
        return;
    }
    auto workload = std::make_shared<sim::Workload>(*scenario.workload);
    workload->throughputLimit = placement->throughputLimit.value_or(workload->throughputLimit);
    workload->chargeBoundaryTraffic =
        placement->chargeBoundaryTraffic.value_or(workload->chargeBoundaryTraffic);
    scenario.workload = std::move(workload);
}

/// A feasible placement must be one of its workload on its cluster.
core::Result<void> checkPlacement(const LoadedScenario& scenario)
{
    if (!scenario.placement || !scenario.placement->feasible) {
        return {};
    }
    HSCOPE_TRY_ASSIGN(const sim::Problem problem,
                      sim::Problem::create(*scenario.workload, *scenario.cluster));
    HSCOPE_TRY(sim::checkedStages(problem, *scenario.placement));
    return {};
}

} // namespace

fs::path& ScenarioFiles::of(DocumentKind kind)
{
    switch (kind) {
    case DocumentKind::Workload:
        return workload;
    case DocumentKind::Cluster:
        return cluster;
    case DocumentKind::Placement:
        break;
    }
    return placement;
}

BundledFiles bundledFiles()
{
    BundledFiles files;
    const fs::path folder = sim::bundledFolder();
    if (folder.empty()) {
        return files;
    }
    files.scenarios = folder / "scenarios";
    files.policies.weights = folder / "policies" / "rl-lstm.policy";
    std::error_code ignored;
    const fs::path programs = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    // As built, as installed.
    std::vector<fs::path> folders;
    if (const char* wanted = std::getenv("HSCOPE_LIBRARY_PATH");
        wanted != nullptr && *wanted != '\0') {
        folders.emplace_back(wanted);
    }
    for (const char* place : {"../lib", "../lib/heteroscope", "../lib/x86_64-linux-gnu/heteroscope",
                              "../lib/x86_64-linux-gnu"}) {
        folders.push_back(programs / place);
    }
    for (const fs::path& place : folders) {
        const fs::path library = place / "libhscope_rl.so";
        if (fs::exists(library, ignored)) {
            files.policies.library = fs::weakly_canonical(library, ignored);
            break;
        }
    }
    return files;
}

bool isScenarioDocument(const fs::path& path)
{
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) {
        return false;
    }
    const std::string head = readStart(path, kHeadBytes);
    const std::size_t start = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (start == std::string::npos || head[start] != '{') {
        return false;
    }
    const QRegularExpression saysSo(QStringLiteral("\"format\"\\s*:\\s*\"heteroscope-"));
    if (QString::fromLatin1(head.data(), static_cast<qsizetype>(head.size())).contains(saysSo)) {
        return true;
    }
    const std::uintmax_t size = fs::file_size(path, ignored);
    if (size <= head.size() || size > kParsedWhole || head.find("\"ph\"") != std::string::npos) {
        return false;
    }
    return sim::documentKind(readStart(path, kParsedWhole), path.filename().string()).has_value();
}

bool isPipedreamGraph(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) &&
           sim::looksLikePipedreamGraph(readStart(path, kHeadBytes));
}

core::Result<LoadedScenario> loadScenario(const ScenarioFiles& files, const fs::path& bundled)
{
    LoadedScenario scenario;
    scenario.files = files;
    if (!files.placement.empty()) {
        HSCOPE_TRY_ASSIGN(scenario.placement, sim::readPlacement(files.placement));
    }
    if (!files.workload.empty()) {
        HSCOPE_TRY_ASSIGN(sim::Workload workload, sim::readWorkload(files.workload));
        scenario.workload = std::make_shared<const sim::Workload>(std::move(workload));
    }
    if (!files.cluster.empty()) {
        HSCOPE_TRY_ASSIGN(sim::Cluster cluster, sim::readCluster(files.cluster));
        scenario.cluster = std::make_shared<const sim::Cluster>(std::move(cluster));
    }
    findRest(scenario, bundled);
    applyConditions(scenario);
    if (!scenario.missing) {
        HSCOPE_TRY(checkPlacement(scenario));
    }
    return scenario;
}

core::Result<LoadedScenario> openScenario(const fs::path& path, ScenarioFiles known,
                                          const fs::path& bundled)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        std::error_code error;
        return core::failure(fs::exists(path, error) ? core::ErrorCode::Io
                                                     : core::ErrorCode::NotFound,
                             path.string() + " cannot be read");
    }
    std::ostringstream content;
    content << file.rdbuf();
    HSCOPE_TRY_ASSIGN(const DocumentKind kind, sim::documentKind(content.str(), path.string()));
    known.of(kind) = path;
    return loadScenario(known, bundled);
}

core::Result<LoadedScenario> completed(LoadedScenario parts, const QString& workloadName,
                                       const QString& clusterName, const fs::path& bundled)
{
    if (!parts.workload) {
        const fs::path file = bundled / "workloads" / toPath(workloadName + u".json");
        HSCOPE_TRY_ASSIGN(sim::Workload workload, sim::readWorkload(file));
        parts.workload = std::make_shared<const sim::Workload>(std::move(workload));
    }
    if (!parts.cluster) {
        const fs::path file = bundled / "clusters" / toPath(clusterName + u".json");
        HSCOPE_TRY_ASSIGN(sim::Cluster cluster, sim::readCluster(file));
        parts.cluster = std::make_shared<const sim::Cluster>(std::move(cluster));
    }
    return parts;
}

core::Result<LoadedScenario> scenarioOf(const core::SimulationTables& record)
{
    LoadedScenario scenario;
    for (const core::StoredDocument& document : record.documents) {
        const std::string source = "the " + document.kind + " document";
        if (document.kind == "workload") {
            HSCOPE_TRY_ASSIGN(sim::Workload workload, sim::parseWorkload(document.content, source));
            scenario.workload = std::make_shared<const sim::Workload>(std::move(workload));
        } else if (document.kind == "cluster") {
            HSCOPE_TRY_ASSIGN(sim::Cluster cluster, sim::parseCluster(document.content, source));
            scenario.cluster = std::make_shared<const sim::Cluster>(std::move(cluster));
        } else if (document.kind == "placement") {
            HSCOPE_TRY_ASSIGN(scenario.placement, sim::parsePlacement(document.content, source));
        }
    }
    if (!scenario.workload || !scenario.cluster) {
        return core::failure(core::ErrorCode::Corrupt,
                             "the workload or the cluster of the simulation is not in the file");
    }
    applyConditions(scenario);
    HSCOPE_TRY(checkPlacement(scenario));
    return scenario;
}

QStringList documentNames(const fs::path& folder)
{
    QStringList names;
    for (const fs::path& file : jsonFiles(folder, {})) {
        names.append(toText(file.stem().string()));
    }
    return names;
}

QString kindName(DocumentKind kind)
{
    switch (kind) {
    case DocumentKind::Workload:
        return tr("workload");
    case DocumentKind::Cluster:
        return tr("cluster");
    case DocumentKind::Placement:
        break;
    }
    return tr("placement");
}

} // namespace hscope::app
