# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0

# HSCOPE_SHARED: the folder with the real traces, which are not part of this project. Tests skip without it.
if(NOT DEFINED HSCOPE_SHARED)
  set(shared "")
  if(EXISTS ${PROJECT_SOURCE_DIR}/../shared)
    file(REAL_PATH ${PROJECT_SOURCE_DIR}/../shared shared)
  endif()
  set(HSCOPE_SHARED "${shared}" CACHE PATH "Folder with the real traces (traces/kineto); tests skip without it")
endif()
