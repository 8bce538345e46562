// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace hscope::app {

/// The two sizes of the timeline's text, derived from the widget's own font.
[[nodiscard]] inline QFont normalFont(QFont font)
{
    font.setPixelSize(13);
    return font;
}

[[nodiscard]] inline QFont smallFont(QFont font)
{
    font.setPixelSize(11);
    return font;
}

[[nodiscard]] inline QFont strongFont(QFont font)
{
    font.setPixelSize(13);
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace hscope::app
