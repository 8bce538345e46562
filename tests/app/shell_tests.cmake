# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
# Tests of app/models and of the window. Included by tests/app/CMakeLists.txt.

foreach(unit analysis_models palette format table_models slice_details instance_statistics trace_document)
  hscope_test(NAME tst_${unit} SOURCES ${CMAKE_CURRENT_LIST_DIR}/tst_${unit}.cpp
    LIBS hscope_app_models)
endforeach()

hscope_test(NAME tst_trace_correction SOURCES ${CMAKE_CURRENT_LIST_DIR}/tst_trace_correction.cpp
  LIBS hscope_app_models hscope_export)

add_library(hscope_schedule_fixture STATIC ${CMAKE_CURRENT_LIST_DIR}/schedule_fixture.h
  ${CMAKE_CURRENT_LIST_DIR}/schedule_fixture.cpp)
target_link_libraries(hscope_schedule_fixture PUBLIC hscope_app_models)
foreach(unit device_lights schedule_models placement_strips cost_chart_layout scenario_files schedule_replay schedule_session schedule_runner
    learning_curves layer_explanation)
  hscope_test(NAME tst_${unit} SOURCES ${CMAKE_CURRENT_LIST_DIR}/tst_${unit}.cpp
    LIBS hscope_app_models hscope_schedule_fixture)
endforeach()

# It runs the command line as a process of its own.
add_dependencies(tst_schedule_runner hscope)

foreach(unit analysis_panels main_window labels schedules_page schedule_devices)
  hscope_test(NAME tst_${unit} SOURCES ${CMAKE_CURRENT_LIST_DIR}/tst_${unit}.cpp
    LIBS hscope_app_widgets hscope_icons hscope_schedule_fixture LABELS gui)
endforeach()

hscope_test(NAME tst_correction_panel SOURCES ${CMAKE_CURRENT_LIST_DIR}/tst_correction_panel.cpp
  LIBS hscope_app_widgets hscope_icons hscope_export LABELS gui)

hscope_test(NAME tst_journeys SOURCES ${CMAKE_CURRENT_LIST_DIR}/tst_journeys.cpp
  LIBS hscope_app_widgets hscope_icons LABELS gui)

# A pointer that really moves needs a display of its own.
find_program(HSCOPE_XVFB_RUN xvfb-run)
find_program(HSCOPE_XDOTOOL xdotool)
if(HSCOPE_XVFB_RUN AND HSCOPE_XDOTOOL)
  hscope_test(NAME tst_real_drag SOURCES ${CMAKE_CURRENT_LIST_DIR}/tst_real_drag.cpp
    LIBS hscope_app_widgets hscope_icons LABELS gui PLATFORM xcb
    LAUNCHER ${HSCOPE_XVFB_RUN} -a -s "-screen 0 1600x1000x24")
else()
  message(STATUS "xvfb-run or xdotool was not found: drag and drop with a real pointer is not tested (Debian: xvfb, xdotool)")
endif()

# Whatever the command line promises without opening a window for good.
set(program_environment "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;XDG_CONFIG_HOME=${PROJECT_BINARY_DIR}/tests/home/config")
add_test(NAME heteroscope_version COMMAND heteroscope --version)
set_tests_properties(heteroscope_version PROPERTIES LABELS "gui"
  PASS_REGULAR_EXPRESSION "^heteroscope ${PROJECT_VERSION}\n$")
add_test(NAME heteroscope_starts COMMAND heteroscope --quit-after-paint)
add_test(NAME heteroscope_refuses_unknown_theme COMMAND heteroscope --theme pink)
set_tests_properties(heteroscope_refuses_unknown_theme PROPERTIES LABELS "gui"
  PASS_REGULAR_EXPRESSION "--theme takes light, dark or system, not pink")
add_test(NAME heteroscope_reports_missing_file
  COMMAND heteroscope --screenshot ${PROJECT_BINARY_DIR}/tests/shots ${PROJECT_BINARY_DIR}/no_such_trace.json)
set_tests_properties(heteroscope_reports_missing_file PROPERTIES LABELS "gui"
  PASS_REGULAR_EXPRESSION "no_such_trace.json is not there any more")
set_tests_properties(heteroscope_version heteroscope_starts heteroscope_refuses_unknown_theme
  heteroscope_reports_missing_file PROPERTIES ENVIRONMENT "${program_environment}" TIMEOUT 60)
set_tests_properties(heteroscope_starts PROPERTIES LABELS "gui")
