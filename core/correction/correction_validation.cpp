// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/correction/correction_validation.h"

#include "core/base/check.h"
#include "core/correction/corrected_breakdown.h"
#include "core/correction/measured_span.h"
#include "core/correction/model_draws.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace hscope::core {

namespace {

std::vector<CorrectedOperation> correctedOperations(const TraceStore& trace,
                                                    const OverheadModel& model)
{
    NullProgress progress;
    auto corrected = computeCorrectedBreakdown(trace, model, Attribution::Launch,
                                               CorrectionMethod::Occurrence, progress, {});
    HSCOPE_CHECK(corrected.has_value()); // nobody cancels it
    std::erase_if(corrected->operations, [](const CorrectedOperation& operation) {
        return operation.operation == kOutside;
    });
    return std::move(corrected->operations);
}

/// What of the time removed for events of a kind is that of calls that need not record.
double dormantPart(const OverheadModel& model, OverheadKind kind, double removedNs)
{
    const OverheadCost* const cost = model.find(kind);
    return cost == nullptr || cost->totalNs() == 0 ? 0
                                                   : removedNs * cost->dormantNs / cost->totalNs();
}

TimedRuns::Recorded timesOf(const CorrectedOperation& operation, const OverheadModel& model)
{
    TimedRuns::Recorded times;
    times.timeNs = static_cast<double>(operation.recordedNs);
    times.correctedNs = static_cast<double>(operation.correctedNs);
    for (std::size_t i = 0; i < kOverheadKinds; ++i) {
        const auto kind = static_cast<OverheadKind>(i);
        times.removedNs[i] = static_cast<double>(operation.removedNs[i]);
        // Operations themselves are recorded, and corrected, in runs without recording as well.
        if (kind != OverheadKind::Annotation && kind != OverheadKind::PythonAnnotation) {
            times.dormantNs += dormantPart(model, kind, times.removedNs[i]);
        }
    }
    return times;
}

/// Mean times of some of the runs.
struct Means
{
    double uninstrumentedNs = 0;
    double recordedNs = 0;
    double correctedNs = 0;
    double dormantNs = 0;
    std::array<double, kOverheadKinds> removedNs{};

    /// Moves the times away from those of all runs.
    void widen(const Means& all, double withoutFactor, double withFactor)
    {
        const auto move = [](double& value, double mean, double factor) {
            value = mean + factor * (value - mean);
        };
        move(uninstrumentedNs, all.uninstrumentedNs, withoutFactor);
        move(recordedNs, all.recordedNs, withFactor);
        move(correctedNs, all.correctedNs, withFactor);
        move(dormantNs, all.dormantNs, withFactor);
    }
};

Means meansOf(const TimedRuns& runs, const std::vector<std::size_t>& without,
              const std::vector<std::size_t>& with)
{
    Means means;
    for (const std::size_t i : without) {
        means.uninstrumentedNs += runs.uninstrumentedNs[i] / static_cast<double>(without.size());
    }
    const auto count = static_cast<double>(with.size());
    for (const std::size_t i : with) {
        const TimedRuns::Recorded& run = runs.recorded[i];
        means.recordedNs += run.timeNs / count;
        means.correctedNs += run.correctedNs / count;
        means.dormantNs += run.dormantNs / count;
        for (std::size_t kind = 0; kind < kOverheadKinds; ++kind) {
            means.removedNs[kind] += run.removedNs[kind] / count;
        }
    }
    return means;
}

std::vector<std::size_t> everyNumber(std::size_t size)
{
    std::vector<std::size_t> numbers(size);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return numbers;
}

struct Shares
{
    double bias = 0;
    double uncorrectedBias = 0;
    double removed = 0;
};

Shares sharesOf(const Means& means)
{
    constexpr double kPercent = 100;
    const double uninstrumented = means.uninstrumentedNs - means.dormantNs;
    const double whole = std::max(1.0, uninstrumented); // a resampled mean may be below 0
    const double overhead = means.recordedNs - uninstrumented;
    return {kPercent * (means.correctedNs - uninstrumented) / whole, kPercent * overhead / whole,
            overhead == 0 ? kPercent
                          : kPercent * (means.recordedNs - means.correctedNs) / overhead};
}

ShareInterval intervalOf(double percent, std::vector<double> draws)
{
    const Interval interval = middle95(std::move(draws));
    return {percent, interval.low, interval.high};
}

} // namespace

void ValidationRuns::addUninstrumented(const TraceStore& trace)
{
    span.uninstrumentedNs.push_back(static_cast<double>(spanWithoutMarked(trace)));
}

void ValidationRuns::addOperations(const TraceStore& trace, const OverheadModel& costs)
{
    for (const CorrectedOperation& operation : correctedOperations(trace, costs)) {
        operations[operation.operation].uninstrumentedNs.push_back(
            static_cast<double>(operation.correctedNs));
    }
}

Result<void> ValidationRuns::addRecorded(const TraceStore& trace, const OverheadModel& costs)
{
    const auto counts = countEvents(trace);
    std::vector<OverheadKind> kinds;
    for (std::size_t i = 0; i < kOverheadKinds; ++i) {
        const auto kind = static_cast<OverheadKind>(i);
        // Nobody can tell CUPTI's share from a single run: without it the rest is validated.
        const bool isOurs =
            kind != OverheadKind::Profiler &&
            (kind != OverheadKind::Cupti || costs.find(OverheadKind::Cupti) != nullptr);
        if (counts[i] == 0 || !isOurs) {
            continue;
        }
        if (costs.find(kind) == nullptr) {
            return failure(ErrorCode::InvalidArgument,
                           "the model does not say what " + std::string(nameOf(kind)) +
                               " events cost, which the program records");
        }
        kinds.push_back(kind);
    }
    model = costs;
    TimedRuns::Recorded& whole = span.recorded.emplace_back();
    whole.timeNs = static_cast<double>(spanWithoutMarked(trace));
    const std::vector<ThreadOverhead> overhead = layOutOverhead(trace, costs);
    whole.correctedNs = static_cast<double>(correctedSpan(trace, overhead));
    for (const OverheadKind kind : kinds) {
        const auto without = static_cast<double>(correctedSpan(trace, overheadOf(overhead, kind)));
        whole.removedNs[static_cast<std::size_t>(kind)] = whole.timeNs - without;
        whole.dormantNs += dormantPart(costs, kind, whole.timeNs - without);
    }
    for (const CorrectedOperation& operation : correctedOperations(trace, costs)) {
        operations[operation.operation].recorded.push_back(timesOf(operation, costs));
    }
    return {};
}

CorrectionValidation validateCorrection(const TimedRuns& runs, const OverheadModel& model)
{
    HSCOPE_CHECK(!runs.uninstrumentedNs.empty() && !runs.recorded.empty());
    const ModelDraws draws(model);
    // The numbers of this generator are the same with every standard library; those of its
    // distributions are not.
    std::mt19937_64 random(1);
    const auto choose = [&random](std::size_t size) {
        std::vector<std::size_t> chosen(size);
        std::ranges::generate(chosen, [&] { return static_cast<std::size_t>(random() % size); });
        return chosen;
    };
    const bool isPaired = runs.uninstrumentedNs.size() == runs.recorded.size();
    const Means means =
        meansOf(runs, everyNumber(runs.uninstrumentedNs.size()), everyNumber(runs.recorded.size()));
    std::vector<double> bias;
    std::vector<double> uncorrectedBias;
    std::vector<double> removed;
    for (std::size_t draw = 0; draw < ModelDraws::kDraws; ++draw) {
        const std::vector<std::size_t> without = choose(runs.uninstrumentedNs.size());
        const std::vector<std::size_t> with = isPaired ? without : choose(runs.recorded.size());
        Means drawn = meansOf(runs, without, with);
        drawn.widen(means, smallSampleFactor(without.size()), smallSampleFactor(with.size()));
        for (std::size_t kind = 0; kind < kOverheadKinds; ++kind) {
            const double factor = draws.factors(static_cast<OverheadKind>(kind))[draw];
            drawn.correctedNs -= means.removedNs[kind] * (factor - 1);
        }
        const Shares shares = sharesOf(drawn);
        bias.push_back(shares.bias);
        uncorrectedBias.push_back(shares.uncorrectedBias);
        removed.push_back(shares.removed);
    }
    const Shares shares = sharesOf(means);
    CorrectionValidation result;
    result.runs = runs.recorded.size();
    result.uninstrumentedNs = means.uninstrumentedNs - means.dormantNs;
    result.instrumentedNs = means.recordedNs;
    result.correctedNs = means.correctedNs;
    result.bias = intervalOf(shares.bias, std::move(bias));
    result.uncorrectedBias = intervalOf(shares.uncorrectedBias, std::move(uncorrectedBias));
    result.removed = intervalOf(shares.removed, std::move(removed));
    return result;
}

} // namespace hscope::core
