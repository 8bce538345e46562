// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correction/corrected_breakdown.h"
#include "simulator/io/calibration_document.h"

#include <QString>
#include <QStringList>

/// What the correction of overhead says, in words.
namespace hscope::app {

/// Events of a kind, counted: `28 000 LibTorch operators`.
[[nodiscard]] QString eventsText(core::OverheadKind kind, std::uint64_t events);

/// The kinds of events that a model has costs of: `scopes, LibTorch operators`.
[[nodiscard]] QString coverageText(const core::OverheadModel& model);

/// How good a calibration is: `+13.0% ± 0.8% · 8 repetitions · rl_training · scopes`.
[[nodiscard]] QString qualityText(const sim::Calibration& calibration);

/// How well the costs of a model are known, by its least known one: `uncertain by −20.0% to +50.0%
/// · scopes`.
[[nodiscard]] QString qualityText(const core::OverheadModel& model);

/// `±1.2%`: half of the interval of the wall time, relative to it; empty if
/// nothing that was taken out has one.
[[nodiscard]] QString intervalText(const core::CorrectedBreakdown& corrected);

/// The interval of a part of what was taken out, as wide for its size as that of the whole:
/// `2 363 – 7 080`; empty if there is none.
[[nodiscard]] QString partIntervalText(const core::CorrectedBreakdown& corrected,
                                       core::Duration part);

/// What was taken out, with its interval: `826.4 µs (412.3 µs – 1.236 ms) of overhead taken out`.
[[nodiscard]] QString removedText(const core::CorrectedBreakdown& corrected);

/// What is still in the times, a sentence each; nothing if all is known and found room.
[[nodiscard]] QStringList leftOverTexts(const core::CorrectedBreakdown& corrected);

} // namespace hscope::app
