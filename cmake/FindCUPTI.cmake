# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0

# Finds the headers of CUPTI, of CUDA 11.8 or newer, and defines the target CUPTI::headers; NVTX::headers, too, if those of
# NVTX are there. No library is linked: the hook opens the one that the recorded process has.
#
# Set CUPTI_ROOT to a toolkit that is not in its usual place, or CUPTI_INCLUDE_DIR and CUDA_INCLUDE_DIR to two folders.
set(toolkits ${CUPTI_ROOT} $ENV{CUDA_HOME} $ENV{CUDA_PATH} /usr/local/cuda)
find_path(CUPTI_INCLUDE_DIR cupti.h HINTS ${toolkits} PATH_SUFFIXES include extras/CUPTI/include)
find_path(CUDA_INCLUDE_DIR cuda.h HINTS ${toolkits} PATH_SUFFIXES include)
find_path(NVTX_INCLUDE_DIR nvtx3/nvToolsExt.h HINTS ${toolkits} PATH_SUFFIXES include)
mark_as_advanced(CUPTI_INCLUDE_DIR CUDA_INCLUDE_DIR NVTX_INCLUDE_DIR)

if(CUPTI_INCLUDE_DIR)
  # Older releases have the number in cupti_version.h, too: 18 is CUDA 11.8.
  file(STRINGS ${CUPTI_INCLUDE_DIR}/cupti_version.h line REGEX "define CUPTI_API_VERSION +[0-9]+")
  string(REGEX REPLACE ".* ([0-9]+)$" "\\1" CUPTI_VERSION "${line}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CUPTI REQUIRED_VARS CUPTI_INCLUDE_DIR CUDA_INCLUDE_DIR VERSION_VAR CUPTI_VERSION)

if(CUPTI_FOUND AND NOT TARGET CUPTI::headers)
  add_library(CUPTI::headers INTERFACE IMPORTED)
  target_include_directories(CUPTI::headers INTERFACE ${CUPTI_INCLUDE_DIR} ${CUDA_INCLUDE_DIR})
endif()
if(CUPTI_FOUND AND NVTX_INCLUDE_DIR AND NOT TARGET NVTX::headers)
  add_library(NVTX::headers INTERFACE IMPORTED)
  target_include_directories(NVTX::headers INTERFACE ${NVTX_INCLUDE_DIR})
endif()
