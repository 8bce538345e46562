// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/palette.h"

#include <QIcon>
#include <QPixmap>

class QAction;
class QString;

namespace hscope::app {

/// The line icon `name` of resources/icons, in the colours of `palette`: secondary text, brighter
/// when active, accent when checked, dim when disabled.
[[nodiscard]] QIcon lineIcon(const QString& name, const Palette& palette);

/// Gives an action its line icon, which tool bars show. Menus stay words: an icon before some
/// entries only would not line up.
void setLineIcon(QAction& action, const char* name, const Palette& palette);

/// One line icon in one colour, sharp at the given ratio of device pixels.
[[nodiscard]] QPixmap linePixmap(const QString& name, const QColor& color, int size, qreal ratio);

} // namespace hscope::app
