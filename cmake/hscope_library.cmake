# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0

# hscope_library(NAME <target> SOURCES <files...> [PUBLIC <targets...>] [PRIVATE <targets...>])
#
# Adds a static library of one layer. PUBLIC lists what its headers need, PRIVATE what only its sources need.
# A library without a .cpp file becomes an INTERFACE library (then only PUBLIC is used).
function(hscope_library)
  cmake_parse_arguments(arg "" "NAME" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  set(code ${arg_SOURCES})
  list(FILTER code INCLUDE REGEX "\\.cpp$")
  if(code)
    add_library(${arg_NAME} STATIC ${arg_SOURCES})
    target_link_libraries(${arg_NAME} PUBLIC hscope_options ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  else()
    add_library(${arg_NAME} INTERFACE)
    target_sources(${arg_NAME} PRIVATE ${arg_SOURCES})
    target_link_libraries(${arg_NAME} INTERFACE hscope_options ${arg_PUBLIC})
  endif()
endfunction()
