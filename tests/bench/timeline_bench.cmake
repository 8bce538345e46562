# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
# The benchmark of the app. Needs tests/app/timeline_tests.cmake; included by tests/CMakeLists.txt.
add_executable(bench_timeline ${CMAKE_CURRENT_LIST_DIR}/bench_timeline.cpp)
target_link_libraries(bench_timeline PRIVATE hscope_options hscope_app_widgets hscope_export hscope_random_trace)
