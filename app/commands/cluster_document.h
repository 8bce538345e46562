// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_edit.h"
#include "core/base/result.h"
#include "simulator/model/cluster_check.h"
#include "simulator/model/cluster_totals.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace hscope::app {

/// The cluster that is drawn: a value, the way back to each value it had, and what of it is
/// selected.
///
///   edit(value, "move gpu-1")  ->  one step of the undo stack, changed()
///   edit(same value, ...)      ->  nothing
///   edits of one gesture       ->  one step, however many there are
///
/// Selection belongs to the steps: undo brings back what was selected before.
///
/// Thread: the GUI thread.
class ClusterDocument : public QObject
{
    Q_OBJECT

public:
    explicit ClusterDocument(QObject* parent = nullptr);
    ~ClusterDocument() override;

    [[nodiscard]] const sim::Cluster& cluster() const { return m_cluster; }

    /// For whoever keeps the cluster as it is now.
    [[nodiscard]] std::shared_ptr<const sim::Cluster> snapshot() const;

    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }

    /// Makes `after` the cluster and selects what it says. `text` says what is done, as in `undo:
    /// move gpu-1`. False if nothing differs: then no step is made, but the selection taken.
    bool edit(ClusterEdit after, const QString& text, std::optional<int> gesture = std::nullopt);
    /// The same, keeping the selection.
    bool edit(sim::Cluster after, const QString& text, std::optional<int> gesture = std::nullopt);

    /// A number that no other gesture has.
    [[nodiscard]] int newGesture() { return m_nextGesture++; }

    [[nodiscard]] const ClusterElements& selection() const { return m_selection; }

    /// Elements that do not exist are left out. Silent if nothing changes.
    void select(ClusterElements elements);

    /// Empty: never saved.
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    /// The file's name, or the cluster's.
    [[nodiscard]] QString title() const;
    [[nodiscard]] bool isModified() const;

    /// Begins anew with `cluster`, which has no file yet.
    void begin(sim::Cluster cluster);
    /// Begins with what was saved from a session that ended badly: modified from the start.
    void recover(sim::Cluster cluster, const std::filesystem::path& path);
    /// Errors: those of sim::readCluster(); what was open stays.
    [[nodiscard]] core::Result<void> open(const std::filesystem::path& path);
    /// Errors: Io; what is not saved stays modified.
    [[nodiscard]] core::Result<void> save(const std::filesystem::path& path);

    [[nodiscard]] const std::vector<sim::ClusterProblem>& problems() const;
    [[nodiscard]] const sim::ClusterTotals& totals() const;

Q_SIGNALS:
    void changed();          ///< Another cluster value.
    void selectionChanged(); ///< Comes after changed() if both did.
    void stateChanged();     ///< Path or modified state.

private:
    class Step;

    void take(sim::Cluster cluster, const std::filesystem::path& path, bool isRecovered);
    void valueChanged();

    sim::Cluster m_cluster;
    ClusterElements m_selection;
    QUndoStack m_undo;
    std::filesystem::path m_path;
    int m_nextGesture = 0;
    bool m_isRecovered = false; ///< Modified although no step says so.
    mutable std::optional<std::vector<sim::ClusterProblem>> m_problems;
    mutable std::optional<sim::ClusterTotals> m_totals;
};

} // namespace hscope::app
