// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/store/simulation_tables.h"
#include "simulator/io/documents.h"
#include "simulator/sched/scheduler_registry.h"

#include <QString>
#include <QStringList>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace hscope::app {

/// Where the documents of a scenario are; empty paths: not known.
struct ScenarioFiles
{
    std::filesystem::path workload;
    std::filesystem::path cluster;
    std::filesystem::path placement;

    [[nodiscard]] std::filesystem::path& of(sim::DocumentKind kind);

    friend bool operator==(const ScenarioFiles&, const ScenarioFiles&) = default;
};

/// What comes with the program; empty paths: it is not installed.
struct BundledFiles
{
    std::filesystem::path scenarios; ///< Folder with `workloads` and `clusters`.
    sim::PolicyFiles policies;       ///< The parts of learning schedulers.
};

/// Looks beside the running program, as built or as installed.
[[nodiscard]] BundledFiles bundledFiles();

/// A document that another one names and that is nowhere to be found.
struct MissingDocument
{
    sim::DocumentKind kind = sim::DocumentKind::Cluster;
    QString name;     ///< Empty: any would do that has the right resource types.
    QString neededBy; ///< Name of the document that needs it.

    friend bool operator==(const MissingDocument&, const MissingDocument&) = default;
};

/// Documents that belong together, as far as they were found.
struct LoadedScenario
{
    ScenarioFiles files;
    std::shared_ptr<const sim::Workload> workload;
    std::shared_ptr<const sim::Cluster> cluster;
    std::optional<sim::Placement> placement;
    std::optional<MissingDocument> missing; ///< Not set: workload and cluster are there.
};

/// Whether a file is one of the simulator's JSON documents. By content, from the first bytes; a
/// broken document counts if it says what it is.
[[nodiscard]] bool isScenarioDocument(const std::filesystem::path& path);

/// Whether a file is, or is meant to be, a profile that PipeDream wrote. By content.
[[nodiscard]] bool isPipedreamGraph(const std::filesystem::path& path);

/// Reads what `files` names and looks for what is missing: a placement's workload and cluster by
/// name, a workload's cluster and a cluster's workload by resource types. Places are the folder of
/// the document, folders `workloads` and `clusters` in it and beside it, then `bundled`, the folder
/// of the bundled scenarios; `preferredCluster` wins among the bundled ones.
///
/// Thread: any. Errors: those of the readers, with the file's name; a placement that does not fit
/// its workload and cluster.
[[nodiscard]] core::Result<LoadedScenario> loadScenario(const ScenarioFiles& files,
                                                        const std::filesystem::path& bundled);

/// Reads `path`, whatever its kind, beside what `known` names, and looks for the rest as
/// loadScenario() does.
[[nodiscard]] core::Result<LoadedScenario> openScenario(const std::filesystem::path& path,
                                                        ScenarioFiles known,
                                                        const std::filesystem::path& bundled);

/// `parts` with the bundled workload or cluster of that name where it has none. Errors: those of
/// the readers.
[[nodiscard]] core::Result<LoadedScenario> completed(LoadedScenario parts,
                                                     const QString& workloadName,
                                                     const QString& clusterName,
                                                     const std::filesystem::path& bundled);

/// The documents of a simulation database.
[[nodiscard]] core::Result<LoadedScenario> scenarioOf(const core::SimulationTables& record);

/// Names of the documents in `folder`, sorted; they are called like their files.
[[nodiscard]] QStringList documentNames(const std::filesystem::path& folder);

/// What a missing document's kind is called in a sentence.
[[nodiscard]] QString kindName(sim::DocumentKind kind);

/// The example: which bundled workload runs on which bundled cluster.
inline constexpr std::string_view kExampleWorkload = "CTRDNN_heavy";
inline constexpr std::string_view kExampleCluster = "paper-like";

} // namespace hscope::app
