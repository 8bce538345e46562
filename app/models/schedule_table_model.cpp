// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/schedule_table_model.h"

#include "app/models/format.h"

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kExactDigits = 17;

using State = ScheduleEntry::State;

QString exact(double value)
{
    return QString::number(value, 'g', kExactDigits);
}

/// Rows without a number sort after those with one.
QVariant sortKeyOf(std::optional<double> value)
{
    return value.value_or(std::numeric_limits<double>::infinity());
}

} // namespace

ScheduleTableModel::ScheduleTableModel(QObject* parent)
    : TableModel(parent)
    , m_columns(ColumnCount)
{
    m_columns[Scheduler] = {tr("Scheduler"), {}, Qt::AlignLeft};
    m_columns[Cost] = {tr("Cost, USD"), {}, Qt::AlignRight};
    m_columns[Ratio] = {tr("Cost / optimum"), {}, Qt::AlignRight};
    m_columns[Throughput] = {tr("Samples/s"), {}, Qt::AlignRight};
    m_columns[Bubble] = {tr("Bubble"), {}, Qt::AlignRight};
    m_columns[Stages] = {tr("Stages"), {}, Qt::AlignRight};
    m_columns[Evaluations] = {tr("Evaluations"), {}, Qt::AlignRight};
    m_columns[Decision] = {tr("Decision"), tr("Decision, s"), Qt::AlignRight};
    m_columns[Training] = {tr("Training"), tr("Training, s"), Qt::AlignRight};
    m_columns[Seed] = {tr("Seed"), {}, Qt::AlignRight};
    m_columns[Proven] = {tr("Proven"), {}, Qt::AlignLeft};
}

void ScheduleTableModel::setEntries(const std::vector<ScheduleEntry>& entries)
{
    beginResetModel();
    m_entries = entries;
    refreshReference();
    endResetModel();
}

void ScheduleTableModel::setEntry(int row, const ScheduleEntry& entry)
{
    m_entries[static_cast<std::size_t>(row)] = entry;
    const auto before = m_reference;
    const double excess = m_largestExcess;
    refreshReference();
    const bool all = before != m_reference || excess != m_largestExcess;
    Q_EMIT dataChanged(index(all ? 0 : row, 0),
                       index(all ? rows() - 1 : row, static_cast<int>(ColumnCount) - 1));
    if (before.has_value() != m_reference.has_value() ||
        (before && before->isProven != m_reference->isProven)) {
        Q_EMIT headerDataChanged(Qt::Horizontal, Ratio, Ratio);
    }
}

void ScheduleTableModel::refreshReference()
{
    m_reference = costReference(m_entries);
    m_columns[Ratio].title =
        m_reference && !m_reference->isProven ? tr("Cost / least") : tr("Cost / optimum");
    m_largestExcess = kFullExcess;
    for (const ScheduleEntry& entry : m_entries) {
        m_largestExcess = std::max(m_largestExcess, ratioOf(entry).value_or(1) - 1);
    }
}

std::optional<double> ScheduleTableModel::ratioOf(const ScheduleEntry& entry) const
{
    if (!entry.hasSchedule() || !m_reference || m_reference->costUsd <= 0) {
        return std::nullopt;
    }
    return *entry.placement->costUsd / m_reference->costUsd;
}

bool ScheduleTableModel::isCheapest(const ScheduleEntry& entry) const
{
    const auto ratio = ratioOf(entry);
    return ratio && *ratio <= 1 + kSameCost;
}

TableCell ScheduleTableModel::costCell(const ScheduleEntry& entry) const
{
    if (!entry.hasSchedule()) {
        const QString text = entry.state == State::Infeasible ? tr("infeasible")
                             : entry.state == State::Failed   ? tr("failed")
                             : entry.state == State::Running  ? tr("running")
                                                              : tr("waiting");
        return {text, sortKeyOf(std::nullopt), text, entry.reason};
    }
    const double cost = *entry.placement->costUsd;
    return {formatDecimals(cost, 2), cost, exact(cost), tr("%1 USD").arg(formatDecimals(cost, 6))};
}

TableCell ScheduleTableModel::ratioCell(const ScheduleEntry& entry) const
{
    const auto ratio = ratioOf(entry);
    if (!ratio) {
        return {QString(), sortKeyOf(std::nullopt), {}, {}};
    }
    const QString what = m_reference->isProven ? tr("proven optimum") : tr("least cost found");
    return {formatDecimals(*ratio, 3), *ratio, exact(*ratio),
            tr("%1 more than the %2; the bar is full at %3")
                .arg(formatPercent(*ratio - 1), what, formatPercent(m_largestExcess))};
}

TableCell ScheduleTableModel::provenCell(const ScheduleEntry& entry)
{
    if (!entry.placement || (entry.state == State::Infeasible && !entry.placement->provenOptimal)) {
        return {};
    }
    const auto& bound = entry.placement->lowerBoundUsd;
    if (entry.placement->provenOptimal) {
        return {tr("yes"),
                0,
                {},
                entry.placement->certificate
                    ? tr("A certificate proves that nothing costs less")
                    : tr("The search left out no schedule that costs less; there is no "
                         "certificate")};
    }
    return {tr("no"),
            1,
            {},
            bound ? tr("No schedule costs less than %1 USD").arg(formatDecimals(*bound, 2))
                  : QString()};
}

TableCell ScheduleTableModel::seedCell(const ScheduleEntry& entry)
{
    if (entry.seeds.empty() || !entry.placement) {
        return {QString(), -1, {}, {}};
    }
    const QString seed = QString::number(entry.placement->seed);
    std::vector<double> costs;
    for (const SeedResult& result : entry.seeds) {
        if (result.costUsd) {
            costs.push_back(*result.costUsd);
        }
    }
    QString tip = formatCounted(static_cast<qint64>(entry.seeds.size()), tr("1 seed"),
                                tr("The cheapest of %1 seeds"));
    if (costs.size() > 1) {
        std::ranges::sort(costs);
        tip += tr(": %1 to %2 USD, median %3")
                   .arg(formatDecimals(costs.front(), 2), formatDecimals(costs.back(), 2),
                        formatDecimals(
                            (costs[(costs.size() - 1) / 2] + costs[costs.size() / 2]) / 2, 2));
    }
    return {entry.seeds.size() > 1 ? tr("%1 of %2").arg(seed).arg(entry.seeds.size()) : seed,
            static_cast<qulonglong>(entry.placement->seed), seed, tip};
}

TableCell ScheduleTableModel::cell(int row, int column) const
{
    const ScheduleEntry& entry = entryAt(row);
    const auto& placement = entry.placement;
    switch (column) {
    case Scheduler:
        return {entry.scheduler, {}, {}, entry.summary};
    case Cost:
        return costCell(entry);
    case Ratio:
        return ratioCell(entry);
    case Throughput: {
        if (!entry.hasSchedule() || !placement->throughput) {
            return {QString(), -1.0, {}, {}};
        }
        const double rate = *placement->throughput;
        return {formatDecimals(rate, 0), rate, exact(rate),
                tr("%1 samples/s").arg(formatDecimals(rate, 3))};
    }
    case Bubble: {
        const auto bubble = bubbleOf(entry);
        if (!bubble) {
            return {QString(), sortKeyOf(std::nullopt), {}, {}};
        }
        return {formatPercent(*bubble), *bubble, exact(*bubble),
                tr("Of what is paid for units, the part in which they wait for the slowest "
                   "stage")};
    }
    case Stages:
        if (!entry.hasSchedule()) {
            return {QString(), -1, {}, {}};
        }
        return {formatCount(static_cast<qint64>(placement->stages.size())),
                static_cast<qint64>(placement->stages.size()), stagesText(*placement),
                stagesText(*placement)};
    case Evaluations:
        if (!placement) {
            return {QString(), -1, {}, {}};
        }
        return {formatCount(placement->evaluations),
                static_cast<qint64>(placement->evaluations),
                QString::number(placement->evaluations),
                {}};
    case Decision:
        if (!entry.decisionSeconds) {
            return {QString(), -1.0, {}, {}};
        }
        return {formatSeconds(*entry.decisionSeconds), *entry.decisionSeconds,
                exact(*entry.decisionSeconds), tr("Wall time on this machine, this run")};
    case Training:
        if (!entry.trainingSeconds) {
            return {QString(), -1.0, {}, {}};
        }
        return {formatSeconds(*entry.trainingSeconds), *entry.trainingSeconds,
                exact(*entry.trainingSeconds), tr("Wall time on this machine, this run")};
    case Seed:
        return seedCell(entry);
    case Proven:
        return provenCell(entry);
    default:
        return {};
    }
}

std::optional<CellTone> ScheduleTableModel::toneOf(const ScheduleEntry& entry, int column) const
{
    switch (column) {
    case Cost:
        if (entry.state == State::Infeasible || entry.state == State::Failed) {
            return CellTone::Warning;
        }
        if (!entry.hasSchedule()) {
            return CellTone::Accent;
        }
        return isCheapest(entry) ? std::optional(CellTone::Strong) : std::nullopt;
    case Proven:
        return entry.placement && entry.placement->provenOptimal ? CellTone::Ok
                                                                 : CellTone::Secondary;
    case Bubble:
    case Evaluations:
    case Decision:
    case Training:
    case Seed:
        return CellTone::Secondary;
    default:
        return std::nullopt;
    }
}

QVariant ScheduleTableModel::decoration(int row, int column, int role) const
{
    const ScheduleEntry& entry = entryAt(row);
    if (role == SummaryRole) {
        return entry.summary;
    }
    if (role == OriginRole) {
        return static_cast<int>(entry.origin);
    }
    if (role == StateRole) {
        return static_cast<int>(entry.state);
    }
    if (role == ToneRole) {
        const auto tone = toneOf(entry, column);
        return tone ? QVariant(static_cast<int>(*tone)) : QVariant();
    }
    if (role == BarRole && column == Ratio) {
        const auto ratio = ratioOf(entry);
        return ratio ? QVariant(std::max(0.0, *ratio - 1) / m_largestExcess) : QVariant();
    }
    if (role == IconRole && column == Proven && entry.placement && entry.placement->provenOptimal) {
        return QStringLiteral("check");
    }
    return {};
}

} // namespace hscope::app
