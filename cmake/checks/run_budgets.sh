#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
#
# run_budgets.sh BUILD_DIR
#
# Runs each bench_* program of BUILD_DIR/bin and prints only its lines
#   BUDGET <id> <value> <limit> <unit> pass|fail|skipped: why
# Fails if a budget was missed, a program failed, or a program printed no such line.
set -euo pipefail

if [[ $# -ne 1 || ! -d $1/bin ]]; then
    echo "usage: run_budgets.sh BUILD_DIR (a folder with bin/ in it, for example build/release)" >&2
    exit 2
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
found=0
for program in "$1"/bin/bench_*; do
    [[ -x $program ]] || continue
    found=$((found + 1))
    name=${program##*/}
    if ! QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}" "$program" >"$log" 2>&1; then
        echo "$name: failed; its last lines:" >&2
        tail -n 20 "$log" >&2
        status=1
    fi
    if ! grep '^BUDGET ' "$log"; then
        echo "$name: printed no BUDGET line" >&2
        status=1
    elif grep -qE '^BUDGET .* fail$' "$log"; then
        status=1
    fi
done
if [[ $found -eq 0 ]]; then
    echo "no bench_* program in $1/bin; build with HSCOPE_WITH_BENCH=ON and libbenchmark-dev" >&2
    exit 1
fi
exit "$status"
