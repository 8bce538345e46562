// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/cluster_document.h"

#include "simulator/io/documents.h"

namespace hscope::app {

ClusterDocument::ClusterDocument(QObject* parent)
    : EditedValue(parent)
{
}

bool ClusterDocument::edit(ClusterEdit after, const QString& text, std::optional<int> gesture)
{
    return push(after.cluster, std::move(after.elements), text, gesture);
}

bool ClusterDocument::edit(const sim::Cluster& after, const QString& text,
                           std::optional<int> gesture)
{
    return push(after, selection(), text, gesture);
}

void ClusterDocument::valueChanged()
{
    m_problems.reset();
    m_totals.reset();
}

ClusterElements ClusterDocument::existingOf(ClusterElements elements) const
{
    std::erase_if(elements, [this](const sim::ClusterElement& element) {
        return element.kind == sim::ClusterElement::Kind::Cluster || !contains(cluster(), element);
    });
    return elements;
}

core::Result<void> ClusterDocument::open(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(sim::Cluster cluster, sim::readCluster(path));
    take(std::move(cluster), path, false);
    return {};
}

core::Result<void> ClusterDocument::recover(const std::filesystem::path& file,
                                            const std::filesystem::path& originalPath)
{
    HSCOPE_TRY_ASSIGN(sim::Cluster cluster, sim::readCluster(file));
    take(std::move(cluster), originalPath, true);
    return {};
}

std::string ClusterDocument::json() const
{
    return sim::toJson(cluster());
}

const std::vector<sim::ClusterProblem>& ClusterDocument::problems() const
{
    if (!m_problems) {
        m_problems = sim::checkCluster(cluster(), nullptr);
    }
    return *m_problems;
}

const sim::ClusterTotals& ClusterDocument::totals() const
{
    if (!m_totals) {
        m_totals = sim::clusterTotals(cluster());
    }
    return *m_totals;
}

} // namespace hscope::app
