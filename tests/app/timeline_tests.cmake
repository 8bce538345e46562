# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
# Tests of app/timeline and of the widgets that paint it. Included by tests/CMakeLists.txt.

add_library(hscope_random_trace STATIC ${CMAKE_CURRENT_LIST_DIR}/random_trace.h ${CMAKE_CURRENT_LIST_DIR}/random_trace.cpp)
target_link_libraries(hscope_random_trace PUBLIC hscope_store PRIVATE hscope_options)

foreach(unit draw_list ruler_ticks timeline_geometry timeline_index timeline_layout)
  hscope_test(NAME tst_${unit} SOURCES ${CMAKE_CURRENT_LIST_DIR}/tst_${unit}.cpp
    LIBS hscope_app_timeline hscope_random_trace)
endforeach()

foreach(unit label_cache timeline_view)
  hscope_test(NAME tst_${unit} SOURCES ${CMAKE_CURRENT_LIST_DIR}/tst_${unit}.cpp
    LIBS hscope_app_widgets hscope_export hscope_random_trace)
endforeach()
