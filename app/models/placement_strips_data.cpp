// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/placement_strips_data.h"

#include "app/models/format.h"
#include "app/models/table_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("PlacementStrips", text);
}

std::vector<LayerRun> runsOfDifference(const std::vector<std::string>& own,
                                       const std::vector<std::string>& reference)
{
    std::vector<LayerRun> runs;
    for (std::size_t layer = 0; layer < own.size(); ++layer) {
        if (own[layer] == reference[layer]) {
            continue;
        }
        if (!runs.empty() && runs.back().last + 1 == layer) {
            runs.back().last = layer;
        } else {
            runs.push_back({layer, layer});
        }
    }
    return runs;
}

/// Makes the rows of one scenario.
class Builder
{
public:
    Builder(const ScheduleScenario& scenario, std::span<const ScheduleEntry> entries)
        : m_scenario(scenario)
        , m_entries(entries)
    {
    }

    PlacementStripsData build()
    {
        for (const sim::Layer& layer : m_scenario.workload->layers) {
            m_data.layers.push_back(toText(layer.name).simplified());
        }
        const auto& types = m_scenario.cluster->resourceTypes;
        for (std::size_t type = 0; type < types.size(); ++type) {
            m_data.types.push_back(appearanceOf(types[type]));
            m_data.captions.push_back(typeCaption(*m_scenario.cluster, type));
        }
        findChoices();
        m_data.isUsed.resize(types.size());
        m_mostUnits.resize(types.size(), 1.0);
        findMostUnits();
        if (const auto first = firstWithSchedule(m_entries)) {
            m_reference = typesByLayer(*m_entries[*first].placement, m_data.layers.size());
            m_data.reference = m_entries[*first].scheduler;
        }
        for (const ScheduleEntry& entry : m_entries) {
            m_data.rows.push_back(rowOf(entry));
        }
        return std::move(m_data);
    }

private:
    [[nodiscard]] std::optional<std::size_t> findType(const std::string& id) const
    {
        const auto& types = m_scenario.cluster->resourceTypes;
        const auto found = std::ranges::find(types, id, &sim::ResourceType::id);
        return found == types.end()
                   ? std::nullopt
                   : std::optional(static_cast<std::size_t>(found - types.begin()));
    }

    void findChoices()
    {
        const auto& types = m_scenario.cluster->resourceTypes;
        for (const sim::Layer& layer : m_scenario.workload->layers) {
            std::vector<std::size_t> choices;
            for (std::size_t type = 0; type < types.size(); ++type) {
                if (layer.profile.contains(types[type].id) &&
                    sim::unitLimit(*m_scenario.cluster, type).value_or(1) > 0) {
                    choices.push_back(type);
                }
            }
            m_data.choices.push_back(std::move(choices));
        }
    }

    /// Empty unless every layer is on a type that there is.
    [[nodiscard]] std::vector<std::size_t> layerTypesOf(const ScheduleEntry& entry) const
    {
        std::vector<std::size_t> result;
        if (!entry.placement) {
            return result;
        }
        for (const std::string& id : typesByLayer(*entry.placement, m_data.layers.size())) {
            const auto type = findType(id);
            if (!type) {
                return {};
            }
            result.push_back(*type);
        }
        return result;
    }

    void findMostUnits()
    {
        for (const ScheduleEntry& entry : m_entries) {
            if (!entry.hasSchedule()) {
                continue;
            }
            for (const sim::PlacedStage& stage : entry.placement->stages) {
                if (const auto type = findType(stage.type)) {
                    m_data.isUsed[*type] = true;
                    m_mostUnits[*type] =
                        std::max(m_mostUnits[*type], static_cast<double>(stage.units));
                }
            }
        }
        for (std::size_t type = 0; type < m_mostUnits.size(); ++type) {
            if (const auto limit = sim::unitLimit(*m_scenario.cluster, type)) {
                m_mostUnits[type] = std::max(1.0, static_cast<double>(*limit));
            }
        }
    }

    [[nodiscard]] PlacementStripsData::Row rowOf(const ScheduleEntry& entry) const
    {
        PlacementStripsData::Row row;
        row.scheduler = entry.scheduler;
        row.isByHand = entry.origin == ScheduleEntry::Origin::ByHand;
        row.layerTypes = layerTypesOf(entry);
        if (!entry.hasSchedule()) {
            row.isProblem = entry.state == ScheduleEntry::State::Infeasible ||
                            entry.state == ScheduleEntry::State::Failed;
            row.message = row.isProblem                                  ? entry.reason
                          : entry.state == ScheduleEntry::State::Running ? tr("running")
                                                                         : tr("waiting");
            row.difference = row.isProblem ? tr("no schedule") : QString();
            return row;
        }
        for (const sim::PlacedStage& stage : entry.placement->stages) {
            const auto type = findType(stage.type);
            if (type && stage.lastLayer < m_data.layers.size()) {
                const double share = static_cast<double>(stage.units) / m_mostUnits[*type];
                row.stages.push_back({{stage.firstLayer, stage.lastLayer},
                                      *type,
                                      stage.units,
                                      std::sqrt(std::clamp(share, 0.0, 1.0))});
            }
        }
        row.note =
            formatCounted(static_cast<qint64>(row.stages.size()), tr("1 stage"), tr("%1 stages"));
        row.differing =
            runsOfDifference(typesByLayer(*entry.placement, m_data.layers.size()), m_reference);
        for (const LayerRun& run : row.differing) {
            row.differingLayers += run.last - run.first + 1;
        }
        if (entry.scheduler == m_data.reference) {
            row.difference =
                entry.placement->provenOptimal ? tr("the optimum") : tr("compared with");
        } else {
            row.difference = row.differingLayers == 0
                                 ? tr("the same types")
                                 : formatCounted(static_cast<qint64>(row.differingLayers),
                                                 tr("1 layer differs"), tr("%1 layers differ"));
        }
        return row;
    }

    const ScheduleScenario& m_scenario;
    std::span<const ScheduleEntry> m_entries;
    PlacementStripsData m_data;
    std::vector<double> m_mostUnits; ///< By type: what a full bar stands for.
    std::vector<std::string> m_reference;
};

} // namespace

PlacementStripsData stripsOf(const ScheduleScenario& scenario,
                             std::span<const ScheduleEntry> entries)
{
    return scenario.isEmpty() ? PlacementStripsData() : Builder(scenario, entries).build();
}

QString stripsCsv(const PlacementStripsData& data)
{
    QStringList header = {tr("Layer"), tr("Name")};
    for (const PlacementStripsData::Row& row : data.rows) {
        header.append(row.scheduler);
    }
    QString text = tableLine(header, TableTextFormat::Csv);
    for (std::size_t layer = 0; layer < data.layers.size(); ++layer) {
        QStringList cells = {QString::number(layer), data.layers[layer]};
        for (const PlacementStripsData::Row& row : data.rows) {
            const auto stage = std::ranges::find_if(row.stages, [layer](const auto& candidate) {
                return layer >= candidate.layers.first && layer <= candidate.layers.last;
            });
            cells.append(stage == row.stages.end() ? QString()
                                                   : QString(data.types[stage->type].id + u' ' +
                                                             QString::number(stage->units)));
        }
        text += tableLine(cells, TableTextFormat::Csv);
    }
    return text;
}

} // namespace hscope::app
