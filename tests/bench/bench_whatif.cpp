// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long the Schedules workspace takes from a change of the scenario until every scheduler, the
// front and the timelines show what it means: the window is offscreen, painting is real.
//
//   bench_whatif [--budget-factor=F]
#include "app/widgets/main_window.h"
#include "app/widgets/schedule_notice.h"
#include "app/widgets/schedules_page.h"
#include "app/widgets/schedules_timeline.h"
#include "simulator/io/documents.h"
#include "simulator/sched/instance_generator.h"
#include "tests/bench/budget_report.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

using namespace hscope;
using namespace hscope::app;

namespace {

constexpr bench::Budget kBundled{"whatif_s", 1, "s"};
constexpr bench::Budget kManyTypes{"whatif_64_types_s", 1, "s"};
constexpr int kRepetitions = 3;

struct Edit
{
    const char* name;
    std::function<void(ScheduleSession& session, int repetition)> apply;
};

std::function<void(ScheduleSession&, int)>
clusterEdit(std::function<void(sim::ResourceType&, int)> change)
{
    return [change = std::move(change)](ScheduleSession& session, int repetition) {
        sim::Cluster cluster = *session.documents().cluster;
        change(cluster.resourceTypes.back(), repetition);
        session.setCluster(std::make_shared<const sim::Cluster>(std::move(cluster)));
    };
}

std::vector<Edit> edits()
{
    return {{"price", clusterEdit([](sim::ResourceType& type, int repetition) {
                 type.priceUsdPerHour *= 0.9 - 0.05 * repetition;
             })},
            {"limit", clusterEdit([](sim::ResourceType& type, int repetition) {
                 type.limit = 1000 + repetition;
             })},
            {"bandwidth", clusterEdit([](sim::ResourceType& type, int repetition) {
                 type.nicGbPerSecond = type.nicGbPerSecond.value_or(1) * (1.5 + repetition);
             })},
            {"floor",
             [](ScheduleSession& session, int repetition) {
                 session.setFloor(session.documents().floor * (0.8 - 0.05 * repetition));
             }},
            {"a layer by hand", [](ScheduleSession& session, int repetition) {
                 const auto layer = static_cast<std::size_t>(repetition) + 4;
                 session.moveLayers(0, {layer, layer}, 0);
                 session.moveLayers(0, {layer, layer}, 1);
             }}};
}

class Bench
{
public:
    explicit Bench(const sim::PolicyFiles& policies)
        : m_settings(m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)
        , m_theme(m_settings)
        , m_window(m_settings, m_theme, QString())
    {
        m_window.setBundled({bundledFiles().scenarios, policies});
        m_window.resize(1440, 900);
        m_window.show();
    }

    /// The slowest edit, each the median of some, in seconds.
    double run(const char* name, const std::function<void(MainWindow&)>& open)
    {
        open(m_window);
        m_window.showPage(MainWindow::Page::Schedules);
        waitUntil([this] { return m_window.session().state() != ScheduleSession::State::Loading; });
        if (m_window.session().state() != ScheduleSession::State::Ready) {
            std::fprintf(stderr, "%s: %s\n", name,
                         qPrintable(m_window.schedulesPage()->notice()->sentence()));
            std::exit(1);
        }
        settle();
        double slowest = 0;
        for (const Edit& edit : edits()) {
            std::vector<double> seconds;
            for (int i = 0; i < kRepetitions; ++i) {
                QElapsedTimer clock;
                clock.start();
                edit.apply(m_window.session(), i);
                settle();
                seconds.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-9);
            }
            std::sort(seconds.begin(), seconds.end());
            std::printf("%s, %s: %.3f s (%.3f to %.3f)\n", name, edit.name,
                        seconds[kRepetitions / 2], seconds.front(), seconds.back());
            slowest = std::max(slowest, seconds[kRepetitions / 2]);
            m_window.session().resetScenario();
            settle();
        }
        for (const ScheduleEntry& entry : m_window.session().entries()) {
            std::printf("%s, %s: %.1f ms\n", name, qPrintable(entry.scheduler),
                        entry.decisionSeconds.value_or(0) * 1e3);
        }
        std::printf("%s: front of %zu points\n", name, m_window.session().front().size());
        return slowest;
    }

    [[nodiscard]] std::string write(const char* name, const std::string& text) const
    {
        const std::string path = m_folder.filePath(QString::fromLatin1(name)).toStdString();
        const auto written = sim::writeDocument(path, text);
        return written ? path : std::string();
    }

private:
    static void waitUntil(const std::function<bool()>& done)
    {
        while (!done()) {
            QThread::usleep(100);
            QCoreApplication::processEvents();
        }
    }

    /// Until everything was calculated and painted.
    void settle()
    {
        ScheduleSession& session = m_window.session();
        const ScheduleTimeline& timeline = m_window.schedulesPage()->timeline()->model();
        waitUntil([&] {
            return !session.isRunning() && !session.isFrontRunning() && !timeline.isRunning();
        });
        QCoreApplication::processEvents();
        m_window.repaint();
        QCoreApplication::processEvents();
    }

    QTemporaryDir m_folder;
    QSettings m_settings;
    Theme m_theme;
    MainWindow m_window;
};

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    bench::BudgetReport report(argc, argv);
    const BundledFiles files = bundledFiles();
    Bench bench(files.policies);
    if (files.scenarios.empty()) {
        bench::BudgetReport::skip(kBundled, "the bundled scenarios were not found");
    } else {
        report.add(kBundled, bench.run("bundled scenario",
                                       [](MainWindow& window) { window.openExampleScenario(); }));
    }
    constexpr std::uint64_t kSeed = 7;
    const auto problem = sim::generateInstance({16, 64}, kSeed);
    if (!problem) {
        std::fprintf(stderr, "%s\n", problem.error().message.c_str());
        return 1;
    }
    const std::string workload = bench.write("workload.json", sim::toJson(problem->workload()));
    sim::Cluster priced = problem->cluster();
    priced.pricesAsOf = "2024-01";
    const std::string cluster = bench.write("cluster.json", sim::toJson(priced));
    if (workload.empty() || cluster.empty()) {
        std::fprintf(stderr, "the documents could not be written\n");
        return 1;
    }
    report.add(kManyTypes, bench.run("16 layers, 64 types", [&](MainWindow& window) {
        window.session().openFiles({workload, cluster, {}});
    }));
    return report.exitCode();
}
