# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0

# hscope_embed_sql(HEADER <path/under/generated> NAMESPACE <ns> FILES <a.sql...>)
#
# Writes a header with one `inline constexpr std::string_view kName` per file: insert_slice.sql becomes kInsertSlice,
# 0001_initial.sql becomes kM0001Initial. SQL text lives in .sql files only.
function(hscope_embed_sql)
  cmake_parse_arguments(arg "" "HEADER;NAMESPACE" "FILES" ${ARGN})
  set(text "// Generated from .sql files by cmake/embed_sql.cmake.\n#pragma once\n#include <string_view>\n\nnamespace ${arg_NAMESPACE} {\n")
  foreach(file IN LISTS arg_FILES)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} sql)
    get_filename_component(stem ${file} NAME_WE)
    if(stem MATCHES "^[0-9]")
      string(PREPEND stem m)
    endif()
    string(REPLACE "_" ";" words "${stem}")
    set(name k)
    foreach(word IN LISTS words)
      string(SUBSTRING ${word} 0 1 head)
      string(SUBSTRING ${word} 1 -1 tail)
      string(TOUPPER ${head} head)
      string(APPEND name ${head}${tail})
    endforeach()
    string(APPEND text "inline constexpr std::string_view ${name} = R\"SQL(${sql})SQL\";\n")
  endforeach()
  string(APPEND text "} // namespace ${arg_NAMESPACE}\n")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${arg_HEADER} CONTENT "${text}" @ONLY)
endfunction()
