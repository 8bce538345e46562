#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
#
# tidy.sh [-p BUILD_DIR] [--base COMMIT | --all | FILE...]
#
# Runs clang-tidy-19 with .clang-tidy on the given .cpp files, on all of them, or (default) on those that differ from
# COMMIT (default: origin/main or main). BUILD_DIR (default build/dev) needs a compile_commands.json, which every preset
# writes, and the generated headers, so build it first.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"

readonly tool=clang-tidy-19
build=build/dev
base=
files=()
all=no
while [[ $# -gt 0 ]]; do
    case $1 in
        -p) build=${2:?"-p needs a build folder"}; shift ;;
        --base) base=${2:?"--base needs a commit"}; shift ;;
        --all) all=yes ;;
        -*) echo "tidy: unknown option $1" >&2; exit 2 ;;
        *) files+=("$1") ;;
    esac
    shift
done

if ! command -v "$tool" >/dev/null; then
    echo "tidy: $tool is not installed. On Debian 12: apt install $tool" >&2
    exit 1
fi
if [[ ! -f $build/compile_commands.json ]]; then
    echo "tidy: $build has no compile_commands.json; run cmake --preset dev and build, or give -p BUILD_DIR" >&2
    exit 1
fi
# A check that is switched on and off in the same list is a rule nobody knows the state of.
twice=$(sed -n '/^Checks:/,/^[A-Z]/p' .clang-tidy | grep -oE -- '-?[a-z]+-[a-z0-9-]*[a-z0-9]' | sed 's/^-//' | sort | uniq -d)
if [[ -n $twice ]]; then
    echo "tidy: .clang-tidy lists these checks as on and off: $twice" >&2
    exit 1
fi

if [[ $all == yes ]]; then
    mapfile -t files < <(git ls-files -- '*.cpp')
elif [[ ${#files[@]} -eq 0 ]]; then
    if [[ -z $base ]]; then
        base=$(git rev-parse --verify --quiet origin/main || git rev-parse --verify main)
    fi
    mapfile -t files < <(git diff --name-only --diff-filter=d "$base" -- '*.cpp'
        git ls-files --others --exclude-standard -- '*.cpp')
fi

# Files that no target of this build compiles cannot be parsed.
known=()
for file in "${files[@]}"; do
    if grep -qF "\"$root/${file#"$root"/}\"" "$build/compile_commands.json"; then
        known+=("$file")
    else
        echo "tidy: $file is not part of $build, left out"
    fi
done
if [[ ${#known[@]} -eq 0 ]]; then
    echo "tidy: nothing to check"
    exit 0
fi
printf '%s\0' "${known[@]}" | xargs -0 -n 1 -P "${HSCOPE_JOBS:-2}" "$tool" -p "$build" --quiet \
    --extra-arg=-Wno-unknown-warning-option
echo "tidy: ${#known[@]} files, no problem"
