# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0

# moc 6.4 cannot parse these headers of gcc 12 when they come first; to moc they are included already.
set(HSCOPE_MOC_OPTIONS "-D_COMPARE;-D_GLIBCXX_CONCEPTS;-D_GLIBCXX_CHRONO")

# hscope_test(NAME <tst_unit> [SOURCES <files...>] LIBS <targets...> [LABELS <labels...>]
#             [PLATFORM <Qt platform>] [LAUNCHER <command...>])
#
# Adds one QTest executable (default source: NAME.cpp) and registers it with CTest. Widgets run on the offscreen
# platform unless PLATFORM names another; LAUNCHER runs the test. The locale and the home folder are fixed so that a
# test never sees the user's settings.
function(hscope_test)
  cmake_parse_arguments(arg "" "NAME;PLATFORM" "SOURCES;LIBS;LABELS;LAUNCHER" ${ARGN})
  if(NOT arg_SOURCES)
    set(arg_SOURCES ${arg_NAME}.cpp)
  endif()
  if(NOT arg_PLATFORM)
    set(arg_PLATFORM offscreen)
  endif()
  add_executable(${arg_NAME} ${arg_SOURCES})
  set_target_properties(${arg_NAME} PROPERTIES AUTOMOC ON
    AUTOMOC_MOC_OPTIONS "${HSCOPE_MOC_OPTIONS}"
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_link_libraries(${arg_NAME} PRIVATE hscope_options hscope_test_support ${arg_LIBS} Qt6::Test)
  add_test(NAME ${arg_NAME} COMMAND ${arg_LAUNCHER} $<TARGET_FILE:${arg_NAME}>)
  set(timeout 300)
  if(HSCOPE_SANITIZE)
    set(timeout 900)
  endif()
  set(home ${PROJECT_BINARY_DIR}/tests/home)
  file(MAKE_DIRECTORY ${home})
  set_tests_properties(${arg_NAME} PROPERTIES
    LABELS "unit;${arg_LABELS}" TIMEOUT ${timeout}
    ENVIRONMENT "QT_QPA_PLATFORM=${arg_PLATFORM};LC_ALL=C.UTF-8;HOME=${home};XDG_CONFIG_HOME=${home}/config;XDG_CACHE_HOME=${home}/cache;HSCOPE_SHARED=${HSCOPE_SHARED};LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/cmake/lsan_suppressions.txt")
endfunction()
