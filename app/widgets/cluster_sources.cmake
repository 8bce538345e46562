# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
# The Cluster workspace.
set(HSCOPE_CLUSTER_WIDGETS
  cluster_actions.h cluster_actions.cpp
  cluster_card_button.h cluster_card_button.cpp
  cluster_canvas.h cluster_canvas.cpp cluster_canvas_gestures.cpp
  cluster_connect_panel.h cluster_connect_panel.cpp
  cluster_form.h cluster_form.cpp
  cluster_forms.h cluster_forms.cpp
  cluster_inspector.h cluster_inspector.cpp
  cluster_items.h cluster_items.cpp
  cluster_link_list.h cluster_link_list.cpp
  cluster_minimap.h cluster_minimap.cpp
  cluster_node_form.h cluster_node_form.cpp
  cluster_page.h cluster_page.cpp cluster_page_edits.cpp
  cluster_palette.h cluster_palette.cpp
  cluster_pictures.h cluster_pictures.cpp
  cluster_preview.h cluster_preview.cpp
  cluster_problem_bubble.h cluster_problem_bubble.cpp
  cluster_scene.h cluster_scene.cpp
  cluster_tool_bar.h cluster_tool_bar.cpp
  cluster_totals_bar.h cluster_totals_bar.cpp
  cluster_type_form.h cluster_type_form.cpp
  cluster_view.h cluster_view.cpp
  cluster_workspace.h cluster_workspace.cpp
  cluster_zoom_box.h cluster_zoom_box.cpp
  device_cells.h device_cells.cpp)
