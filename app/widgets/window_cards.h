// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hscope::app {

class OverlayCard;
struct WindowActions;

/// Shows all keys on `card`, or hides it if they show already.
void showShortcuts(OverlayCard& card, const WindowActions& actions);

/// Likewise with the program's version and licence.
void showAbout(OverlayCard& card);

} // namespace hscope::app
