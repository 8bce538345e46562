// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulator/model/provisioning.h"
#include "simulator/sched/layered_search.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace hscope::sim {

/// The schedule of least hourly weight whose stages meet a period and together keep the limits of
/// each type: a shortest path with resources.
///
/// Label setting: a label is a way to a node with its weight and the units it uses of the types
/// that matter; of two labels at a node only the one that is no better in anything is dropped. A
/// type matters (is active) once the best way breaks its limit; the search starts without any, so
/// that most problems need few. Labels that cannot lead to a weight below a known schedule's are
/// dropped as well, by the least weight of the rest of the way without limits.
///
/// Thread: one; the object keeps the active types between runs.
class LimitedSearch
{
public:
    explicit LimitedSearch(const Problem& problem);

    enum class Outcome
    {
        Found,      ///< `stages()` has the least weight.
        Infeasible, ///< Proven: no schedule within the limits meets the period.
        GaveUp,     ///< More labels than `kMostLabels`.
        Stopped,
    };

    /// Finds the least weight for a period. Schedules of `weightBound` or more need not be found:
    /// then the outcome is Infeasible.
    Outcome run(double period, PeriodTest test, double weightBound, const std::stop_token& stop);

    /// Of the last run that found a schedule.
    [[nodiscard]] const std::vector<ProvisionedStage>& stages() const { return m_stages; }

    [[nodiscard]] double weight() const { return m_weight; }

private:
    static constexpr std::size_t kMostLabels = 400'000;

    /// A stage that meets the period, on the fewest units.
    struct Edge
    {
        std::uint32_t first = 0;
        std::uint32_t end = 0;
        std::uint32_t type = 0;
        std::int64_t units = 0;
    };

    struct Label
    {
        double weight = 0;
        std::uint32_t edge = 0;   ///< Index into m_edges of the stage that ends here.
        std::uint32_t parent = 0; ///< Index into m_labels; itself at the start.
    };

    void collectEdges(double period, PeriodTest test);
    void findCompletions();
    [[nodiscard]] Outcome setLabels(double weightBound, const std::stop_token& stop);
    bool insert(std::vector<std::uint32_t>& node, const Label& label,
                std::span<const std::int64_t> units);
    void readStages(std::uint32_t label);
    [[nodiscard]] std::optional<std::size_t> brokenType() const;

    [[nodiscard]] std::span<const std::int64_t> unitsOf(std::uint32_t label) const
    {
        return std::span(m_units).subspan(label * m_active.size(), m_active.size());
    }

    const Problem& m_problem;
    std::vector<std::size_t> m_active; ///< Types whose units labels count.
    std::vector<Edge> m_edges;         ///< By first layer.
    std::vector<double>
        m_completions; ///< Least weight from (boundary, type) to the end, without limits.
    std::vector<Label> m_labels;
    std::vector<std::int64_t> m_units; ///< Of each label, by active type.
    std::vector<ProvisionedStage> m_stages;
    double m_weight = 0;
};

} // namespace hscope::sim
