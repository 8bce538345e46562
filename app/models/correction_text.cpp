// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/correction_text.h"

#include "app/models/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("CorrectionText", text);
}

/// One event, and many with `%1` for their number.
struct KindNames
{
    const char* one;
    const char* many;
    const char* all;
};

KindNames namesOf(core::OverheadKind kind)
{
    using enum core::OverheadKind;
    switch (kind) {
    case Annotation:
        return {QT_TRANSLATE_NOOP("CorrectionText", "1 operation"),
                QT_TRANSLATE_NOOP("CorrectionText", "%1 operations"),
                QT_TRANSLATE_NOOP("CorrectionText", "operations")};
    case Scope:
        return {QT_TRANSLATE_NOOP("CorrectionText", "1 scope"),
                QT_TRANSLATE_NOOP("CorrectionText", "%1 scopes"),
                QT_TRANSLATE_NOOP("CorrectionText", "scopes")};
    case Torch:
        return {QT_TRANSLATE_NOOP("CorrectionText", "1 LibTorch operator"),
                QT_TRANSLATE_NOOP("CorrectionText", "%1 LibTorch operators"),
                QT_TRANSLATE_NOOP("CorrectionText", "LibTorch operators")};
    case TorchAutograd:
        return {QT_TRANSLATE_NOOP("CorrectionText", "1 LibTorch operator with gradient"),
                QT_TRANSLATE_NOOP("CorrectionText", "%1 LibTorch operators with gradients"),
                QT_TRANSLATE_NOOP("CorrectionText", "LibTorch operators with gradients")};
    case TorchBackward:
        return {QT_TRANSLATE_NOOP("CorrectionText", "1 part of a backward pass"),
                QT_TRANSLATE_NOOP("CorrectionText", "%1 parts of backward passes"),
                QT_TRANSLATE_NOOP("CorrectionText", "backward passes")};
    case PythonAnnotation:
        return {QT_TRANSLATE_NOOP("CorrectionText", "1 Python operation"),
                QT_TRANSLATE_NOOP("CorrectionText", "%1 Python operations"),
                QT_TRANSLATE_NOOP("CorrectionText", "Python operations")};
    case Python:
        return {QT_TRANSLATE_NOOP("CorrectionText", "1 Python call"),
                QT_TRANSLATE_NOOP("CorrectionText", "%1 Python calls"),
                QT_TRANSLATE_NOOP("CorrectionText", "Python calls")};
    case GpuApi:
        return {QT_TRANSLATE_NOOP("CorrectionText", "1 GPU call"),
                QT_TRANSLATE_NOOP("CorrectionText", "%1 GPU calls"),
                QT_TRANSLATE_NOOP("CorrectionText", "GPU calls")};
    case Cupti:
        return {QT_TRANSLATE_NOOP("CorrectionText", "1 GPU call in CUPTI"),
                QT_TRANSLATE_NOOP("CorrectionText", "%1 GPU calls in CUPTI"),
                QT_TRANSLATE_NOOP("CorrectionText", "GPU calls in CUPTI")};
    case Profiler:
        break;
    }
    return {QT_TRANSLATE_NOOP("CorrectionText", "1 slice of overhead"),
            QT_TRANSLATE_NOOP("CorrectionText", "%1 slices of overhead"),
            QT_TRANSLATE_NOOP("CorrectionText", "slices of overhead")};
}

/// A ratio with its sign: `+13.0%`.
QString signedPercent(double ratio)
{
    return (ratio < 0 ? QStringLiteral("−") : QStringLiteral("+")) + formatPercent(std::abs(ratio));
}

/// All kinds added up, and their intervals.
core::RemovedOverhead totalOf(const core::CorrectedBreakdown& corrected)
{
    core::RemovedOverhead total;
    for (const core::RemovedOverhead& removed : corrected.removed) {
        total.events += removed.events;
        total.timeNs += removed.timeNs;
        total.lowNs += removed.lowNs;
        total.highNs += removed.highNs;
    }
    return total;
}

QString joined(QStringList parts)
{
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

} // namespace

QString eventsText(core::OverheadKind kind, std::uint64_t events)
{
    const KindNames names = namesOf(kind);
    return formatCounted(static_cast<std::int64_t>(events), tr(names.one), tr(names.many));
}

QString coverageText(const core::OverheadModel& model)
{
    QStringList kinds;
    for (const core::OverheadCost& cost : model.costs) {
        const QString name = tr(namesOf(cost.kind).all);
        if (!kinds.contains(name)) {
            kinds.append(name);
        }
    }
    return kinds.join(QStringLiteral(", "));
}

QString qualityText(const sim::Calibration& calibration)
{
    QString overhead;
    if (calibration.spanS > 0) {
        overhead = signedPercent(calibration.overheadS / calibration.spanS) + u" ± " +
                   formatPercent(calibration.halfWidthS / calibration.spanS);
    }
    const QString program =
        calibration.command.empty()
            ? QString()
            : elideMiddle(toPathText(toPath(toText(calibration.command.front())).filename()), 24);
    return joined({overhead,
                   formatCounted(calibration.repetitions, tr("1 repetition"), tr("%1 repetitions")),
                   program, coverageText(calibration.model)});
}

QString qualityText(const core::OverheadModel& model)
{
    double low = 0;
    double high = 0;
    for (const core::OverheadCost& cost : model.costs) {
        if (cost.meanNs > 0) {
            low = std::min(low, cost.lowNs / cost.meanNs - 1);
            high = std::max(high, cost.highNs / cost.meanNs - 1);
        }
    }
    return joined({tr("uncertain by %1 to %2").arg(signedPercent(low), signedPercent(high)),
                   coverageText(model)});
}

QString intervalText(const core::CorrectedBreakdown& corrected)
{
    const std::int64_t half =
        std::max(corrected.wallHighNs - corrected.wallNs, corrected.wallNs - corrected.wallLowNs);
    const bool isExact =
        std::ranges::all_of(corrected.removed, [](const core::RemovedOverhead& removed) {
            return removed.lowNs == removed.highNs;
        });
    if (isExact || corrected.wallNs <= 0) {
        return {};
    }
    return u"±" + formatPercent(static_cast<double>(half) / static_cast<double>(corrected.wallNs));
}

QString partIntervalText(const core::CorrectedBreakdown& corrected, core::Duration part)
{
    const core::RemovedOverhead all = totalOf(corrected);
    if (all.lowNs == all.highNs || all.timeNs <= 0) {
        return {};
    }
    const double share = static_cast<double>(part.count()) / static_cast<double>(all.timeNs);
    const auto text = [share](std::int64_t ns) {
        return formatExactNs(std::llround(share * static_cast<double>(ns)));
    };
    return text(all.lowNs) + u" – " + text(all.highNs);
}

QString removedText(const core::CorrectedBreakdown& corrected)
{
    const core::RemovedOverhead all = totalOf(corrected);
    const auto text = [](std::int64_t ns) { return formatDuration(core::Duration(ns)); };
    return all.lowNs == all.highNs ? tr("%1 of overhead taken out").arg(text(all.timeNs))
                                   : tr("%1 (%2 – %3) of overhead taken out")
                                         .arg(text(all.timeNs), text(all.lowNs), text(all.highNs));
}

QStringList leftOverTexts(const core::CorrectedBreakdown& corrected)
{
    QStringList texts;
    for (const core::UnknownOverhead& unknown : corrected.unknown) {
        texts.append(tr("%1: cost not known, still in the times")
                         .arg(eventsText(unknown.kind, unknown.events)));
    }
    if (corrected.lostEvents > 0) {
        texts.append(tr("%1 events lost while recording: what they cost is still in the times")
                         .arg(formatCount(static_cast<std::int64_t>(corrected.lostEvents))));
    }
    if (corrected.clippedNs > 0) {
        texts.append(tr("%1 of overhead found no room, still in the times")
                         .arg(formatDuration(core::Duration(corrected.clippedNs))));
    }
    return texts;
}

} // namespace hscope::app
