# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
# The Workload workspace, and what workspaces that edit documents share.
set(HSCOPE_WORKLOAD_WIDGETS
  document_files.h document_files.cpp
  document_status.h document_status.cpp
  field_form.h field_form.cpp
  inspector_head.h inspector_head.cpp
  notice_bar.h notice_bar.cpp
  number_field.h number_field.cpp
  panel_parts.h panel_parts.cpp
  two_line_button.h two_line_button.cpp
  workload_actions.h workload_actions.cpp
  workload_bottom.h workload_bottom.cpp
  workload_form.h workload_form.cpp
  workload_import_bar.h workload_import_bar.cpp
  workload_inspector.h workload_inspector.cpp
  workload_page.h workload_page.cpp workload_page_edits.cpp
  workload_tool_bar.h workload_tool_bar.cpp
  workload_type_list.h workload_type_list.cpp
  workload_workspace.h workload_workspace.cpp)
