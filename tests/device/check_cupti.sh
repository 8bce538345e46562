#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
#
# check_cupti.sh [FOLDER]
#
# Records a CUDA program on a real GPU and checks counts, names, correlation and busy time against what the program itself
# knows, and prints what recording adds to a call. Needs g++, nvcc, CMake, Ninja or Make, and SQLite's headers; fmt and
# tl-expected, too, or a folder tests/device/packed that pack.sh made elsewhere. Everything is built and written in FOLDER,
# by default a new one below /tmp. Ends within five minutes; the exit status is 0 if all is as expected, 77 without a GPU.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
folder=${1:-$(mktemp -d /tmp/check_cupti.XXXXXX)}
mkdir -p "$folder"
jobs=$(nproc)

say() {
    printf '\n== %s\n' "$1"
}

if ! command -v nvcc >/dev/null; then
    PATH=/usr/local/cuda/bin:$PATH
fi
for tool in nvcc g++ cmake; do
    command -v "$tool" >/dev/null || {
        echo "check_cupti.sh: $tool is needed" >&2
        exit 2
    }
done
toolkit=$(cd "$(dirname "$(command -v nvcc)")/.." && pwd -P)

say "the recorder and its hook"
prefix=()
includes=()
libraries=()
if [ -d "$here/packed/usr" ]; then
    prefix=("-DCMAKE_PREFIX_PATH=$here/packed/usr" "-DCMAKE_LIBRARY_ARCHITECTURE=x86_64-linux-gnu")
    includes=(-I "$here/packed/usr/include")
    libraries=(-L "$here/packed/usr/lib/x86_64-linux-gnu" -Xlinker -rpath -Xlinker "$here/packed/usr/lib/x86_64-linux-gnu")
fi
timeout 200 cmake -S "$root" -B "$folder/build" -DHSCOPE_RECORDER_ONLY=ON -DCMAKE_BUILD_TYPE=Release \
    "-DCUPTI_ROOT=$toolkit" "${prefix[@]}" >"$folder/configure.txt" || {
    cat "$folder/configure.txt"
    exit 1
}
grep -E 'CUPTI|NVTX' "$folder/configure.txt" || true
timeout 200 cmake --build "$folder/build" -j "$jobs" >"$folder/build.txt" || {
    tail -n 30 "$folder/build.txt"
    exit 1
}

say "the program, with and without knowledge of the recorder"
compile=(nvcc -std=c++17 -O2 -Wno-deprecated-gpu-targets "${includes[@]}" "$here/check_cupti.cu")
"${compile[@]}" -I "$root/collector/include" -o "$folder/check" -L "$folder/build/lib" "${libraries[@]}" \
    -lhscope_collector -lsqlite3 -Xlinker -rpath -Xlinker "$folder/build/lib"
"${compile[@]}" -DHSCOPE_CHECK_INJECTED -o "$folder/check_injected" "${libraries[@]}" -lsqlite3

if ! nvidia-smi -L 2>/dev/null | grep -q GPU; then
    say "there is no GPU here: the programs were built and not run"
    exit 77
fi
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
cd "$folder"
rm -f ./*.hscope ./*.txt.expected

say "without recording"
timeout 60 ./check plain

say "calls only"
HSCOPE_RECORD_ONLY=marks,annotations,gpu_api timeout 60 ./check run calls.hscope calls.txt.expected

say "calls and work"
timeout 60 ./check run work.hscope work.txt.expected

status=0
say "what was recorded by hscope_gpu_attach()"
./check verify work.hscope work.txt.expected || status=1

say "the program that does not know of it, by CUDA_INJECTION64_PATH"
HSCOPE_RECORD=1 HSCOPE_OUTPUT=injected.hscope CUDA_INJECTION64_PATH=$folder/build/lib/libhscope_cupti.so \
    timeout 60 ./check_injected run - injected.txt.expected
./check verify injected.hscope injected.txt.expected || status=1

say "with CUPTI's own time stamps, mapped by regression"
HSCOPE_GPU_CLOCK=mapped timeout 60 ./check run mapped.hscope mapped.txt.expected
./check verify mapped.hscope mapped.txt.expected || status=1

say "$([ "$status" -eq 0 ] && echo 'all as expected' || echo 'NOT as expected'); files are in $folder"
exit "$status"
