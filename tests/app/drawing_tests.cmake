# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
# Tests of app/drawing. Included by tests/app/CMakeLists.txt.

foreach(unit arrangement drawing_geometry link_routing snapping)
  hscope_test(NAME tst_${unit} SOURCES ${CMAKE_CURRENT_LIST_DIR}/tst_${unit}.cpp
    LIBS hscope_app_drawing)
endforeach()
