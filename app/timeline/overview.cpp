// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/overview.h"

#include "app/timeline/timeline_geometry.h"
#include "app/timeline/timeline_index.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace hscope::app {

namespace {

/// Divides a range evenly.
class ColumnScale
{
public:
    explicit ColumnScale(core::TimeRange range)
        : m_range(range)
        , m_count(static_cast<std::size_t>(
              std::min<std::int64_t>(range.length().count(), Overview::kMostColumns)))
        , m_columnNs(static_cast<double>(range.length().count()) / static_cast<double>(m_count))
    {
    }

    [[nodiscard]] std::size_t count() const { return m_count; }

    /// Where `ns` lies, in columns from the left.
    [[nodiscard]] double columnOf(std::int64_t ns) const
    {
        return nsBetween(core::toNs(m_range.start), ns) / m_columnNs;
    }

    [[nodiscard]] core::TimeRange rangeOf(std::size_t column) const
    {
        return {edge(column), edge(column + 1)};
    }

private:
    [[nodiscard]] core::TraceTime edge(std::size_t column) const
    {
        return m_range.start +
               core::Duration(std::llround(m_columnNs * static_cast<double>(column)));
    }

    core::TimeRange m_range;
    std::size_t m_count;
    double m_columnNs;
};

/// Gives `column` the largest of `shares`, ordered by operation.
void keepLargest(std::vector<Overview::Share> shares, Overview::Column& column)
{
    std::sort(shares.begin(), shares.end(), [](const Overview::Share& a, const Overview::Share& b) {
        return a.ratio != b.ratio ? a.ratio > b.ratio : a.operation < b.operation;
    });
    shares.resize(std::min(shares.size(), Overview::kSharesPerColumn));
    std::sort(shares.begin(), shares.end(), [](const Overview::Share& a, const Overview::Share& b) {
        return a.operation < b.operation;
    });
    std::copy(shares.begin(), shares.end(), column.shares.begin());
    column.shareCount = static_cast<std::uint8_t>(shares.size());
}

using NameTimes = std::unordered_map<core::StringId, double>;

class OperationShares
{
public:
    OperationShares(const core::TraceStore& store, core::TimeRange range)
        : m_store(store)
        , m_scale(range)
        , m_times(m_scale.count())
    {
    }

    /// Counts each operation's own time: what it spends in a nested one belongs to that one.
    void addTrack(const core::Track& track)
    {
        const core::SliceColumns& slices = m_store.slices();
        std::vector<std::uint32_t> open;
        for (std::uint32_t i = track.firstSlice; i < track.firstSlice + track.sliceCount; ++i) {
            while (!open.empty() && slices.endNs[open.back()] <= slices.startNs[i]) {
                open.pop_back();
            }
            add(slices.name[i], slices.startNs[i], slices.endNs[i], 1.0);
            if (!open.empty()) {
                add(slices.name[open.back()], slices.startNs[i],
                    std::min(slices.endNs[i], slices.endNs[open.back()]), -1.0);
            }
            open.push_back(i);
        }
    }

    /// Writes the largest shares of each column, scaled so that the fullest column is full.
    void writeTo(std::vector<Overview::Column>& columns) const
    {
        double fullest = 0;
        for (const NameTimes& times : m_times) {
            double total = 0;
            for (const auto& [name, time] : times) {
                total += std::max(0.0, time);
            }
            fullest = std::max(fullest, total);
        }
        if (fullest <= 0) {
            return;
        }
        for (std::size_t i = 0; i < m_times.size(); ++i) {
            writeColumn(m_times[i], fullest, columns[i]);
        }
    }

private:
    void add(core::StringId name, std::int64_t startNs, std::int64_t endNs, double sign)
    {
        const double from = std::max(0.0, m_scale.columnOf(startNs));
        const double to = std::min(static_cast<double>(m_times.size()), m_scale.columnOf(endNs));
        for (double x = from; x < to;) {
            const auto column = static_cast<std::size_t>(x);
            const double next = std::min(to, static_cast<double>(column + 1));
            m_times[column][name] += sign * (next - x);
            x = next;
        }
    }

    static void writeColumn(const NameTimes& times, double fullest, Overview::Column& column)
    {
        std::vector<Overview::Share> shares;
        for (const auto& [name, time] : times) {
            if (time > 0) {
                shares.push_back({name, static_cast<float>(time / fullest)});
            }
        }
        keepLargest(std::move(shares), column);
    }

    const core::TraceStore& m_store;
    ColumnScale m_scale;
    std::vector<NameTimes> m_times; ///< By column, in columns.
};

/// How busy the rows are on average in `range`, and with what mostly.
struct Load
{
    float ratio = 0;
    core::Category dominant = core::Category::Native;
};

Load loadOf(const std::vector<TimelineRow>& rows, core::TimeRange range)
{
    Load load;
    std::int64_t busy = 0;
    std::int64_t most = 0;
    for (const TimelineRow& row : rows) {
        const Fold folded = fold(row, range);
        busy += folded.busyNs;
        if (folded.busyNs > most) {
            most = folded.busyNs;
            load.dominant = folded.dominant;
        }
    }
    const double possible =
        static_cast<double>(range.length().count()) * static_cast<double>(rows.size());
    load.ratio = possible > 0 ? static_cast<float>(static_cast<double>(busy) / possible) : 0.0F;
    return load;
}

} // namespace

Overview::Column average(std::span<const Overview::Column> columns)
{
    Overview::Column result;
    std::vector<Overview::Share> shares;
    float busiest = -1;
    const float part = 1.0F / static_cast<float>(std::max<std::size_t>(1, columns.size()));
    for (const Overview::Column& column : columns) {
        for (const Overview::Share& share : std::span(column.shares).first(column.shareCount)) {
            const auto known =
                std::find_if(shares.begin(), shares.end(), [&](const Overview::Share& other) {
                    return other.operation == share.operation;
                });
            if (known == shares.end()) {
                shares.push_back({share.operation, share.ratio * part});
            } else {
                known->ratio += share.ratio * part;
            }
        }
        result.cpuRatio += column.cpuRatio * part;
        result.gpuRatio += column.gpuRatio * part;
        if (column.cpuRatio > busiest) {
            busiest = column.cpuRatio;
            result.cpuCategory = column.cpuCategory;
        }
    }
    keepLargest(std::move(shares), result);
    return result;
}

Overview makeOverview(const core::TraceStore& store, const TimelineIndex& index)
{
    Overview overview;
    overview.range = store.usualRange();
    if (overview.range.isEmpty()) {
        return overview;
    }
    const ColumnScale scale(overview.range);
    overview.columns.resize(scale.count());

    OperationShares operations(store, overview.range);
    std::vector<TimelineRow> threads;
    std::vector<TimelineRow> devices;
    for (std::uint32_t i = 0; i < store.tracks().size(); ++i) {
        const core::Track& track = store.track(core::TrackId(i));
        if (track.kind == core::TrackKind::Operations) {
            operations.addTrack(track);
        } else if (track.kind == core::TrackKind::Thread && track.sliceCount != 0) {
            threads.push_back(index.row(core::TrackId(i), 0));
        }
    }
    for (const DeviceActivity& device : index.devices()) {
        devices.push_back(device.busy);
    }
    operations.writeTo(overview.columns);

    for (std::size_t i = 0; i < scale.count(); ++i) {
        const Load cpu = loadOf(threads, scale.rangeOf(i));
        overview.columns[i].cpuRatio = cpu.ratio;
        overview.columns[i].cpuCategory = cpu.dominant;
        overview.columns[i].gpuRatio = loadOf(devices, scale.rangeOf(i)).ratio;
    }
    return overview;
}

} // namespace hscope::app
