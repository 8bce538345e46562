// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/drawing/link_routing.h"

#include <span>

namespace hscope::app {

/// The area of a route's label.
[[nodiscard]] QRectF labelArea(const LinkRoute& route);

/// Finds a place for the label of each route, in their order: on its own piece, where no element,
/// other route or earlier label lies. Labels without one become invisible.
void placeLabels(std::span<LinkRoute> routes, const DrawingGeometry& geometry);

} // namespace hscope::app
