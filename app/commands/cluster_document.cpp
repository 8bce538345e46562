// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/cluster_document.h"

#include "app/commands/cluster_change.h"
#include "app/models/format.h"
#include "simulator/io/documents.h"

#include <QUndoCommand>

namespace hscope::app {

/// One step: the difference, and what was selected on either side of it.
class ClusterDocument::Step final : public QUndoCommand
{
public:
    Step(ClusterDocument& document, ClusterChange change, ClusterElements after,
         std::optional<int> gesture)
        : m_document(document)
        , m_change(std::move(change))
        , m_before(document.m_selection)
        , m_after(std::move(after))
        , m_gesture(gesture)
    {
    }

    [[nodiscard]] int id() const override { return m_gesture.value_or(-1); }

    void redo() override
    {
        m_change.apply(m_document.m_cluster);
        m_document.valueChanged();
        m_document.select(m_after);
    }

    void undo() override
    {
        m_change.revert(m_document.m_cluster);
        m_document.valueChanged();
        m_document.select(m_before);
    }

    /// The later step has been done already.
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto& later = static_cast<const Step&>(*other);
        sim::Cluster before = m_document.m_cluster;
        later.m_change.revert(before);
        m_change.revert(before);
        m_change = ClusterChange::between(before, m_document.m_cluster);
        m_after = later.m_after;
        setObsolete(m_change.isEmpty());
        return true;
    }

private:
    ClusterDocument& m_document;
    ClusterChange m_change;
    ClusterElements m_before;
    ClusterElements m_after;
    std::optional<int> m_gesture;
};

ClusterDocument::ClusterDocument(QObject* parent)
    : QObject(parent)
{
    connect(&m_undo, &QUndoStack::cleanChanged, this, &ClusterDocument::stateChanged);
}

ClusterDocument::~ClusterDocument()
{
    m_undo.disconnect(this); // Steps go with the stack; nobody is to hear of it.
}

std::shared_ptr<const sim::Cluster> ClusterDocument::snapshot() const
{
    return std::make_shared<const sim::Cluster>(m_cluster);
}

bool ClusterDocument::edit(ClusterEdit after, const QString& text, std::optional<int> gesture)
{
    ClusterChange change = ClusterChange::between(m_cluster, after.cluster);
    if (change.isEmpty()) {
        select(std::move(after.elements));
        return false;
    }
    auto step =
        std::make_unique<Step>(*this, std::move(change), std::move(after.elements), gesture);
    step->setText(text);
    m_undo.push(step.release());
    return true;
}

bool ClusterDocument::edit(sim::Cluster after, const QString& text, std::optional<int> gesture)
{
    return edit(ClusterEdit{std::move(after), m_selection}, text, gesture);
}

void ClusterDocument::valueChanged()
{
    m_problems.reset();
    m_totals.reset();
    Q_EMIT changed();
}

void ClusterDocument::select(ClusterElements elements)
{
    std::erase_if(elements, [this](const sim::ClusterElement& element) {
        return element.kind == sim::ClusterElement::Kind::Cluster || !contains(m_cluster, element);
    });
    if (elements != m_selection) {
        m_selection = std::move(elements);
        Q_EMIT selectionChanged();
    }
}

QString ClusterDocument::title() const
{
    return m_path.empty() ? toText(m_cluster.name) : toPathText(m_path.filename());
}

bool ClusterDocument::isModified() const
{
    return m_isRecovered || !m_undo.isClean();
}

void ClusterDocument::take(sim::Cluster cluster, const std::filesystem::path& path,
                           bool isRecovered)
{
    m_undo.clear();
    m_cluster = std::move(cluster);
    m_path = path;
    m_isRecovered = isRecovered;
    valueChanged();
    select({});
    Q_EMIT stateChanged();
}

void ClusterDocument::begin(sim::Cluster cluster)
{
    take(std::move(cluster), {}, false);
}

void ClusterDocument::recover(sim::Cluster cluster, const std::filesystem::path& path)
{
    take(std::move(cluster), path, true);
}

core::Result<void> ClusterDocument::open(const std::filesystem::path& path)
{
    HSCOPE_TRY_ASSIGN(sim::Cluster cluster, sim::readCluster(path));
    take(std::move(cluster), path, false);
    return {};
}

core::Result<void> ClusterDocument::save(const std::filesystem::path& path)
{
    HSCOPE_TRY(sim::writeDocument(path, sim::toJson(m_cluster)));
    m_path = path;
    m_isRecovered = false;
    m_undo.setClean();
    Q_EMIT stateChanged();
    return {};
}

const std::vector<sim::ClusterProblem>& ClusterDocument::problems() const
{
    if (!m_problems) {
        m_problems = sim::checkCluster(m_cluster, nullptr);
    }
    return *m_problems;
}

const sim::ClusterTotals& ClusterDocument::totals() const
{
    if (!m_totals) {
        m_totals = sim::clusterTotals(m_cluster);
    }
    return *m_totals;
}

} // namespace hscope::app
