# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
# Tests of the workload editor. Included by tests/app/CMakeLists.txt.

foreach(unit layer_value workload_edit workload_document)
  hscope_test(NAME tst_${unit} SOURCES ${CMAKE_CURRENT_LIST_DIR}/tst_${unit}.cpp
    LIBS hscope_app_commands)
endforeach()

hscope_test(NAME tst_workload_page SOURCES ${CMAKE_CURRENT_LIST_DIR}/tst_workload_page.cpp
  LIBS hscope_app_widgets hscope_icons LABELS gui)
