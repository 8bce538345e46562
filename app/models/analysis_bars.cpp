// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/analysis_bars.h"

#include "app/models/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <string>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("AnalysisBars", text);
}

double ratio(core::Duration part, core::Duration whole)
{
    return whole.count() == 0
               ? 0
               : static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

/// Adds a part unless it is empty.
void addTime(BarRow& row, BarLook look, core::Duration time, core::Duration whole, BarKey key)
{
    if (time.count() > 0) {
        row.parts.push_back(
            {look, static_cast<double>(time.count()), key,
             tr("%1: %2, %3 ns (%4)")
                 .arg(lookName(look), formatDuration(time), formatExactNs(time.count()),
                      formatPercent(ratio(time, whole)))});
    }
}

BarRow busyRow(const core::DeviceTruth& device, core::Duration wall, BarKey key)
{
    BarRow row{tr("busy"), {}, std::nullopt, formatPercent(ratio(device.usage.busy, wall))};
    addTime(row, BarLook::Busy, device.usage.busy, wall, key);
    if (!row.parts.empty()) {
        row.parts.front().toolTip =
            tr("any kernel or copy runs: %1, %2 ns")
                .arg(formatDuration(device.usage.busy), formatExactNs(device.usage.busy.count()));
    }
    return row;
}

BarRow sampledRow(const core::DeviceTruth& device, core::Duration wall, BarKey key)
{
    const double sampled = device.usage.sampledUtilisation;
    BarRow row{tr("sampled"), {}, std::nullopt, formatPercent(sampled)};
    if (sampled > 0) {
        row.parts.push_back(
            {BarLook::Sampled, sampled * static_cast<double>(wall.count()), key,
             tr("sampling windows in which any kernel runs: %1").arg(formatPercent(sampled))});
    }
    return row;
}

BarRow nvmlRow(double said, core::Duration wall, BarKey key)
{
    BarRow row{tr("NVML"), {}, std::nullopt, formatPercent(said)};
    if (said > 0) {
        row.parts.push_back({BarLook::Sampled, said * static_cast<double>(wall.count()), key,
                             tr("what NVML said while the program was recorded, on average: %1")
                                 .arg(formatPercent(said))});
    }
    return row;
}

BarRow pauseRow(const core::DeviceTruth& device, core::Duration wall, BarKey key)
{
    BarRow row{tr("paused"), {}, std::nullopt, formatPercent(ratio(device.idle.total(), wall))};
    addTime(row, BarLook::HostWait, device.idle.hostWait, wall, key);
    addTime(row, BarLook::KernelWait, device.idle.kernelWait, wall, key);
    addTime(row, BarLook::OtherWait, device.idle.other, wall, key);
    return row;
}

QString remarkFor(std::size_t hidden)
{
    return hidden == 0 ? QString()
                       : formatCounted(static_cast<std::int64_t>(hidden),
                                       tr("The table has 1 more."), tr("The table has %1 more."));
}

/// What a bar counts: the mean if there is one.
double countOf(const core::TransitionMean& mean)
{
    return mean.perIteration.value_or(static_cast<double>(mean.count));
}

/// A mean with a decimal or two where it is small, a count as it is.
QString countText(double count, bool isMean)
{
    return formatDecimals(count, !isMean ? 0 : count < 100 ? 2 : 1);
}

} // namespace

QString lookName(const PartLook& look)
{
    if (const auto* category = std::get_if<core::Category>(&look)) {
        return toText(core::categoryName(*category));
    }
    switch (std::get<BarLook>(look)) {
    case BarLook::Busy:
        return tr("busy");
    case BarLook::CpuOnly:
        return tr("CPU only");
    case BarLook::CpuAndGpu:
        return tr("CPU + GPU");
    case BarLook::GpuOnly:
        return tr("GPU only");
    case BarLook::Idle:
        return tr("idle");
    case BarLook::AsynchronousGpu:
        return tr("asynchronous GPU");
    case BarLook::Sampled:
        return tr("sampled");
    case BarLook::HostWait:
        return tr("host wait");
    case BarLook::KernelWait:
        return tr("kernel wait");
    case BarLook::OtherWait:
        return tr("other");
    }
    return {};
}

BarList deviceBars(const GpuTruthSource::Devices& devices, const DeviceTruthModel& model,
                   core::Duration wall)
{
    BarList list;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const BarKey key{DeviceTable, model.rowOfDevice(i)};
        BarGroup group;
        group.title = tr("GPU %1").arg(devices[i].usage.device);
        group.scale = std::max(1.0, static_cast<double>(wall.count()));
        group.rows = {busyRow(devices[i], wall, key), sampledRow(devices[i], wall, key)};
        if (const auto said = devices[i].usage.saidByNvml) {
            group.rows.push_back(nvmlRow(*said, wall, key));
        }
        group.rows.push_back(pauseRow(devices[i], wall, key));
        list.push_back(std::move(group));
    }
    return list;
}

BarGroup operationBars(std::span<const core::OperationTruth> operations, const QString& title,
                       std::size_t limit)
{
    BarGroup group;
    group.title = title;
    for (std::size_t i = 0; i < std::min(limit, operations.size()); ++i) {
        const core::OperationTruth& truth = operations[i];
        const core::Duration wall = truth.wall();
        const BarKey key{OperationTable, static_cast<int>(i)};
        BarRow row{toText(truth.operation).simplified(), {}, std::nullopt, formatDuration(wall)};
        addTime(row, BarLook::CpuOnly, truth.cpuOnly, wall, key);
        addTime(row, BarLook::CpuAndGpu, truth.cpuAndGpu, wall, key);
        addTime(row, BarLook::GpuOnly, truth.gpuOnly, wall, key);
        addTime(row, BarLook::Idle, truth.idle, wall, key);
        if (const core::Duration later = truth.asynchronousGpu; later.count() > 0) {
            row.beside = BarPart{BarLook::AsynchronousGpu, static_cast<double>(later.count()), key,
                                 tr("asynchronous GPU, beside the wall time: %1, %2 ns")
                                     .arg(formatDuration(later), formatExactNs(later.count()))};
        }
        row.low = static_cast<double>(truth.wallLow.count());
        row.high = static_cast<double>(truth.wallHigh.count());
        group.scale = std::max({group.scale, static_cast<double>(wall.count()), row.high,
                                static_cast<double>(truth.asynchronousGpu.count())});
        group.rows.push_back(std::move(row));
    }
    group.remark = remarkFor(operations.size() - group.rows.size());
    return group;
}

QString gpuTruthTitle(const GpuTruthSource::Devices& devices, core::Duration wall)
{
    if (devices.empty()) {
        return {};
    }
    const auto busiest = std::ranges::max_element(
        devices, {}, [](const core::DeviceTruth& device) { return device.usage.busy; });
    return tr("GPU %1 is %2 busy, sampling says %3")
        .arg(busiest->usage.device)
        .arg(formatPercent(ratio(busiest->usage.busy, wall)),
             formatPercent(busiest->usage.sampledUtilisation));
}

BarGroup transitionBars(std::span<const core::TransitionMean> means, std::size_t limit)
{
    std::map<std::string_view, std::size_t> places;
    std::vector<std::pair<double, BarRow>> rows;
    bool areMeans = false;
    for (std::size_t i = 0; i < means.size(); ++i) {
        const core::TransitionMean& mean = means[i];
        const auto [place, isNew] = places.try_emplace(mean.operation, rows.size());
        if (isNew) {
            rows.push_back({0, {toText(mean.operation).simplified(), {}, std::nullopt, {}}});
        }
        auto& [sum, row] = rows[place->second];
        const double count = countOf(mean);
        areMeans = mean.perIteration.has_value();
        if (count > 0) {
            const QString text = countText(count, areMeans);
            const QString name = lookName(mean.category);
            row.parts.push_back({mean.category, count, BarKey{0, static_cast<int>(i)},
                                 areMeans ? tr("into %1: %2 times per iteration").arg(name, text)
                                          : tr("into %1: %2 times").arg(name, text)});
        }
        sum += count;
    }
    std::ranges::stable_sort(rows, std::greater(), [](const auto& row) { return row.first; });
    BarGroup group;
    for (std::size_t i = 0; i < std::min(limit, rows.size()); ++i) {
        auto& [sum, row] = rows[i];
        row.value = countText(sum, areMeans);
        group.scale = std::max(group.scale, sum);
        group.rows.push_back(std::move(row));
    }
    group.scale = group.rows.empty() || rows.front().first <= 0 ? 1 : rows.front().first;
    group.remark = remarkFor(rows.size() - group.rows.size());
    return group;
}

QString transitionTitle(std::span<const core::TransitionMean> means, int nameLimit)
{
    const auto most = std::ranges::max_element(means, {}, countOf);
    if (most == means.end()) {
        return {};
    }
    const QString name = elideMiddle(toText(most->operation).simplified(), nameLimit);
    const QString category = lookName(most->category);
    return most->perIteration
               ? tr("%1 enters %2 %3 times per iteration")
                     .arg(name, category, countText(*most->perIteration, true))
               : tr("%1 enters %2 %3 times").arg(name, category, countText(countOf(*most), false));
}

} // namespace hscope::app
