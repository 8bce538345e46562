# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
# The widgets of the timeline; part of hscope_app_widgets.
set(HSCOPE_TIMELINE_WIDGETS
  label_cache.h label_cache.cpp
  overview_strip.h overview_strip.cpp
  pixel_canvas.h pixel_canvas.cpp
  slice_tool_tip.h slice_tool_tip.cpp
  timeline_canvas.h timeline_canvas.cpp timeline_gestures.cpp
  timeline_changes.h timeline_changes.cpp
  timeline_colors.h timeline_colors.cpp
  timeline_overlay.h timeline_overlay.cpp
  timeline_painter.h timeline_painter.cpp
  timeline_ruler.h timeline_ruler.cpp
  timeline_view.h timeline_view.cpp
  track_heads.h track_heads.cpp)
