// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/schedule_entry.h"

#include "app/models/format.h"
#include "simulator/model/placement_fit.h"
#include "simulator/sched/placement_builder.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ScheduleEntry", text);
}

/// The index of each layer's type; an error where the problem lacks it.
core::Result<sim::TypePlan> planOf(const sim::Problem& problem, const sim::Placement& placement)
{
    sim::TypePlan plan;
    const auto& types = problem.cluster().resourceTypes;
    for (const std::string& id : typesByLayer(placement, problem.layerCount())) {
        const auto found = std::ranges::find(types, id, &sim::ResourceType::id);
        if (found == types.end()) {
            return core::failure(core::ErrorCode::InvalidArgument,
                                 id.empty() ? "not all layers are placed"
                                            : "the cluster has no type " + id);
        }
        const auto type = static_cast<std::size_t>(found - types.begin());
        if (!problem.canRun(plan.size(), type)) {
            return core::failure(core::ErrorCode::InvalidArgument,
                                 "layer " + std::to_string(plan.size()) + " cannot run on " + id);
        }
        plan.push_back(type);
    }
    return plan;
}

/// The same stages and units.
core::Result<sim::Placement> withItsUnits(const sim::Problem& problem, sim::Placement placement)
{
    HSCOPE_TRY_ASSIGN(auto stages, sim::checkedStages(problem, placement));
    const auto schedule = sim::costOf(problem, std::move(stages));
    placement.feasible = schedule && schedule->period <= problem.longestPeriod();
    placement.provenOptimal = false;
    placement.certificate.reset();
    placement.lowerBoundUsd.reset();
    placement.highestThroughput.reset();
    if (schedule) {
        placement.periodSeconds = schedule->period;
        placement.throughput = 1 / schedule->period;
        placement.costUsd = schedule->costUsd;
    }
    if (!placement.feasible && schedule) {
        placement.highestThroughput = placement.throughput;
    }
    return placement;
}

core::Result<sim::Placement> withUnitsAnew(const sim::Problem& problem,
                                           const sim::Placement& placement)
{
    HSCOPE_TRY_ASSIGN(const sim::TypePlan plan, planOf(problem, placement));
    sim::NullSchedulerObserver observer;
    sim::Placement result = sim::placementOfPlan({problem, placement.seed, 1, false, {}, observer},
                                                 placement.scheduler, plan, placement.evaluations);
    if (!result.feasible) { // What somebody placed stays there for the next change.
        result.stages = placement.stages;
    }
    return result;
}

} // namespace

core::Result<std::shared_ptr<const sim::Problem>> problemOf(const ScheduleScenario& scenario)
{
    sim::Workload workload = *scenario.workload;
    workload.throughputLimit = scenario.floor;
    workload.chargeBoundaryTraffic = scenario.chargesBoundary;
    HSCOPE_TRY_ASSIGN(sim::Problem problem,
                      sim::Problem::create(std::move(workload), *scenario.cluster));
    return std::make_shared<const sim::Problem>(std::move(problem));
}

void setPlacement(ScheduleEntry& entry, sim::Placement placement,
                  std::shared_ptr<const sim::Problem> problem)
{
    entry.isStale = false;
    entry.state =
        placement.feasible ? ScheduleEntry::State::Done : ScheduleEntry::State::Infeasible;
    entry.reason = placement.feasible
                       ? QString()
                       : infeasibleText(placement, problem->workload().throughputLimit);
    entry.placement = std::move(placement);
    entry.problem = std::move(problem);
}

void reassess(ScheduleEntry& entry, const std::shared_ptr<const sim::Problem>& problem)
{
    if (!entry.placement || entry.placement->stages.empty()) {
        entry.isStale = false;
        return;
    }
    auto placement = entry.origin == ScheduleEntry::Origin::Opened
                         ? withItsUnits(*problem, *entry.placement)
                         : withUnitsAnew(*problem, *entry.placement);
    if (placement) {
        setPlacement(entry, std::move(*placement), problem);
        return;
    }
    entry.isStale = false;
    entry.state = ScheduleEntry::State::Failed;
    entry.reason = reasonText(placement.error());
    entry.placement->feasible = false;
    entry.problem = problem;
}

QString reasonText(const core::Error& error)
{
    QString reason = elideMiddle(toText(error.message).simplified(), kMeasuredLength);
    while (reason.endsWith(u'.')) {
        reason.chop(1);
    }
    return reason;
}

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

std::optional<double> bubbleOf(const ScheduleEntry& entry)
{
    if (!entry.hasSchedule() || !entry.problem) {
        return std::nullopt;
    }
    const auto stages = sim::checkedStages(*entry.problem, *entry.placement);
    if (!stages) {
        return std::nullopt;
    }
    double paid = 0;
    double worked = 0;
    double period = 0;
    for (const sim::ProvisionedStage& stage : *stages) {
        const auto time = entry.problem->stageTime(stage.range, stage.units);
        const double price =
            entry.problem->price(stage.range.type) * static_cast<double>(stage.units);
        const double execution = time ? time->execution() : 0;
        period = std::max(period, execution);
        paid += price;
        worked += price * execution;
    }
    return paid > 0 && period > 0 ? std::optional(1 - worked / (paid * period)) : std::nullopt;
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

std::vector<sim::PlacedStage> stagesOfTypes(std::span<const std::string> typesByLayer)
{
    std::vector<sim::PlacedStage> stages;
    for (std::size_t layer = 0; layer < typesByLayer.size(); ++layer) {
        if (stages.empty() || stages.back().type != typesByLayer[layer]) {
            stages.push_back({layer, layer, typesByLayer[layer], 1, {}});
        }
        stages.back().lastLayer = layer;
    }
    return stages;
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
