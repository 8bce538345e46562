// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"

#include <QString>

namespace hscope::app {

/// Shapes and spacing of standard widgets on the 4 px grid, in the colours of `palette`.
[[nodiscard]] QString styleSheet(const Palette& palette);

} // namespace hscope::app
