#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
#
# check_format.sh [--fix]
#
# Checks that all C and C++ files look as .clang-format says; --fix rewrites them. The version is pinned: another one
# formats differently.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly tool=clang-format-19
if ! command -v "$tool" >/dev/null; then
    echo "format: $tool is not installed. On Debian 12: apt install $tool" >&2
    exit 1
fi
if ! "$tool" --version | grep -q 'version 19\.'; then
    echo "format: $tool says it is $("$tool" --version); version 19 is needed" >&2
    exit 1
fi

mapfile -d '' -t files < <(git ls-files -z --cached --others --exclude-standard -- '*.h' '*.hpp' '*.c' '*.cpp')
existing=()
for file in "${files[@]}"; do
    if [[ -f $file ]]; then
        existing+=("$file")
    fi
done
if [[ ${#existing[@]} -eq 0 ]]; then
    echo "format: found no C++ file" >&2
    exit 1
fi

if [[ ${1:-} == --fix ]]; then
    "$tool" -i "${existing[@]}"
    echo "format: ${#existing[@]} files rewritten where needed"
elif findings=$("$tool" --dry-run -Werror "${existing[@]}" 2>&1); then
    echo "format: ${#existing[@]} files, no problem"
else
    # The first places are enough to see what is meant; --fix shows the rest as a diff.
    { grep -E '^[^ ]+:[0-9]+:' <<<"$findings" || echo "$findings"; } | sed -n '1,20p' >&2
    echo "format: $(echo "$findings" | grep -oE '^[^ :]+:[0-9]' | cut -d: -f1 | sort -u | wc -l) of ${#existing[@]}" \
        "files differ; run cmake/checks/check_format.sh --fix" >&2
    exit 1
fi
