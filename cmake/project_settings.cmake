# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
# Settings that hold for every target: standard, output folders, warnings, sanitizers, compiler cache.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# A fresh clone in another folder hits the cache only if paths are relative to it and not hashed.
find_program(HSCOPE_CCACHE ccache)
if(HSCOPE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros ${HSCOPE_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
endif()

# Compile options of our own targets only; third-party headers come in as SYSTEM.
add_library(hscope_options INTERFACE)
target_include_directories(hscope_options INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)
target_compile_options(hscope_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wundef -Wimplicit-fallthrough
  $<$<COMPILE_LANGUAGE:CXX>:-Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual>
  $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wlogical-op>
  # gcc 12 reports impossible overlaps in std::string concatenation (gcc bug 105329); drop with gcc 13.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(HSCOPE_WERROR)
  target_compile_options(hscope_options INTERFACE -Werror)
  if(HSCOPE_SANITIZE)
    # These follow values through code that the sanitizer has changed, and find what is not there, also in the standard
    # library; a build without one has the last word on them.
    target_compile_options(hscope_options INTERFACE
      $<$<COMPILE_LANGUAGE:CXX>:-Wno-error=maybe-uninitialized> $<$<COMPILE_LANGUAGE:CXX>:-Wno-error=null-dereference>)
  endif()
endif()
if(HSCOPE_SANITIZE)
  add_compile_options(-fsanitize=${HSCOPE_SANITIZE} -fno-omit-frame-pointer)
  if(HSCOPE_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
  add_link_options(-fsanitize=${HSCOPE_SANITIZE})
endif()
