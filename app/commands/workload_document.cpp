// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/workload_document.h"

#include "app/models/format.h"
#include "simulator/io/documents.h"

#include <algorithm>

namespace hscope::app {

WorkloadDocument::WorkloadDocument(QObject* parent)
    : EditedValue(parent)
{
}

bool WorkloadDocument::edit(WorkloadEdit after, const QString& text, std::optional<int> gesture)
{
    return push(after.workload, std::move(after.layers), text, gesture);
}

bool WorkloadDocument::edit(const sim::Workload& after, const QString& text,
                            std::optional<int> gesture)
{
    return push(after, selection(), text, gesture);
}

void WorkloadDocument::replace(const sim::Workload& after, const QString& text)
{
    if (push(after, {}, text, std::nullopt)) {
        leaveFile();
    }
}

void WorkloadDocument::valueChanged()
{
    m_problems.reset();
    m_cuts.reset();
}

LayerSet WorkloadDocument::existingOf(LayerSet layers) const
{
    layers.erase(layers.lower_bound(workload().layers.size()), layers.end());
    return layers;
}

core::Result<void> WorkloadDocument::open(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(sim::Workload workload, sim::readWorkload(path));
    take(std::move(workload), path, false);
    return {};
}

core::Result<void> WorkloadDocument::recover(const std::filesystem::path& file,
                                             const std::filesystem::path& originalPath)
{
    HSCOPE_TRY_ASSIGN(sim::Workload workload, sim::readWorkload(file));
    take(std::move(workload), originalPath, true);
    return {};
}

QString WorkloadDocument::refusal() const
{
    const auto found = std::ranges::find_if(problems(), &sim::WorkloadProblem::isInvalid);
    if (found == problems().end()) {
        return {};
    }
    return found->layer ? tr("%1: %2").arg(toText(workload().layers[*found->layer].name),
                                           toText(found->text))
                        : toText(found->text);
}

sim::Workload WorkloadDocument::mended() const
{
    sim::Workload after = workload();
    for (const sim::WorkloadProblem& problem : problems()) {
        if (problem.isInvalid()) {
            after = sim::applyFix(std::move(after), problem);
        }
    }
    return after;
}

void WorkloadDocument::mend()
{
    edit(mended(), tr("correct what cannot be saved"));
}

std::string WorkloadDocument::json() const
{
    return sim::toJson(workload());
}

std::string WorkloadDocument::recoveryJson() const
{
    return refusal().isEmpty() ? json() : sim::toJson(mended());
}

const std::vector<sim::WorkloadProblem>& WorkloadDocument::problems() const
{
    if (!m_problems) {
        m_problems = sim::checkWorkload(workload());
    }
    return *m_problems;
}

const std::vector<double>& WorkloadDocument::cuts() const
{
    if (!m_cuts) {
        m_cuts = sim::cutBytes(workload());
    }
    return *m_cuts;
}

} // namespace hscope::app
