// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/cluster_table_models.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "simulator/model/cluster_totals.h"

#include <algorithm>
#include <map>
#include <string>

namespace hscope::app {

namespace {

constexpr int kExactDigits = 17;

TableCell text(const QString& shown)
{
    return {shown, {}, {}, {}};
}

TableCell name(const std::string& id)
{
    const QString whole = toText(id);
    return {elideMiddle(whole, 40), whole, whole, {}};
}

TableCell number(const QString& shown, double value)
{
    return {shown, value, QString::number(value, 'g', kExactDigits), {}};
}

TableCell numberOrNone(std::optional<double> value)
{
    return value ? number(formatShort(*value), *value)
                 : TableCell{QStringLiteral("–"), -1.0, {}, {}};
}

using ProblemTexts = std::map<sim::ClusterElement, QString>;

/// `no link` of `gpu-4 has no link`: the row says whose problem it is.
ProblemTexts problemTexts(std::span<const sim::ClusterProblem> problems)
{
    ProblemTexts texts;
    for (const sim::ClusterProblem& problem : problems) {
        QString& all = texts[problem.element];
        QString own = toText(problem.text);
        for (const char* const lead : {" has ", " is "}) {
            const QString start = toText(problem.element.id) + QString::fromLatin1(lead);
            if (own.startsWith(start)) {
                own = own.mid(start.size());
            }
        }
        all += all.isEmpty() ? own : u"; " + own;
    }
    return texts;
}

QString problemOf(const ProblemTexts& texts, const sim::ClusterElement& element)
{
    const auto found = texts.find(element);
    return found == texts.end() ? QString() : found->second;
}

} // namespace

bool ClusterTableModel::Row::operator==(const Row& other) const
{
    const auto same = [](const TableCell& a, const TableCell& b) {
        return a.text == b.text && a.sortKey == b.sortKey && a.copyText == b.copyText &&
               a.toolTip == b.toolTip;
    };
    return element == other.element && glyph == other.glyph && hasProblem == other.hasProblem &&
           std::ranges::equal(cells, other.cells, same);
}

const sim::ClusterElement& ClusterTableModel::elementAt(int row) const
{
    return m_rows[static_cast<std::size_t>(row)].element;
}

std::optional<int> ClusterTableModel::rowOf(const sim::ClusterElement& element) const
{
    const auto found = std::ranges::find(m_rows, element, &Row::element);
    return found == m_rows.end() ? std::nullopt
                                 : std::optional(static_cast<int>(found - m_rows.begin()));
}

TableCell ClusterTableModel::cell(int row, int column) const
{
    return m_rows[static_cast<std::size_t>(row)].cells[static_cast<std::size_t>(column)];
}

QVariant ClusterTableModel::decoration(int row, int column, int role) const
{
    const Row& source = m_rows[static_cast<std::size_t>(row)];
    if (role == GlyphRole && column == glyphColumn() && source.glyph) {
        return QVariant::fromValue(*source.glyph);
    }
    if (source.hasProblem && column == columnCount() - 1) {
        if (role == IconRole) {
            return QStringLiteral("warning");
        }
        if (role == ToneRole) {
            return static_cast<int>(CellTone::Warning);
        }
    }
    return {};
}

ClusterNodeModel::ClusterNodeModel(QObject* parent)
    : ClusterTableModel(parent)
    , m_columns(ColumnCount)
{
    m_columns[Name] = {tr("Node"), {}, Qt::AlignLeft};
    m_columns[Count] = {tr("Count"), {}, Qt::AlignRight};
    m_columns[Group] = {tr("Rack"), {}, Qt::AlignLeft};
    m_columns[Devices] = {tr("Devices per node"), {}, Qt::AlignLeft};
    m_columns[Memory] = {tr("Memory, GiB"), {}, Qt::AlignRight};
    m_columns[Network] = {tr("Network, GB/s"), {}, Qt::AlignRight};
    m_columns[UsdEach] = {tr("USD/h each"), {}, Qt::AlignRight};
    m_columns[Usd] = {tr("USD/h"), {}, Qt::AlignRight};
    m_columns[Problem] = {tr("Problem"), {}, Qt::AlignLeft};
}

void ClusterNodeModel::setCluster(const sim::Cluster& cluster,
                                  std::span<const sim::ClusterProblem> problems)
{
    const ProblemTexts texts = problemTexts(problems);
    const auto groupText = [](const std::optional<std::string>& group) {
        return group ? name(*group) : text(QStringLiteral("–"));
    };
    const std::vector<sim::NodeTotals> allTotals = sim::allNodeTotals(cluster);
    std::vector<Row> rows;
    rows.reserve(cluster.nodes.size() + cluster.switches.size());
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i) {
        const sim::Node& node = cluster.nodes[i];
        const sim::NodeTotals& totals = allTotals[i];
        const double all = totals.usdPerHour * static_cast<double>(node.count);
        Row row{{sim::ClusterElement::Kind::Node, node.id}, {}, std::nullopt, false};
        const QString problem = problemOf(texts, row.element);
        row.cells = {name(node.id),
                     number(formatCount(node.count), static_cast<double>(node.count)),
                     groupText(node.group),
                     text(devicesText(cluster, node)),
                     numberOrNone(totals.memoryGib),
                     numberOrNone(totals.networkGbPerSecond),
                     number(formatUsd(totals.usdPerHour), totals.usdPerHour),
                     number(formatUsd(all), all),
                     text(problem)};
        if (!node.devices.empty()) {
            row.glyph = appearanceOf(cluster, node.devices.front().type);
        }
        row.hasProblem = !problem.isEmpty();
        rows.push_back(std::move(row));
    }
    for (const sim::Switch& networkSwitch : cluster.switches) {
        Row row{{sim::ClusterElement::Kind::Switch, networkSwitch.id}, {}, std::nullopt, false};
        const QString problem = problemOf(texts, row.element);
        row.cells = {
            name(networkSwitch.id),     number(formatCount(1), 1),  groupText(networkSwitch.group),
            text(tr("switch")),         numberOrNone(std::nullopt), numberOrNone(std::nullopt),
            numberOrNone(std::nullopt), numberOrNone(std::nullopt), text(problem)};
        row.hasProblem = !problem.isEmpty();
        rows.push_back(std::move(row));
    }
    setRows(rows);
}

ClusterLinkModel::ClusterLinkModel(QObject* parent)
    : ClusterTableModel(parent)
    , m_columns{{tr("From"), {}, Qt::AlignLeft},         {tr("To"), {}, Qt::AlignLeft},
                {tr("Kind"), {}, Qt::AlignLeft},         {tr("GB/s"), {}, Qt::AlignRight},
                {tr("Latency, µs"), {}, Qt::AlignRight}, {tr("Per flow, GB/s"), {}, Qt::AlignRight},
                {tr("Duplex"), {}, Qt::AlignLeft}}
{
}

void ClusterLinkModel::setCluster(const sim::Cluster& cluster)
{
    std::vector<Row> rows;
    rows.reserve(cluster.links.size());
    for (std::size_t i = 0; i < cluster.links.size(); ++i) {
        const sim::Link& link = cluster.links[i];
        Row row{{sim::ClusterElement::Kind::Link, std::to_string(i)}, {}, std::nullopt, false};
        row.cells = {name(link.from),
                     name(link.to),
                     text(linkTitle(cluster, link)),
                     number(formatShort(link.gbPerSecond), link.gbPerSecond),
                     number(formatShort(link.latencyUs), link.latencyUs),
                     numberOrNone(link.flowCapGbPerSecond),
                     text(link.fullDuplex ? tr("full") : tr("half"))};
        rows.push_back(std::move(row));
    }
    setRows(rows);
}

ClusterProblemModel::ClusterProblemModel(QObject* parent)
    : ClusterTableModel(parent)
    , m_columns{{tr("Where"), {}, Qt::AlignLeft},
                {tr("What to do"), {}, Qt::AlignLeft},
                {tr("Problem"), {}, Qt::AlignLeft}}
{
}

void ClusterProblemModel::setProblems(const sim::Cluster& cluster,
                                      std::span<const sim::ClusterProblem> problems)
{
    std::vector<Row> rows;
    rows.reserve(problems.size());
    for (const sim::ClusterProblem& problem : problems) {
        Row row{problem.element, {}, std::nullopt, true};
        const QString where = elementName(cluster, problem.element);
        row.cells = {text(where.isEmpty() ? tr("cluster") : where), text(toText(problem.fixText)),
                     text(toText(problem.text))};
        rows.push_back(std::move(row));
    }
    setRows(rows);
}

} // namespace hscope::app
