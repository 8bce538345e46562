// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/learning_curves.h"
#include "app/models/schedule_entry.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

class QProcess;

namespace hscope::app {

class ScheduleSession;

/// What is to be run, and how long.
struct RunRequest
{
    QStringList schedulers; ///< Names in the registry.
    std::uint64_t firstSeed = 1;
    std::int64_t seeds = 1; ///< Of schedulers that draw lots; the others run once.
    std::int64_t evaluations = 16'000;
    std::optional<double> seconds; ///< In place of the evaluations.
};

/// Runs schedulers at length, each seed in a process of its own (`hscope schedule --progress
/// jsonl`), so that training, however long, can be cancelled at once and takes nothing along if it
/// fails.
///
///   start()  ->  one process after the other, as many at once as there are processors to spare
///            ->  lines of progress: curves(), statusText()
///            ->  each placement goes to the session, the cheapest seed of a scheduler counts
///            ->  finished(); what failed is in errorText(), the other results stay
///
/// Thread: the GUI thread.
class ScheduleRunner final : public QObject
{
    Q_OBJECT

public:
    explicit ScheduleRunner(ScheduleSession& session, QObject* parent = nullptr);
    ~ScheduleRunner() override;

    /// The program `hscope`; beside this one unless told otherwise.
    void setProgram(const QString& path) { m_program = path; }

    /// Ends what is running and starts anew. Without a possible scenario errorText() says so.
    void start(const RunRequest& request);
    /// Ends the processes; what is done stays.
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_isRunning; }

    /// 0 to 1.
    [[nodiscard]] double progress() const;

    /// `rl-lstm: seed 7, iteration 142 of 250` and how much is done; what came of it in the end.
    [[nodiscard]] QString statusText() const;

    /// What failed, one sentence; empty if nothing did.
    [[nodiscard]] const QString& errorText() const { return m_errorText; }

    /// Of the learning schedulers of the last run.
    [[nodiscard]] const std::vector<LearningCurve>& curves() const { return m_curves; }

    /// The name under which the session keeps what a scheduler found after training.
    [[nodiscard]] static QString trainedName(const QString& scheduler);

Q_SIGNALS:
    void started();
    void progressed();
    void curvesChanged();
    void finished();

private:
    struct Job
    {
        QString scheduler;
        bool learns = false;
        std::uint64_t seed = 0;
        std::optional<std::size_t> curve; ///< Index into m_curves.
        double share = 0;                 ///< Done, 0 to 1.
        std::int64_t round = 0;
        std::int64_t rounds = 0;
        bool isDone = false;
        QString complaint; ///< Last line on standard error that is not progress.
        QByteArray pending;
        QElapsedTimer clock;         ///< Since it was started.
        QProcess* process = nullptr; ///< While it runs.
    };

    struct Folder;

    void makeJobs(const RunRequest& request);
    void startNext();
    void startJob(std::size_t index);
    [[nodiscard]] QStringList argumentsOf(const Job& job, std::size_t index) const;
    [[nodiscard]] QString outputOf(std::size_t index) const;
    void readProgress(std::size_t index);
    void takeLine(Job& job, const QByteArray& line);
    void finishJob(std::size_t index, bool hasStarted);
    void takePlacement(const Job& job, sim::Placement placement);
    void endProcesses();
    void end();
    void addError(const QString& sentence);

    ScheduleSession& m_session;
    QString m_program;
    std::unique_ptr<Folder> m_folder; ///< The documents that the processes read.
    RunRequest m_request;
    std::shared_ptr<const sim::Problem> m_problem;
    std::vector<Job> m_jobs;
    std::size_t m_next = 0; ///< The first job that was not started.
    std::vector<ScheduleEntry> m_results;
    std::vector<LearningCurve> m_curves;
    QString m_errorText;
    bool m_isRunning = false;
    bool m_isCancelled = false;
};

} // namespace hscope::app
