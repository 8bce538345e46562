// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/corrected_breakdown.h"

#include "core/correction/model_draws.h"
#include "core/correction/overhead_slices.h"
#include "core/correction/rlscope_overhead.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace hscope::core {

namespace {

/// What a row is about, without its time.
struct RowKey
{
    std::uint32_t process = 0;
    std::optional<StringId> phase;
    std::string operation;
    bool asynchronous = false;
    CategorySet categories;

    friend auto operator<=>(const RowKey&, const RowKey&) = default;
};

RowKey keyOf(const BreakdownRow& row, CategorySet categories)
{
    return {row.process.value(), row.phase, row.operation, row.asynchronous, categories};
}

using RowTimes = std::map<RowKey, std::int64_t>;

CategorySet without(CategorySet categories, CorrectionMethod method)
{
    CategorySet rest;
    for (const Category category : categories.list()) {
        const bool goes = method == CorrectionMethod::RlScope ? !isGpuCategory(category)
                                                              : category == Category::Overhead;
        if (!goes) {
            rest.insert(category);
        }
    }
    return rest;
}

/// The rows of a trace that has its overhead as slices, without that.
RowTimes remainingRows(const Breakdown& breakdown, CorrectionMethod method)
{
    RowTimes rows;
    for (const BreakdownRow& row : breakdown.rows) {
        CategorySet categories = row.categories;
        if (!row.asynchronous && categories.contains(Category::Overhead)) {
            categories = without(categories, method);
            if (categories.isEmpty()) {
                continue; // nothing but the recorder ran: the time would not have been
            }
        }
        rows[keyOf(row, categories)] += row.timeNs;
    }
    return rows;
}

RowTimes rowsOf(const Breakdown& breakdown)
{
    RowTimes rows;
    for (const BreakdownRow& row : breakdown.rows) {
        rows[keyOf(row, row.categories)] += row.timeNs;
    }
    return rows;
}

std::map<std::uint32_t, double> wallByProcess(const RowTimes& rows)
{
    std::map<std::uint32_t, double> wall;
    for (const auto& [key, ns] : rows) {
        wall[key.process] += key.asynchronous ? 0 : static_cast<double>(ns);
    }
    return wall;
}

using OperationTimes = std::map<std::string, std::int64_t>;

OperationTimes timesByOperation(const RowTimes& rows)
{
    OperationTimes times;
    for (const auto& [key, ns] : rows) {
        times[key.operation] += key.asynchronous ? 0 : ns;
    }
    return times;
}

class Corrector
{
public:
    Corrector(const TraceStore& trace, const OverheadModel& model, Attribution attribution,
              CorrectionMethod method, ProgressSink& progress, std::stop_token stop)
        : m_trace(trace)
        , m_model(model)
        , m_attribution(attribution)
        , m_method(method)
        , m_progress(progress)
        , m_stop(std::move(stop))
        , m_draws(model)
    {
    }

    Result<CorrectedBreakdown> run()
    {
        HSCOPE_TRY_ASSIGN(m_result.breakdown,
                          computeBreakdown(m_trace, m_attribution, m_progress, m_stop));
        m_recorded = rowsOf(m_result.breakdown);
        m_before = m_recorded;
        if (m_method == CorrectionMethod::Occurrence) {
            m_overhead = layOutOverhead(m_trace, m_model);
        }
        for (const ThreadOverhead& thread : m_overhead) {
            m_result.clippedNs += thread.clippedNs;
        }
        if (countEvents(m_trace)[static_cast<std::size_t>(OverheadKind::Profiler)] > 0) {
            HSCOPE_TRY_ASSIGN(m_before, rowsWithout(OverheadKind::Profiler));
        }
        const std::vector<OverheadKind> kinds = presentKinds();
        HSCOPE_TRY_ASSIGN(m_after, rowsWithout(std::nullopt));
        for (const OverheadKind kind : kinds) {
            RowTimes rows = m_after;
            if (kinds.size() > 1) {
                HSCOPE_TRY_ASSIGN(rows, rowsWithout(kind));
            }
            m_byKind.emplace_back(kind, std::move(rows));
        }
        describeOperations();
        drawWalls();
        makeRows();
        describeRemoved();
        return std::move(m_result);
    }

private:
    /// The kinds that the model has and the trace, too.
    [[nodiscard]] std::vector<OverheadKind> presentKinds() const
    {
        const auto counts = countEvents(m_trace);
        std::vector<OverheadKind> result;
        for (std::size_t i = 0; i < kOverheadKinds; ++i) {
            const auto kind = static_cast<OverheadKind>(i);
            if (counts[i] > 0 && std::ranges::find(m_model.costs, kind, &OverheadCost::kind) !=
                                     m_model.costs.end()) {
                result.push_back(kind);
            }
        }
        return result;
    }

    /// The rows without the overhead of one kind alone, or of all.
    Result<RowTimes> rowsWithout(std::optional<OverheadKind> kind)
    {
        if (m_stop.stop_requested()) {
            return failure(ErrorCode::Cancelled, "correcting the breakdown was cancelled");
        }
        const auto trace =
            m_method == CorrectionMethod::RlScope
                ? withRlScopeOverhead(m_trace, kind ? m_model.only(*kind) : m_model)
                : withOverheadSlices(m_trace, kind ? overheadOf(m_overhead, *kind) : m_overhead);
        HSCOPE_TRY_ASSIGN(const Breakdown breakdown,
                          computeBreakdown(*trace, m_attribution, m_progress, m_stop));
        return remainingRows(breakdown, m_method);
    }

    [[nodiscard]] static std::int64_t at(const RowTimes& rows, const RowKey& key)
    {
        const auto found = rows.find(key);
        return found == rows.end() ? 0 : found->second;
    }

    /// What a row would be in each draw of the model: kinds add up, apart from what was cut.
    [[nodiscard]] std::vector<double> drawsOf(const RowKey& key) const
    {
        std::vector<double> values(ModelDraws::kDraws, static_cast<double>(at(m_after, key)));
        for (const auto& [kind, rows] : m_byKind) {
            const auto change = static_cast<double>(at(rows, key) - at(m_before, key));
            const std::vector<double>& factors = m_draws.factors(kind);
            for (std::size_t i = 0; i < values.size(); ++i) {
                values[i] += change * (factors[i] - 1);
            }
        }
        return values;
    }

    void describeOperations()
    {
        const OperationTimes after = timesByOperation(m_after);
        std::vector<OperationTimes> alone;
        for (const auto& [kind, rows] : m_byKind) {
            alone.push_back(timesByOperation(rows));
        }
        const auto timeOf = [](const OperationTimes& times, const std::string& name) {
            const auto found = times.find(name);
            return found == times.end() ? 0 : found->second;
        };
        for (const auto& [name, ns] : timesByOperation(m_before)) {
            CorrectedOperation operation{name, ns, timeOf(after, name), {}};
            for (std::size_t i = 0; i < alone.size(); ++i) {
                const auto kind = static_cast<std::size_t>(m_byKind[i].first);
                operation.removedNs[kind] = ns - timeOf(alone[i], name);
            }
            m_result.operations.push_back(std::move(operation));
        }
    }

    void drawWalls()
    {
        const auto after = wallByProcess(m_after);
        const auto before = wallByProcess(m_before);
        std::vector<double> longest(ModelDraws::kDraws, 0);
        for (const auto& [process, wall] : before) {
            const auto found = after.find(process);
            const double left = found == after.end() ? 0 : found->second;
            std::vector<double> values(ModelDraws::kDraws, left);
            for (const auto& [kind, rows] : m_byKind) {
                const auto alone = wallByProcess(rows);
                const auto own = alone.find(process);
                const double change = (own == alone.end() ? 0 : own->second) - wall;
                const std::vector<double>& factors = m_draws.factors(kind);
                for (std::size_t i = 0; i < values.size(); ++i) {
                    values[i] += change * (factors[i] - 1);
                }
            }
            for (std::size_t i = 0; i < values.size(); ++i) {
                longest[i] = std::max(longest[i], values[i]);
            }
            m_wall[process] = left;
            m_result.wallNs = std::max<std::int64_t>(m_result.wallNs, std::llround(left));
        }
        setInterval(std::move(longest), m_result.wallNs, m_result.wallLowNs, m_result.wallHighNs);
    }

    /// An interval that has the value itself inside, and nothing negative.
    static void setInterval(std::vector<double> draws, std::int64_t value, std::int64_t& low,
                            std::int64_t& high)
    {
        const Interval interval = middle95(std::move(draws));
        low = std::max<std::int64_t>(0, std::min<std::int64_t>(value, std::llround(interval.low)));
        high = std::max<std::int64_t>(value, std::llround(interval.high));
    }

    void makeRows()
    {
        // A process that ends earlier than the longest is idle from then on.
        for (const auto& [process, wall] : m_wall) {
            const std::int64_t idle = m_result.wallNs - std::llround(wall);
            if (idle > 0) {
                m_after[{process, std::nullopt, std::string(kOutside), false, {}}] += idle;
            }
        }
        // As in the breakdown of the trace, where phases come in the order in which they begin.
        std::map<std::optional<StringId>, std::size_t> order;
        for (const BreakdownRow& row : m_result.breakdown.rows) {
            order.try_emplace(row.phase, order.size());
        }
        m_result.breakdown.rows.clear();
        for (const auto& [key, ns] : m_after) {
            BreakdownRow row{ProcessId(key.process),
                             key.phase,
                             key.operation,
                             key.categories,
                             key.asynchronous,
                             ns,
                             ns,
                             ns};
            setInterval(drawsOf(key), ns, row.lowNs, row.highNs);
            m_result.breakdown.rows.push_back(std::move(row));
        }
        std::ranges::stable_sort(m_result.breakdown.rows, {}, [&order](const BreakdownRow& row) {
            const auto found = order.find(row.phase);
            return std::pair(row.process, found == order.end() ? order.size() : found->second);
        });
    }

    void describeRemoved()
    {
        m_result.lostEvents = m_trace.diagnostics().countOf(DiagnosticId::RecordingEventsLost);
        const auto counts = countEvents(m_trace);
        const auto total = [](const RowTimes& rows) {
            double sum = 0;
            for (const auto& [process, wall] : wallByProcess(rows)) {
                sum += wall;
            }
            return sum;
        };
        for (std::size_t i = 0; i < kOverheadKinds; ++i) {
            const auto kind = static_cast<OverheadKind>(i);
            const bool isMarked = kind == OverheadKind::Profiler;
            if (counts[i] > 0 && !isMarked && m_model.find(kind) == nullptr) {
                m_result.unknown.push_back({kind, counts[i]});
            }
        }
        const double before = total(m_before);
        const auto marked = counts[static_cast<std::size_t>(OverheadKind::Profiler)];
        if (marked > 0) {
            const std::int64_t ns = std::llround(total(m_recorded) - before);
            m_result.removed.push_back({OverheadKind::Profiler, marked, ns, ns, ns});
        }
        for (const auto& [kind, rows] : m_byKind) {
            RemovedOverhead removed{kind, counts[static_cast<std::size_t>(kind)], 0, 0, 0};
            const double change = before - total(rows);
            std::vector<double> draws;
            for (const double factor : m_draws.factors(kind)) {
                draws.push_back(change * factor);
            }
            removed.timeNs = std::llround(change);
            setInterval(std::move(draws), removed.timeNs, removed.lowNs, removed.highNs);
            m_result.removed.push_back(removed);
        }
    }

    const TraceStore& m_trace;
    const OverheadModel& m_model;
    Attribution m_attribution;
    CorrectionMethod m_method;
    ProgressSink& m_progress;
    std::stop_token m_stop;
    ModelDraws m_draws;
    std::vector<ThreadOverhead> m_overhead; ///< Where it occurred.
    RowTimes m_recorded;
    RowTimes m_before; ///< Without what the trace itself marks as overhead.
    RowTimes m_after;
    std::vector<std::pair<OverheadKind, RowTimes>> m_byKind;
    std::map<std::uint32_t, double> m_wall;
    CorrectedBreakdown m_result;
};

} // namespace

Result<CorrectedBreakdown>
computeCorrectedBreakdown(const TraceStore& trace, const OverheadModel& model,
                          Attribution attribution, CorrectionMethod method, ProgressSink& progress,
                          const std::stop_token& stop)
{
    return Corrector(trace, model, attribution, method, progress, stop).run();
}

} // namespace hscope::core
