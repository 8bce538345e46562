# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0

# Finds LibTorch by its headers and libraries and defines the target LibTorch::LibTorch.
#
# The TorchConfig.cmake that comes with LibTorch is not used: it searches gflags, glog and protobuf, reports on them even
# with QUIET, and defines targets with names as common as `torch`. Set CMAKE_PREFIX_PATH to an unpacked LibTorch to use
# that one instead of Debian's.
#
# Compile what includes its headers as C++17: those of LibTorch 1.13 are not valid C++20 to each compiler.
find_path(LibTorch_INCLUDE_DIR ATen/ATen.h)
find_path(LibTorch_API_INCLUDE_DIR torch/torch.h PATH_SUFFIXES torch/csrc/api/include include/torch/csrc/api/include)
foreach(library torch torch_cpu c10)
  find_library(LibTorch_${library}_LIBRARY ${library})
  mark_as_advanced(LibTorch_${library}_LIBRARY)
endforeach()
mark_as_advanced(LibTorch_INCLUDE_DIR LibTorch_API_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch REQUIRED_VARS
  LibTorch_torch_LIBRARY LibTorch_torch_cpu_LIBRARY LibTorch_c10_LIBRARY LibTorch_INCLUDE_DIR LibTorch_API_INCLUDE_DIR)

if(LibTorch_FOUND AND NOT TARGET LibTorch::LibTorch)
  add_library(LibTorch::LibTorch INTERFACE IMPORTED)
  target_include_directories(LibTorch::LibTorch INTERFACE ${LibTorch_INCLUDE_DIR} ${LibTorch_API_INCLUDE_DIR})
  target_link_libraries(LibTorch::LibTorch INTERFACE
    ${LibTorch_torch_LIBRARY} ${LibTorch_torch_cpu_LIBRARY} ${LibTorch_c10_LIBRARY})
endif()
