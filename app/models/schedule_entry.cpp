// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/schedule_entry.h"

#include "app/models/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ScheduleEntry", text);
}

} // namespace

std::optional<CostReference> costReference(std::span<const ScheduleEntry> entries)
{
    std::optional<CostReference> least;
    for (const ScheduleEntry& entry : entries) {
        if (!entry.hasSchedule()) {
            continue;
        }
        const CostReference own{*entry.placement->costUsd, entry.placement->provenOptimal};
        if (own.isProven) {
            return own;
        }
        if (!least || own.costUsd < least->costUsd) {
            least = own;
        }
    }
    return least;
}

std::optional<std::size_t> firstWithSchedule(std::span<const ScheduleEntry> entries)
{
    const auto found = std::ranges::find_if(entries, &ScheduleEntry::hasSchedule);
    return found == entries.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - entries.begin()));
}

std::vector<std::string> typesByLayer(const sim::Placement& placement, std::size_t layers)
{
    std::vector<std::string> types(layers);
    for (const sim::PlacedStage& stage : placement.stages) {
        for (std::size_t layer = stage.firstLayer; layer <= stage.lastLayer && layer < layers;
             ++layer) {
            types[layer] = stage.type;
        }
    }
    return types;
}

QString stagesText(const sim::Placement& placement)
{
    QStringList stages;
    for (const sim::PlacedStage& stage : placement.stages) {
        const QString layers = stage.firstLayer == stage.lastLayer
                                   ? QString::number(stage.firstLayer)
                                   : QString(QString::number(stage.firstLayer) + u'–' +
                                             QString::number(stage.lastLayer));
        stages.append(layers + u' ' + toText(stage.type) + u" ×" + QString::number(stage.units));
    }
    return stages.join(QStringLiteral(", "));
}

QString infeasibleText(const sim::Placement& placement, double floor)
{
    if (placement.highestThroughput) {
        return tr("infeasible: at most %1 samples/s can be reached, the floor asks for %2")
            .arg(formatDecimals(*placement.highestThroughput, 0), formatDecimals(floor, 0));
    }
    if (placement.reason) {
        QString reason = toText(*placement.reason).trimmed();
        while (reason.endsWith(u'.')) {
            reason.chop(1);
        }
        return tr("infeasible: %1").arg(reason);
    }
    return tr("infeasible: no schedule of this kind reaches %1 samples/s")
        .arg(formatDecimals(floor, 0));
}

QString trainingText(const sim::Workload& workload)
{
    const QString samples = formatDecimals(workload.samplesPerEpoch, 0);
    return workload.epochs == 1 ? tr("one epoch of %1 samples").arg(samples)
                                : tr("%1 epochs of %2 samples")
                                      .arg(QString::number(workload.epochs, 'g', 6), samples);
}

QString ratesText(const sim::Workload& workload)
{
    qint64 measured = 0;
    qint64 all = 0;
    for (const sim::Layer& layer : workload.layers) {
        for (const auto& [type, profile] : layer.profile) {
            ++all;
            measured += profile.measured.empty() ? 0 : 1;
        }
    }
    if (measured == 0) {
        return tr("device rates from profiles, none marked as measured");
    }
    return measured == all ? tr("device rates measured")
                           : tr("device rates measured for %1 of %2 profiles")
                                 .arg(formatCount(measured), formatCount(all));
}

} // namespace hscope::app
