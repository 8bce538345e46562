// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hscope::app {

/// The mark of a kind of device, drawn beside its colour so that no meaning hangs on colour alone.
enum class TypeGlyph
{
    Circle, ///< cpu
    Square, ///< gpu
    Diamond ///< xpu
};

} // namespace hscope::app
