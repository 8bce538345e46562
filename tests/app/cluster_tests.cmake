# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
# Tests of the cluster editor. Included by tests/app/CMakeLists.txt.

foreach(unit cluster_edit cluster_document)
  hscope_test(NAME tst_${unit} SOURCES ${CMAKE_CURRENT_LIST_DIR}/tst_${unit}.cpp
    LIBS hscope_app_commands)
endforeach()

foreach(unit cluster_canvas cluster_page)
  hscope_test(NAME tst_${unit} SOURCES ${CMAKE_CURRENT_LIST_DIR}/tst_${unit}.cpp
    LIBS hscope_app_widgets hscope_icons LABELS gui)
endforeach()
