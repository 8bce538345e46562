// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/scheduling_guide.h"

#include "app/commands/cluster_cards.h"
#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "app/widgets/cluster_canvas.h"
#include "app/widgets/cluster_card_button.h"
#include "app/widgets/cluster_page.h"
#include "app/widgets/cluster_palette.h"
#include "app/widgets/cluster_workspace.h"
#include "app/widgets/placement_strips.h"
#include "app/widgets/schedules_page.h"
#include "app/widgets/schedules_timeline.h"
#include "app/widgets/schedules_tool_bar.h"
#include "app/widgets/table_panel.h"
#include "simulator/io/documents.h"

#include <QAction>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>

#include <algorithm>
#include <string_view>
#include <utility>

namespace hscope::app {

namespace {

constexpr const char* kCluster = "cpu-servers";
constexpr std::string_view kGpu = "v100";
constexpr std::int64_t kGpusWanted = 16;
constexpr int kServersWanted = 2; ///< Of kGpusWanted in all, as the card has them.

std::int64_t devicesOf(const sim::Cluster& cluster, std::string_view type)
{
    std::int64_t devices = 0;
    for (const sim::Node& node : cluster.nodes) {
        for (const sim::NodeDevices& each : node.devices) {
            devices += each.type == type ? node.count * each.count : 0;
        }
    }
    return devices;
}

bool isUnlinked(const sim::ClusterProblem& problem)
{
    return problem.kind == sim::ClusterProblem::Kind::Unlinked ||
           problem.kind == sim::ClusterProblem::Kind::Unreachable;
}

/// The cell of the row that begins with `text`.
GuideStep::Target rowTarget(const TablePanel& table, const QString& text)
{
    QTableView* view = table.view();
    for (int row = 0; row < view->model()->rowCount(); ++row) {
        const QModelIndex index = view->model()->index(row, 0);
        if (index.data().toString() == text) {
            QRect area = view->visualRect(index);
            area.setLeft(0);
            area.setRight(view->viewport()->width() - 1);
            return {view->viewport(), area};
        }
    }
    return {};
}

/// The switch that the example's servers are linked to.
GuideStep::Target switchTarget(ClusterCanvas& canvas)
{
    const auto rect = canvas.drawing().rectOf(switchElement("switch"));
    const QRect area =
        rect ? canvas.mapFromScene(*rect).boundingRect() & canvas.viewport()->rect() : QRect();
    return area.isEmpty() ? GuideStep::Target() : GuideStep::Target{canvas.viewport(), area};
}

} // namespace

SchedulingGuide::SchedulingGuide(Parts parts, QObject* parent)
    : QObject(parent)
    , m_parts(std::move(parts))
{
    const auto check = [this] { m_guide.check(); };
    const ScheduleSession& session = m_parts.session;
    connect(&session, &ScheduleSession::stateChanged, this, check);
    connect(&session, &ScheduleSession::scenarioChanged, this, check);
    connect(&session, &ScheduleSession::entryChanged, this, check);
    connect(&session, &ScheduleSession::selectionChanged, this, check);
    connect(&m_parts.cluster.document(), &ClusterDocument::changed, this, check);
    connect(m_parts.schedules.timeline()->tabs(), &QTabBar::currentChanged, this, check);
}

void SchedulingGuide::start(const std::filesystem::path& scenarios)
{
    const auto cluster =
        sim::readCluster(scenarios / "clusters" / (std::string(kCluster) + ".json"));
    if (cluster && !m_parts.cluster.edit(*cluster)) {
        return;
    }
    m_parts.session.openBundled(toText(kExampleWorkload), QLatin1String(kCluster));
    m_guide.start({cpusStep(), serversStep(), linksStep(), scheduleStep(), compareStep(),
                   reasonStep(), timeStep(), whatIfStep(), endStep()});
}

void SchedulingGuide::showDrawing()
{
    m_parts.show(Place::Cluster);
    m_parts.cluster.page()->canvas()->fitAll();
}

bool SchedulingGuide::isScheduled() const
{
    const ScheduleSession& session = m_parts.session;
    return session.state() == ScheduleSession::State::Ready && !session.isRunning() &&
           session.documents().cluster != nullptr &&
           *session.documents().cluster == m_parts.cluster.document().cluster();
}

QString SchedulingGuide::costOf(const QString& scheduler) const
{
    const auto entry = m_parts.session.findEntry(scheduler);
    const ScheduleEntry* found = entry ? &m_parts.session.entries()[*entry] : nullptr;
    return found != nullptr && found->hasSchedule()
               ? tr("%1 USD").arg(formatDecimals(*found->placement->costUsd, 2))
               : tr("no schedule");
}

GuideStep SchedulingGuide::cpusStep()
{
    GuideStep step;
    step.title = tr("CPUs alone");
    step.text = tr("CTRDNN_heavy predicts clicks in 16 layers. It must train on 50 000 samples a "
                   "second, for as little money as possible. The schedulers try it on five servers "
                   "of 48 CPU cores.");
    step.result = [this] {
        const auto exact = m_parts.session.findEntry(QStringLiteral("exact"));
        return tr("CTRDNN_heavy, 16 layers that predict clicks, is to train on 50 000 samples a "
                  "second. Five servers of 48 CPU cores are too slow, whatever the plan: %1.")
            .arg(exact ? m_parts.session.entries()[*exact].reason : QString());
    };
    step.arrive = [this] { m_parts.show(Place::Schedules); };
    step.isDone = [this] {
        return m_parts.session.state() == ScheduleSession::State::Ready &&
               m_parts.session.problem() != nullptr && !m_parts.session.isRunning();
    };
    step.target = [this] { return GuideStep::Target{m_parts.schedules.results()->view(), {}}; };
    return step;
}

GuideStep SchedulingGuide::serversStep()
{
    GuideStep step;
    const ClusterCard card{ClusterCard::Kind::Type, std::string(kGpu)};
    step.title = tr("Add two servers of V100s");
    step.text =
        tr("Drag the card \u201cV100 16 GB\u201d onto the drawing, twice. With keys: Tab to "
           "the card, then press Enter twice.");
    step.result = [this] {
        return tr("%1 V100s are drawn. The badges say what is missing: the new servers have no "
                  "link.")
            .arg(devicesOf(m_parts.cluster.document().cluster(), kGpu));
    };
    step.arrive = [this] { showDrawing(); };
    step.isDone = [this] {
        return devicesOf(m_parts.cluster.document().cluster(), kGpu) >= kGpusWanted;
    };
    step.canBeUndone = true;
    step.perform = [this, card] {
        for (int i = 0; i < kServersWanted; ++i) {
            Q_EMIT m_parts.cluster.page()->cards()->addRequested(card);
        }
        showDrawing();
    };
    step.target = [this, card] {
        return GuideStep::Target{m_parts.cluster.page()->cards()->button(card), {}};
    };
    return step;
}

GuideStep SchedulingGuide::linksStep()
{
    GuideStep step;
    step.title = tr("Link the new servers to the switch");
    step.text = tr("Drag from a port, at the edge of a server, onto the switch. With keys: Tab in "
                   "the drawing to a server, press Ctrl+L and choose the switch.");
    step.result = [] {
        return tr("Every server reaches every other. Below the drawing stands what all of it costs "
                  "per hour.");
    };
    step.arrive = [this] { showDrawing(); };
    step.isDone = [this] {
        const ClusterDocument& document = m_parts.cluster.document();
        return devicesOf(document.cluster(), kGpu) > 0 &&
               std::ranges::none_of(document.problems(), isUnlinked);
    };
    step.canBeUndone = true;
    step.perform = [this] { link(); };
    step.target = [this] { return switchTarget(*m_parts.cluster.page()->canvas()); };
    return step;
}

void SchedulingGuide::link()
{
    ClusterDocument& document = m_parts.cluster.document();
    const int gesture = document.newGesture();
    for (std::size_t left = document.problems().size(); left > 0; --left) {
        const auto& problems = document.problems();
        const auto found = std::ranges::find_if(problems, isUnlinked);
        if (found == problems.end()) {
            break;
        }
        document.edit(sim::applyFix(document.cluster(), *found), tr("link servers"), gesture);
    }
}

GuideStep SchedulingGuide::scheduleStep()
{
    GuideStep step;
    QAction* const schedule = m_parts.cluster.page()->actions().schedule;
    step.title = tr("Schedule on what is drawn");
    step.text = tr("Press \u201cSchedule on it\u201d, or Ctrl+R.");
    step.result = [this] {
        const auto exact = m_parts.session.findEntry(QStringLiteral("exact"));
        if (!exact || !m_parts.session.entries()[*exact].hasSchedule()) {
            return tr("No plan is fast enough on this cluster. Go back and add V100s, or go on and "
                      "see the reasons.");
        }
        return tr("exact proves that no plan costs less than %1. The strips show which layers it "
                  "puts on CPU cores and which on V100s, and on how many.")
            .arg(costOf(QStringLiteral("exact")));
    };
    step.arrive = [this] {
        if (!isScheduled()) {
            m_parts.show(Place::Cluster);
        }
    };
    step.isDone = [this] { return isScheduled(); };
    step.canBeUndone = true;
    step.perform = [schedule] { schedule->trigger(); };
    step.target = [this] {
        return GuideStep::Target{m_parts.cluster.page()->scheduleButton(), {}};
    };
    return step;
}

GuideStep SchedulingGuide::compareStep()
{
    GuideStep step;
    const QString greedy = QStringLiteral("greedy");
    step.title = tr("Compare with another scheduler");
    step.text =
        tr("Click the row of greedy, or go to it with the arrow keys. In the chart, cheaper "
           "is lower and faster is further right; the dashed line is the floor.");
    step.result = [this, greedy] {
        return tr("greedy costs %1, exact %2. Everything shows the selected schedule now: the "
                  "chart, the strips, and the timeline, with exact below it to compare with.")
            .arg(costOf(greedy), costOf(QStringLiteral("exact")));
    };
    step.arrive = [this] { m_parts.show(Place::Schedules); };
    step.isDone = [this, greedy] {
        const auto selected = m_parts.session.selected();
        return selected && m_parts.session.entries()[*selected].scheduler == greedy;
    };
    step.perform = [this, greedy] {
        if (const auto entry = m_parts.session.findEntry(greedy)) {
            m_parts.session.select(*entry);
        }
    };
    step.target = [this, greedy] { return rowTarget(*m_parts.schedules.results(), greedy); };
    return step;
}

GuideStep SchedulingGuide::reasonStep()
{
    GuideStep step;
    step.title = tr("Ask why a layer is where it is");
    step.text = tr("Click a layer in the placement strips, or go to it with the arrow keys.");
    step.result = [] {
        return tr("The panel at the bottom right says what bounds the layer's stage, and what "
                  "another type or one more unit would change.");
    };
    step.arrive = [this] { m_parts.show(Place::Schedules); };
    step.isDone = [this] { return m_parts.session.selectedLayer().has_value(); };
    step.perform = [this] {
        constexpr std::size_t kWidestLayer = 6; // One that greedy and exact have on CPU cores.
        m_parts.session.selectLayer(kWidestLayer);
    };
    step.target = [this] { return GuideStep::Target{m_parts.schedules.strips(), {}}; };
    return step;
}

GuideStep SchedulingGuide::timeStep()
{
    GuideStep step;
    QTabBar* const tabs = m_parts.schedules.timeline()->tabs();
    step.title = tr("See where the time goes");
    step.text = tr("Open the tab \u201cWhere the time goes\u201d.");
    step.result = [] {
        return tr(
            "Per stage: computing, transfers, waiting for input and idling, which together are "
            "all of the time. Units that wait are paid as well.");
    };
    step.arrive = [this] { m_parts.show(Place::Schedules); };
    step.isDone = [tabs] { return tabs->currentIndex() == SchedulesTimeline::TimeSplit; };
    step.perform = [tabs] { tabs->setCurrentIndex(SchedulesTimeline::TimeSplit); };
    step.target = [tabs] {
        return GuideStep::Target{tabs, tabs->tabRect(SchedulesTimeline::TimeSplit)};
    };
    return step;
}

GuideStep SchedulingGuide::whatIfStep()
{
    GuideStep step;
    step.title = tr("Ask what if");
    step.text =
        tr("Press \u201cWhat if\u201d and change a price, or change the floor in the tool bar. "
           "Every scheduler answers at once; no document changes.");
    step.result = [this] {
        return tr("exact costs %1 under these conditions. \u201cBack to the documents\u201d in "
                  "What if "
                  "takes the change back.")
            .arg(costOf(QStringLiteral("exact")));
    };
    step.arrive = [this] { m_parts.show(Place::Schedules); };
    step.isDone = [this] { return m_parts.session.isEdited() && !m_parts.session.isRunning(); };
    step.perform = [this] {
        sim::Cluster cluster = *m_parts.session.scenario().cluster;
        for (sim::ResourceType& type : cluster.resourceTypes) {
            if (type.id == kGpu) {
                type.priceUsdPerHour /= 2;
            }
        }
        m_parts.session.setCluster(std::make_shared<const sim::Cluster>(std::move(cluster)));
    };
    step.target = [this] { return GuideStep::Target{m_parts.scheduleBar.whatIfButton(), {}}; };
    return step;
}

GuideStep SchedulingGuide::endStep()
{
    GuideStep step;
    step.title = tr("Go on from here");
    step.text = tr("Save the cluster with Ctrl+S in the workspace Cluster: hscope schedule and "
                   "hscope simulate take the same file. Schedules export from the menu of their "
                   "row.");
    step.isDone = [] { return true; };
    return step;
}

} // namespace hscope::app
