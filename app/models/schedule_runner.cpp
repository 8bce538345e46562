// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/schedule_runner.h"

#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "simulator/io/documents.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kEndMs = 2000;                           ///< A killed process is gone long before.
constexpr std::int64_t kUnlimited = 1'000'000'000'000; ///< Evaluations where seconds count.

std::size_t processesAtOnce()
{
    return static_cast<std::size_t>(std::max(1, QThread::idealThreadCount() - 1));
}

/// As built and as installed, beside this program; tests are a folder further down.
QString findProgram()
{
    const QDir folder(QCoreApplication::applicationDirPath());
    for (const QString& path : {QStringLiteral("hscope"), QStringLiteral("../bin/hscope")}) {
        const QFileInfo info(folder.filePath(path));
        if (info.isExecutable()) {
            return info.canonicalFilePath();
        }
    }
    return {};
}

std::optional<double> numberIn(const QJsonObject& line, const char* name)
{
    const QJsonValue value = line.value(QLatin1String(name));
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

} // namespace

struct ScheduleRunner::Folder
{
    QTemporaryDir folder;

    [[nodiscard]] QString file(const QString& name) const { return folder.filePath(name); }

    [[nodiscard]] core::Result<void> write(const ScheduleScenario& scenario) const
    {
        HSCOPE_TRY(sim::writeDocument(toPath(file(QStringLiteral("workload.json"))),
                                      sim::toJson(*scenario.workload)));
        return sim::writeDocument(toPath(file(QStringLiteral("cluster.json"))),
                                  sim::toJson(*scenario.cluster));
    }
};

ScheduleRunner::ScheduleRunner(ScheduleSession& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_program(findProgram())
{
    connect(&session, &ScheduleSession::scenarioOpened, this, [this] {
        cancel();
        m_curves.clear();
        m_jobs.clear();
        m_errorText.clear();
        Q_EMIT curvesChanged();
        Q_EMIT progressed();
    });
}

ScheduleRunner::~ScheduleRunner()
{
    endProcesses();
}

QString ScheduleRunner::trainedName(const QString& scheduler)
{
    return tr("%1 trained").arg(scheduler);
}

void ScheduleRunner::start(const RunRequest& request)
{
    endProcesses();
    m_request = request;
    m_problem = m_session.problem();
    m_errorText.clear();
    m_results.clear();
    m_curves.clear();
    m_next = 0;
    m_isCancelled = false;
    makeJobs(request);
    Q_EMIT curvesChanged();
    if (!m_problem || m_session.scenario().isEmpty()) {
        addError(tr("There is no scenario that could be run: open one, or change this one back."));
    } else if (m_program.isEmpty()) {
        addError(tr("The program hscope, which runs schedulers, was not found beside this one: "
                    "install it again."));
    } else {
        m_folder = std::make_unique<Folder>();
        if (const auto written = m_folder->write(m_session.scenario()); !written) {
            addError(tr("The documents of this run could not be written: %1.")
                         .arg(reasonText(written.error())));
        }
    }
    if (!m_errorText.isEmpty() || m_jobs.empty()) {
        m_jobs.clear();
        Q_EMIT finished();
        return;
    }
    m_isRunning = true;
    Q_EMIT started();
    startNext();
}

void ScheduleRunner::makeJobs(const RunRequest& request)
{
    m_jobs.clear();
    for (const QString& name : request.schedulers) {
        const auto scheduler = m_session.registry().find(name.toStdString());
        if (!scheduler) {
            continue;
        }
        const std::int64_t seeds = (*scheduler)->usesSeed() ? request.seeds : 1;
        for (std::int64_t i = 0; i < seeds; ++i) {
            Job job;
            job.scheduler = name;
            job.learns = (*scheduler)->learns();
            job.seed = request.firstSeed + static_cast<std::uint64_t>(i);
            if (job.learns) {
                job.curve = m_curves.size();
                m_curves.push_back({name, job.seed, {}, false});
            }
            m_jobs.push_back(std::move(job));
        }
    }
}

QString ScheduleRunner::outputOf(std::size_t index) const
{
    return m_folder->file(QStringLiteral("placement-%1.json").arg(index));
}

QStringList ScheduleRunner::argumentsOf(const Job& job, std::size_t index) const
{
    const sim::Workload& workload = m_problem->workload();
    QStringList arguments = {
        QStringLiteral("schedule"),
        QStringLiteral("--workload"),
        m_folder->file(QStringLiteral("workload.json")),
        QStringLiteral("--cluster"),
        m_folder->file(QStringLiteral("cluster.json")),
        QStringLiteral("--throughput-limit"),
        QString::number(workload.throughputLimit, 'g', 17),
        QStringLiteral("--charge-boundary-traffic"),
        workload.chargeBoundaryTraffic ? QStringLiteral("true") : QStringLiteral("false"),
        QStringLiteral("--scheduler"),
        job.scheduler,
        QStringLiteral("--seed"),
        QString::number(job.seed),
        QStringLiteral("--evaluations"),
        QString::number(m_request.seconds ? kUnlimited : m_request.evaluations),
        QStringLiteral("--timing"),
        QStringLiteral("--progress"),
        QStringLiteral("jsonl"),
        QStringLiteral("--output"),
        outputOf(index)};
    if (m_request.seconds) {
        arguments << QStringLiteral("--seconds") << QString::number(*m_request.seconds, 'g', 17);
    }
    if (job.learns) {
        arguments << QStringLiteral("--train");
    }
    return arguments;
}

void ScheduleRunner::startNext()
{
    const auto running = static_cast<std::size_t>(
        std::ranges::count_if(m_jobs, [](const Job& job) { return job.process != nullptr; }));
    for (std::size_t i = running; i < processesAtOnce() && m_next < m_jobs.size(); ++i) {
        startJob(m_next++);
    }
    Q_EMIT progressed();
}

void ScheduleRunner::startJob(std::size_t index)
{
    Job& job = m_jobs[index];
    job.process = new QProcess(this);
    job.process->setStandardOutputFile(QProcess::nullDevice());
    if (job.curve) {
        m_curves[*job.curve].isRunning = true;
    }
    connect(job.process, &QProcess::readyReadStandardError, this,
            [this, index] { readProgress(index); });
    connect(job.process, &QProcess::finished, this, [this, index] { finishJob(index, true); });
    connect(job.process, &QProcess::errorOccurred, this,
            [this, index](QProcess::ProcessError error) {
                if (error == QProcess::FailedToStart) {
                    finishJob(index, false);
                }
            });
    job.clock.start();
    job.process->start(m_program, argumentsOf(job, index));
}

void ScheduleRunner::readProgress(std::size_t index)
{
    Job& job = m_jobs[index];
    job.pending += job.process->readAllStandardError();
    bool learned = false;
    for (qsizetype end = job.pending.indexOf('\n'); end >= 0; end = job.pending.indexOf('\n')) {
        const std::int64_t round = job.round;
        takeLine(job, job.pending.left(end));
        learned = learned || job.round != round;
        job.pending.remove(0, end + 1);
    }
    if (m_request.seconds) {
        job.share =
            std::min(1.0, static_cast<double>(job.clock.elapsed()) * 1e-3 / *m_request.seconds);
    }
    if (learned) {
        Q_EMIT curvesChanged();
    }
    Q_EMIT progressed();
}

void ScheduleRunner::takeLine(Job& job, const QByteArray& line)
{
    const QJsonDocument document = QJsonDocument::fromJson(line);
    if (!document.isObject()) {
        job.complaint =
            toText(std::string_view(line.constData(), static_cast<std::size_t>(line.size())));
        return;
    }
    const QJsonObject object = document.object();
    if (const auto round = numberIn(object, "round"); round && job.curve) {
        job.round = static_cast<std::int64_t>(*round);
        job.rounds = static_cast<std::int64_t>(numberIn(object, "rounds").value_or(0));
        m_curves[*job.curve].points.push_back(
            {job.round, numberIn(object, "mean_reward").value_or(0),
             numberIn(object, "decision_cost_usd"), numberIn(object, "best_cost_usd")});
        if (job.rounds > 0) {
            job.share = static_cast<double>(job.round) / static_cast<double>(job.rounds);
        }
    }
    const auto done = numberIn(object, "done");
    const auto total = numberIn(object, "total");
    if (done && total && *total > 0 && !job.curve) {
        job.share = std::clamp(*done / *total, 0.0, 1.0);
    }
}

void ScheduleRunner::finishJob(std::size_t index, bool hasStarted)
{
    Job& job = m_jobs[index];
    if (hasStarted) {
        readProgress(index);
    }
    const bool wasKilled =
        hasStarted && job.process->exitStatus() == QProcess::CrashExit && !m_isCancelled;
    const QString problem = job.process->errorString();
    job.process->deleteLater();
    job.process = nullptr;
    job.isDone = true;
    job.share = 1;
    if (job.curve) {
        m_curves[*job.curve].isRunning = false;
    }
    const QString output = outputOf(index);
    if (!hasStarted) {
        addError(tr("%1 could not be started: %2.").arg(m_program, problem));
    } else if (QFileInfo::exists(output)) {
        auto placement = sim::readPlacement(toPath(output));
        if (placement) {
            takePlacement(job, std::move(*placement));
        } else {
            addError(tr("The result of %1, seed %2, cannot be read: %3.")
                         .arg(job.scheduler)
                         .arg(job.seed)
                         .arg(reasonText(placement.error())));
        }
    } else {
        QString reason = job.complaint.simplified();
        reason.remove(QStringLiteral("hscope: "));
        while (reason.endsWith(u'.')) {
            reason.chop(1);
        }
        addError(
            wasKilled || reason.isEmpty()
                ? tr("%1, seed %2, ended before it had a result.").arg(job.scheduler).arg(job.seed)
                : tr("%1 failed: %2.").arg(job.scheduler, elideMiddle(reason, 200)));
    }
    Q_EMIT curvesChanged();
    startNext();
    if (std::ranges::all_of(m_jobs, &Job::isDone)) {
        end();
    }
}

void ScheduleRunner::takePlacement(const Job& job, sim::Placement placement)
{
    const QString name = job.learns ? trainedName(job.scheduler) : job.scheduler;
    auto entry = std::ranges::find(m_results, name, &ScheduleEntry::scheduler);
    if (entry == m_results.end()) {
        m_results.emplace_back();
        entry = std::prev(m_results.end());
        entry->scheduler = name;
        entry->origin =
            job.learns ? ScheduleEntry::Origin::Trained : ScheduleEntry::Origin::Scheduler;
        if (const auto known = m_session.findEntry(job.scheduler)) {
            entry->summary = m_session.entries()[*known].summary;
        }
    }
    entry->seeds.push_back({placement.seed, placement.feasible ? placement.costUsd : std::nullopt});
    const bool isBetter = !entry->placement || (placement.feasible && !entry->hasSchedule()) ||
                          (placement.feasible && *placement.costUsd < *entry->placement->costUsd);
    if (isBetter) {
        if (placement.timing) {
            entry->decisionSeconds = placement.timing->decisionSeconds;
            entry->trainingSeconds =
                job.learns ? std::optional(placement.timing->trainingSeconds) : std::nullopt;
        }
        setPlacement(*entry, std::move(placement), m_problem);
    }
    m_session.takeResult(*entry);
}

void ScheduleRunner::endProcesses()
{
    for (Job& job : m_jobs) {
        if (job.process != nullptr) {
            job.process->disconnect(this);
            job.process->kill();
            job.process->waitForFinished(kEndMs);
            delete job.process;
            job.process = nullptr;
        }
    }
    for (LearningCurve& curve : m_curves) {
        curve.isRunning = false;
    }
    m_isRunning = false;
}

void ScheduleRunner::cancel()
{
    if (!m_isRunning) {
        return;
    }
    m_isCancelled = true;
    endProcesses();
    Q_EMIT curvesChanged();
    end();
}

void ScheduleRunner::end()
{
    m_isRunning = false;
    m_folder.reset();
    Q_EMIT progressed();
    Q_EMIT finished();
}

void ScheduleRunner::addError(const QString& sentence)
{
    // Seeds mostly fail for the same reason.
    if (!m_errorText.contains(sentence)) {
        m_errorText += m_errorText.isEmpty() ? sentence : QString(u' ' + sentence);
    }
}

double ScheduleRunner::progress() const
{
    double sum = 0;
    for (const Job& job : m_jobs) {
        sum += job.share;
    }
    return m_jobs.empty() ? 0 : sum / static_cast<double>(m_jobs.size());
}

QString ScheduleRunner::statusText() const
{
    const auto done = std::ranges::count_if(m_jobs, &Job::isDone);
    const auto all = static_cast<qsizetype>(m_jobs.size());
    if (m_jobs.empty()) {
        return {};
    }
    if (m_isCancelled) {
        return tr("Cancelled after %1 of %2 runs; their results stay.").arg(done).arg(all);
    }
    if (!m_isRunning) {
        return formatCounted(all, tr("1 run done"), tr("%1 runs done"));
    }
    for (const Job& job : m_jobs) {
        if (job.process == nullptr) {
            continue;
        }
        const QString what = tr("%1, seed %2").arg(job.scheduler).arg(job.seed);
        const QString where = job.round == 0 ? QString()
                              : m_request.seconds
                                  ? tr(", iteration %1").arg(job.round)
                                  : tr(", iteration %1 of %2").arg(job.round).arg(job.rounds);
        return tr("%1%2; %3 of %4 runs done").arg(what, where).arg(done).arg(all);
    }
    return tr("%1 of %2 runs done").arg(done).arg(all);
}

} // namespace hscope::app
