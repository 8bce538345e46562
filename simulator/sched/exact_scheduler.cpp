// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/sched/exact_scheduler.h"

#include "simulator/sched/limited_search.h"
#include "simulator/sched/placement_builder.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace hscope::sim {

namespace {

/// A certificate larger than this is left out: it would be a document of many megabytes.
constexpr std::size_t kMostPotentials = 2'000'000;

constexpr double kMostStages = 10'000'000; ///< Minutes; each period looks at all of them.
constexpr std::int64_t kRateSteps = 16;    ///< How often all shorter periods are looked at at once.
constexpr std::int64_t kMostPeriods = 5'000; ///< Then the rest is left unproven.
constexpr double kPrecision = 1e-9;          ///< Relative, of a proof.

TypePlan planOf(std::span<const ProvisionedStage> stages)
{
    TypePlan plan;
    for (const ProvisionedStage& stage : stages) {
        plan.insert(plan.end(), stage.range.end - stage.range.first, stage.range.type);
    }
    return plan;
}

/// A period that no schedule can go below: each layer alone takes so long on its fastest type with
/// all units there are.
double periodFloor(const Problem& problem)
{
    double floor = 0;
    for (std::size_t layer = 0; layer < problem.layerCount(); ++layer) {
        double fastest = problem.slowestPeriod();
        for (std::size_t type = 0; type < problem.typeCount(); ++type) {
            if (!problem.workload().layers[layer].profile.contains(
                    problem.cluster().resourceTypes[type].id)) {
                continue;
            }
            const std::optional<StageTerms> terms =
                problem.stageTerms({layer, layer + 1, type}, problem.limit(type));
            // Measured times may be shorter on fewer units or in a longer stage: nothing is known
            // then.
            const bool measured = !problem.workload()
                                       .layers[layer]
                                       .profile.at(problem.cluster().resourceTypes[type].id)
                                       .measured.empty();
            fastest = measured || !terms
                          ? 0
                          : std::min(fastest,
                                     terms->at(static_cast<double>(problem.limit(type))).compute);
        }
        floor = std::max(floor, fastest);
    }
    return floor;
}

/// The search over periods, from the throughput floor down.
class PeriodSearch
{
public:
    explicit PeriodSearch(const SchedulerRequest& request)
        : m_request(request)
        , m_problem(request.problem)
        , m_fixed(request.problem.cluster().fixedCostUsdPerHour)
        , m_layered(request.problem, request.stop)
        , m_limited(request.problem)
    {
    }

    core::Result<Placement> run()
    {
        if (!search()) {
            return core::failure(core::ErrorCode::Cancelled, "exact was stopped");
        }
        if (!m_best) {
            return infeasible();
        }
        Placement placement = placementOf(m_request, "exact", *m_best, m_evaluations);
        placement.provenOptimal = m_proven;
        placement.lowerBoundUsd =
            m_proven ? m_best->costUsd : std::min(m_best->costUsd, m_lowerBound);
        if (m_proven && m_certified) {
            placement.certificate = std::move(m_certificate);
        }
        return placement;
    }

private:
    /// What the least weight at a period is, as far as it is known.
    enum class Step
    {
        Found,      ///< m_stages has it.
        Excluded,   ///< More than m_weight, which is enough to exclude the period.
        Infeasible, ///< No schedule of this period or less improves on the best.
        Unknown,
        Stopped,
    };

    Step leastWeight(double period, PeriodTest test)
    {
        ++m_evaluations;
        m_request.observer.progressed(m_evaluations, 0);
        const bool reachable = m_layered.run(period, test);
        if (m_request.stop.stop_requested()) {
            return Step::Stopped;
        }
        addToCertificate(period, reachable);
        if (!reachable) {
            return Step::Infeasible;
        }
        m_stages = m_layered.stages();
        m_weight = m_layered.weight();
        if (withinLimits(m_problem, m_stages)) {
            return Step::Found;
        }
        // Without limits it takes at least m_weight: where that excludes this period, it does not
        // matter that the limits break.
        if (m_best && m_bestRate / (m_fixed + m_weight) < period) {
            return Step::Excluded;
        }
        m_certified = false;
        switch (m_limited.run(period, test, weightBound(), m_request.stop)) {
        case LimitedSearch::Outcome::Found:
            m_stages = m_limited.stages();
            m_weight = m_limited.weight();
            return Step::Found;
        case LimitedSearch::Outcome::Infeasible:
            return Step::Infeasible;
        case LimitedSearch::Outcome::GaveUp:
            return Step::Unknown;
        case LimitedSearch::Outcome::Stopped:
            break;
        }
        return Step::Stopped;
    }

    /// A weight with which no period improves on the best schedule.
    [[nodiscard]] double weightBound()
    {
        if (!m_best) {
            return LayeredSearch::kUnreachable;
        }
        if (!m_periodFloor) {
            m_periodFloor = periodFloor(m_problem);
        }
        return *m_periodFloor > 0 ? m_bestRate / *m_periodFloor - m_fixed
                                  : LayeredSearch::kUnreachable;
    }

    void consider(std::optional<Schedule> schedule)
    {
        if (schedule) {
            const double rate = schedule->period * (m_fixed + schedule->weight);
            if (!m_best || rate < m_bestRate) {
                m_bestRate = rate;
                m_best = std::move(schedule);
            }
        }
    }

    /// False if a stop was requested.
    bool search()
    {
        double period = m_problem.longestPeriod();
        PeriodTest test = PeriodTest::AtMost;
        while (true) {
            switch (leastWeight(period, test)) {
            case Step::Stopped:
                return false;
            case Step::Infeasible:
                return true;
            case Step::Unknown:
                m_proven = false;
                return searchWithoutProof();
            case Step::Excluded:
                break;
            case Step::Found: {
                std::optional<Schedule> schedule = costOf(m_problem, m_stages);
                // Against roundings, which could keep the search where it is.
                period = std::min(period, schedule->period);
                consider(std::move(schedule));
                break;
            }
            }
            period = std::min(period, m_bestRate / (m_fixed + m_weight));
            test = PeriodTest::LessThan;
            if (m_evaluations % kRateSteps == 0 && allShorterAreExcluded(period)) {
                return true;
            }
        }
    }

    /// Whether no shorter period can improve on the best schedule, with units as real numbers.
    /// After very many periods the answer is yes, but what is left to save stays unproven: where
    /// units share all of a stage's time, ever more of them come ever closer to a cost that none
    /// has.
    bool allShorterAreExcluded(double period)
    {
        const double rate = m_layered.leastRate(period);
        if (rate >= m_bestRate * (1 - kPrecision)) {
            addToCertificate(period, rate != LayeredSearch::kUnreachable, true);
            return true;
        }
        if (m_evaluations < kMostPeriods) {
            return false;
        }
        m_proven = false;
        m_lowerBound = m_problem.costOfRate(rate);
        consider(provision(m_problem, planOf(m_best->stages)));
        return true;
    }

    /// Where the limits are too hard: a bound from the problem without limits, and schedules from
    /// prices that rise for the types that are short. False if a stop was requested.
    bool searchWithoutProof()
    {
        double period = m_problem.longestPeriod();
        PeriodTest test = PeriodTest::AtMost;
        double boundRate = std::numeric_limits<double>::infinity();
        while (m_layered.run(period, test)) {
            const double hourly = m_fixed + m_layered.weight();
            const double reached = costOf(m_problem, m_layered.stages())->period;
            boundRate = std::min(boundRate, reached * hourly);
            period = std::min({period, reached, boundRate / hourly});
            test = PeriodTest::LessThan;
        }
        m_lowerBound = m_problem.costOfRate(boundRate);
        constexpr int kPeriods = 24;
        constexpr double kShorter = 0.93;
        period = m_problem.longestPeriod();
        for (int i = 0; i < kPeriods && !m_request.stop.stop_requested(); ++i, period *= kShorter) {
            priceOutShortTypes(period);
        }
        return !m_request.stop.stop_requested();
    }

    /// Subgradient steps on the Lagrangian of the limits at one period.
    void priceOutShortTypes(double period)
    {
        constexpr int kSteps = 60;
        std::vector<double> extra(m_problem.typeCount(), 0.0);
        for (int step = 1; step <= kSteps && m_layered.run(period, PeriodTest::AtMost, extra);
             ++step) {
            ++m_evaluations;
            const std::vector<ProvisionedStage> stages = m_layered.stages();
            consider(provision(m_problem, planOf(stages)));
            std::vector<double> used(m_problem.typeCount(), 0.0);
            for (const ProvisionedStage& stage : stages) {
                used[stage.range.type] += static_cast<double>(stage.units);
            }
            for (std::size_t type = 0; type < extra.size(); ++type) {
                const double limit = static_cast<double>(m_problem.limit(type));
                const double change =
                    limit > 0 ? (used[type] / limit - 1) * m_problem.price(type) / std::sqrt(step)
                              : 0;
                extra[type] = std::max(0.0, extra[type] + change);
            }
        }
    }

    /// Adds what the last run of m_layered proves.
    void addToCertificate(double period, bool reachable, bool fractional = false)
    {
        const std::span<const double> potentials = m_layered.potentials();
        m_potentials += potentials.size();
        if (m_potentials > kMostPotentials) {
            m_certified = false;
        }
        if (!m_certified) {
            return;
        }
        CertificateEntry entry;
        entry.periodSeconds = period;
        entry.fractional = fractional;
        const double scale = fractional ? period : 1; // Of rates; a document has USD per hour.
        if (reachable) {
            entry.weightUsdPerHour = m_layered.weight() / scale;
        }
        entry.potentials.reserve(potentials.size());
        for (const double potential : potentials) {
            entry.potentials.push_back(potential == LayeredSearch::kUnreachable
                                           ? std::nullopt
                                           : std::optional(potential / scale));
        }
        m_certificate.entries.push_back(std::move(entry));
    }

    /// Whether a schedule of at most this period exists; its period is in m_reached.
    Step reach(double period)
    {
        const Step step = leastWeight(period, PeriodTest::AtMost);
        if (step == Step::Found) {
            m_reached = costOf(m_problem, m_stages)->period;
        }
        return step;
    }

    core::Result<Placement> infeasible()
    {
        constexpr double kPeriodPrecision = 1e-10;
        m_certified = false;
        bool exact = m_proven;
        std::optional<double> shortest;
        if (reach(m_problem.slowestPeriod()) == Step::Found) {
            shortest = m_reached;
        }
        double tooShort = m_problem.longestPeriod();
        while (shortest && *shortest - tooShort > kPeriodPrecision * *shortest) {
            const double middle = tooShort + (*shortest - tooShort) / 2;
            switch (reach(middle)) {
            case Step::Found:
                shortest = m_reached;
                break;
            case Step::Unknown:
                exact = false;
                [[fallthrough]];
            case Step::Excluded: // Only with a best schedule, which there is not.
            case Step::Infeasible:
                tooShort = middle;
                break;
            case Step::Stopped:
                return core::failure(core::ErrorCode::Cancelled, "exact was stopped");
            }
        }
        const std::string floor =
            fmt::format("no schedule on cluster {} {}{}", m_problem.cluster().name,
                        m_proven ? "" : "was found that ", meetsFloorText(m_problem));
        std::string reason =
            shortest
                ? fmt::format("{}: the highest throughput that can be reached is {}{} samples/s",
                              floor, exact ? "" : "at least ", reachableText(*shortest))
                : fmt::format("{}: its units are too few for any placement", floor);
        Placement placement =
            infeasiblePlacement(m_request, "exact", std::move(reason), shortest, m_evaluations);
        placement.provenOptimal = m_proven;
        return placement;
    }

    const SchedulerRequest& m_request;
    const Problem& m_problem;
    const double m_fixed;
    LayeredSearch m_layered;
    LimitedSearch m_limited;
    std::vector<ProvisionedStage> m_stages; ///< Of the last step that found some.
    double m_weight = 0;
    std::optional<Schedule> m_best;
    double m_bestRate = 0; ///< Period x hourly cost of the best, which the cost is proportional to.
    std::optional<double> m_periodFloor;
    bool m_proven = true;
    bool m_certified = true;
    double m_lowerBound = 0;
    double m_reached = 0;
    Certificate m_certificate;
    std::size_t m_potentials = 0;
    std::int64_t m_evaluations = 0;
};

} // namespace

core::Result<Placement> ExactScheduler::run(const SchedulerRequest& request) const
{
    const auto layers = static_cast<double>(request.problem.layerCount());
    const double stages =
        layers * (layers + 1) / 2 * static_cast<double>(request.problem.typeCount());
    if (stages > kMostStages) {
        return core::failure(
            core::ErrorCode::Exhausted,
            fmt::format("exact looks at every run of layers on every type, up to {:.0f} of them; "
                        "{} layers on {} types have {:.0f}: greedy takes problems of any size",
                        kMostStages, request.problem.layerCount(), request.problem.typeCount(),
                        stages));
    }
    return PeriodSearch(request).run();
}

} // namespace hscope::sim
